// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What the numbers of a key count, so that they can be told in words.
public enum KeyUnit: Hashable, Sendable {
  /// Bits a second: 5000000 is `5 Mbit/s`.
  case bitsPerSecond
  /// Bytes: 5000000 is `5 MB`.
  case bytes
  /// Hertz: 48000 is `48 kHz`.
  case hertz
  /// Seconds.
  case seconds
  /// A code of four characters: 1634492771 is `alac`.
  case fourCharacterCode
  /// Anything else, by the word that follows the number: `channels`.
  case counted(String)
}
