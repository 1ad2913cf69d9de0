// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which rules a stream is held against.
public struct ConformanceProfile: Hashable, Sendable {
  /// The name, as the command line has it.
  public var name: String

  /// Where the rules come from.
  public var sources: Set<RuleSource>

  /// Creates a profile.
  public init(name: String, sources: Set<RuleSource>) {
    self.name = name
    self.sources = sources
  }

  /// The specification of HLS, and what every profile has: Rung's own rules.
  public static let rfc = ConformanceProfile(name: "rfc", sources: [.rfc, .rung])
  /// HLS and CMAF: what any player may rely on.
  public static let cmaf = ConformanceProfile(name: "cmaf", sources: [.rfc, .cmaf, .rung])
  /// HLS, CMAF and the authoring rules for Apple devices.
  public static let apple = ConformanceProfile(
    name: "apple", sources: [.rfc, .cmaf, .apple, .rung])
  /// The same with the amendments for Apple TV.
  public static let appleTV = ConformanceProfile(
    name: "apple-tv", sources: [.rfc, .cmaf, .apple, .appleTV, .rung])

  /// Every profile, the usual one first.
  public static let all = [apple, appleTV, rfc, cmaf]
}
