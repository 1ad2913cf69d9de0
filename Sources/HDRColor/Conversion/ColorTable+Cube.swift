// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension ColorTable {
  /// Writes the table in the `.cube` format of Adobe (Cube LUT Specification 1.0), which
  /// libavfilter's `lut3d` reads.
  ///
  /// FFmpeg's reader takes a domain of less than 1 for 1: give it a table with a limit of 1.
  /// Values have six decimals and do not depend on the machine or its language.
  ///
  /// - Parameters:
  ///   - title: The title; quotation marks and line ends are left out.
  ///   - output: Where to write to.
  public func writeCube(title: String, to output: inout some TextOutputStream) {
    let title = title.filter { $0 != "\"" && !$0.isNewline }
    output.write("TITLE \"\(title)\"\nLUT_3D_SIZE \(size)\n")
    if limit != 1 { output.write("DOMAIN_MAX \(limit) \(limit) \(limit)\n") }
    // A line has at most 27 bytes; the text is put together in one buffer.
    var text: [UInt8] = []
    text.reserveCapacity(red.count * 27)
    for index in red.indices {
      Self.append(red[index], " ", to: &text)
      Self.append(green[index], " ", to: &text)
      Self.append(blue[index], "\n", to: &text)
    }
    output.write(String(decoding: text, as: UTF8.self))
  }

  /// The table as the text of a `.cube` file.
  ///
  /// - Parameter title: The title; quotation marks and line ends are left out.
  /// - Returns: The text, some 7 MB for 65 points.
  public func cube(title: String) -> String {
    var text = ""
    writeCube(title: title, to: &text)
    return text
  }

  /// Appends a value of 0 to 1 with six decimals.
  private static func append(_ value: Float, _ end: Unicode.Scalar, to text: inout [UInt8]) {
    let millionths = Int((Double(value) * 1_000_000).rounded())
    text.append(UInt8(ascii: "0") + UInt8(millionths / 1_000_000))
    text.append(UInt8(ascii: "."))
    var divisor = 100_000
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(millionths / divisor % 10))
      divisor /= 10
    }
    text.append(UInt8(ascii: end))
  }
}
