// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibAV

/// The parameter sets of a copied track whose samples may hold some (`hev1`, `avc3`, `dvhe`).
///
/// Apple's players take `hvc1`, `avc1` and `dvh1` alone, whose sample entries hold every set. The
/// samples stay as they are; what they hold goes into the entry as well.
struct InBandParameterSets {
  private var sets: ParameterSets
  private let stored: ParameterSets
  private let lengthSize: Int

  /// The sample entries that leave sets to the samples, and those that hold them all.
  static let entries = ["hev1": "hvc1", "avc3": "avc1", "dvhe": "dvh1", "dvav": "dva1"]

  /// Begins with what the sample entry holds; `nil` for tracks whose samples hold nothing.
  init?(_ track: StreamDescription, _ boxes: ContainerBoxes?) {
    guard Self.entries[track.codecTag ?? ""] != nil, let record = boxes?.entry.configuration,
      let sets = ParameterSets(record), let lengthSize = record.lengthSize
    else { return nil }
    (self.sets, stored, self.lengthSize) = (sets, sets, lengthSize)
  }

  /// Adds what a sample holds; one that cannot be read adds nothing.
  mutating func insert(from sample: [UInt8]) {
    try? sets.insert(from: sample.span, framing: .lengths(lengthSize))
  }

  /// The record for the sample entry; `nil` where its own holds everything, and where sets change on
  /// the way, which no entry can say.
  var box: OpaqueBox? {
    guard sets != stored else { return nil }
    var writer = ByteWriter()
    switch sets.codec {
    case .h264:
      guard var record = try? AVCConfiguration(sets) else { return nil }
      record.lengthSize = lengthSize
      record.write(to: &writer)
      return OpaqueBox(type: "avcC", content: writer.bytes)
    case .hevc:
      guard var record = try? HEVCConfiguration(sets) else { return nil }
      record.lengthSize = lengthSize
      record.write(to: &writer)
      return OpaqueBox(type: "hvcC", content: writer.bytes)
    }
  }
}
