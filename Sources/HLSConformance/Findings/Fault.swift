// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What is wrong of an item, before it is known which rule says so.
struct Fault: Sendable {
  var expected: String
  var found: String
  var fix: Fix?
  /// Where, if not at the item itself.
  var place: Place?

  init(_ expected: String, found: String, fix: Fix? = nil, at place: Place? = nil) {
    self.expected = expected
    self.found = found
    self.fix = fix
    self.place = place
  }

  /// A fault unless a condition holds.
  static func unless(
    _ condition: Bool, _ expected: @autoclosure () -> String, found: @autoclosure () -> String,
    fix: @autoclosure () -> Fix? = nil
  ) -> Fault? {
    condition ? nil : Fault(expected(), found: found(), fix: fix())
  }
}

/// An item of a stream that rules speak of, such as a variant.
protocol PlacedItem: Sendable {
  /// Where the item is.
  var place: Place { get }
}
