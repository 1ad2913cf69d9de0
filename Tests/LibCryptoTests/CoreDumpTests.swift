// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import RungTestSupport
import Testing

@testable import LibCrypto

/// Dumps of the test's own process, which another program searches for keys that the process never
/// saw as ordinary bytes.
@Suite struct CoreDumpTests {
  private static let canDump = ["/usr/bin/gcore", "/usr/bin/python3"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Counts the places at which the first files' bytes stand in the last file.
  private static let search = """
    import mmap, sys
    with open(sys.argv[-1], 'rb') as dump, mmap.mmap(dump.fileno(), 0, access=1) as memory:
        for name in sys.argv[1:-1]:
            key, count, place = open(name, 'rb').read(), 0, -1
            while (place := memory.find(key, place + 1)) >= 0: count += 1
            print(count)
    """

  @Test(.enabled(if: canDump))
  func `no dump holds a key that is in use`() throws {
    let folder = try TemporaryFolder()
    let key = try ContentKey.random()
    let secret = try SecretBytes()
    try secret.append(key, asHexadecimal: false)
    try SecretFile.write(secret, to: folder.file("key"))
    let text = try SecretBytes()
    try text.append(key, asHexadecimal: true)
    try SecretFile.write(text, to: folder.file("text"))
    // What is no secret is found, or the search itself is at fault.
    let open = try RandomBytes.make(16)
    try Data(open).write(to: URL(filePath: folder.file("open")))

    var cipher = try CBCCipher.encrypting(with: key)
    var decipher = try CBCCipher.decrypting(with: key)
    var bytes = [UInt8](repeating: 7, count: 64)
    try cipher.process(&bytes, in: 0..<64)
    let dump = try Program(
      "gcore", ["-o", folder.file("core"), "\(ProcessInfo.processInfo.processIdentifier)"])
    let core = folder.file("core.\(ProcessInfo.processInfo.processIdentifier)")
    try #require(FileManager.default.fileExists(atPath: core), "\(dump.errors)")
    let found = try Program(
      "python3",
      ["-c", Self.search, folder.file("key"), folder.file("text"), folder.file("open"), core])
    let counts = found.lines.compactMap { Int($0) }
    try #require(counts.count == 3, "\(found.errors)")
    // Where something else in the process was at libcrypto first, its schedules are in the heap.
    #expect(counts[0] == 0 || !CryptoLibrary.hasOwnMemory)
    #expect(counts[1] == 0)
    #expect(counts[2] > 0)
    // All of them are in use until here.
    try decipher.process(&bytes, in: 0..<64)
    #expect(bytes == [UInt8](repeating: 7, count: 64) && open.count == 16 && key.equals(key))
    #expect(text.count == 32)
  }
}
