// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension TrackFragment {
  /// Adds `senc`, and `saio` and `saiz`, which say the same to players that do not know it
  /// (ISO/IEC 14496-12 sections 8.7.8 and 8.7.9).
  ///
  /// The offset of `saio` counts from the start of `moof`: ``setEncryptionOffset(endOfFragment:)``
  /// fills it in.
  /// Entries without bytes have no place that they could name.
  mutating func add(_ encryption: SampleEncryption) {
    let entries = encryption.entryBytes
    let count = UInt32(clamping: entries.count)
    otherBoxes.append(
      .full("senc", flags: encryption.hasSubsamples ? 2 : 0) { writer in
        writer.uint32(count)
        for entry in entries { writer.append(entry) }
      })
    guard entries.contains(where: { !$0.isEmpty }) else { return }
    otherBoxes.append(Self.auxiliaryOffset(0))
    let sizes = entries.map { UInt8(clamping: $0.count) }
    let isUniform = sizes.allSatisfy { $0 == sizes.first }
    otherBoxes.append(
      .full("saiz") { writer in
        writer.uint8(isUniform ? sizes.first ?? 0 : 0)
        writer.uint32(count)
        if !isUniform { writer.append(sizes) }
      })
  }

  /// Fills in where the entries of `senc` are.
  ///
  /// - Parameter end: The bytes from the start of `moof` to the end of this track's part, which
  ///   ends with ``otherBoxes``.
  mutating func setEncryptionOffset(endOfFragment end: Int) {
    guard let index = otherBoxes.firstIndex(where: { $0.type == "senc" }),
      let offset = otherBoxes.firstIndex(where: { $0.type == "saio" })
    else { return }
    let after = otherBoxes[(index + 1)...].reduce(0) { $0 + $1.size }
    // Version, flags and count come before the entries.
    let start = end - after - (otherBoxes[index].content.count - 8)
    otherBoxes[offset] = Self.auxiliaryOffset(UInt32(clamping: start))
  }

  private static func auxiliaryOffset(_ offset: UInt32) -> OpaqueBox {
    .full("saio") { writer in
      writer.uint32(1)
      writer.uint32(offset)
    }
  }
}

extension OpaqueBox {
  /// A full box.
  static func full(
    _ type: FourCC, version: UInt8 = 0, flags: UInt32 = 0, _ content: (inout ByteWriter) -> Void
  ) -> OpaqueBox {
    var writer = ByteWriter()
    writer.uint8(version)
    writer.uint24(flags)
    content(&writer)
    return OpaqueBox(type: type, content: writer.bytes)
  }

  /// The bytes of the box, header included.
  var size: Int { 8 + content.count }
}
