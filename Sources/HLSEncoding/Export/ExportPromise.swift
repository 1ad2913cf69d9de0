// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import ISOBMFF
internal import LibAV

/// What a file was to hold, to be held against what inspection finds in it.
struct ExportPromise {
  let output: ExportPlan.Output
  let plan: ExportPlan
  /// The pictures that went to the encoder.
  let frames: Int?

  /// What differs, in words; empty where the promise was kept.
  func differences(from found: SourceDescription) -> [String] {
    output.isCopy ? copyDifferences(found) : pictureDifferences(found) + soundDifferences(found)
  }

  private func difference<Value: Equatable>(
    _ subject: String, _ expected: Value, _ found: Value
  ) -> String? {
    guard expected != found else { return nil }
    return "\(subject): expected \(expected), found \(found)"
  }

  private func pictureDifferences(_ found: SourceDescription) -> [String] {
    guard let rung = output.picture else {
      return found.mainVideo == nil ? [] : ["pictures: expected none, found some"]
    }
    guard let track = found.mainVideo, let video = track.video else {
      return ["pictures: expected some, found none"]
    }
    let orientation = plan.ladder.video?.video?.orientation ?? .upright
    let color = found.findings.declaredColor ?? video.color
    var differences = [
      difference("codec", rung.codec.isProRes ? "prores" : rung.codec.rawValue, track.codecName),
      difference("sample entry", rung.codec.codecType, track.codecTag ?? "none"),
      rung.profileNames.contains(track.profileName ?? "")
        ? nil : difference("profile", rung.profileNames[0], track.profileName ?? "none"),
      difference("size", "\(rung.width)x\(rung.height)", "\(video.width)x\(video.height)"),
      difference("colours", rung.color.codePoints, color.codePoints),
      difference("rotation", orientation.rotation, video.orientation.rotation),
    ]
    if let promised = plan.composition?.pictureCount {
      differences.append(difference("pictures", promised, track.frameCount ?? 0))
    } else if let frames {
      differences.append(difference("pictures", Int64(frames), track.frameCount ?? 0))
    }
    if rung.coding.keepsHDR10Plus {
      differences.append(difference("HDR10+", true, found.findings.hasHDR10Plus))
    }
    differences.append(
      difference("Dolby Vision", rung.coding.dolbyVision, video.dolbyVision))
    if !rung.codec.isProRes { differences += metadataDifferences(rung, found) }
    return differences.compactMap { $0 }
  }

  private func metadataDifferences(_ rung: VideoRung, _ found: SourceDescription) -> [String?] {
    let range = plan.ladder.video?.video?.videoRange ?? .sdr
    let metadata = rung.metadata ?? plan.ladder.metadata.carried(by: rung.range, from: range)
    guard rung.range == .pq else { return [] }
    let evidence = found.evidence
    func text(_ payload: [UInt8]?) -> String {
      payload.map { bytes in
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      } ?? "none"
    }
    let display = text(metadata.masteringDisplay?.payload)
    let levels = text(metadata.contentLightLevel?.payload)
    return [
      difference(
        "mastering display (SEI)", display, text(evidence.masteringDisplay.bitstream?.payload)),
      difference("mastering display (box)", display, text(evidence.masteringDisplay.box?.payload)),
      difference("light levels (SEI)", levels, text(evidence.contentLightLevel.bitstream?.payload)),
      difference("light levels (box)", levels, text(evidence.contentLightLevel.box?.payload)),
    ]
  }

  private func soundDifferences(_ found: SourceDescription) -> [String] {
    let tracks = found.tracks(.audio)
    guard tracks.count == output.sound.count else {
      return ["sound: expected \(output.sound.count) tracks, found \(tracks.count)"]
    }
    return zip(output.sound, tracks).enumerated().flatMap { index, pair in
      let (rendition, track) = pair
      return [
        difference("sound \(index): codec", rendition.codec.encoder, track.codecName),
        difference("sound \(index): rate", rendition.sampleRate, track.audio?.sampleRate ?? 0),
        difference(
          "sound \(index): channels", rendition.channelCount, track.audio?.channelCount ?? 0),
      ].compactMap { $0 }
    }
  }

  private func copyDifferences(_ found: SourceDescription) -> [String] {
    let tracks = found.tracks.filter { $0.kind == .video || $0.kind == .audio }
    guard tracks.count == output.copied.count else {
      return ["tracks: expected \(output.copied.count), found \(tracks.count)"]
    }
    return zip(output.copied, tracks).flatMap { expected, track in
      [
        difference("track \(track.index): codec", expected.codecName, track.codecName),
        difference(
          "track \(track.index): rotation", expected.video?.orientation.rotation,
          track.video?.orientation.rotation),
      ].compactMap { $0 }
    }
  }
}

extension VideoRung {
  /// FFmpeg's names of the profiles that keep the promise: a stream that needs less of H.264's Main
  /// than Main has says so.
  fileprivate var profileNames: [String] {
    switch codec {
    case .h264:
      switch coding.h264Profile {
      case "baseline": ["Constrained Baseline"]
      case "main": ["Main", "Constrained Baseline"]
      default: ["High"]
      }
    case .hevc: [coding.bitDepth == 8 ? "Main" : "Main 10"]
    case .proRes422Proxy: ["Proxy"]
    case .proRes422LT: ["LT"]
    case .proRes422: ["Standard"]
    case .proRes422HQ: ["HQ"]
    case .proRes4444: ["4444"]
    }
  }
}

extension ColorDescription {
  fileprivate var codePoints: String {
    "\(primaries.rawValue)/\(transfer.rawValue)/\(matrix.rawValue)"
      + (isFullRange ? " full range" : "")
  }
}
