// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV
internal import X265

/// The encoder of one video rung, and the clock of its samples.
struct RungEncoder: RenditionEncoder, ~Copyable {
  /// The two libraries behind a rung.
  private enum Library: ~Copyable {
    case libavcodec(Encoder)
    case hevc(HEVCEncoder)
  }

  /// What a reader must know of the rung.
  let track: EncodedTrack

  private let library: Library
  private let framesPerGroup: Int64
  /// Units of the timescale that a picture lasts.
  private let ticks: Int64
  private var framesIn: Int64 = 0
  private var framesOut: Int64 = 0

  /// Opens the encoder of a rung.
  static func open(
    _ rung: VideoRung, _ plan: LadderPlan, chroma: ChromaLocation
  ) throws -> RungEncoder {
    let source = plan.video?.video?.videoRange ?? .sdr
    let metadata = rung.metadata ?? plan.metadata.carried(by: rung.range, from: source)
    let library: Library
    let configuration: EncodedTrack.Configuration
    let reorderDepth: Int
    switch rung.codec {
    case .h264:
      let encoder = try Encoder.video(.h264(rung, plan, chroma))
      configuration = .h264(encoder.header)
      reorderDepth = encoder.reorderDepth
      library = .libavcodec(encoder)
    case .hevc:
      let settings = HEVCSettings(rung, plan, chroma, metadata)
      let encoder = try HEVCEncoder.open(settings)
      configuration = .hevc(try encoder.headers())
      reorderDepth = encoder.reorderDepth
      library = .hevc(encoder)
    case .proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ, .proRes4444:
      library = .libavcodec(try Encoder.video(.proRes(rung)))
      configuration = .none
      reorderDepth = 0
    }
    // Whole rates count milliseconds' worth of ticks, so that every picture lasts a whole number.
    let scale: Int64 = rung.frameRate.denominator < 1000 ? 1000 : 1
    let ticks = rung.frameRate.denominator * scale
    let track = EncodedTrack(
      rendition: .video(rung), configuration: configuration,
      timescale: rung.frameRate.numerator * scale, decodingLead: Int64(reorderDepth) * ticks,
      color: rung.color, metadata: metadata)
    return RungEncoder(
      track: track, library: library, ticks: ticks,
      framesPerGroup: Int64(
        rung.coding.framesPerGroup ?? plan.grid.framesPerGroup / rung.divisor))
  }

  private init(
    track: EncodedTrack, library: consuming Library, ticks: Int64, framesPerGroup: Int64
  ) {
    self.track = track
    self.library = library
    self.ticks = ticks
    self.framesPerGroup = framesPerGroup
  }

  /// Encodes the next picture; gives what comes out to `body`.
  mutating func encode(_ frame: Frame, _ body: (EncodedSample) throws -> Void) throws {
    let index = framesIn
    let isIDR = index % framesPerGroup == 0
    framesIn += 1
    var samples: [EncodedSample] = []
    switch library {
    case .libavcodec(let encoder):
      try encoder.encode(frame, at: index, isKey: isIDR) { packet in
        samples.append(sample(packet, after: samples.count))
      }
    case .hevc(let encoder):
      let strides = (frame.stride(of: 0), frame.stride(of: 1), frame.stride(of: 2))
      let unit = try frame.withPlanes { luma, cb, cr in
        try encoder.encode(
          luma: luma, cb: cb, cr: cr, strides: strides, index: index, isIDR: isIDR)
      }
      if let unit { samples.append(sample(unit, after: 0)) }
    }
    try give(samples, to: body)
  }

  /// Encodes what is still held back; gives what comes out to `body`.
  mutating func finish(_ body: (EncodedSample) throws -> Void) throws {
    var samples: [EncodedSample] = []
    switch library {
    case .libavcodec(let encoder):
      try encoder.encode(nil, at: framesIn) { packet in
        samples.append(sample(packet, after: samples.count))
      }
    case .hevc(let encoder):
      while let unit = try encoder.finish() { samples.append(sample(unit, after: samples.count)) }
    }
    try give(samples, to: body)
  }

  private mutating func give(
    _ samples: [EncodedSample], to body: (EncodedSample) throws -> Void
  ) throws {
    framesOut += Int64(samples.count)
    for sample in samples { try body(sample) }
  }

  private func sample(_ packet: Packet, after earlier: Int) -> EncodedSample {
    sample(packet.bytes, packet.presentationTime ?? 0, packet.isKey, earlier)
  }

  private func sample(_ unit: HEVCEncoder.AccessUnit, after earlier: Int) -> EncodedSample {
    sample(unit.bytes, unit.presentationIndex, unit.isIDR, earlier)
  }

  /// Pictures come in decoding order and last equally long, so that decoding times count up from
  /// 0 and composition offsets carry the reordering.
  private func sample(
    _ bytes: [UInt8], _ presentationIndex: Int64, _ isSync: Bool, _ earlier: Int
  ) -> EncodedSample {
    EncodedSample(
      bytes: bytes, decodeTime: (framesOut + Int64(earlier)) * ticks,
      presentationTime: presentationIndex * ticks, duration: ticks, isSync: isSync)
  }
}

extension Encoder.VideoSettings {
  /// libx264's settings: closed groups, IDRs only where they are asked for, lengths before units.
  fileprivate static func h264(
    _ rung: VideoRung, _ plan: LadderPlan, _ chroma: ChromaLocation
  ) -> Encoder.VideoSettings {
    let coding = rung.coding
    var parameters = [
      "annexb=0", "keyint=infinite", "scenecut=0", "open-gop=0", "force-cfr=1",
      "vbv-init=\(rung.initialFullness)",
    ]
    // High profile at every preset: the fastest one would leave out what makes it High.
    if coding.h264Profile == "high" { parameters.append("8x8dct=1") }
    if !coding.allowsReordering { parameters.append("bframes=0") }
    if let isUsed = coding.usesCABAC { parameters.append("cabac=\(isUsed ? 1 : 0)") }
    if let level = coding.level { parameters.append("level=\(level)") }
    if let factor = coding.rateFactor { parameters.append("crf=\(factor)") }
    return Encoder.VideoSettings(
      encoder: "libx264", width: rung.width, height: rung.height, pixelFormat: .yuv420p,
      frameRate: rung.frameRate, color: rung.color, chromaLocation: chroma,
      bitRate: rung.bitRate, maximumRate: rung.maximumRate, bufferSize: rung.bufferSize,
      options: [
        ("preset", plan.speed), ("profile", coding.h264Profile), ("forced-idr", "1"),
        ("a53cc", "0"),
        ("x264-params", parameters.joined(separator: ":")),
      ])
  }
}

extension Encoder.VideoSettings {
  /// The settings of prores_ks, whose profiles count from Proxy to 4444.
  fileprivate static func proRes(_ rung: VideoRung) -> Encoder.VideoSettings {
    let kinds = VideoCodec.allCases.filter(\.isProRes)
    return Encoder.VideoSettings(
      encoder: "prores_ks", width: rung.width, height: rung.height,
      pixelFormat: rung.pictureKey.format, frameRate: rung.frameRate, color: rung.color,
      chromaLocation: .left, bitRate: 0, maximumRate: 0, bufferSize: 0,
      // What Apple's encoders write; some readers refuse other names.
      options: [("profile", "\(kinds.firstIndex(of: rung.codec) ?? 2)"), ("vendor", "apl0")])
  }
}

extension HEVCSettings {
  fileprivate init(
    _ rung: VideoRung, _ plan: LadderPlan, _ chroma: ChromaLocation, _ metadata: StaticMetadata
  ) {
    self.init(
      width: rung.width, height: rung.height,
      frameRate: (
        UInt32(clamping: rung.frameRate.numerator), UInt32(clamping: rung.frameRate.denominator)
      ),
      color: rung.color, chromaLocation: chroma == .topLeft ? 2 : chroma == .left ? 0 : nil,
      bitRate: rung.bitRate, maximumRate: rung.maximumRate, bufferSize: rung.bufferSize,
      initialFullness: rung.initialFullness, preset: plan.speed,
      bitDepth: rung.coding.bitDepth ?? 10, rateFactor: rung.coding.rateFactor,
      allowsReordering: rung.coding.allowsReordering, masteringDisplay: metadata.masteringDisplay,
      contentLightLevel: metadata.contentLightLevel)
  }
}
