// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import PredicateFormat

extension PredicateValue {
  /// A Foundation or Swift value as predicates see it.
  ///
  /// Numbers, strings, dates, collections and dictionaries become what they are; a value with a
  /// raw value becomes that; a ``PredicateKeyed`` model is read by its keys; anything else can be
  /// compared by `==` alone.
  public init(bridging value: Any?) {
    switch value {
    case nil, is NSNull: self = .null
    case let value as any PredicateValueConvertible: self = value.predicateValue
    case let value as NSNumber: self = Self.number(value)
    case let value as any StringProtocol: self = .string(String(value))
    case let value as NSString: self = .string(value as String)
    case let value as NSDate: self = .date(value.timeIntervalSinceReferenceDate)
    case let value as any PredicateKeyed: self = Self.keyed(value)
    case let value as [String: Any]: self = .dictionary(value.mapValues(Self.init(bridging:)))
    case let value as [Any?]: self = .list(value.map(Self.init(bridging:)))
    case let value as NSArray: self = .list(value.map(Self.init(bridging:)))
    case let value as NSSet: self = .list(value.map(Self.init(bridging:)))
    case let value as any RawRepresentable: self = Self(bridging: value.rawValue)
    case let value as AnyHashable: self = Self.hashable(value)
    default: self = .object(ForeignObject(text: "\(value ?? "")"))
    }
  }

  /// The value that a JSON text holds: any, not only an object or an array. `5.0` is no integer.
  ///
  /// - Throws: Foundation's error for what is no JSON.
  public init(json: Data) throws {
    self.init(bridging: try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed))
  }

  private static func keyed<Model: PredicateKeyed>(_ model: Model) -> PredicateValue {
    .model(model)
  }

  private static func hashable(_ value: AnyHashable) -> PredicateValue {
    if let set = value.base as? Set<AnyHashable> {
      return .list(set.map { PredicateValue(bridging: $0.base) })
    }
    return .object(ForeignObject(text: String(reflecting: value.base)))
  }

  private static func number(_ number: NSNumber) -> PredicateValue {
    // The type code says what was stored: 5.0 must not become the integer 5, which divides
    // differently.
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .boolean(number.boolValue)
    case UInt8(ascii: "f"), UInt8(ascii: "d"): .number(number.doubleValue)
    case UInt8(ascii: "Q"): number.uint64Value.predicateValue
    default: .integer(number.int64Value)
    }
  }
}

/// A value that predicates know nothing about: it equals another that is described the same.
private struct ForeignObject: PredicateObject {
  let text: String

  var keys: [String] { [] }

  func value(forKey key: String) -> PredicateValue? { nil }

  func isEqual(to other: any PredicateObject) -> Bool { (other as? ForeignObject)?.text == text }
}
