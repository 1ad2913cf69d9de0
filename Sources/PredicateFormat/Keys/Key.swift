// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// One key of a model: what is known of it, and how to read it.
public struct Key<Model>: Sendable {
  /// What is known of the key.
  public internal(set) var description: KeyDescription

  let reader: Reader<Model>

  /// The keys of the object that this one holds, by their whole paths.
  var nested: [Key] = []
}

extension Key {
  /// A key whose values are true or false.
  public static func boolean(
    _ path: String, label: String? = nil, read: @escaping @Sendable (Model) -> Bool?
  ) -> Key {
    Key(description: KeyDescription(path, .boolean, label: label), reader: .boolean(read))
  }

  /// A key whose values are integers.
  public static func integer(
    _ path: String, label: String? = nil, unit: KeyUnit? = nil,
    absence: KeyDescription.Absence = .null, read: @escaping @Sendable (Model) -> Int?
  ) -> Key {
    Key(
      description: KeyDescription(path, .integer, label: label, unit: unit, absence: absence),
      reader: .integer { read($0).map(Int64.init) })
  }

  /// A key whose values are floating-point numbers.
  public static func number(
    _ path: String, label: String? = nil, unit: KeyUnit? = nil,
    absence: KeyDescription.Absence = .null, read: @escaping @Sendable (Model) -> Double?
  ) -> Key {
    Key(
      description: KeyDescription(path, .number, label: label, unit: unit, absence: absence),
      reader: .number(read))
  }

  /// A key whose values are strings; `constants` are the only ones possible, if there are any.
  public static func string(
    _ path: String, label: String? = nil, absence: KeyDescription.Absence = .null,
    constants: [String: String] = [:], read: @escaping @Sendable (Model) -> String?
  ) -> Key {
    Key(
      description: KeyDescription(
        path, .string, label: label, absence: absence, constants: constants),
      reader: .string(read))
  }

  /// A key whose values are dates, in seconds since 1 January 2001, 00:00 UTC.
  public static func date(
    _ path: String, label: String? = nil, read: @escaping @Sendable (Model) -> Double?
  ) -> Key {
    Key(
      description: KeyDescription(path, .date, label: label),
      reader: .value { read($0).map(PredicateValue.date) ?? .null })
  }

  /// A key whose values are lists of values.
  public static func list<Element: PredicateValueConvertible & SendableMetatype>(
    _ path: String, of type: KeyType, label: String? = nil, unit: KeyUnit? = nil,
    read: @escaping @Sendable (Model) -> [Element]?
  ) -> Key {
    Key(
      description: KeyDescription(path, .list(type), label: label, unit: unit),
      reader: .value { read($0).predicateValue })
  }

  /// A key of any type, read as a predicate's value.
  public static func value(
    _ description: KeyDescription, read: @escaping @Sendable (Model) -> PredicateValue
  ) -> Key {
    Key(description: description, reader: .value(read))
  }

  /// A key whose values can be compared with nil alone, such as a size or a URL.
  public static func opaque(
    _ path: String, label: String? = nil, isPresent: @escaping @Sendable (Model) -> Bool
  ) -> Key {
    Key(
      description: KeyDescription(path, .opaque, label: label),
      reader: .value { isPresent($0) ? .object(OpaqueObject()) : .null })
  }

  /// A key that holds an object with keys of its own: each becomes a path of this model.
  public static func object<Nested: Sendable>(
    _ path: String, _ table: KeyTable<Nested>, label: String? = nil,
    read: @escaping @Sendable (Model) -> Nested?
  ) -> Key {
    var key = Key(
      description: KeyDescription(path, .object, label: label),
      reader: .value { model in
        read(model).map { .object(KeyedObject(model: $0, table: table)) } ?? .null
      })
    key.nested = table.keys.values.map { inner in
      Key(description: inner.description(behind: path), reader: inner.reader.lifted(read))
    }
    return key
  }

  /// A key that holds several objects: a path through it gives the list of their values.
  public static func objects<Nested: Sendable>(
    _ path: String, _ table: KeyTable<Nested>, label: String? = nil,
    read: @escaping @Sendable (Model) -> [Nested]?
  ) -> Key {
    var key = Key(
      description: KeyDescription(path, .list(.object), label: label),
      reader: .value { model in
        let objects = read(model)?.map {
          PredicateValue.object(KeyedObject(model: $0, table: table))
        }
        return objects.map(PredicateValue.list) ?? .null
      })
    key.nested = table.keys.values.map { inner in
      var description = inner.description(behind: path)
      description.type = .list(description.type)
      return Key(
        description: description,
        reader: .value { model in
          read(model).map { .list($0.map(inner.reader.value(of:))) } ?? .null
        })
    }
    return key
  }

  private func description(behind path: String) -> KeyDescription {
    var inner = description
    inner.path = path + "." + inner.path
    return inner
  }
}
