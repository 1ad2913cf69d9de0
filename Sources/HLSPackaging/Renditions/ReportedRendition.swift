// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSEncoding
internal import LibAV

/// A rendition whose segments an `AssetWriter` makes: what playlists need to know of it, gathered
/// from the writer's reports.
public struct ReportedRendition: Sendable {
  /// The rendition so far; ``LadderPlaylists`` makes its playlists.
  public private(set) var record: RenditionRecord
  /// When the rendition starts, in its timescale; `nil` before the first segment.
  private var start: Int64?

  /// Starts a rendition with the report of its header.
  ///
  /// - Parameters:
  ///   - header: The report of the header, which is stored as
  ///     ``RenditionRecord/initializationName``.
  ///   - directory: The folder of the rendition, as the master playlist names it.
  /// - Throws: ``PackagingError`` for a report of something else.
  public init(_ header: SegmentReport, directory: String) throws {
    guard header.kind == .initialization, let track = Self.leading(header.tracks) else {
      throw PackagingError(.rendition, directory, "expected the report of a header")
    }
    var rendition = track.rendition
    switch rendition {
    case .video(var rung):
      rung.label = directory
      rendition = .video(rung)
    case .audio(var sound):
      sound.directory = directory
      rendition = .audio(sound)
    }
    record = RenditionRecord(
      rendition: rendition, codec: header.tracks.map(\.codec).joined(separator: ","),
      timescale: track.timescale, segments: [])
  }

  /// The track whose times playlists say: the pictures, else the sound.
  private static func leading(_ tracks: [SegmentReport.Track]) -> SegmentReport.Track? {
    tracks.first(where: \.isVideo) ?? tracks.first
  }

  /// Adds a segment with its report.
  ///
  /// - Parameters:
  ///   - report: What stands in the segment.
  ///   - size: The bytes of the segment.
  ///   - name: The name of the file within the rendition's folder.
  /// - Throws: ``PackagingError`` for a report of something else.
  public mutating func append(_ report: SegmentReport, size: Int, as name: String) throws {
    guard report.kind == .separable, let track = Self.leading(report.tracks) else {
      throw PackagingError(.rendition, record.directory, "expected the report of a segment")
    }
    let start = self.start ?? units(track.earliestPresentationTime)
    self.start = start
    var segment = RenditionRecord.Segment(name: name, size: UInt64(clamping: size))
    segment.duration = units(track.duration)
    segment.sampleCount = track.sampleCount
    segment.keyPictures = track.firstPictures.filter(\.isSync).map { picture in
      RenditionRecord.KeyPicture(
        offset: picture.fragmentOffset,
        length: picture.offset + picture.length - picture.fragmentOffset,
        presentationTime: units(picture.presentationTime) - start)
    }
    record.segments.append(segment)
  }

  private func units(_ seconds: Rational) -> Int64 { seconds.multiplied(by: record.timescale) }
}
