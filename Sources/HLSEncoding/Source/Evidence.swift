// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import ISOBMFF

/// What the places of a file say of one thing that they should agree on.
///
/// The order of belief is bitstream, box, side data: decoders show what the bitstream says whatever
/// the container claims, and what libavformat reports beside both is a translation of either.
public struct Evidence<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What the coded pictures say.
  public var bitstream: Value?
  /// What the boxes of an MP4 or QuickTime file say.
  public var box: Value?
  /// What libavformat makes of the container, whichever it is.
  public var sideData: Value?

  /// Collects what is said.
  public init(bitstream: Value? = nil, box: Value? = nil, sideData: Value? = nil) {
    self.bitstream = bitstream
    self.box = box
    self.sideData = sideData
  }

  /// What is believed.
  public var value: Value? { bitstream ?? box ?? sideData }

  /// Whether two places say different things.
  public var isContradictory: Bool { Set([bitstream, box, sideData].compactMap { $0 }).count > 1 }

  /// A line that names all three places and what is believed.
  ///
  /// - Parameters:
  ///   - subject: What the places disagree on, as in `mastering displays`.
  ///   - describe: How a value is written.
  /// - Returns: `nil` where they agree.
  func contradiction(_ subject: String, _ describe: (Value) -> String) -> String? {
    guard isContradictory, let value else { return nil }
    func text(_ value: Value?) -> String { value.map(describe) ?? "nothing" }
    return "the \(subject) differ: bitstream \(text(bitstream)), box \(text(box)), "
      + "side data \(text(sideData)); \(describe(value)) is used"
  }
}

/// What a file says of its pictures' colour and light.
public struct VideoEvidence: Hashable, Sendable {
  /// The meaning of the numbers, where all three code points are said.
  public var color = Evidence<ColorDescription>()
  /// The mastering display.
  public var masteringDisplay = Evidence<MasteringDisplay>()
  /// The light levels.
  public var contentLightLevel = Evidence<ContentLightLevel>()
  /// The light around the viewer.
  public var ambientViewingEnvironment = Evidence<AmbientViewingEnvironment>()

  /// A line for each thing that the places disagree on.
  var contradictions: [String] {
    [
      color.contradiction("colours") {
        "\($0.primaries.rawValue)/\($0.transfer.rawValue)/\($0.matrix.rawValue)"
      },
      masteringDisplay.contradiction("mastering displays") {
        "\($0.black) to \($0.peak) cd/m² with red at (\($0.red.x), \($0.red.y))"
      },
      contentLightLevel.contradiction("light levels") {
        "MaxCLL \($0.maximumContentLightLevel) and MaxFALL \($0.maximumFrameAverageLightLevel)"
      },
      ambientViewingEnvironment.contradiction("ambient viewing environments") {
        "\(Double($0.illuminance) / 10_000) lux"
      },
    ].compactMap { $0 }
  }
}

extension ColorDescription {
  /// The description without its range, where all its code points are said; evidence of ranges is
  /// not compared, since `nclc` boxes have none.
  var complete: ColorDescription? {
    guard primaries != .unspecified, transfer != .unspecified, matrix != .unspecified else {
      return nil
    }
    return ColorDescription(primaries: primaries, transfer: transfer, matrix: matrix)
  }
}
