// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import ISOBMFF

/// What PlayReady needs to ask for a key: a header of version 4.3, which knows AES in CBC mode.
struct PlayReadyHeader {
  private static let systemID: [UInt8] = [
    0x9A, 0x04, 0xF0, 0x79, 0x98, 0x40, 0x42, 0x86, 0xAB, 0x92, 0xE6, 0x5B, 0xE0, 0x88, 0x5F, 0x95,
  ]

  private let keyID: [UInt8]
  private let licenceURL: String?

  init(_ keyID: [UInt8], licenceURL: String?) {
    self.keyID = keyID
    self.licenceURL = licenceURL
  }

  /// The identifier as a GUID, whose first three numbers are little-endian.
  private var guid: [UInt8] {
    [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15].map { keyID[$0] }
  }

  /// The header's XML.
  private var text: String {
    let kid = Data(guid).base64EncodedString()
    let url = licenceURL.map { "<LA_URL>\(Self.escaped($0))</LA_URL>" } ?? ""
    return
      "<WRMHEADER xmlns=\"http://schemas.microsoft.com/DRM/2007/03/PlayReadyHeader\""
      + " version=\"4.3.0.0\"><DATA><PROTECTINFO><KIDS><KID ALGID=\"AESCBC\" VALUE=\"\(kid)\">"
      + "</KID></KIDS></PROTECTINFO>\(url)</DATA></WRMHEADER>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }

  /// The PlayReady object: its length, one record, of type 1, with the header in UTF-16.
  var object: [UInt8] {
    let header = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    return little(header.count + 10, 4) + little(1, 2) + little(1, 2) + little(header.count, 2)
      + header
  }

  /// The box.
  var box: OpaqueBox { ProtectionSystem(id: Self.systemID, data: object).box }
}
