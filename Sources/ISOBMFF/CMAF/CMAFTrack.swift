// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor

/// A track as CMAF wants it (ISO/IEC 23000-19 section 7): one kind of sample, a header of its own,
/// and fragments that anybody can join at.
///
/// Pictures that are shown in another order than they are decoded in can be timed in two ways, of
/// which a track takes one (section 9.2.1):
///
/// - Signed composition offsets: the first picture is decoded and shown at 0, and pictures between
///   have negative offsets. The brand is `cmf2`. FFmpeg, and players that build on it such as mpv,
///   show such video late by the largest negative offset (seen with versions 5.1 and 9.0).
/// - Offsets from 0 on, and ``presentationStart`` at the first picture's. The brand is `cmfc`.
public struct CMAFTrack: Hashable, Sendable {
  /// The number of the track.
  public var id: UInt32 = 1
  /// The units of time a second in which samples are measured.
  public var timescale: UInt32
  /// What the samples are.
  public var sampleEntry: SampleEntry
  /// The language as a BCP 47 tag, if it is known.
  public var language: String?
  /// Whether there are samples that depend on others; true for all video but the kind that has
  /// key pictures alone.
  public var hasNonSyncSamples: Bool
  /// Where the presentation begins, in the timescale: after the samples of audio that only prepare
  /// the decoder (1024 of FFmpeg's AAC), or at the composition offset of the first picture where
  /// offsets are not signed. An edit list says so.
  public var presentationStart: UInt32
  /// The duration of a picture in the timescale, where it is constant: it decides which media
  /// profile video may claim.
  public var sampleDuration: UInt32?

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - sampleEntry: What the samples are.
  ///   - timescale: The units of time a second, above 0.
  ///   - language: The language as a BCP 47 tag, if it is known.
  ///   - presentationStart: Where the presentation begins, in the timescale.
  ///   - sampleDuration: The duration of a picture in the timescale, where it is constant.
  public init(
    _ sampleEntry: SampleEntry, timescale: UInt32, language: String? = nil,
    presentationStart: UInt32 = 0, sampleDuration: UInt32? = nil
  ) {
    self.sampleEntry = sampleEntry
    self.timescale = timescale
    self.language = language
    self.presentationStart = presentationStart
    self.sampleDuration = sampleDuration
    hasNonSyncSamples = sampleEntry.handler == "vide"
  }

  /// The brands: `cmf2`, but for video with an edit list, then `cmfc`, `iso6` and the media profile
  /// that the samples keep to.
  public var fileType: FileType {
    let frameRate = sampleDuration.map { Double(timescale) / Double(max($0, 1)) }
    let profile = CMAFMediaProfile.brand(for: sampleEntry, frameRate: frameRate)
    let isStrict = sampleEntry.handler != "vide" || presentationStart == 0
    return FileType(
      isStrict ? "cmf2" : "cmfc",
      compatible: ["cmfc", "iso6"] + (profile.map { [$0] } ?? []) + dolbyVisionBrands)
  }

  /// The brands by which players of Dolby Vision know a base layer that others can show.
  private var dolbyVisionBrands: [FourCC] {
    guard case .video(let entry) = sampleEntry, let dolbyVision = entry.dolbyVision else {
      return []
    }
    let transfer = entry.color?.transfer ?? .unspecified
    return ["dby1"] + (dolbyVision.compatibilityBrand(transfer: transfer).map { [$0] } ?? [])
  }

  /// The header of the track: what EXT-X-MAP names.
  public var initializationSegment: InitializationSegment {
    var track = Track(
      id: id, handler: sampleEntry.handler ?? "meta", timescale: timescale,
      sampleEntries: [sampleEntry], hasNonSyncSamples: hasNonSyncSamples)
    track.language = language
    if case .video(let entry) = sampleEntry { track.setPresentationSize(of: entry) }
    // The duration of an edit in a fragmented file is 0: to the end, whenever that is.
    if presentationStart > 0 { track.edits = [Edit(mediaTime: Int64(presentationStart))] }
    return InitializationSegment(
      fileType: fileType, movie: Movie(timescale: timescale, tracks: [track]))
  }

  /// The bytes with which a segment begins: `styp`.
  public var segmentStart: [UInt8] {
    var writer = ByteWriter()
    FileType("cmfs", compatible: ["msdh"]).write(as: "styp", to: &writer)
    return writer.bytes
  }

  /// Lays out a fragment of the track.
  ///
  /// - Parameters:
  ///   - sequenceNumber: Its number, from 1 on.
  ///   - baseDecodeTime: The duration of all samples of the track before it.
  ///   - samples: The samples in decoding order; for video the first is a sync sample.
  ///   - encryption: How the samples are encrypted, where players must be told.
  /// - Returns: What to write before the samples' bytes.
  public func fragment(
    sequenceNumber: UInt32, baseDecodeTime: UInt64, samples: [CMAFSample],
    encryption: FragmentEncryption? = nil
  ) -> CMAFFragment {
    CMAFFragment(
      sequenceNumber: sequenceNumber, trackID: id, baseDecodeTime: baseDecodeTime,
      samples: samples, encryption: encryption)
  }
}

extension Track {
  /// Sets the size at which pictures are shown: that of square pixels at the coded height.
  fileprivate mutating func setPresentationSize(of entry: VideoSampleEntry) {
    let ratio = entry.pixelAspectRatio ?? .square
    let width = UInt64(entry.width) << 16
    // A width below 2³² times a number below 2³² cannot overflow 64 bits.
    presentationWidth =
      ratio.vertical == 0
      ? UInt32(width) : UInt32(clamping: width * UInt64(ratio.horizontal) / UInt64(ratio.vertical))
    presentationHeight = UInt32(entry.height) << 16
  }
}
