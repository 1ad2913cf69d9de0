// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
public import LibAV

/// How one track of pictures is encoded anew.
public struct PictureRenewal: Sendable {
  /// Mean bits a second.
  public var bitRate: Int
  /// When IDR pictures are wanted, in seconds from the first picture; `nil` for about every two
  /// seconds.
  public var keyTimes: [Rational]?

  /// Asks for pictures of a rate.
  public init(bitRate: Int, keyTimes: [Rational]? = nil) {
    self.bitRate = bitRate
    self.keyTimes = keyTimes
  }
}

/// Pictures that are wanted once a second, for players that wind.
public struct TrickPlayPictures: Hashable, Sendable {
  /// The codec.
  public var codec: VideoCodec
  /// Pixels in a row.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Asks for pictures of a size.
  public init(codec: VideoCodec, width: Int, height: Int) {
    self.codec = codec
    self.width = width
    self.height = height
  }
}

extension LadderPlan {
  /// Plans the encoding of a source's pictures anew, as near to what they are as the encoders come:
  /// size, range, rate of pictures and mean rate stay, and the codec where it is H.264 or HEVC.
  ///
  /// - Throws: ``EncodingError`` when there are no pictures, or none that can be encoded.
  public init(
    renewing source: SourceDescription, _ renewal: PictureRenewal, speed: String
  ) throws(EncodingError) {
    let format = try Self.format(of: source)
    let codec: VideoCodec =
      format.range == .sdr && source.mainVideo?.codecName != "hevc" ? .h264 : .hevc
    let size = source.mainVideo?.video?.displaySize ?? (width: format.width, height: format.height)
    var rung = VideoRung(
      codec: codec, range: format.range, width: max(2, size.width & ~1),
      height: max(2, size.height & ~1), divisor: 1, fullRate: format.frameRate,
      bitRate: renewal.bitRate)
    rung.color = format.keptColor
    rung.coding.bitDepth = format.depth(in: codec)
    rung.coding.keepsHDR10Plus = source.findings.hasHDR10Plus && rung.range == .pq
    try self.init(picturesOf: source, [rung], format.frameRate, speed)
    if let times = renewal.keyTimes { cut(at: times) }
  }

  /// Plans pictures for players that wind: a dense I-frame rendition of each size (authoring rule
  /// 6.2), in the source's range.
  ///
  /// - Throws: ``EncodingError`` when there are no pictures, or none that can be encoded.
  public init(
    trickPlayOf source: SourceDescription, _ pictures: [TrickPlayPictures], speed: String
  ) throws(EncodingError) {
    let format = try Self.format(of: source)
    let rungs = pictures.map { picture in
      var rung = VideoRung(
        trickPlayIn: picture.codec, format.range, width: picture.width, height: picture.height,
        fullRate: format.frameRate)
      rung.coding.bitDepth = format.depth(in: picture.codec)
      return rung
    }
    try self.init(picturesOf: source, [], format.frameRate, speed, trickPlay: rungs)
  }

  private init(
    picturesOf source: SourceDescription, _ rungs: [VideoRung], _ rate: Rational, _ speed: String,
    trickPlay: [VideoRung] = []
  ) throws(EncodingError) {
    var source = source
    source.tracks = source.mainVideo.map { [$0] } ?? []
    source.chapterCount = 0
    if let video = source.mainVideo?.video { try Self.checkBaseLayer(of: video, source.path) }
    let (metadata, doubts) = StaticMetadata.credible(in: source, nil)
    self.init(
      source: source, video: source.mainVideo, rungs: rungs, audio: [],
      grid: SegmentGrid(
        frameRate: rate, divisor: trickPlay.map(\.divisor).max() ?? 1, segmentDuration: 6),
      speed: speed, range: SourceRange(),
      light: LightMapping(toneMap: .bt2390, peak: metadata.peak(nil)), metadata: metadata,
      isStrict: false,
      warnings: rungs.isEmpty
        ? []
        : Self.warnings(for: source, keepsHDR10Plus: rungs.allSatisfy(\.coding.keepsHDR10Plus))
          + doubts)
    self.trickPlay = trickPlay
  }

  private static func format(of source: SourceDescription) throws(EncodingError) -> SourceFormat {
    guard let format = SourceFormat(source) else {
      throw EncodingError(
        .source, source.path, "expected pictures that decode, found none",
        hint: "'rung inspect' shows what the file holds")
    }
    return format
  }

  /// Puts IDR pictures at the pictures nearest to some times.
  private mutating func cut(at times: [Rational]) {
    let places = times.map { grid.frameRate.multiplied(by: $0) }.filter { $0 > 0 }
    let groups = zip([0] + places, places).map { $1 - $0 }
    guard let length = groups.first, groups.allSatisfy({ $0 == length }), length > 0 else {
      // Chunks are of equal length: pictures that are cut elsewhere are encoded in one run.
      rungs[0].coding.isChunked = false
      rungs[0].coding.keyPlaces = Set([0] + places)
      return
    }
    grid.framesPerGroup = Int(clamping: length)
    rungs[0].coding.framesPerGroup = Int(clamping: length)
  }
}

extension SourceFormat {
  /// The bits that pictures keep: 8 where the source has no more; `nil` for those of the codec.
  fileprivate func depth(in codec: VideoCodec) -> Int? {
    codec == .hevc && bitDepth == 8 && range == .sdr ? 8 : nil
  }
}
