// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// The parts of an AV1 codec string (AV1 in ISOBMFF section 5).
public struct AV1CodecString: Hashable, Sendable {
  /// `seq_profile`.
  public var profile: UInt8
  /// `seq_level_idx`.
  public var level: UInt8
  /// Whether the tier is High rather than Main.
  public var isHighTier: Bool
  /// Bits of a sample.
  public var bitDepth: UInt8
  /// Whether there is luma alone.
  public var isMonochrome = false
  /// Three digits: subsampling across, subsampling down, chroma sample position.
  public var chroma = "110"
  /// The colour; `nil` when the string does not say, which means BT.709 in video range.
  public var color: ColorDescription?

  /// Creates the parts that every string has.
  public init(profile: UInt8, level: UInt8, isHighTier: Bool, bitDepth: UInt8) {
    self.profile = profile
    self.level = level
    self.isHighTier = isHighTier
    self.bitDepth = bitDepth
  }

  /// Creates the parts from a configuration and the colour of the sample entry.
  public init(_ record: AV1Configuration, color: ColorDescription?) {
    self.init(
      profile: record.profile, level: record.level, isHighTier: record.isHighTier,
      bitDepth: record.bitDepth)
    isMonochrome = record.isMonochrome
    let (across, down) = (record.isSubsampledHorizontally, record.isSubsampledVertically)
    let position = across && down ? record.chromaSamplePosition : 0
    chroma = "\(across ? 1 : 0)\(down ? 1 : 0)\(position)"
    self.color = color ?? .bt709
  }

  /// Reads what follows `av01`. The tail may end after any field, as in Apple's own playlists.
  init?(fields: [Substring]) {
    guard fields.count >= 3, let profile = UInt8(fields[0]), profile < 8,
      let level = UInt8(fields[1].dropLast()), level < 32, let depth = UInt8(fields[2]),
      let tier = fields[1].last, tier == "M" || tier == "H"
    else { return nil }
    self.init(profile: profile, level: level, isHighTier: tier == "H", bitDepth: depth)
    let tail = fields.dropFirst(3)
    guard tail.count <= 6, tail.allSatisfy({ UInt8($0) != nil }) else { return nil }
    let numbers = tail.compactMap { UInt8($0) }
    isMonochrome = numbers.first == 1
    if numbers.count > 1 { chroma = String(fields[4]) }
    if numbers.count > 4 {
      color = ColorDescription(
        primaries: ColorPrimaries(rawValue: numbers[2]),
        transfer: TransferCharacteristics(rawValue: numbers[3]),
        matrix: MatrixCoefficients(rawValue: numbers[4]),
        isFullRange: numbers.count > 5 && numbers[5] == 1)
    }
  }
}

extension AV1CodecString: CustomStringConvertible {
  /// The string; the tail is left out when it is the default, and ends after the chroma when there
  /// is no colour.
  public var description: String {
    let head =
      "av01.\(profile).\(Self.twoDigits(level))\(isHighTier ? "H" : "M").\(Self.twoDigits(bitDepth))"
    guard isMonochrome || chroma != "110" || (color ?? .bt709) != .bt709 else { return head }
    let middle = ".\(isMonochrome ? 1 : 0).\(chroma)"
    guard let color else { return head + middle }
    let codes = [color.primaries.rawValue, color.transfer.rawValue, color.matrix.rawValue]
      .map(Self.twoDigits)
    return head + middle + ".\(codes.joined(separator: ".")).\(color.isFullRange ? 1 : 0)"
  }

  static func twoDigits(_ value: UInt8) -> String { (value < 10 ? "0" : "") + String(value) }
}
