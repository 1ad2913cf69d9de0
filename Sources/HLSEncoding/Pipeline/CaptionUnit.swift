// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// An SEI unit of HEVC with closed captions (ANSI/SCTE 128-1 section 8, ATSC A/53 part 4), as
/// libx264 writes them for H.264 by itself.
enum CaptionUnit {
  /// The unit behind its length in four bytes.
  ///
  /// - Parameter triples: What the frame carries: three bytes for each pair of caption bytes.
  /// - Returns: The unit; empty without captions.
  static func hevc(_ triples: [UInt8]) -> [UInt8] {
    // The count has five bits.
    let count = min(31, triples.count / 3)
    guard count > 0 else { return [] }
    // Country, provider, `GA94`, kind 3, the count with "process", and what nobody reads.
    var payload: [UInt8] = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]
    payload += [0x40 | UInt8(count), 0xFF] + triples.prefix(count * 3) + [0xFF]
    // A message of registered user data, at most 104 bytes, and the bit that ends the unit.
    let message = [4, UInt8(payload.count)] + payload + [0x80]
    // Type 39 (prefix SEI), layer 0, sub-layer 0.
    let unit = [0x4E, 0x01] + escaped(message)
    let size = UInt32(unit.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + unit
  }

  /// Bytes in which nothing looks like a start code (ITU-T H.265 section 7.4.2).
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros == 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }
}
