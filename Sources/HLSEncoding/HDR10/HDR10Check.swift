// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Whether a file, or what settings would make, is HDR10: thing by thing, with what a display makes
/// of what is missing or wrong.
public struct HDR10Check: Hashable, Sendable {
  /// What is looked at.
  public enum Subject: String, CaseIterable, Sendable, Codable {
    /// The codec.
    case codec
    /// The transfer characteristics.
    case transfer
    /// The colour primaries.
    case primaries
    /// The matrix coefficients.
    case matrix
    /// Whether code values span the video range.
    case range
    /// The codec's profile.
    case profile
    /// The codec's level.
    case level
    /// Bits of a sample.
    case bitDepth
    /// The mastering display colour volume (SMPTE ST 2086).
    case masteringDisplay
    /// MaxCLL and MaxFALL (CTA-861.3).
    case contentLightLevel
    /// HDR10+ metadata (SMPTE ST 2094-40), which HDR10 does not need.
    case hdr10Plus
    /// Dolby Vision, which HDR10 does not need.
    case dolbyVision
  }

  /// How it stands with a subject.
  public enum Status: String, Sendable, Codable {
    /// As HDR10 wants it.
    case ok
    /// Nobody says.
    case missing
    /// Something else is said.
    case wrong
  }

  /// A subject, and how it stands with it.
  public struct Item: Hashable, Sendable, Codable {
    /// What is looked at.
    public var subject: Subject
    /// How it stands with it.
    public var status: Status
    /// What was found, in words.
    public var found: String
    /// What a display makes of it, where that is not what was meant.
    public var consequence: String?
  }

  /// What it is, all in all.
  public enum Verdict: String, Sendable, Codable {
    /// PQ in BT.2020 at 10 bits, with static metadata that can be true.
    case hdr10
    /// The same without such metadata: a decoder assumes some.
    case pqWithoutMetadata
    /// Something else.
    case notHDR10
  }

  /// Every subject, in the order of ``Subject``.
  public var items: [Item]

  /// The item of a subject.
  public subscript(subject: Subject) -> Item? { items.first { $0.subject == subject } }

  /// The subjects without which there is no HDR10.
  private static let needed: [Subject] = [
    .codec, .transfer, .primaries, .matrix, .range, .profile, .level, .bitDepth,
  ]

  /// What it is, all in all.
  public var verdict: Verdict {
    guard Self.needed.allSatisfy({ self[$0]?.status == .ok }) else { return .notHDR10 }
    let hasMetadata = [.masteringDisplay, .contentLightLevel].contains {
      self[$0]?.status == .ok
    }
    return hasMetadata ? .hdr10 : .pqWithoutMetadata
  }

  /// What the user should know of static metadata that pictures in PQ lack; empty for others.
  public var warnings: [String] {
    guard verdict != .notHDR10 else { return [] }
    return items.filter {
      [.masteringDisplay, .contentLightLevel].contains($0.subject) && $0.status != .ok
    }.map { "\($0.subject.name): \($0.found); \($0.consequence ?? "")" }
  }
}

extension HDR10Check.Subject {
  /// The subject in words, such as `mastering display`.
  public var name: String {
    switch self {
    case .bitDepth: "bit depth"
    case .masteringDisplay: "mastering display"
    case .contentLightLevel: "light levels"
    case .hdr10Plus: "HDR10+"
    case .dolbyVision: "Dolby Vision"
    case .codec, .transfer, .primaries, .matrix, .range, .profile, .level: rawValue
    }
  }
}
