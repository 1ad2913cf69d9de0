// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF
internal import LibCrypto

/// A run of whole, closed groups of pictures of one rung, as its encoder made it, or a piece of one
/// that is too long to be held.
struct EncodedChunk: Equatable, Sendable {
  /// A coded picture, in decoding order.
  struct Picture: Equatable, Sendable {
    /// Bytes of it.
    var size: Int
    /// Its place in presentation order, from the run's first picture.
    var place: Int64
    /// Whether decoding can start here.
    var isSync: Bool
  }

  /// The codec's own headers, which all chunks of a rung share.
  var header: [UInt8] = []
  /// How many pictures may be decoded ahead of the one that is shown.
  var reorderDepth = 0
  /// Whether the pictures go on with the run of those before, and count their places from its start.
  var isContinued = false
  /// The pictures in decoding order.
  var pictures: [Picture] = []
  /// Their bytes, one after the other: NAL units behind four-byte lengths.
  var bytes: [UInt8] = []

  /// The groups of pictures.
  var groupCount: Int { pictures.count { $0.isSync } }

  /// Adds a picture.
  mutating func append(_ more: [UInt8], at place: Int64, isSync: Bool) {
    pictures.append(Picture(size: more.count, place: place, isSync: isSync))
    bytes += more
  }
}

// MARK: - As a file

extension EncodedChunk {
  private static let magic: [UInt8] = Array("RungChunk\u{1}".utf8)
  private static let digestSize = 32

  /// The chunk as it is stored: magic, recipe, header, pictures, bytes, and the SHA-256 of all that.
  func stored(under recipe: [UInt8]) throws -> [UInt8] {
    var writer = ByteWriter(capacity: bytes.count + 16 * pictures.count + recipe.count + 256)
    writer.append(Self.magic)
    writer.uint32(UInt32(clamping: recipe.count))
    writer.append(recipe)
    writer.uint32(UInt32(clamping: header.count))
    writer.append(header)
    writer.uint8(UInt8(clamping: reorderDepth))
    writer.uint32(UInt32(clamping: pictures.count))
    for picture in pictures {
      writer.uint32(UInt32(clamping: picture.size))
      writer.uint32(UInt32(clamping: picture.place))
      writer.uint8(picture.isSync ? 1 : 0)
    }
    writer.append(bytes)
    return writer.bytes + (try SHA256Digest.digest(of: writer.bytes))
  }

  /// Reads a stored chunk; `nil` where it is not whole, or was made by another recipe.
  init?(stored: [UInt8], under recipe: [UInt8]) {
    let content = Array(stored.dropLast(Self.digestSize))
    guard let digest = try? SHA256Digest.digest(of: content),
      digest.elementsEqual(stored.suffix(Self.digestSize)),
      Self.recipe(in: content) == recipe
    else { return nil }
    var reader = ByteReader(content)
    do throws(ISOBMFFError) {
      try reader.skip(Self.magic.count + 4 + recipe.count)
      header = try reader.bytes(Int(try reader.uint32()))
      reorderDepth = Int(try reader.uint8())
      for _ in 0..<(try reader.uint32()) {
        pictures.append(
          Picture(
            size: Int(try reader.uint32()), place: Int64(try reader.uint32()),
            isSync: try reader.uint8() == 1))
      }
      bytes = reader.rest()
    } catch {
      return nil
    }
    guard bytes.count == pictures.reduce(0, { $0 + $1.size }) else { return nil }
  }

  /// The recipe at the start of a stored chunk; `nil` where it is none.
  static func recipe(in stored: [UInt8]) -> [UInt8]? {
    guard stored.starts(with: magic) else { return nil }
    var reader = ByteReader(stored, in: magic.count..<stored.count)
    return try? reader.bytes(Int(try reader.uint32()))
  }
}
