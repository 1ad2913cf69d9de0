// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import Synchronization

/// What a download that has not ended knows of itself: an append-only file of checked lines.
///
/// After a kill, files that have their names are whole, since they are moved there when they are;
/// the journal has the versions of those that are not. After a loss of power, only what the last
/// `sync` line has before it is known to be on the disk. Which of the two it was, the boot
/// identifier of the kernel tells.
final class DownloadJournal: Sendable {
  static let name = "download.journal"

  private let folder: PackageFolder
  private let descriptor: Int32
  private let pending = Mutex<[UInt8]>([])

  /// Begins a journal, with what an earlier one had.
  init(_ folder: PackageFolder, _ records: [JournalRecord]) throws(OfflineError) {
    self.folder = folder
    // At once in place of the earlier one, whose last line may be torn.
    try folder.write(Array(records.map(\.line).joined().utf8), to: Self.name)
    descriptor = try folder.open(Self.name, flags: O_WRONLY | O_APPEND)
  }

  deinit { close(descriptor) }

  /// Adds a record. One that does not have to be there at once is written with later ones.
  func add(_ record: JournalRecord, atOnce: Bool) throws(OfflineError) {
    let bytes = pending.withLock { pending in
      pending += record.line.utf8
      guard atOnce || pending.count >= 4096 else { return [UInt8]() }
      defer { pending = [] }
      return pending
    }
    guard bytes.isEmpty || bytes.span.writeAll(to: descriptor) else {
      throw folder.error(Self.name)
    }
  }

  /// Identifies the run of the system: another one after every start.
  static let bootIdentifier: String =
    (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8))?
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? "unknown"
}

/// A line of a journal.
enum JournalRecord: Hashable {
  /// A run begins: the choice, the source, the run of the system.
  case begin(choice: String, source: String, boot: String)
  /// A file has its first bytes, of a version.
  case part(Int, Validator)
  /// A file is whole: how many bytes it has.
  case done(Int, UInt64)
  /// A checkpoint begins.
  case checkpoint(Int)
  /// All that was done when a checkpoint began is on the disk.
  case sync(Int)

  /// The line, its checksum first.
  var line: String {
    let text: String
    switch self {
    case .begin(let choice, let source, let boot): text = "begin 1 \(choice) \(source) \(boot)"
    case .part(let index, let validator):
      text = "part \(index) \(validator.entityTag ?? "")\t\(validator.lastModified ?? "")"
    case .done(let index, let length): text = "done \(index) \(length)"
    case .checkpoint(let number): text = "checkpoint \(number)"
    case .sync(let number): text = "sync \(number)"
    }
    return "\(Checksum(text).text) \(text)\n"
  }

  /// Reads a line without its end; `nil` for one that is torn or changed.
  init?(_ line: Substring) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Checksum(String(parts[1])).text == parts[0] else { return nil }
    let words = parts[1].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    switch words[0] {
    case "begin" where words.count == 3 && words[1] == "1":
      let values = words[2].split(separator: " ")
      guard values.count == 3 else { return nil }
      self = .begin(
        choice: String(values[0]), source: String(values[1]), boot: String(values[2]))
    case "part" where words.count == 3:
      let values = words[2].split(separator: "\t", omittingEmptySubsequences: false)
      guard values.count == 2, let index = Int(words[1]) else { return nil }
      self = .part(
        index,
        Validator(
          entityTag: values[0].isEmpty ? nil : String(values[0]),
          lastModified: values[1].isEmpty ? nil : String(values[1])))
    case "done" where words.count == 3:
      guard let index = Int(words[1]), let length = UInt64(words[2]) else { return nil }
      self = .done(index, length)
    case "checkpoint" where words.count == 2:
      guard let number = Int(words[1]) else { return nil }
      self = .checkpoint(number)
    case "sync" where words.count == 2:
      guard let number = Int(words[1]) else { return nil }
      self = .sync(number)
    default: return nil
    }
  }
}

/// What a journal says, up to its first broken line.
struct JournalReplay {
  /// The choice and the source of the last run.
  private(set) var choice: String?
  private(set) var source: String?
  /// The versions of files that have begun and may go on, or share a resource with others, by
  /// index.
  private(set) var parts: [Int: Validator] = [:]
  /// The lengths of files that are whole, by index.
  private(set) var done: [Int: UInt64] = [:]
  /// Whether files that have their names are whole whatever the journal says.
  private(set) var trustsNames = true

  private var synced: [Int: UInt64] = [:]
  private var checkpoints: [Int: [Int: UInt64]] = [:]

  /// Reads the text of a journal.
  init(_ bytes: [UInt8], boot: String = DownloadJournal.bootIdentifier) {
    // Without its end, the last line may be half of one.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n") {
      guard let record = JournalRecord(line) else { break }
      switch record {
      case .begin(let choice, let source, let runBoot):
        (self.choice, self.source) = (choice, source)
        if runBoot != boot || runBoot == "unknown" { trustsNames = false }
      case .part(let index, let validator): parts[index] = validator
      case .done(let index, let length): done[index] = length
      case .checkpoint(let number): checkpoints[number] = done
      case .sync(let number):
        synced = checkpoints[number] ?? synced
        checkpoints = [:]
      }
    }
    // The power may have been lost: what no checkpoint has seen counts for nothing.
    if !trustsNames { (done, parts) = (synced, [:]) }
  }
}
