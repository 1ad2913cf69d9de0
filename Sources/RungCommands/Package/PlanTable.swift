// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// The ladder of a plan, as a table.
struct PlanTable {
  private let plan: LadderPlan

  init(_ plan: LadderPlan) { self.plan = plan }

  var text: String {
    var table = Table("rendition", "size", ">fps", "range", ">average", ">cap")
    for rung in plan.allPictures {
      table.add(
        rung.name, "\(rung.width)x\(rung.height)", Format.frameRate(rung.frameRate),
        rung.range.rawValue, Format.kilobits(rung.bitRate), Format.kilobits(rung.maximumRate))
    }
    for audio in plan.allAudio {
      table.add(
        audio.directory, audio.name, "", audio.layout.name, Format.kilobits(audio.bitRate), "")
    }
    return ["\(table)", summary, light].compactMap { $0 }.joined(separator: "\n")
  }

  /// How light is brought to other ranges than a PQ source's own.
  private var light: String? {
    guard plan.video?.video?.videoRange == .pq, plan.rungs.contains(where: { $0.range != .pq })
    else { return nil }
    let peak = plan.light.peak
    let origin =
      switch peak.origin {
      case .measured: "measured"
      case .contentLightLevel: "MaxCLL"
      case .masteringDisplay: "the mastering display's peak"
      case .assumed: "assumed"
      }
    return
      "tone map \(plan.light.toneMap.rawValue) from \(Int(peak.luminance.rounded())) cd/m² (\(origin))"
  }

  private var summary: String {
    let grid = plan.grid
    var parts = [
      "IDR every \(Format.seconds(grid.groupDuration.value)) s",
      "segments of \(Format.seconds(grid.segmentDuration.value)) s", "preset \(plan.speed)",
    ]
    if let duration = plan.duration { parts.append("\(ClockTime.text(duration)) long") }
    if let bytes = plan.estimatedBytes { parts.append("about \(Format.bytes(bytes))") }
    return parts.joined(separator: ", ")
  }
}

/// A plan as `--plan --json` prints it.
struct PlanReport: Encodable {
  private struct Rung: Encodable {
    var name, codec, range, frameRate: String
    var width, height, bitRate, maximumRate, bufferSize: Int
    /// 0 to 1.
    var initialFullness: Double
    var audioGroups: [String]
  }

  private struct Audio: Encodable {
    var directory, codec, language, name, group, role: String
    var tracks: [Int]
    var bitRate, sampleRate, channels: Int
    var isDefault, isAutoselected: Bool
  }

  private var rungs: [Rung]
  private var trickPlay: [String]
  private var audio: [Audio]
  private var groupDuration, segmentDuration: Double
  private var speed, toneMap: String
  /// cd/m².
  private var sourcePeak: Double
  private var sourcePeakOrigin: String
  private var duration: Double?
  private var estimatedBytes: Int64?
  private var warnings: [String]

  init(_ plan: LadderPlan) {
    audio = plan.allAudio.map {
      Audio(
        directory: $0.directory, codec: $0.codec.rawValue, language: $0.language, name: $0.name,
        group: $0.groupID, role: $0.program.role.rawValue,
        tracks: $0.program.inputs.map(\.track), bitRate: $0.bitRate, sampleRate: $0.sampleRate,
        channels: $0.channelCount, isDefault: $0.isDefault,
        isAutoselected: $0.program.isAutoselected)
    }
    let variants = LadderVariant.all(of: plan.rungs, with: plan.allAudio)
    trickPlay = plan.trickPlay.map(\.name)
    rungs = plan.rungs.map { rung in
      Rung(
        name: rung.name, codec: rung.codec.rawValue, range: rung.range.rawValue,
        frameRate: rung.frameRate.description, width: rung.width, height: rung.height,
        bitRate: rung.bitRate, maximumRate: rung.maximumRate, bufferSize: rung.bufferSize,
        initialFullness: rung.initialFullness,
        audioGroups: variants.filter { $0.rung == rung }.compactMap { $0.sound.first?.groupID })
    }
    groupDuration = plan.grid.groupDuration.value
    segmentDuration = plan.grid.segmentDuration.value
    speed = plan.speed
    toneMap = plan.light.toneMap.rawValue
    sourcePeak = plan.light.peak.luminance
    sourcePeakOrigin = plan.light.peak.origin.rawValue
    duration = plan.duration
    estimatedBytes = plan.estimatedBytes
    warnings = plan.warnings
  }
}
