// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Why a key cannot be read, kept or used. No error repeats anything of a key.
public struct CryptoError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, as a sentence without a full stop.
  public var description: String

  init(_ description: String) { self.description = description }
}
