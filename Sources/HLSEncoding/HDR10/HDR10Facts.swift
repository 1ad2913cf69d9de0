// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor

/// What is known of pictures whose HDR10 is checked, wherever it is known from.
struct HDR10Facts {
  /// FFmpeg's name of the codec, such as `hevc`.
  var codec: String
  var profile: String?
  /// Thirty times the level of HEVC; `nil` where it is not said.
  var level: Int?
  /// Whether an encoder chooses the level by itself.
  var isLevelAutomatic = false
  var bitDepth: Int
  /// What is declared, unspecified where nothing is.
  var color: ColorDescription
  var width: Int
  var height: Int
  var frameRate: Double
  var masteringDisplay: MasteringDisplay?
  var contentLightLevel: ContentLightLevel?
  var hasHDR10Plus: Bool
  var dolbyVision: DolbyVision = .none

  /// What is known of Dolby Vision.
  enum DolbyVision {
    case none
    /// In the bitstream alone.
    case undeclared
    /// A profile, and what its base layer is compatible with.
    case profile(Int, compatibility: Int)
  }
}

extension HDR10Check {
  /// Judges facts.
  init(_ facts: HDR10Facts) {
    items = [
      facts.codecItem, facts.transferItem, facts.primariesItem, facts.matrixItem, facts.rangeItem,
      facts.profileItem, facts.levelItem, facts.bitDepthItem, facts.masteringDisplayItem,
      facts.contentLightLevelItem, facts.hdr10PlusItem, facts.dolbyVisionItem,
    ]
  }
}

extension HDR10Facts {
  private typealias Item = HDR10Check.Item

  private var codecName: String {
    let names = ["hevc": "HEVC", "prores": "ProRes", "av1": "AV1", "vp9": "VP9", "h264": "H.264"]
    return names[codec] ?? codec
  }

  private var isHDRCodec: Bool { ["hevc", "prores", "av1", "vp9"].contains(codec) }

  fileprivate var codecItem: HDR10Check.Item {
    Item(
      subject: .codec, status: isHDRCodec ? .ok : .wrong, found: codecName,
      consequence: isHDRCodec ? nil : "players take \(codecName) for SDR: dark and flat")
  }

  /// A code point of H.273 and what it stands for, where that has a name.
  private func text(_ codePoint: UInt8, _ names: [UInt8: String]) -> String {
    names[codePoint].map { "\($0) (\(codePoint))" } ?? "code point \(codePoint)"
  }

  fileprivate var transferItem: HDR10Check.Item {
    let transfer = color.transfer
    guard transfer != .unspecified else {
      return Item(
        subject: .transfer, status: .missing, found: "not declared",
        consequence: "shown as BT.709: PQ would be dark and flat")
    }
    let found = text(
      transfer.rawValue,
      [
        1: "BT.709", 6: "BT.601", 8: "linear", 13: "sRGB", 14: "BT.2020", 15: "BT.2020", 16: "PQ",
        18: "HLG",
      ])
    let consequence = transfer == .hlg ? "HLG: shown as HDR, but not HDR10" : "shown as SDR"
    return Item(
      subject: .transfer, status: transfer == .pq ? .ok : .wrong, found: found,
      consequence: transfer == .pq ? nil : consequence)
  }

  fileprivate var primariesItem: HDR10Check.Item {
    guard color.primaries != .unspecified else {
      return Item(
        subject: .primaries, status: .missing, found: "not declared",
        consequence: "shown as BT.709: BT.2020 would be pale")
    }
    let isRight = color.primaries == .bt2020
    return Item(
      subject: .primaries, status: isRight ? .ok : .wrong,
      found: text(
        color.primaries.rawValue,
        [1: "BT.709", 5: "BT.601", 6: "BT.601", 9: "BT.2020", 11: "DCI-P3", 12: "P3 D65"]),
      consequence: isRight ? nil : "displays that expect BT.2020 show wrong saturation")
  }

  fileprivate var matrixItem: HDR10Check.Item {
    guard color.matrix != .unspecified else {
      return Item(
        subject: .matrix, status: .missing, found: "not declared",
        consequence: "decoded as BT.709: hues shift")
    }
    let isRight = color.matrix == .bt2020NonConstant
    return Item(
      subject: .matrix, status: isRight ? .ok : .wrong,
      found: text(
        color.matrix.rawValue,
        [
          0: "RGB", 1: "BT.709", 5: "BT.601", 6: "BT.601", 9: "BT.2020",
          10: "BT.2020 with constant luminance", 14: "ICtCp",
        ]),
      consequence: isRight ? nil : "decoders that expect BT.2020 shift hues")
  }

  fileprivate var rangeItem: HDR10Check.Item {
    Item(
      subject: .range, status: color.isFullRange ? .wrong : .ok,
      found: color.isFullRange ? "full" : "video",
      consequence: color.isFullRange
        ? "displays that ignore the flag crush blacks and clip whites" : nil)
  }

  fileprivate var profileItem: HDR10Check.Item {
    guard let profile else {
      return Item(
        subject: .profile, status: .missing, found: "not declared",
        consequence: "players cannot tell whether they decode it")
    }
    // Of the codecs with HDR, HEVC alone is tied to one profile.
    let isRight = codec != "hevc" || profile == "Main 10"
    return Item(
      subject: .profile, status: isRight ? .ok : .wrong, found: profile,
      consequence: isRight ? nil : "displays decode HDR in HEVC's Main 10 alone")
  }

  fileprivate var levelItem: HDR10Check.Item {
    guard codec == "hevc" else {
      return Item(subject: .level, status: .ok, found: "none is asked of \(codecName)")
    }
    if isLevelAutomatic {
      return Item(subject: .level, status: .ok, found: "chosen by the encoder")
    }
    guard let level else {
      return Item(
        subject: .level, status: .missing, found: "not declared",
        consequence: "players cannot tell whether they decode it")
    }
    let needed = HEVCLevel.needed(width: width, height: height, frameRate: frameRate)
    let isEnough = needed.map { level >= $0.code } ?? false
    return Item(
      subject: .level, status: isEnough ? .ok : .wrong, found: HEVCLevel.text(level),
      consequence: isEnough
        ? nil
        : "\(width)x\(height) at this rate needs "
          + (needed.map { "level \(HEVCLevel.text($0.code))" } ?? "more than any level")
          + ": decoders that trust the level stutter or refuse")
  }

  fileprivate var bitDepthItem: HDR10Check.Item {
    Item(
      subject: .bitDepth, status: bitDepth >= 10 ? .ok : .wrong, found: "\(bitDepth) bits",
      consequence: bitDepth >= 10 ? nil : "gradients fall into bands")
  }

  fileprivate var masteringDisplayItem: HDR10Check.Item {
    let assumption = "decoders assume a mastering display, often of 1,000 or 4,000 cd/m²"
    guard let display = masteringDisplay else {
      return Item(
        subject: .masteringDisplay, status: .missing, found: "none", consequence: assumption)
    }
    if let reason = display.implausibility {
      return Item(
        subject: .masteringDisplay, status: .wrong, found: reason, consequence: assumption)
    }
    return Item(
      subject: .masteringDisplay, status: .ok, found: "\(display.black) to \(display.peak) cd/m²")
  }

  fileprivate var contentLightLevelItem: HDR10Check.Item {
    let assumption = "decoders assume light up to the mastering display's peak"
    guard let levels = contentLightLevel else {
      return Item(
        subject: .contentLightLevel, status: .missing, found: "none", consequence: assumption)
    }
    if let reason = levels.implausibility {
      return Item(
        subject: .contentLightLevel, status: .wrong, found: reason, consequence: assumption)
    }
    return Item(
      subject: .contentLightLevel, status: .ok,
      found: "MaxCLL \(levels.maximumContentLightLevel), "
        + "MaxFALL \(levels.maximumFrameAverageLightLevel) cd/m²")
  }

  fileprivate var hdr10PlusItem: HDR10Check.Item {
    Item(
      subject: .hdr10Plus, status: hasHDR10Plus ? .ok : .missing,
      found: hasHDR10Plus ? "in the bitstream" : "none",
      consequence: hasHDR10Plus ? nil : "not needed; every scene is mapped alike")
  }

  fileprivate var dolbyVisionItem: HDR10Check.Item {
    switch dolbyVision {
    case .none:
      Item(
        subject: .dolbyVision, status: .missing, found: "none",
        consequence: "not needed; every scene is mapped alike")
    case .undeclared:
      Item(subject: .dolbyVision, status: .ok, found: "in the bitstream, not declared")
    case .profile(let profile, let compatibility):
      Item(
        subject: .dolbyVision, status: compatibility == 1 ? .ok : .wrong,
        found: "profile \(profile).\(compatibility)",
        consequence: compatibility == 1 ? nil : "its base layer is not HDR10 by its own word")
    }
  }
}
