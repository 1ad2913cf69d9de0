// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Which segments are encrypted, and which of them share a key.
public struct KeyPlan: Hashable, Sendable {
  /// The segments at the start that stay in the clear.
  public var clearLead: Int
  /// The segments that share a key; `nil` where all do.
  public var rotation: Int?
  /// Whether sound, SD, HD and UHD have keys of their own.
  public var separatesClasses: Bool

  /// Creates a plan; by default one key is for all.
  public init(clearLead: Int = 0, rotation: Int? = nil, separatesClasses: Bool = false) {
    self.clearLead = max(0, clearLead)
    self.rotation = rotation.map { max(1, $0) }
    self.separatesClasses = separatesClasses
  }

  /// The key of a segment, counted from 0; `nil` for one in the clear.
  func slot(of segment: Int, _ keyClass: KeyClass) -> KeySlot? {
    guard segment >= clearLead else { return nil }
    let period = rotation.map { (segment - clearLead) / $0 + 1 } ?? 1
    return KeySlot(keyClass: keyClass, period: period, isShared: !separatesClasses)
  }
}

/// The place of a key in a plan.
struct KeySlot: Hashable, Sendable {
  /// The class of the rendition.
  var keyClass: KeyClass
  /// The number of the key in the rotation, from 1 on.
  var period: Int
  /// Whether a key that is made is for all classes.
  var isShared: Bool
}
