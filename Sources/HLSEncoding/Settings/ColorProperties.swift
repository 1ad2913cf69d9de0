// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor

/// The values of `AVVideoColorPropertiesKey` and the combinations that are legal.
public enum ColorProperties {
  /// A combination that Apple documents.
  public struct Combination: Hashable, Sendable {
    /// What it is for, such as `HDR10`.
    public var name: String
    /// The three of them, by code points of H.273.
    public var color: ColorDescription
  }

  /// Every combination that Apple documents.
  public static let combinations: [Combination] = [
    Combination(name: "HD", color: .bt709),
    Combination(
      name: "SD",
      color: ColorDescription(primaries: .bt601NTSC, transfer: .bt709, matrix: .bt601NTSC)),
    Combination(
      name: "wide gamut HD",
      color: ColorDescription(primaries: .p3D65, transfer: .bt709, matrix: .bt709)),
    Combination(name: "HLG", color: .hlg),
    Combination(name: "HDR10", color: .pq),
  ]

  /// The value of each primary in dictionaries.
  static let primaries: [(name: String, value: ColorPrimaries)] = [
    ("ITU_R_709_2", .bt709), ("SMPTE_C", .bt601NTSC), ("P3_D65", .p3D65), ("ITU_R_2020", .bt2020),
    ("EBU_3213", .bt601PAL),
  ]

  /// The value of each transfer function in dictionaries.
  static let transfers: [(name: String, value: TransferCharacteristics)] = [
    ("ITU_R_709_2", .bt709), ("SMPTE_ST_2084_PQ", .pq), ("ITU_R_2100_HLG", .hlg),
    ("Linear", .linear), ("IEC_sRGB", .srgb),
  ]

  /// The value of each matrix in dictionaries.
  static let matrices: [(name: String, value: MatrixCoefficients)] = [
    ("ITU_R_709_2", .bt709), ("ITU_R_601_4", .bt601NTSC), ("ITU_R_2020", .bt2020NonConstant),
  ]

  /// Whether a combination is one that Apple documents.
  static func isLegal(_ color: ColorDescription) -> Bool {
    combinations.contains { $0.color == color }
  }

  /// The combinations in words, for messages.
  static var text: String {
    combinations.map { combination in
      let color = combination.color
      return "\(combination.name) \(color.primaries.rawValue)/\(color.transfer.rawValue)/"
        + "\(color.matrix.rawValue)"
    }.joined(separator: ", ")
  }
}
