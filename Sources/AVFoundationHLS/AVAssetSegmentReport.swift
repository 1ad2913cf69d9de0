// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSEncoding

/// What a segment is.
public enum AVAssetSegmentType: Int, Sendable {
  /// The header.
  case initialization = 1
  /// Samples, which can be decoded with the header alone.
  case separable = 2

  init(_ kind: SegmentReport.Kind) {
    self = kind == .initialization ? .initialization : .separable
  }
}

/// The number of a track.
public typealias CMPersistentTrackID = Int32

/// What stands in a segment.
public final class AVAssetSegmentReport: Sendable {
  /// What the segment is.
  public let segmentType: AVAssetSegmentType
  /// What stands in it of each track; in a header nothing.
  public let trackReports: [AVAssetSegmentTrackReport]

  init(_ report: SegmentReport) {
    segmentType = AVAssetSegmentType(report.kind)
    trackReports =
      report.kind == .initialization ? [] : report.tracks.map(AVAssetSegmentTrackReport.init)
  }
}

/// What stands in a segment of a track.
public final class AVAssetSegmentTrackReport: Sendable {
  /// The number of the track.
  public let trackID: CMPersistentTrackID
  /// What the track is.
  public let mediaType: AVMediaType
  /// When the first sample is presented.
  public let earliestPresentationTimeStamp: CMTime
  /// How long the samples last.
  public let duration: CMTime
  /// The first picture; `nil` for sound.
  public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

  init(_ report: SegmentReport.Track) {
    trackID = CMPersistentTrackID(clamping: report.id)
    mediaType = report.isVideo ? .video : .audio
    earliestPresentationTimeStamp = CMTime(report.earliestPresentationTime)
    duration = CMTime(report.duration)
    firstVideoSampleInformation = report.firstPictures.first.map {
      AVAssetSegmentReportSampleInformation($0)
    }
  }
}

/// Where a sample stands in a segment.
public final class AVAssetSegmentReportSampleInformation: Sendable {
  /// When it is presented.
  public let presentationTimeStamp: CMTime
  /// Where it begins in the segment.
  public let offset: Int
  /// Its bytes.
  public let length: Int
  /// Whether decoding can start with it.
  public let isSyncSample: Bool

  init(_ picture: SegmentReport.Picture) {
    presentationTimeStamp = CMTime(picture.presentationTime)
    offset = Int(clamping: picture.offset)
    length = Int(clamping: picture.length)
    isSyncSample = picture.isSync
  }
}

/// Takes segments from a writer, on one of its threads; while a call lasts, encoders wait.
public protocol AVAssetWriterDelegate: AnyObject, Sendable {
  /// Takes a segment with what stands in it.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?)

  /// Takes a segment.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType)
}

extension AVAssetWriterDelegate {
  /// Hands the segment on without its report.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType, segmentReport: AVAssetSegmentReport?
  ) {
    assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
  }

  /// Takes nothing.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data,
    segmentType: AVAssetSegmentType
  ) {}
}
