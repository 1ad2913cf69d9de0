// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Who a rule comes from.
public enum RuleSource: String, Hashable, Sendable, Codable, CaseIterable {
  /// The HLS specification, draft-pantos-hls-rfc8216bis-22.
  case rfc
  /// The HLS Authoring Specification for Apple Devices, June 2025.
  case apple
  /// What that specification amends for Apple TV.
  case appleTV = "apple-tv"
  /// The Common Media Application Format, ISO/IEC 23000-19.
  case cmaf
  /// Practice that no document demands, and what Rung itself cannot read.
  case rung

  /// The name that reports print.
  public var title: String {
    switch self {
    case .rfc: "RFC 8216bis"
    case .apple: "HLS Authoring Specification"
    case .appleTV: "HLS Authoring Specification, tvOS"
    case .cmaf: "ISO/IEC 23000-19"
    case .rung: "Rung"
    }
  }
}
