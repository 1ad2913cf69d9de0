// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibCrypto

/// Key files: sixteen bytes, or text with a key a line:
///
///     # class[/period] key-id key [iv]
///     audio 0f1e… 9a3c… 77d0…
///     hd/2  1b2c… e41f… 0c55…
///     all   3d4e… 5f60…
///
/// The class is `audio`, `sd`, `hd`, `uhd` or `all` (the default), the others are 32 hexadecimal
/// digits each. A line may hold a key alone, or `KEY-ID:KEY` as other packagers write it.
extension KeyRing {
  private static let hexadecimalSize = 2 * ContentKey.size

  /// Reads a key file.
  ///
  /// - Parameter path: The path; `-` for standard input.
  /// - Returns: The keys.
  /// - Throws: ``PackagingError`` when it cannot be read or holds no keys. No message repeats
  ///   anything of the file.
  public static func reading(_ path: String) throws -> KeyRing {
    do {
      return try KeyRing(SecretFile.read(path), name: path == "-" ? "standard input" : path)
    } catch let error as CryptoError {
      throw PackagingError(.protection, path, error.description)
    }
  }

  /// Reads the content of a key file.
  convenience init(_ secret: SecretBytes, name: String) throws {
    var entries: [Entry] = []
    if secret.count == ContentKey.size {
      entries = [Entry(key: try ContentKey(secret))]
    } else {
      var number = 0
      for line in secret.split(0..<secret.count, by: "\n") {
        number += 1
        let words = secret.words(line)
        guard !words.isEmpty else { continue }
        do {
          entries.append(try Self.entry(words, secret))
        } catch {
          throw PackagingError(.protection, "\(name):\(number)", "\(error)")
        }
      }
    }
    guard !entries.isEmpty else {
      throw PackagingError(
        .protection, name, "expected 16 bytes, or lines with a key each, found none")
    }
    self.init(entries, name: name)
  }

  private static func entry(_ words: [Range<Int>], _ secret: SecretBytes) throws -> Entry {
    var words = words[...]
    var (keyClass, period): (KeyClass?, Int) = (nil, 1)
    if let first = words.first, first.count < hexadecimalSize {
      (keyClass, period) = try label(secret.text(in: first))
      words.removeFirst()
    }
    // KEY-ID:KEY
    if words.count == 1, let word = words.first, word.count == 2 * hexadecimalSize + 1,
      secret[word.lowerBound + hexadecimalSize] == UInt8(ascii: ":")
    {
      words = [
        word.lowerBound..<word.lowerBound + hexadecimalSize,
        word.lowerBound + hexadecimalSize + 1..<word.upperBound,
      ]
    }
    guard (1...3).contains(words.count) else {
      throw KeyFileFault("expected [class] [key-id] key [iv], found \(words.count) numbers")
    }
    let numbers = Array(words)
    let key = try ContentKey(hexadecimal: secret, in: numbers[numbers.count == 1 ? 0 : 1])
    var entry = Entry(keyClass: keyClass, period: period, key: key)
    if numbers.count > 1 { entry.id = try secret.number(numbers[0], "a key id") }
    if numbers.count > 2 { entry.vector = try secret.number(numbers[2], "an IV") }
    return entry
  }

  /// The class and the period of `hd/2`.
  private static func label(_ text: String) throws -> (KeyClass?, Int) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let keyClass = KeyClass(rawValue: String(parts[0]))
    let period = parts.count == 1 ? 1 : Int(parts[1]) ?? 0
    guard keyClass != nil || parts[0] == "all", period > 0 else {
      throw KeyFileFault(
        "expected audio, sd, hd, uhd or all, or such a class with a number as in hd/2")
    }
    return (keyClass, period)
  }

  /// Writes all keys to a file of mode 0600, which must not be there yet.
  ///
  /// - Throws: ``PackagingError`` when it is there, or cannot be written.
  public func write(to path: String) throws {
    do {
      let secret = try SecretBytes(capacity: 4096)
      try secret.append("# class[/period] key-id key iv\n")
      for entry in entries {
        let name = entry.keyClass?.rawValue ?? "all"
        let period = entry.period == 1 ? "" : "/\(entry.period)"
        try secret.append("\(name)\(period) \(entry.id.map { $0.hexadecimal + " " } ?? "")")
        try secret.append(entry.key, asHexadecimal: true)
        try secret.append("\(entry.vector.map { " " + $0.hexadecimal } ?? "")\n")
      }
      try SecretFile.write(secret, to: path)
    } catch {
      throw PackagingError(.protection, path, error.description)
    }
  }
}

/// What is wrong with a line of a key file.
private struct KeyFileFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension SecretBytes {
  /// The ranges between separators.
  fileprivate func split(_ range: Range<Int>, by separator: Unicode.Scalar) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where self[index] == UInt8(ascii: separator) {
      parts.append(start..<index)
      start = index + 1
    }
    return parts + [start..<range.upperBound]
  }

  /// The words of a line, up to a comment.
  fileprivate func words(_ line: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for index in line {
      let byte = self[index]
      if byte == UInt8(ascii: "#") { return words + (start.map { [$0..<index] } ?? []) }
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
        if let first = start { words.append(first..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    return words + (start.map { [$0..<line.upperBound] } ?? [])
  }

  /// A number of 16 bytes that is no secret.
  fileprivate func number(_ range: Range<Int>, _ what: String) throws -> [UInt8] {
    guard let number = [UInt8](hexadecimal: text(in: range)), number.count == ContentKey.size
    else { throw KeyFileFault("expected \(what) of 32 hexadecimal digits") }
    return number
  }
}

extension [UInt8] {
  /// The bytes of pairs of hexadecimal digits; `nil` for other text.
  init?(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count % 2 == 0 else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}
