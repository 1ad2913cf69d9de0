// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPackaging
internal import LibCrypto

/// A key as people give it: the path of a key file, `-` for standard input, or 32 hexadecimal
/// digits, which ``SecretArguments`` has taken out of the command line.
struct KeyArgument: Sendable {
  /// The path; `nil` where the key itself was given.
  let path: String?
  /// The key itself.
  let key: ContentKey?

  init(_ text: String) {
    key = SecretArguments.key(for: text)
    path = key == nil ? text : nil
  }

  /// The keys.
  func keys() throws -> KeyRing {
    CoreDumps.forbid()
    if let key { return .holding(key) }
    return try .reading(path ?? "-")
  }
}
