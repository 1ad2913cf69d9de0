// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import LibAV

/// What will be made of a source: decided before anything is encoded.
public struct LadderPlan: Sendable {
  /// The source.
  public var source: SourceDescription
  /// The video track that is encoded.
  public var video: StreamDescription?
  /// The video rungs, the first listed first in the master playlist.
  public var rungs: [VideoRung]
  /// Pictures once a second for players that wind, which are no variants.
  public var trickPlay: [VideoRung] = []
  /// The audio renditions.
  public var audio: [AudioRendition]
  /// The sound of files beside the source, a plan without pictures each.
  public internal(set) var beside: [LadderPlan] = []
  /// Where all renditions are cut.
  public var grid: SegmentGrid
  /// The x264 and x265 preset.
  public var speed: String
  /// The part of the source that is encoded.
  public var range: SourceRange
  /// How light that is too bright for a range is mapped.
  public var light: LightMapping
  /// What PQ rungs say of the source's display and light.
  public var metadata: StaticMetadata
  /// Whether a frame that does not decode ends the work.
  public var isStrict: Bool
  /// Whether pictures are turned upright; files that say how they are to be turned keep them.
  public var turnsUpright = true
  /// The integrated loudness that all sound was brought to, in LUFS.
  public var targetLoudness: Double?
  /// What the user should know: tracks that are dropped, values that were assumed.
  public var warnings: [String]

  /// All pictures that are encoded.
  public var allPictures: [VideoRung] { rungs + trickPlay }

  /// How long the ladder will last, in seconds, where the source says.
  public var duration: Double? {
    guard let whole = source.duration?.value else { return range.duration }
    let rest = max(0, whole - range.start)
    return range.duration.map { min($0, rest) } ?? rest
  }

  /// What a rung says of the source's display, light and surroundings.
  func metadata(of rung: VideoRung) -> StaticMetadata {
    rung.metadata ?? metadata.carried(by: rung.range, from: video?.video?.videoRange ?? .sdr)
  }

  /// Whether a rung keeps the captions in the source's pictures: every picture carries two bytes of
  /// a text, so none may be left out or shown twice.
  func carriesCaptions(_ rung: VideoRung) -> Bool {
    rung.divisor == 1 && video?.video?.isInterlaced != true
  }

  /// About how many bytes the ladder will take.
  public var estimatedBytes: Int64? {
    guard let duration else { return nil }
    let bits = allPictures.reduce(0) { $0 + $1.bitRate } + allAudio.reduce(0) { $0 + $1.bitRate }
    return Int64(duration * Double(bits) / 8 * 1.03)
  }
}

/// A part of a source.
public struct SourceRange: Hashable, Sendable {
  /// Seconds from the source's start.
  public var start: Double
  /// Seconds, or `nil` for the rest.
  public var duration: Double?

  /// Creates a range; the whole source by default.
  public init(start: Double = 0, duration: Double? = nil) {
    self.start = start
    self.duration = duration
  }
}

/// What a user may ask of a ladder.
public struct LadderOptions: Sendable {
  /// Codecs for SDR rungs; HDR is always HEVC. `nil` is H.264, plus HEVC for an HDR source's HDR.
  public var codecs: [VideoCodec]?
  /// The ranges of the ladder; `nil` is SDR and the source's own.
  public var ranges: Set<VideoRange>?
  /// How light that is too bright for a range is mapped.
  public var toneMap: ToneMap
  /// What a pass over the whole source measured of its light.
  public var measuredLight: MeasuredLight?
  /// Whether a frame that does not decode ends the work.
  public var isStrict: Bool
  /// The most rows (of the short side) that a rung may have.
  public var maximumHeight: Int?
  /// The length of a segment, in seconds.
  public var segmentDuration: Double
  /// An x264 and x265 preset.
  public var speed: String
  /// A ladder to use in place of the tables.
  public var ladder: LadderFile?
  /// The part of the source to encode.
  public var range: SourceRange
  /// Codecs of sound beside stereo AAC; `nil` is AC-3 and E-AC-3 where the source has surround.
  public var audioCodecs: [AudioCodec]?
  /// The programmes that the source's tracks and channels make; empty for one a track.
  public var audioMaps: [AudioMap] = []

  /// The mean rate of stereo AAC, in b/s; mono takes half. `nil` is the table's.
  public var audioBitRate: Int?
  /// Whether there are pictures once a second for players that wind, in place of I-frame playlists
  /// of the rungs' own key pictures.
  public var hasDenseTrickPlay = false
  /// Options of libx264 and libx265, by codec.
  public var parameters: [VideoCodec: EncoderParameters] = [:]
  /// The renditions to make, by the names of their folders; `nil` for all.
  public var only: [String]?

  /// Creates options; all have defaults.
  public init(
    codecs: [VideoCodec]? = nil, ranges: Set<VideoRange>? = nil, maximumHeight: Int? = nil,
    segmentDuration: Double = 6, speed: String = "medium", ladder: LadderFile? = nil,
    range: SourceRange = SourceRange(), toneMap: ToneMap = .bt2390,
    measuredLight: MeasuredLight? = nil, isStrict: Bool = false
  ) {
    self.codecs = codecs
    self.ranges = ranges
    self.toneMap = toneMap
    self.measuredLight = measuredLight
    self.isStrict = isStrict
    self.maximumHeight = maximumHeight
    self.segmentDuration = segmentDuration
    self.speed = speed
    self.ladder = ladder
    self.range = range
  }
}
