// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// Why the system refused to write, in a few words.
package enum SystemReason {
  private static let known: [CocoaError.Code: String] = [
    .fileWriteNoPermission: "permission denied", .fileReadNoPermission: "permission denied",
    .fileWriteOutOfSpace: "no space left on device",
    .fileWriteVolumeReadOnly: "read-only file system", .fileNoSuchFile: "no such folder",
    .fileReadNoSuchFile: "no such folder", .fileWriteFileExists: "a file is in the way",
    .fileWriteInvalidFileName: "the name is not valid",
  ]

  /// The reason, such as `permission denied`.
  package static func text(_ error: any Error) -> String {
    if let known = (error as? CocoaError).flatMap({ known[$0.code] }) { return known }
    let error = error as NSError
    let underlying = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    guard underlying.domain == NSPOSIXErrorDomain else { return "the system refuses" }
    let text = unsafe String(cString: strerror(Int32(underlying.code)))
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
