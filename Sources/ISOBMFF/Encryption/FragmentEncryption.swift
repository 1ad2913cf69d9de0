// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a fragment says of its encryption beside what the track does.
public struct FragmentEncryption: Hashable, Sendable {
  /// How each sample is encrypted: `senc`, and where samples have stretches `saiz` and `saio`.
  public var samples: SampleEncryption?
  /// The key of all samples, where it need not be that of the track: `sgpd` and `sbgp` of the type
  /// `seig` (ISO/IEC 23001-7 section 6).
  public var group: TrackEncryption?
  /// The sample entry, from 1 on, where it is not the track's default.
  public var descriptionIndex: UInt32?
  /// The `pssh` boxes of the key.
  public var systems: [OpaqueBox] = []

  /// Creates a description that says nothing.
  public init() {}

  /// Creates a description of samples.
  public init(samples: SampleEncryption) { self.samples = samples }
}

extension TrackFragment {
  /// Adds what is said of the encryption.
  mutating func add(_ encryption: FragmentEncryption, sampleCount: Int) {
    descriptionIndex = encryption.descriptionIndex
    if let samples = encryption.samples { add(samples) }
    guard let group = encryption.group else { return }
    otherBoxes.append(
      .full("sbgp") { writer in
        writer.fourCC("seig")
        writer.uint32(1)
        writer.uint32(UInt32(clamping: sampleCount))
        writer.uint32(0x1_0001)  // the first group that this fragment describes
      })
    otherBoxes.append(
      .full("sgpd", version: 1) { writer in
        writer.fourCC("seig")
        writer.uint32(UInt32(clamping: group.fields.count))
        writer.uint32(1)
        writer.append(group.fields)
      })
  }

  /// The key that fragments name for all their samples; `nil` where it is that of the track.
  ///
  /// - Throws: ``ISOBMFFError`` when the boxes cannot be read, or give samples keys that differ.
  public func encryptionGroup() throws(ISOBMFFError) -> TrackEncryption? {
    var descriptions: [TrackEncryption] = []
    var places: Set<UInt32> = []
    for box in otherBoxes {
      var reader = ByteReader(box.content)
      guard box.type == "sgpd" || box.type == "sbgp" else { continue }
      let version = try reader.versionAndFlags().version
      guard try reader.fourCC() == "seig" else { continue }
      if box.type == "sgpd" {
        let size = version >= 1 ? try reader.uint32() : 0
        if version >= 2 { try reader.skip(4) }
        for _ in try 0..<min(reader.uint32(), 65_536) {
          let length = try version >= 1 && size == 0 ? reader.uint32() : size
          var entry = length > 0 ? try reader.part(Int(length)) : reader
          descriptions.append(try TrackEncryption(version: 1, fields: &entry))
        }
      } else {
        if version >= 1 { try reader.skip(4) }
        for _ in try 0..<min(reader.uint32(), 65_536) {
          try reader.skip(4)
          try places.insert(reader.uint32())
        }
      }
    }
    guard let place = places.first, place > 0x1_0000 else { return nil }
    let index = Int(place) - 0x1_0001
    guard places.count == 1, descriptions.indices.contains(index) else {
      throw ISOBMFFError(
        .unsupported, at: 0, "expected one key for all samples of a fragment, found others")
    }
    return descriptions[index]
  }
}
