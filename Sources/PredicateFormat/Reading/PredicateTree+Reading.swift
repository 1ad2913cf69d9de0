// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension PredicateTree {
  /// Reads a predicate in the language of `NSPredicate(format:)`.
  ///
  /// ```swift
  /// let rule = try PredicateTree("peakBitRate < %d AND videoAttributes.videoRange == %@",
  ///   5_000_000, "AVVideoRangePQ")
  /// ```
  ///
  /// - Parameters:
  ///   - format: The text, of at most ``maximumLength`` bytes and ``maximumDepth`` levels.
  ///   - arguments: One value for each conversion, in order. `%K` takes a string; every other
  ///     conversion takes the value as it is. Values left over are ignored, as Apple does.
  /// - Throws: The first error in the text, with its place.
  public init(
    _ format: String, _ arguments: (any PredicateValueConvertible)?...
  ) throws(PredicateFormatError) {
    try self.init(format: format, arguments: arguments.map { $0?.predicateValue ?? .null })
  }

  /// Reads a predicate whose arguments are in an array.
  public init(
    format: String, arguments: [PredicateValue] = []
  ) throws(PredicateFormatError) {
    var parser = try Parser(format, arguments: arguments)
    self = try parser.predicate()
  }
}

extension ExpressionTree {
  /// Reads an expression in the language of `NSExpression(format:)`.
  public init(
    format: String, arguments: [PredicateValue] = []
  ) throws(PredicateFormatError) {
    var parser = try Parser(format, arguments: arguments)
    self = try parser.expression()
  }
}
