// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibCrypto
internal import Synchronization

/// A key with what players are told of it.
struct TrackKey: Sendable {
  /// The identifier, 16 bytes.
  let id: [UInt8]
  /// The initialisation vector, 16 bytes.
  let vector: [UInt8]
  /// The key.
  let key: ContentKey

  /// The identifier in hexadecimal digits.
  var name: String { id.hexadecimal }
}

/// The keys of a package: those of a key file, or keys that are made as they are needed.
public final class KeyRing: Sendable {
  /// A line of a key file.
  struct Entry: Sendable {
    /// A class of renditions; `nil` for all.
    var keyClass: KeyClass?
    /// The number of the key in the rotation, from 1 on.
    var period = 1
    var id: [UInt8]?
    var vector: [UInt8]?
    var key: ContentKey
  }

  private struct State {
    var entries: [Entry]
    /// The places in `entries` of keys that were asked for, in that order.
    var used: [Int] = []
  }

  /// The path of the key file, or what messages call the keys.
  let name: String
  private let makesKeys: Bool
  private let state: Mutex<State>

  init(_ entries: [Entry], name: String, makesKeys: Bool = false) {
    self.name = name
    self.makesKeys = makesKeys
    state = Mutex(State(entries: entries))
  }

  /// Keys that are made at random as they are needed.
  public static func generating() -> KeyRing { KeyRing([], name: "keys", makesKeys: true) }

  /// One key for everything.
  public static func holding(_ key: ContentKey) -> KeyRing {
    KeyRing([Entry(key: key)], name: "the key")
  }

  /// The key of a slot.
  ///
  /// - Throws: ``PackagingError`` when the key file has none.
  func key(for slot: KeySlot) throws -> TrackKey {
    try state.withLock { state in
      let index = try index(of: slot, in: &state)
      if !state.used.contains(index) { state.used.append(index) }
      // What a key file leaves open is chosen once.
      if state.entries[index].id == nil { state.entries[index].id = try RandomBytes.make(16) }
      if state.entries[index].vector == nil {
        state.entries[index].vector = try RandomBytes.make(16)
      }
      return Self.trackKey(state.entries[index])
    }
  }

  private static func trackKey(_ entry: Entry) -> TrackKey {
    TrackKey(id: entry.id ?? [], vector: entry.vector ?? [], key: entry.key)
  }

  /// The keys that were asked for, those of a class together.
  var usedKeys: [TrackKey] {
    state.withLock { state in
      let entries = state.used.map { state.entries[$0] }
      return entries.sorted { $0.order < $1.order }.map(Self.trackKey)
    }
  }

  /// All lines, for a key file.
  var entries: [Entry] { state.withLock { $0.entries.sorted { $0.order < $1.order } } }

  /// The key with an identifier, or the only key where it has none.
  public func key(withID id: [UInt8]) -> ContentKey? {
    state.withLock { state in
      let found = state.entries.first { $0.id == id }
      let isOnly = state.entries.count == 1 && state.entries[0].id == nil
      return found?.key ?? (isOnly ? state.entries[0].key : nil)
    }
  }

  /// The key whose identifier is part of a URI, or the only key.
  func key(namedIn uri: String) -> ContentKey? {
    state.withLock { state in
      let found = state.entries.first { entry in
        entry.id.map { uri.lowercased().contains($0.hexadecimal) } ?? false
      }
      return (found ?? (state.entries.count == 1 ? state.entries[0] : nil))?.key
    }
  }

  private func index(of slot: KeySlot, in state: inout State) throws -> Int {
    for keyClass in [slot.keyClass, nil] {
      let found = state.entries.firstIndex {
        $0.keyClass == keyClass && $0.period == slot.period
      }
      if let found { return found }
    }
    guard makesKeys else {
      let count = state.entries.count { $0.keyClass == nil || $0.keyClass == slot.keyClass }
      throw PackagingError(
        .protection, name,
        "expected key \(slot.period) for '\(slot.keyClass.rawValue)', found \(count)",
        hint: "without the file, keys are made and written there")
    }
    state.entries.append(
      Entry(
        keyClass: slot.isShared ? nil : slot.keyClass, period: slot.period, key: try .random()))
    return state.entries.count - 1
  }
}

extension KeyRing.Entry {
  /// Where the line stands: by class, then by period.
  fileprivate var order: (Int, Int) {
    (keyClass.flatMap(KeyClass.allCases.firstIndex).map { $0 + 1 } ?? 0, period)
  }
}

extension [UInt8] {
  /// Two hexadecimal digits a byte.
  var hexadecimal: String {
    map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
