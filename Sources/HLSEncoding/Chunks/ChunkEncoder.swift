// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV
internal import X265

/// The encoder of one chunk of a rung.
struct ChunkEncoder: ~Copyable {
  /// The two libraries behind a rung.
  private enum Library: ~Copyable {
    case libavcodec(Encoder)
    case hevc(HEVCEncoder)
  }

  private let library: Library
  private let framesPerGroup: Int64
  private let coding: VideoCoding
  /// The Dolby Vision units of pictures that the encoder still holds, by their place.
  private var dolbyVision: [Int64: [UInt8]] = [:]
  /// Whether captions of the source's pictures are kept.
  private let carriesCaptions: Bool
  /// The captions of pictures that the encoder still holds, by their place.
  private var captions: [Int64: [UInt8]] = [:]
  private var count: Int64 = 0
  /// The place of the last picture from which decoding can start.
  private var groupStart: Int64 = 0
  private var chunk = EncodedChunk()

  /// Opens the encoder of a chunk.
  ///
  /// - Parameters:
  ///   - rung: The rung.
  ///   - plan: The ladder of the rung.
  ///   - bitRate: The mean rate of the chunk, in b/s.
  /// - Returns: The encoder, ready for pictures.
  /// - Throws: `LibAVError` or `X265Error` where the library refuses.
  static func open(
    _ rung: VideoRung, _ plan: LadderPlan, bitRate: Int
  ) throws -> ChunkEncoder {
    let video = plan.video?.video
    // A colour stage puts chroma at the left.
    let chroma = rung.range == video?.videoRange ? video?.rungChroma ?? .left : .left
    var chunk = EncodedChunk()
    let library: Library
    switch rung.codec {
    case .h264:
      let encoder = try Encoder.video(.h264(rung, plan, chroma, bitRate))
      chunk.header = encoder.header
      chunk.reorderDepth = encoder.reorderDepth
      library = .libavcodec(encoder)
    case .hevc:
      let encoder = try HEVCEncoder.open(HEVCSettings(rung, plan, chroma, bitRate))
      chunk.header = try encoder.headers()
      chunk.reorderDepth = encoder.reorderDepth
      library = .hevc(encoder)
    case .proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ, .proRes4444:
      library = .libavcodec(try Encoder.video(.proRes(rung)))
    }
    let framesPerGroup = rung.coding.framesPerGroup ?? plan.grid.framesPerGroup / rung.divisor
    return ChunkEncoder(
      library, framesPerGroup: Int64(framesPerGroup), rung.coding,
      carriesCaptions: plan.carriesCaptions(rung), chunk)
  }

  private init(
    _ library: consuming Library, framesPerGroup: Int64, _ coding: VideoCoding,
    carriesCaptions: Bool, _ chunk: EncodedChunk
  ) {
    self.coding = coding
    self.carriesCaptions = carriesCaptions
    self.library = library
    self.framesPerGroup = framesPerGroup
    self.chunk = chunk
  }

  /// Encodes the next picture.
  ///
  /// - Parameters:
  ///   - frame: The picture.
  ///   - startsGroup: Whether a group begins with it before the last one is full.
  /// - Returns: How many bytes came out.
  /// - Throws: `LibAVError` or `X265Error` where the library fails.
  mutating func encode(_ frame: Frame, startsGroup: Bool = false) throws -> Int {
    let before = chunk.bytes.count
    let place = count
    let isPlaced = coding.keyPlaces?.contains(place) ?? (place - groupStart >= framesPerGroup)
    let isIDR = startsGroup || isPlaced || place == 0
    if isIDR { groupStart = place }
    count += 1
    switch library {
    case .libavcodec(let encoder):
      try encoder.encode(frame, at: place, isKey: isIDR) { chunk.append($0) }
    case .hevc(let encoder):
      let spoken = carriesCaptions ? frame.closedCaptions : []
      if !spoken.isEmpty { captions[place] = spoken }
      if coding.dolbyVision != nil { dolbyVision[place] = frame.dolbyVisionRPU }
      let strides = (frame.stride(of: 0), frame.stride(of: 1), frame.stride(of: 2))
      let unit = try frame.withPlanes { luma, cb, cr in
        try encoder.encode(
          luma: luma, cb: cb, cr: cr, strides: strides, index: place, isIDR: isIDR,
          message: coding.keepsHDR10Plus ? frame.hdr10PlusMessage : nil)
      }
      if let unit {
        chunk.append(
          unit, captions.removeValue(forKey: unit.presentationIndex) ?? [],
          dolbyVision.removeValue(forKey: unit.presentationIndex))
      }
    }
    return chunk.bytes.count - before
  }

  /// Takes what has come out so far; `nil` where nothing has.
  mutating func takePiece() -> EncodedChunk? {
    guard !chunk.pictures.isEmpty else { return nil }
    let piece = chunk
    chunk.pictures = []
    chunk.bytes = []
    chunk.isContinued = true
    return piece
  }

  /// Encodes what is still held back.
  consuming func finish() throws -> EncodedChunk {
    switch library {
    case .libavcodec(let encoder):
      try encoder.encode(nil, at: count) { chunk.append($0) }
    case .hevc(let encoder):
      while let unit = try encoder.finish() {
        chunk.append(
          unit, captions[unit.presentationIndex] ?? [], dolbyVision[unit.presentationIndex])
      }
    }
    return chunk
  }
}

extension EncodedChunk {
  fileprivate mutating func append(_ packet: Packet) {
    append(packet.bytes, at: packet.presentationTime ?? 0, isSync: packet.isKey)
  }

  /// Adds a picture with its captions and its Dolby Vision unit: the last of the picture, of the
  /// type that Dolby has taken (62).
  fileprivate mutating func append(
    _ unit: HEVCEncoder.AccessUnit, _ captions: [UInt8], _ dolbyVision: [UInt8]?
  ) {
    var bytes = CaptionUnit.hevc(captions) + unit.bytes
    if let dolbyVision {
      let size = UInt32(clamping: dolbyVision.count + 2)
      bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) }
      bytes += [62 << 1, 1] + dolbyVision
    }
    append(bytes, at: unit.presentationIndex, isSync: unit.isIDR)
  }
}

extension Encoder.VideoSettings {
  /// libx264's settings: closed groups, IDRs only where they are asked for, lengths before units,
  /// headers that do not follow the content, so that all chunks have the same.
  fileprivate static func h264(
    _ rung: VideoRung, _ plan: LadderPlan, _ chroma: ChromaLocation, _ bitRate: Int
  ) -> Encoder.VideoSettings {
    let cap = ChunkCap(rung)
    let coding = rung.coding
    var parameters = [
      "annexb=0", "keyint=infinite", "scenecut=0", "open-gop=0", "force-cfr=1", "stitchable=1",
      "vbv-init=\(cap.initialFullness)",
    ]
    // High profile at every preset: the fastest one would leave out what makes it High.
    if coding.h264Profile == "high" { parameters.append("8x8dct=1") }
    if !coding.allowsReordering { parameters.append("bframes=0") }
    if let isUsed = coding.usesCABAC { parameters.append("cabac=\(isUsed ? 1 : 0)") }
    if let level = coding.level { parameters.append("level=\(level)") }
    if let factor = coding.rateFactor { parameters.append("crf=\(factor)") }
    parameters += coding.parameters
    return Encoder.VideoSettings(
      encoder: "libx264", width: rung.width, height: rung.height, pixelFormat: .yuv420p,
      frameRate: rung.frameRate, color: rung.color, chromaLocation: chroma,
      bitRate: bitRate, maximumRate: cap.maximumRate, bufferSize: cap.bufferSize,
      options: [
        ("preset", plan.speed), ("profile", coding.h264Profile), ("forced-idr", "1"),
        ("a53cc", plan.carriesCaptions(rung) ? "1" : "0"),
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
    _ rung: VideoRung, _ plan: LadderPlan, _ chroma: ChromaLocation, _ bitRate: Int
  ) {
    let cap = ChunkCap(rung)
    let metadata = plan.metadata(of: rung)
    self.init(
      width: rung.width, height: rung.height,
      frameRate: (
        UInt32(clamping: rung.frameRate.numerator), UInt32(clamping: rung.frameRate.denominator)
      ),
      color: rung.color, chromaLocation: chroma == .topLeft ? 2 : chroma == .left ? 0 : nil,
      bitRate: bitRate, maximumRate: cap.maximumRate, bufferSize: cap.bufferSize,
      initialFullness: cap.initialFullness, preset: plan.speed,
      bitDepth: rung.coding.bitDepth ?? 10, rateFactor: rung.coding.rateFactor,
      allowsReordering: rung.coding.allowsReordering, masteringDisplay: metadata.masteringDisplay,
      contentLightLevel: metadata.contentLightLevel)
    parameters = rung.coding.parameters
  }
}
