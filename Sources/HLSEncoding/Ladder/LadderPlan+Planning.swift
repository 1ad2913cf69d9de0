// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

extension LadderPlan {
  /// Decides the ladder of a source. Nothing is opened or encoded.
  ///
  /// Throws an ``EncodingError`` when the source holds nothing to encode, or when what is asked
  /// for does not go with it.
  public init(for source: SourceDescription, _ options: LadderOptions = LadderOptions())
    throws(EncodingError)
  {
    if let length = source.duration?.value, options.range.start >= length {
      throw EncodingError(
        .settings, source.path,
        "the part starts at \(options.range.start) s, the source lasts "
          + "\(length) s")
    }
    let video = source.mainVideo
    let audioTracks = source.usableAudio
    guard video != nil || !audioTracks.isEmpty else {
      throw EncodingError(
        .source, source.path, "expected a video or audio track, found none",
        hint: "'rung inspect' shows what the file holds")
    }
    let fullRate = FrameRate.limitedTo60(
      FrameRate.snapped(video?.video?.pictureRate ?? Rational(25)))

    var rungs: [VideoRung] = []
    if let parameters = video?.video {
      try Self.checkBaseLayer(of: parameters, source.path)
      rungs = try Self.rungs(for: parameters, at: fullRate, options)
      for index in rungs.indices {
        rungs[index].coding.parameters = options.parameters[rungs[index].codec]?.options ?? []
      }
      let shortest = Self.shortestRun(of: source, options)
      for index in rungs.indices where rungs[index].usesLowRateAudio {
        rungs[index].capForCellular(over: shortest)
      }
    }
    let trickPlay =
      options.hasDenseTrickPlay ? VideoRung.trickPlay(of: rungs, fullRate: fullRate) : []
    let grid = SegmentGrid(
      frameRate: fullRate, divisor: (rungs + trickPlay).map(\.divisor).max() ?? 1,
      segmentDuration: options.segmentDuration)
    let sound = try AudioProgram.programs(of: source, maps: options.audioMaps)
    let audio = AudioRendition.renditions(
      of: sound.programs, in: options.audioCodecs, beside: rungs,
      stereoBitRate: options.audioBitRate)
    let (metadata, doubts) = StaticMetadata.credible(in: source, options.measuredLight)
    self.init(
      source: source, video: video, rungs: Self.ordered(rungs), audio: audio, grid: grid,
      speed: options.speed, range: options.range,
      light: LightMapping(toneMap: options.toneMap, peak: metadata.peak(options.measuredLight)),
      metadata: metadata, isStrict: options.isStrict,
      warnings: Self.warnings(for: rungs) + Self.warnings(for: source, keepsText: true)
        + Self.warnings(for: source, captionsIn: rungs) + doubts + sound.warnings
        + AudioRendition.warnings(for: options.audioCodecs))
    self.trickPlay = trickPlay
    if let only = options.only { try keep(only) }
  }

  /// Leaves out all renditions but some. Where the others are cut does not change.
  private mutating func keep(_ names: [String]) throws(EncodingError) {
    let known = allPictures.map(\.name) + audio.map(\.directory)
    if let name = names.first(where: { !known.contains($0) }) {
      throw EncodingError(
        .settings, "--only", "expected a rendition of the ladder, found '\(name)'",
        hint: "it has \(known.joined(separator: ", "))")
    }
    rungs.removeAll { !names.contains($0.name) }
    trickPlay.removeAll { !names.contains($0.name) }
    audio.removeAll { !names.contains($0.directory) }
  }

  /// Refuses Dolby Vision without a base layer that can be shown by itself: its colours are only
  /// right with the metadata, which is lost.
  static func checkBaseLayer(
    of video: VideoParameters, _ path: String
  ) throws(EncodingError) {
    guard let dolby = video.dolbyVision, dolby.compatibility == 0 else { return }
    throw EncodingError(
      .source, path,
      "expected pictures that show without Dolby Vision, found profile \(dolby.profile) alone",
      hint: "only a base layer of HDR10, HLG or SDR (profiles 8.1, 8.2, 8.4) can be converted")
  }

  private static func rungs(
    for video: VideoParameters, at fullRate: Rational, _ options: LadderOptions
  ) throws(EncodingError) -> [VideoRung] {
    let size = effectiveSize(of: video, options.maximumHeight)
    if let ladder = options.ladder {
      return try ladder.rungs(size: size, at: fullRate)
    }
    var rungs: [VideoRung] = []
    for family in try families(for: video.videoRange, options) {
      var ladder = LadderFamily(family.codec, family.range).rungs(size: size, at: fullRate)
      if let lowest = ladder.first, lowest.bitRate <= VideoRung.cellularPeak {
        ladder[0].usesLowRateAudio = true
      }
      rungs += ladder
    }
    return rungs
  }

  /// The size that ladders are cut to: the upright picture, even, within the limit.
  private static func effectiveSize(
    of video: VideoParameters, _ limit: Int?
  ) -> PictureSize {
    let (width, height) = video.displaySize
    let size = PictureSize(width: max(2, width), height: max(2, height))
    guard let limit = limit.map({ $0 & ~1 }), limit < size.shortSide else { return size.even }
    return size.scaled(by: Rational(Int64(limit), Int64(size.shortSide)))
  }

  /// The shortest run of segments whose rate counts: half a target duration, or the whole ladder.
  private static func shortestRun(of source: SourceDescription, _ options: LadderOptions) -> Double
  {
    let rest = source.duration.map { max(0.04, $0.value - options.range.start) } ?? .infinity
    return min(options.segmentDuration / 2, options.range.duration ?? .infinity, rest)
  }

  /// The codec and range of each ladder: SDR (authoring rule 1.24) and the source's own range,
  /// unless ranges are asked for by name.
  private static func families(
    for range: VideoRange, _ options: LadderOptions
  ) throws(EncodingError) -> [(codec: VideoCodec, range: VideoRange)] {
    let ranges = options.ranges ?? [.sdr, range]
    let isHDR = ranges != [.sdr]
    let asked = options.codecs ?? (isHDR ? [.h264, .hevc] : [.h264])
    if options.ranges != nil, isHDR, !asked.contains(.hevc) {
      throw EncodingError(
        .settings, "--range", "expected 'sdr' with the codec h264 alone, found HDR",
        hint: "add hevc to --codecs")
    }
    // HEVC rungs keep HDR unless SDR in HEVC was asked for by name.
    let sdr = options.codecs == nil ? [.h264] : VideoCodec.allCases.filter { asked.contains($0) }
    let hdr = asked.contains(.hevc) ? VideoRange.allCases.filter { $0 != .sdr } : []
    return (ranges.contains(.sdr) ? sdr.map { ($0, .sdr) } : [])
      + hdr.filter { ranges.contains($0) }.map { (.hevc, $0) }
  }

  /// The rung near 2 Mb/s leads its family, and with it the master (authoring rule 1.32).
  private static func ordered(_ rungs: [VideoRung]) -> [VideoRung] {
    guard let family = rungs.first.map({ ($0.codec, $0.range) }) else { return [] }
    let first = rungs.indices.filter { (rungs[$0].codec, rungs[$0].range) == family }
      .min { distance(rungs[$0].bitRate) < distance(rungs[$1].bitRate) }
    var ordered = rungs
    if let first { ordered.insert(ordered.remove(at: first), at: 0) }
    return ordered
  }

  /// How far a rate is from 2 Mb/s, as a ratio of at least 1.
  private static func distance(_ bitRate: Int) -> Double {
    let ratio = Double(bitRate) / 2_000_000
    return max(ratio, 1 / ratio)
  }

  private static func warnings(for rungs: [VideoRung]) -> [String] {
    guard !rungs.isEmpty, !rungs.contains(where: { $0.range == .sdr }) else { return [] }
    return ["the ladder has no SDR rung: devices without HDR cannot play it"]
  }

  private static func warnings(
    for source: SourceDescription, captionsIn rungs: [VideoRung]
  ) -> [String] {
    guard source.findings.hasClosedCaptions, rungs.contains(where: { $0.divisor > 1 }),
      source.mainVideo?.video?.isInterlaced != true
    else { return [] }
    return ["closed captions are dropped in rungs of half the frame rate"]
  }

  /// What is lost of a source when it is encoded, and what was assumed of it.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - keepsText: Whether tracks of text become renditions.
  ///   - keepsHDR10Plus: Whether HDR10+ metadata goes on.
  ///   - keepsDolbyVision: Whether Dolby Vision metadata goes on.
  /// - Returns: The warnings.
  static func warnings(
    for source: SourceDescription, keepsText: Bool = false, keepsHDR10Plus: Bool = false,
    keepsDolbyVision: Bool = false
  ) -> [String] {
    let main = source.mainVideo
    var warnings: [String] = []
    for track in source.tracks.filter({ source.undecodable.contains($0.index) }) {
      warnings.append("track \(track.index) (\(track.codecName)) is dropped: it does not decode")
    }
    for track in source.tracks
    where track.index != main?.index && track.kind != .audio && !(keepsText && track.isReadableText)
      && !source.undecodable.contains(track.index)
    {
      let what =
        switch track.kind {
        case .video: "a second video track"
        case .subtitle: "subtitles"
        case .coverArt: "cover art"
        case .attachment: "an attachment"
        case .audio, .data: track.codecTag == "tmcd" ? "a timecode" : "a data track"
        }
      let language = track.language.map { ", \($0)" } ?? ""
      warnings.append("track \(track.index) (\(what), \(track.codecName)\(language)) is dropped")
    }
    if source.chapterCount > 0 {
      let isOne = source.chapterCount == 1
      warnings.append(
        isOne ? "1 chapter is dropped" : "\(source.chapterCount) chapters are dropped")
    }
    if let video = main?.video, video.isInterlaced {
      warnings.append(
        "the source is interlaced: each field becomes a picture, "
          + "\(FrameRate.snapped(video.pictureRate)) a second")
    }
    if source.findings.hasClosedCaptions, main?.video?.isInterlaced == true {
      warnings.append("closed captions in the interlaced video are dropped")
    }
    if source.findings.hasDolbyVision, !keepsDolbyVision {
      let profile = main?.video?.dolbyVision.map { " of profile \($0.profile).\($0.compatibility)" }
      warnings.append("Dolby Vision metadata\(profile ?? "") is dropped; the base layer is kept")
    }
    if source.findings.hasHDR10Plus, !keepsHDR10Plus {
      warnings.append("HDR10+ metadata is dropped; static metadata is kept")
    }
    warnings += source.evidence.contradictions
    if source.findings.isColorAssumed, let color = main?.video?.color {
      warnings.append(
        "the source does not say its colours: \(color.name) is assumed")
    }
    return warnings
  }
}
