// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A codec of pictures.
public enum VideoCodec: String, Hashable, Sendable, CaseIterable, Codable {
  /// H.264 (AVC).
  case h264
  /// HEVC (H.265).
  case hevc
  /// ProRes 422 Proxy.
  case proRes422Proxy
  /// ProRes 422 LT.
  case proRes422LT
  /// ProRes 422.
  case proRes422
  /// ProRes 422 HQ.
  case proRes422HQ
  /// ProRes 4444.
  case proRes4444

  /// The codecs of ladders.
  public static let forLadders: [VideoCodec] = [.h264, .hevc]

  /// Whether it is a kind of ProRes, which exports alone write.
  public var isProRes: Bool { !Self.forLadders.contains(self) }

  /// The codec's four characters, as sample entries and Apple's `AVVideoCodecType` have them.
  public var codecType: String {
    switch self {
    case .h264: "avc1"
    case .hevc: "hvc1"
    case .proRes422Proxy: "apco"
    case .proRes422LT: "apcs"
    case .proRes422: "apcn"
    case .proRes422HQ: "apch"
    case .proRes4444: "ap4h"
    }
  }
}

/// A row of a ladder: a size, a rate, and whether fast sources are halved for it.
public struct LadderRow: Hashable, Sendable {
  /// Pixels in a row of a 16:9 picture.
  public var width: Int
  /// Rows of a 16:9 picture.
  public var height: Int
  /// Mean bits a second.
  public var bitRate: Int
  /// Whether the row is for 30 frames a second at most.
  public var isLimitedTo30: Bool

  init(_ width: Int, _ height: Int, _ kilobits: Int, upTo30: Bool = false) {
    self.width = width
    self.height = height
    bitRate = kilobits * 1000
    isLimitedTo30 = upTo30
  }
}

/// The ladders of Apple's HLS Authoring Specification (June 2025), rule 1.25.
public enum LadderTable {
  /// H.264 for SDR.
  public static let h264: [LadderRow] = [
    LadderRow(416, 234, 145, upTo30: true), LadderRow(640, 360, 365, upTo30: true),
    LadderRow(768, 432, 730, upTo30: true), LadderRow(768, 432, 1100, upTo30: true),
    LadderRow(960, 540, 2000), LadderRow(1280, 720, 3000), LadderRow(1280, 720, 4500),
    LadderRow(1920, 1080, 6000), LadderRow(1920, 1080, 7800),
  ]

  /// HEVC for SDR.
  public static let hevcSDR: [LadderRow] = [
    LadderRow(640, 360, 145, upTo30: true), LadderRow(768, 432, 300, upTo30: true),
    LadderRow(960, 540, 600, upTo30: true), LadderRow(960, 540, 900, upTo30: true),
    LadderRow(960, 540, 1600), LadderRow(1280, 720, 2400), LadderRow(1280, 720, 3400),
    LadderRow(1920, 1080, 4500), LadderRow(1920, 1080, 5800), LadderRow(2560, 1440, 8100),
    LadderRow(3840, 2160, 11600), LadderRow(3840, 2160, 16800),
  ]

  /// HEVC for PQ and HLG.
  public static let hevcHDR: [LadderRow] = [
    LadderRow(640, 360, 160, upTo30: true), LadderRow(768, 432, 360, upTo30: true),
    LadderRow(960, 540, 730, upTo30: true), LadderRow(960, 540, 1090, upTo30: true),
    LadderRow(960, 540, 1930), LadderRow(1280, 720, 2900), LadderRow(1280, 720, 4080),
    LadderRow(1920, 1080, 5400), LadderRow(1920, 1080, 7000), LadderRow(2560, 1440, 9700),
    LadderRow(3840, 2160, 13900), LadderRow(3840, 2160, 20000),
  ]
}
