// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a system of rights management needs to find a key: the `pssh` box
/// (ISO/IEC 23001-7 section 8.1).
public struct ProtectionSystem: Hashable, Sendable {
  /// The identifier of the system, 16 bytes.
  public var id: [UInt8]
  /// The identifiers of the keys, 16 bytes each; `nil` in version 0 of the box.
  public var keyIDs: [[UInt8]]?
  /// What the system alone understands.
  public var data: [UInt8]

  /// Creates a description.
  public init(id: [UInt8], keyIDs: [[UInt8]]? = nil, data: [UInt8]) {
    self.id = id
    self.keyIDs = keyIDs
    self.data = data
  }

  /// Reads a `pssh` box.
  ///
  /// - Throws: ``ISOBMFFError`` when the box is smaller than its fields need.
  public init(parsing box: OpaqueBox) throws(ISOBMFFError) {
    var reader = ByteReader(box.content)
    let version = try reader.versionAndFlags().version
    id = try reader.bytes(16)
    if version > 0 {
      var identifiers: [[UInt8]] = []
      for _ in try 0..<reader.uint32() { try identifiers.append(reader.bytes(16)) }
      keyIDs = identifiers
    }
    data = try reader.bytes(Int(reader.uint32()))
  }

  /// The box, as ``Movie/protectionSystems`` takes it and as playlists give it in base64.
  public var box: OpaqueBox {
    var writer = ByteWriter()
    writer.uint8(keyIDs == nil ? 0 : 1)
    writer.uint24(0)
    writer.append(Self.identifier(id))
    if let keyIDs {
      writer.uint32(UInt32(clamping: keyIDs.count))
      for key in keyIDs { writer.append(Self.identifier(key)) }
    }
    writer.uint32(UInt32(clamping: data.count))
    writer.append(data)
    return OpaqueBox(type: "pssh", content: writer.bytes)
  }

  /// Sixteen bytes, whatever was given.
  static func identifier(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    (bytes + Array(repeating: 0, count: 16)).prefix(16)
  }
}
