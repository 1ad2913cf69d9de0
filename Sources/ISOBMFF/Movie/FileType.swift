// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a file or a segment conforms to: the content of `ftyp` and `styp`
/// (ISO/IEC 14496-12 section 4.3).
public struct FileType: Hashable, Sendable {
  /// The brand that suits it best.
  public var majorBrand: FourCC
  /// A version of the major brand, for information; 0 for CMAF brands.
  public var minorVersion: UInt32
  /// All brands that it conforms to.
  public var compatibleBrands: [FourCC]

  /// Creates a file type. The major brand is put in front of the compatible ones.
  public init(_ majorBrand: FourCC, minorVersion: UInt32 = 0, compatible: [FourCC] = []) {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    compatibleBrands = [majorBrand] + compatible.filter { $0 != majorBrand }
  }

  /// Reads the content of `ftyp` or `styp`.
  public init(parsing box: Box) throws(ISOBMFFError) {
    var reader = box.content
    majorBrand = try reader.fourCC()
    minorVersion = try reader.uint32()
    compatibleBrands = []
    while reader.remaining >= 4 { try compatibleBrands.append(reader.fourCC()) }
  }

  /// Appends a box of a type, `ftyp` or `styp`.
  public func write(as type: FourCC, to writer: inout ByteWriter) {
    writer.box(type) { writer in
      writer.fourCC(majorBrand)
      writer.uint32(minorVersion)
      for brand in compatibleBrands { writer.fourCC(brand) }
    }
  }
}
