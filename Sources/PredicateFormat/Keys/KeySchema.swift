// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The keys of a model without the model: what a linter and an explanation need.
public struct KeySchema: Sendable {
  private let byPath: [String: KeyDescription]

  /// Whether other keys than those described may exist.
  public let isOpen: Bool

  /// Creates a schema. Of two descriptions of a path the last one counts.
  public init(_ keys: [KeyDescription], isOpen: Bool = false) {
    byPath = Dictionary(keys.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    self.isOpen = isOpen
  }

  /// A schema that knows nothing and forbids nothing.
  public static let open = KeySchema([], isOpen: true)

  /// The description of a key path.
  public subscript(path: String) -> KeyDescription? { byPath[path] }

  /// Every key path, sorted.
  public var paths: [String] { byPath.keys.sorted() }
}
