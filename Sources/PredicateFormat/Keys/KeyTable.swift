// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a model's keys are, their types, and how to read them: what Objective-C finds by
/// reflection, said in Swift and checked when a predicate is bound.
///
/// ```swift
/// let keys = KeyTable<Film>(
///   .string("title") { $0.title },
///   .number("rating") { $0.rating },
///   .list("genres", of: .string) { $0.genres })
/// ```
public struct KeyTable<Model>: Sendable {
  /// The keys by their whole path: those of nested objects stand beside the others.
  let keys: [String: Key<Model>]

  /// How to read `SELF`, where it is a value.
  let evaluatedObject: Reader<Model>?

  /// The keys without their readers.
  public let schema: KeySchema

  /// Creates a table of keys. Of two keys with one path the last one counts.
  public init(_ keys: Key<Model>...) { self.init(keys) }

  /// Creates a table of an array of keys.
  public init(_ keys: [Key<Model>]) { self.init(keys, evaluatedObject: nil, isOpen: false) }

  init(_ keys: [Key<Model>], evaluatedObject: Reader<Model>?, isOpen: Bool) {
    let all = keys.flatMap { [$0] + $0.nested }
    self.keys = Dictionary(all.map { ($0.description.path, $0) }, uniquingKeysWith: { $1 })
    self.evaluatedObject = evaluatedObject
    schema = KeySchema(all.map(\.description), isOpen: isOpen)
  }

  /// A table whose `SELF` is a value as well, for models such as strings and numbers.
  ///
  /// - Parameters:
  ///   - evaluatedObject: What `SELF` is.
  ///   - keys: The keys beside it.
  public init(
    evaluatedObject: @escaping @Sendable (Model) -> PredicateValue, _ keys: Key<Model>...
  ) {
    self.init(keys, evaluatedObject: .value(evaluatedObject), isOpen: false)
  }

  /// How one path is read.
  subscript(path: String) -> Key<Model>? { keys[path] }
}

extension KeyTable<PredicateValue> {
  /// The table of values that carry their own keys: dictionaries, lists, and what JSON holds.
  /// Every key is allowed; one that is missing is nil.
  public static let values = KeyTable([], evaluatedObject: .value { $0 }, isOpen: true)
}

/// How a value is read from a model, by its type, so that scalars are compared unboxed.
enum Reader<Model>: Sendable {
  case boolean(@Sendable (Model) -> Bool?)
  case integer(@Sendable (Model) -> Int64?)
  case number(@Sendable (Model) -> Double?)
  case string(@Sendable (Model) -> String?)
  case value(@Sendable (Model) -> PredicateValue)

  /// The value, boxed.
  func value(of model: Model) -> PredicateValue {
    switch self {
    case .boolean(let read): read(model).map(PredicateValue.boolean) ?? .null
    case .integer(let read): read(model).map(PredicateValue.integer) ?? .null
    case .number(let read): read(model).map(PredicateValue.number) ?? .null
    case .string(let read): read(model).map(PredicateValue.string) ?? .null
    case .value(let read): read(model)
    }
  }

  /// The same reader behind a property of another model; nil where the property is.
  func lifted<Outer>(_ inner: @escaping @Sendable (Outer) -> Model?) -> Reader<Outer> {
    switch self {
    case .boolean(let read): .boolean { inner($0).flatMap(read) }
    case .integer(let read): .integer { inner($0).flatMap(read) }
    case .number(let read): .number { inner($0).flatMap(read) }
    case .string(let read): .string { inner($0).flatMap(read) }
    case .value(let read): .value { inner($0).map(read) ?? .null }
    }
  }
}

/// A model that knows its own keys, so that predicates bind to it without further ado.
public protocol PredicateKeyed: Sendable {
  /// The keys of the model.
  static var predicateKeys: KeyTable<Self> { get }
}

extension PredicateValue {
  /// A model as a value that predicates read by its keys.
  public static func model<Model: PredicateKeyed>(_ model: Model) -> PredicateValue {
    .object(KeyedObject(model: model, table: Model.predicateKeys))
  }
}

/// A model beside its table, as a value that predicates read by key.
struct KeyedObject<Model: Sendable>: PredicateObject {
  let model: Model
  let table: KeyTable<Model>

  func value(forKey key: String) -> PredicateValue? { table[key]?.reader.value(of: model) }

  var keys: [String] { table.schema.paths }

  func isEqual(to other: any PredicateObject) -> Bool {
    guard let model = model as? any Equatable, let other = other as? KeyedObject else {
      return false
    }
    return Self.equal(model, other.model)
  }

  private static func equal<T: Equatable>(_ a: T, _ b: Any) -> Bool { a == b as? T }
}

/// A value that equals nothing and has no keys, but is there.
struct OpaqueObject: PredicateObject {
  var keys: [String] { [] }
  func value(forKey key: String) -> PredicateValue? { nil }
}
