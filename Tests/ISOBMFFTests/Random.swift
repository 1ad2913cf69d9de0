// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import ISOBMFF
import RungTestSupport

/// Makes values of all shapes, to see them written and read.
struct Random {
  private var generator: SeededGenerator
  /// The expression that makes the same values again.
  let seed: String

  init(seed: UInt64 = .random(in: .min ... .max)) {
    generator = SeededGenerator(seed: seed)
    self.seed = "Random(seed: \(seed))"
  }

  mutating func number<Value: FixedWidthInteger & UnsignedInteger>(
    below limit: Value = .max
  ) -> Value {
    // Small, large and limits alike.
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: 0
    case 1: limit - 1
    default: .random(in: 0..<limit, using: &generator)
    }
  }

  mutating func signed() -> Int32 { Int32(bitPattern: number()) }
  mutating func flag() -> Bool { .random(using: &generator) }
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &generator)]
  }
  mutating func maybe<Value>(_ make: (inout Random) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }
  mutating func list<Value>(_ count: Range<Int>, _ make: (inout Random) -> Value) -> [Value] {
    (0..<Int.random(in: count, using: &generator)).map { _ in make(&self) }
  }
  mutating func bytes(_ count: Range<Int>) -> [UInt8] { list(count) { $0.number() } }
  mutating func box(_ type: FourCC) -> OpaqueBox {
    OpaqueBox(type: type, content: bytes(0..<20))
  }
}

// MARK: - Sample entries

extension Random {
  mutating func color(hasRange: Bool = true) -> ColorDescription {
    ColorDescription(
      primaries: ColorPrimaries(rawValue: number()),
      transfer: TransferCharacteristics(rawValue: number()),
      matrix: MatrixCoefficients(rawValue: number()), isFullRange: hasRange && flag())
  }

  mutating func chromaticity() -> MasteringDisplay.Chromaticity {
    .init(x: number(), y: number())
  }

  mutating func hevcProfile() -> HEVCProfile {
    HEVCProfile(
      space: number(below: 4), isHighTier: flag(), profile: number(below: 32),
      compatibilityFlags: number(), constraintFlags: number(below: 1 << 48), level: number())
  }

  mutating func protection(_ format: FourCC) -> ProtectionScheme {
    let defaults = TrackEncryption(
      keyID: bytes(16..<17), constantVector: bytes(16..<17), cryptBlocks: number(below: 16),
      skipBlocks: number(below: 16))
    return ProtectionScheme(
      originalFormat: format, scheme: pick(["cbcs", "cenc"]), defaults: flag() ? defaults : nil)
  }

  mutating func bitRate() -> BitRate {
    BitRate(bufferSize: number(), maximum: number(), average: number())
  }

  mutating func videoEntry() throws -> VideoSampleEntry {
    var record = try HEVCConfiguration(Streams.hevcSets)
    record.profile = hevcProfile()
    record.averageFrameRate = number()
    record.arrays = list(0..<4) {
      .init(
        type: $0.number(below: 64), isComplete: $0.flag(), units: $0.list(0..<4) { $0.bytes(0..<9) }
      )
    }
    var h264 = try AVCConfiguration(Streams.h264Sets)
    h264.sequenceParameterSets = list(0..<32) { $0.bytes(0..<9) }
    var entry = VideoSampleEntry(
      configuration: pick([.hevc(record), .avc(h264), .other(box("vpcC"))]),
      width: number(), height: number(), color: nil, pixelAspectRatio: nil)
    entry.hasQuickTimeColor = flag()
    entry.color = color(hasRange: !entry.hasQuickTimeColor)
    if flag() { (entry.color, entry.hasQuickTimeColor) = (nil, false) }
    entry.pixelAspectRatio = maybe { .init(horizontal: $0.number(), vertical: $0.number()) }
    entry.masteringDisplay = maybe {
      MasteringDisplay(
        green: $0.chromaticity(), blue: $0.chromaticity(), red: $0.chromaticity(),
        whitePoint: $0.chromaticity(), maximumLuminance: $0.number(),
        minimumLuminance: $0.number())
    }
    entry.contentLightLevel = maybe {
      .init(maximumContentLightLevel: $0.number(), maximumFrameAverageLightLevel: $0.number())
    }
    entry.ambientViewingEnvironment = maybe {
      .init(illuminance: $0.number(), light: $0.chromaticity())
    }
    entry.dolbyVision = maybe {
      DolbyVisionConfiguration(
        profile: $0.number(below: 128), level: $0.number(below: 64), hasMetadata: $0.flag(),
        hasEnhancementLayer: $0.flag(), hasBaseLayer: $0.flag(),
        compatibility: $0.number(below: 16))
    }
    entry.bitRate = maybe { $0.bitRate() }
    if flag() { (entry.protection, entry.format) = (protection(entry.format), "encv") }
    entry.otherBoxes = list(0..<3) { $0.box($0.pick(["clap", "fiel", "uuiD"])) }
    return entry
  }

  mutating func audioEntry() throws -> AudioSampleEntry {
    let descriptor = ElementaryStreamDescriptor(
      id: number(), objectTypeIndication: number(), bufferSize: number(below: 1 << 24),
      maximumBitRate: number(), averageBitRate: number(), decoderSpecificInfo: bytes(0..<300))
    let configuration = try pick(
      [
        .mpeg4(descriptor), .ac3(AC3Configuration(bits: number(below: 1 << 24))),
        .eac3(EAC3Configuration(parsing: [0x06, 0x00, 0x20, 0x04, 0x00])), .other(box("dfLa")),
        .other(box("dOps")), .other(box("alac")),
      ] as [AudioConfiguration])
    var entry = AudioSampleEntry(
      configuration: configuration, channels: number(), sampleRate: UInt32(number() as UInt16),
      bitRate: maybe { $0.bitRate() })
    entry.sampleSize = number()
    if flag() { (entry.protection, entry.format) = (protection(entry.format), "enca") }
    entry.otherBoxes = list(0..<2) { $0.box("chnl") }
    return entry
  }

  mutating func subtitleEntry() -> SubtitleSampleEntry {
    var entry = SubtitleSampleEntry(
      namespaces: pick(["", "a b"]), schemaLocations: pick(["", "ü"]), auxiliaryTypes: "",
      mimeType: maybe { $0.pick(["", "application/ttml+xml;codecs=im1t"]) })
    entry.otherBoxes = list(0..<2) { $0.box("btrt") }
    return entry
  }
}

// MARK: - Movies and fragments

extension Random {
  mutating func track() -> Track {
    let entry: (FourCC, SampleEntry?) = pick([0, 1, 2, 3]) { random, kind in
      switch kind {
      case 0: ("vide", (try? random.videoEntry()).map { .video($0) })
      case 1: ("soun", (try? random.audioEntry()).map { .audio($0) })
      case 2: ("subt", .subtitle(random.subtitleEntry()))
      default: ("text", .other(random.box("wvtt")))
      }
    }
    var track = Track(
      id: 1 + number(below: .max - 1), handler: entry.0, timescale: 1 + number(below: .max - 1),
      sampleEntries: entry.1.map { [$0] } ?? [], hasNonSyncSamples: flag())
    track.isEnabled = flag()
    track.duration = number()
    track.language = maybe { $0.pick(["en", "zh-Hant", "deu", "x-private", ""]) }
    track.alternateGroup = number()
    track.matrix = list(9..<10) { $0.signed() }
    track.presentationWidth = number()
    track.presentationHeight = number()
    track.edits = list(0..<3) {
      Edit(
        duration: $0.flag() ? $0.number() : UInt64($0.number() as UInt32),
        mediaTime: $0.pick([-1, 0, 1024, .max, .min]), rate: $0.signed())
    }
    track.fragmentDefaults = maybe {
      SampleDefaults(
        descriptionIndex: $0.number(), duration: $0.number(), size: $0.number(),
        flags: SampleFlags(rawValue: $0.number()))
    }
    return track
  }

  private mutating func pick<Value, Made>(
    _ values: [Value], _ make: (inout Random, Value) -> Made
  ) -> Made {
    let value = pick(values)
    return make(&self, value)
  }

  mutating func initializationSegment() -> InitializationSegment {
    var tracks = list(0..<4) { $0.track() }
    for index in tracks.indices { tracks[index].id = UInt32(index + 1) }
    var movie = Movie(timescale: 1 + number(below: .max - 1), tracks: tracks)
    movie.duration = number()
    movie.protectionSystems = list(0..<3) { $0.box("pssh") }
    return InitializationSegment(
      fileType: maybe { FileType($0.pick(["cmfc", "qt  "]), minorVersion: $0.number()) },
      movie: movie)
  }

  mutating func movieFragment() -> MovieFragment {
    var fragment = MovieFragment(
      sequenceNumber: number(),
      tracks: list(0..<3) { random in
        var track = TrackFragment(
          trackID: random.number(), baseDecodeTime: random.maybe { $0.number() })
        track.baseDataOffset = random.maybe { $0.number() }
        track.descriptionIndex = random.maybe { $0.number() }
        track.defaultDuration = random.maybe { $0.number() }
        track.defaultSize = random.maybe { $0.number() }
        track.defaultFlags = random.maybe { SampleFlags(rawValue: $0.number()) }
        track.isRelativeToFragment = random.flag()
        track.runs = random.list(0..<4) { $0.trackRun() }
        track.otherBoxes = random.list(0..<3) { $0.box($0.pick(["senc", "saio", "saiz"])) }
        return track
      })
    fragment.otherBoxes = list(0..<2) { $0.box("pssh") }
    return fragment
  }

  private mutating func trackRun() -> TrackRun {
    let count: Int = pick([0, 1, 7])
    var run = TrackRun(count: count, dataOffset: maybe { $0.signed() })
    run.firstSampleFlags = maybe { SampleFlags(rawValue: $0.number()) }
    run.durations = maybe { $0.list(count..<count + 1) { $0.number() } }
    run.sizes = maybe { $0.list(count..<count + 1) { $0.number() } }
    run.flags = maybe { $0.list(count..<count + 1) { SampleFlags(rawValue: $0.number()) } }
    run.compositionOffsets = maybe { $0.list(count..<count + 1) { $0.signed() } }
    return run
  }

  mutating func segmentIndex() -> SegmentIndex {
    SegmentIndex(
      trackID: number(), timescale: number(),
      earliestPresentationTime: flag() ? number() : UInt64(number() as UInt32),
      firstOffset: UInt64(number() as UInt16),
      references: list(0..<5) {
        var reference = SegmentIndex.Reference(
          size: $0.number(below: 1 << 31), duration: $0.number())
        reference.isIndex = $0.flag()
        reference.startsWithAccessPoint = $0.flag()
        reference.accessPointType = $0.number(below: 8)
        reference.accessPointTime = $0.number(below: 1 << 28)
        return reference
      })
  }

  mutating func codecString() -> CodecString {
    switch pick([0, 1, 2, 3, 4]) {
    case 0:
      return .avc(
        format: pick(["avc1", "avc3"]), profile: number(), constraints: number(), level: number())
    case 1: return .hevc(format: pick(["hvc1", "hev1"]), hevcProfile())
    case 2: return .mpeg4Audio(objectTypeIndication: 0x40, objectType: number())
    case 3:
      var codec = AV1CodecString(
        profile: number(below: 8), level: number(below: 32), isHighTier: flag(),
        bitDepth: pick([8, 10, 12]))
      codec.isMonochrome = flag()
      codec.chroma = pick(["110", "111", "112", "100", "000"])
      codec.color = color()
      return .av1(codec)
    default:
      return .dolbyVision(
        format: pick(["dvh1", "dav1"]), profile: number(below: 100), level: number(below: 100))
    }
  }
}
