// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A 64-bit FNV-1a checksum: enough to find torn lines and to name things the same way each time.
/// It is no proof against forgery.
struct Checksum: Hashable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ text: String) { add(text) }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  }

  /// Adds a text and its end, so that `ab`, `c` and `a`, `bc` differ.
  mutating func add(_ text: String) {
    add(text.utf8)
    add(CollectionOfOne(0xFF))
  }

  /// 16 hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// 32 letters and digits of base 32, as folders of packages have in their names.
  var identifier: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var state = value
    return String(
      (0..<32).map { _ in
        // The steps of SplitMix64 spread the 64 bits.
        state &+= 0x9E37_79B9_7F4A_7C15
        let mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        return alphabet[Int((mixed ^ (mixed >> 27)) >> 59)]
      })
  }
}
