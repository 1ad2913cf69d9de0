// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The rates of a stream: the `btrt` box (ISO/IEC 14496-12 section 8.5.2.2).
public struct BitRate: Hashable, Sendable {
  /// The size of the decoding buffer in bytes.
  public var bufferSize: UInt32
  /// The highest rate in bit/s over any window of one second.
  public var maximum: UInt32
  /// The average rate in bit/s.
  public var average: UInt32

  /// Creates rates.
  public init(bufferSize: UInt32 = 0, maximum: UInt32, average: UInt32) {
    self.bufferSize = bufferSize
    self.maximum = maximum
    self.average = average
  }

  init(parsing reader: inout ByteReader) throws(ISOBMFFError) {
    self.init(
      bufferSize: try reader.uint32(), maximum: try reader.uint32(), average: try reader.uint32())
  }

  func write(to writer: inout ByteWriter) {
    writer.uint32(bufferSize)
    writer.uint32(maximum)
    writer.uint32(average)
  }
}
