// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A box that this library does not look into, kept as it was read.
public struct OpaqueBox: Hashable, Sendable {
  /// The type.
  public var type: FourCC

  /// The content, without the header.
  public var content: [UInt8]

  /// Creates a box.
  public init(type: FourCC, content: [UInt8]) {
    self.type = type
    self.content = content
  }

  init(_ box: Box) {
    var reader = box.content
    self.init(type: box.type, content: reader.rest())
  }

  /// Appends the box.
  public func write(to writer: inout ByteWriter) { writer.box(type) { $0.append(content) } }
}
