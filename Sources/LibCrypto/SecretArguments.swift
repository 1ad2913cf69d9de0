// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Synchronization

/// Keys on the process's command line, which everybody on the machine can read.
///
/// Whoever types one should know that a shell remembers it, and that it can be seen until the process
/// has begun to run; a key file has neither fault.
public enum SecretArguments {
  private static let digits = 2 * ContentKey.size
  private static let keys = Mutex<[ContentKey]>([])

  /// Takes keys out of the process's own arguments and writes over them, before anything copies the
  /// arguments. To be called once, first of all.
  ///
  /// - Parameter options: The options whose values can be keys of 32 hexadecimal digits, alone or
  ///   after a key id and a colon.
  public static func conceal(after options: Set<String>) {
    let count = Int(CommandLine.argc)
    var isValue = false
    for index in 0..<count {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      var length = 0
      while unsafe argument[length] != 0 { length += 1 }
      var start = 0
      if isValue {
        isValue = false
      } else {
        let end = (0..<length).first { unsafe argument[$0] == CChar(bitPattern: 0x3D) }
        let name = String(
          decoding: (0..<(end ?? length)).map { unsafe UInt8(bitPattern: argument[$0]) },
          as: UTF8.self)
        guard options.contains(name) else { continue }
        guard let end else {
          isValue = true
          continue
        }
        start = end + 1
      }
      unsafe conceal(argument, start..<length)
    }
  }

  private static func conceal(_ argument: UnsafeMutablePointer<CChar>, _ value: Range<Int>) {
    let first = value.upperBound - digits
    let isAlone = value.count == digits
    guard isAlone || value.count == 2 * digits + 1,
      unsafe isAlone || argument[first - 1] == CChar(bitPattern: 0x3A),
      let secret = try? SecretBytes()
    else { return }
    for index in first..<value.upperBound {
      guard unsafe (try? secret.append(UInt8(bitPattern: argument[index]))) != nil else { return }
    }
    guard let key = try? ContentKey(hexadecimal: secret, in: 0..<digits) else { return }
    let number = keys.withLock { keys in
      keys.append(key)
      return keys.count
    }
    let name = Array(name(of: number).utf8)
    for (index, byte) in name.enumerated() {
      unsafe argument[value.lowerBound + index] = CChar(bitPattern: byte)
    }
    for index in value.lowerBound + name.count..<value.upperBound {
      unsafe argument[index] = 0
    }
  }

  /// The key that stood where an argument now is what stands in for it; `nil` for any other text.
  public static func key(for argument: String) -> ContentKey? {
    keys.withLock { keys in
      keys.indices.first { name(of: $0 + 1) == argument }.map { keys[$0] }
    }
  }

  /// What stands in for a key.
  private static func name(of number: Int) -> String { "(key \(number))" }
}
