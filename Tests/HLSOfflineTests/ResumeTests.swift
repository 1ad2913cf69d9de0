// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSVariantTesting
import RungTestSupport
import Testing

@testable import HLSOffline

@Suite struct ResumeTests {
  /// Runs a download that is stopped after a while of virtual time.
  private func interrupted(
    _ presentation: Presentation, _ package: String, after time: Duration
  ) async throws -> Bool {
    let clock = presentation.clock
    return try await clock.run {
      var options = DownloadOptions()
      options.clock = clock
      let (plan, access) = try await presentation.plan(options: options)
      let downloader = Downloader(
        plan, to: package, with: presentation.origin, access: access, options: options)
      return try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          _ = try await downloader.run()
          return true
        }
        group.addTask {
          try await clock.sleep(for: time)
          return false
        }
        let isDone = try await group.next() ?? false
        group.cancelAll()
        return isDone
      }
    }
  }

  @Test(arguments: 1...12)
  func `goes on after a cancellation without fetching what is whole`(_ step: Int) async throws {
    let presentation = try Presentation(segments: 12, bytes: 30_000)
    let folder = try TemporaryFolder()
    let (package, other) = (folder.file("a.movpkg"), folder.file("b.movpkg"))
    try await Presentation(segments: 12, bytes: 30_000).download(to: other)
    let isDone = try await interrupted(
      presentation, package, after: .milliseconds(40 + 30 * step))
    let whole = FileManager.default.subpaths(atPath: package)?.count { $0.hasSuffix(".m4s") } ?? 0
    let summary = try await presentation.download(to: package)
    #expect(isDone || summary.keptFiles >= whole)
    #expect(try contents(of: package) == contents(of: other))
    // Whole files once; sound may go on within its stretch.
    let segments = presentation.origin.requests.filter { $0.contains("/v1-") }
    #expect(segments.count <= 13 + 8)
    let media = presentation.origin.requests.filter { $0.contains(".m4s") }
    #expect(Set(media).count == 12)
    if whole > 0 { #expect(media.count < 24) }
  }

  @Test func `pauses, and goes on`() async throws {
    let presentation = try Presentation(segments: 12, bytes: 30_000)
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    let clock = presentation.clock
    try await clock.run {
      var options = DownloadOptions()
      options.clock = clock
      let (plan, access) = try await presentation.plan(options: options)
      let downloader = Downloader(
        plan, to: package, with: presentation.origin, access: access, options: options)
      async let summary = downloader.run()
      try await clock.sleep(for: .milliseconds(100))
      downloader.pause()
      try await clock.sleep(for: .milliseconds(100))
      let before = presentation.origin.requests.count
      try await clock.sleep(for: .seconds(3600))
      #expect(presentation.origin.requests.count == before)
      downloader.resume()
      _ = try await summary
    }
    #expect(clock.now.offset > .seconds(3600))
    #expect(try OfflinePackage(package).findings() == [])
  }

  @Test func `lets one process write at a time`() async throws {
    let presentation = try Presentation(segments: 1)
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    let other = try PackageFolder.create(package)
    #expect(other.lock())
    let error = await #expect(throws: OfflineError.self) {
      try await presentation.download(to: package)
    }
    #expect(error?.code == .occupied)
  }

  // MARK: - The journal

  private static let begin = JournalRecord.begin(choice: "c", source: "s", boot: "b")
  private static let version = Validator(entityTag: "\"a b\"", lastModified: "Sun, 06 Nov 1994")

  private func bytes(_ records: JournalRecord...) -> [UInt8] {
    Array(records.map(\.line).joined().utf8)
  }

  @Test(arguments: [
    begin, .part(3, version), .part(0, Validator()), .done(7, 1 << 40), .checkpoint(2), .sync(2),
  ])
  func `reads the lines that it writes`(_ record: JournalRecord) {
    #expect(JournalRecord(record.line.dropLast()) == record)
  }

  @Test func `believes names after a kill, and what was synchronised after a loss of power`() {
    let text = bytes(
      Self.begin, .done(0, 10), .checkpoint(1), .done(1, 11), .sync(1), .part(2, Self.version),
      .done(3, 13))
    let killed = JournalReplay(text, boot: "b")
    #expect(killed.trustsNames)
    #expect(killed.done == [0: 10, 1: 11, 3: 13])
    #expect(killed.parts == [2: Self.version])
    let powerless = JournalReplay(text, boot: "other")
    #expect(!powerless.trustsNames)
    #expect(powerless.done == [0: 10])
    #expect(powerless.parts == [:])
  }

  @Test func `stops at a line that is torn or changed, wherever it is cut`() {
    let text = bytes(Self.begin, .done(0, 10), .done(1, 11), .done(2, 12))
    for count in text.indices {
      let replay = JournalReplay(Array(text.prefix(count)), boot: "b")
      #expect(replay.done.count <= 3)
      for (index, length) in replay.done { #expect(length == UInt64(10 + index)) }
    }
    var changed = text
    changed[bytes(Self.begin).count + 25] ^= 1
    #expect(JournalReplay(changed, boot: "b").done == [:])
  }
}
