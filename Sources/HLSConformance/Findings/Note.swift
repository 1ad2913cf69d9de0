// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Something that limits what was checked, and is no finding.
public struct Note: Hashable, Sendable, Encodable {
  /// Where in the stream.
  public let place: Place
  /// What was not checked and why.
  public let text: String

  package init(_ place: Place, _ text: String) {
    self.place = place
    self.text = text
  }
}

extension Note: CustomStringConvertible {
  /// `place: text`.
  public var description: String { "\(place): \(text)" }
}
