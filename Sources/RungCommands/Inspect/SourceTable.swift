// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import HLSEncoding
internal import ISOBMFF
internal import LibAV

/// A source as `rung inspect` prints it for people.
struct SourceTable {
  private let source: SourceDescription

  init(_ source: SourceDescription) { self.source = source }

  var text: String {
    let duration = source.duration.map { ", \(Format.seconds($0.value)) s" } ?? ""
    let chapters = source.chapterCount > 0 ? ", \(source.chapterCount) chapters" : ""
    var table = Table(">#", "kind", "codec", "what", "language", "title")
    for track in source.tracks {
      table.add(
        "\(track.index)", track.kind.rawValue, codec(track), what(track), track.language ?? "",
        track.title ?? "")
    }
    return (["\(source.path): \(source.container)\(duration)\(chapters)", "\(table)"] + details)
      .joined(separator: "\n")
  }

  private func codec(_ track: StreamDescription) -> String {
    [track.codecName, track.profileName].compactMap { $0 }.joined(separator: " ")
  }

  private func what(_ track: StreamDescription) -> String {
    if let video = track.video {
      let interlaced = video.isInterlaced ? " interlaced" : ""
      return
        "\(video.width)x\(video.height) \(Format.frameRate(video.frameRate)) fps\(interlaced), "
        + "\(video.pixelFormat.bitDepth) bits \(video.pixelFormat.chromaSubsampling), "
        + "\(video.color.name)"
    }
    if let audio = track.audio { return "\(audio.channelLayout), \(audio.sampleRate) Hz" }
    return ""
  }

  /// What only some sources have, a line each.
  private var details: [String] {
    guard let video = source.mainVideo?.video else { return [] }
    var lines: [String] = []
    if video.sampleAspect != Rational(1) {
      lines.append(
        "sample aspect: \(video.sampleAspect.numerator):\(video.sampleAspect.denominator)")
    }
    if let crop = video.cropping, (crop.width, crop.height) != (video.width, video.height) {
      lines.append("clean aperture: \(crop.width)x\(crop.height) at \(crop.x),\(crop.y)")
    }
    if video.orientation != .upright {
      let mirrored = video.orientation.isMirrored ? ", mirrored" : ""
      lines.append("rotation: \(video.orientation.rotation)°\(mirrored)")
    }
    if let display = video.masteringDisplay {
      let minimum = Format.seconds(Double(display.minimumLuminance) / 10_000)
      lines.append("mastering display: \(minimum) to \(Format.seconds(display.peak)) cd/m²")
    }
    if let levels = video.contentLightLevel {
      lines.append(
        "light levels: MaxCLL \(levels.maximumContentLightLevel), "
          + "MaxFALL \(levels.maximumFrameAverageLightLevel) cd/m²")
    }
    if let ambient = source.evidence.ambientViewingEnvironment.value {
      lines.append("ambient light: \(Format.seconds(Double(ambient.illuminance) / 10_000)) lux")
    }
    if let dolby = video.dolbyVision {
      lines.append("Dolby Vision: profile \(dolby.profile), level \(dolby.level)")
    } else if source.findings.hasDolbyVision {
      lines.append("Dolby Vision: in the bitstream")
    }
    if source.findings.hasHDR10Plus { lines.append("HDR10+: in the bitstream") }
    if source.findings.hasClosedCaptions { lines.append("closed captions: in the video") }
    if source.findings.isColorAssumed {
      lines.append("colour: not declared, \(video.color.name) is assumed")
    }
    return lines
  }
}
