// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The bytes of a NAL unit without the emulation prevention that hides start codes
/// (H.264 and H.265 section 7.4.1).
public enum RawByteSequence {
  /// Takes out the 03 of each 00 00 03.
  public static func removingEmulationPrevention(from unit: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(unit.count)
    var zeros = 0
    for index in unit.indices {
      let byte = unit[index]
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return bytes
  }

  /// Puts a 03 between two zeros and a byte below 4.
  public static func addingEmulationPrevention(to bytes: [UInt8]) -> [UInt8] {
    var unit: [UInt8] = []
    unit.reserveCapacity(bytes.count + 8)
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      unit.append(byte)
    }
    return unit
  }
}
