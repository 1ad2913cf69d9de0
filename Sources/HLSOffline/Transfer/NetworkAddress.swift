// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// An IPv4 or IPv6 address, and whether the public internet may lead to it.
public struct NetworkAddress: Hashable, Sendable {
  /// 4 or 16 bytes.
  public let bytes: [UInt8]

  /// Creates an address of 4 or 16 bytes; `nil` for any other number.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads `192.0.2.1` or `2001:db8::1`.
  public init?(parsing text: String) {
    var four = in_addr()
    var six = in6_addr()
    // A zone, as in `fe80::1%eth0`, does not change the address.
    let text = String(text.prefix { $0 != "%" })
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      bytes = unsafe withUnsafeBytes(of: &four) { unsafe Array($0) }
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      bytes = unsafe withUnsafeBytes(of: &six) { unsafe Array($0) }
    } else {
      return nil
    }
  }

  /// Whether the address is of this machine, of a local network, or of nobody (RFC 6890 and the
  /// IANA registries of special-purpose addresses).
  public var isPrivate: Bool {
    if bytes.count == 4 { return Self.isPrivate(bytes[0], bytes[1], bytes[2]) }
    let hasPrefix = { (prefix: [UInt8]) in bytes.starts(with: prefix) }
    let zeros = [UInt8](repeating: 0, count: 10)
    // Addresses that carry an IPv4 one: mapped, translated (RFC 6052), 6to4.
    if hasPrefix(zeros + [0xFF, 0xFF]) || hasPrefix([0, 0x64, 0xFF, 0x9B] + zeros.prefix(8)) {
      return Self.isPrivate(bytes[12], bytes[13], bytes[14])
    }
    if hasPrefix([0x20, 0x02]) { return Self.isPrivate(bytes[2], bytes[3], bytes[4]) }
    return hasPrefix(zeros)  // unspecified, loopback, and the old form of mapped addresses
      || bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFF
      || bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80
      || hasPrefix([0x20, 0x01, 0x0D, 0xB8]) || hasPrefix([0, 0x64, 0xFF, 0x9B, 0, 1])
  }

  private static func isPrivate(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Bool {
    switch (a, b, c) {
    case (0, _, _), (10, _, _), (127, _, _), (100, 64...127, _), (169, 254, _), (172, 16...31, _),
      (192, 168, _), (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113),
      (224..., _, _):
      true
    default: false
    }
  }
}
