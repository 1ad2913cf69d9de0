// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// What Widevine needs to ask for a key: a message of protocol buffers in a `pssh` box.
struct WidevineHeader {
  private static let systemID: [UInt8] = [
    0xED, 0xEF, 0x8B, 0xA9, 0x79, 0xD6, 0x4A, 0xCE, 0xA3, 0xC8, 0x27, 0xDC, 0xD5, 0x1D, 0x21, 0xED,
  ]

  private let keyID: [UInt8]

  init(_ keyID: [UInt8]) { self.keyID = keyID }

  /// Field 2, `key_ids`, and field 9, `protection_scheme`, which holds the four characters of the
  /// scheme as a number.
  private var message: [UInt8] {
    var bytes: [UInt8] = [2 << 3 | 2, UInt8(clamping: keyID.count)] + keyID + [9 << 3]
    var rest = FourCC("cbcs").rawValue
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// The box.
  var box: OpaqueBox { ProtectionSystem(id: Self.systemID, data: message).box }
}
