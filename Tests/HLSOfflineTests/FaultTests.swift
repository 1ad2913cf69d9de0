// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSOffline
import HLSVariantTesting
import RungTestSupport
import Testing

@Suite struct FaultTests {
  static let cases = SimulatedOrigin.Fault.allCases.flatMap { fault in
    [0.01, 0.1, 0.5].map { (fault, $0) }
  }

  /// The package of an origin without faults.
  private func reference() async throws -> [String: Data] {
    let folder = try TemporaryFolder()
    try await Presentation().download(to: folder.file("film.movpkg"))
    return try contents(of: folder.file("film.movpkg"))
  }

  @Test(arguments: cases)
  func `ends complete and identical, or with one error and a package that goes on`(
    _ fault: SimulatedOrigin.Fault, _ share: Double
  ) async throws {
    let expected = try await reference()
    for seed in 1...2 as ClosedRange<UInt64> {
      var conditions = SimulatedOrigin.Conditions()
      conditions.faults = [fault: share]
      conditions.seed = seed
      let folder = try TemporaryFolder()
      let package = folder.file("film.movpkg")
      do {
        try await Presentation(conditions).download(to: package)
      } catch let error as OfflineError {
        #expect(!error.reason.isEmpty)
        #expect((try? OfflinePackage(package).isComplete) != true)
        // The origin recovers, and the same download goes on.
        try await Presentation().download(to: package)
      }
      #expect(try contents(of: package) == expected, "seed \(seed)")
    }
  }

  @Test func `never asks again for what is not there`() async throws {
    let presentation = try Presentation(segments: 3)
    presentation.add(
      Presentation.media(6) { ["#EXTINF:6,", "nowhere.m4s"] }, "v1.m3u8")
    let folder = try TemporaryFolder()
    let error = await #expect(throws: OfflineError.self) {
      try await presentation.download(to: folder.file("film.movpkg"))
    }
    #expect(error?.code == .status)
    #expect(error?.location == "https://media.example/film/nowhere.m4s")
    #expect(error?.reason == "expected status 200, found 404")
    #expect(presentation.origin.requests.count { $0.hasSuffix("nowhere.m4s") } == 1)
  }

  @Test func `waits as long as Retry-After says`() async throws {
    var conditions = SimulatedOrigin.Conditions()
    conditions.faults = [.tooManyRequests: 0.5]
    conditions.seed = 5
    let presentation = try Presentation(segments: 1, conditions)
    let folder = try TemporaryFolder()
    try await presentation.download(to: folder.file("film.movpkg"))
    let refused = presentation.origin.requests.count - Set(presentation.origin.requests).count
    #expect(refused > 0)
    #expect(presentation.clock.now.offset >= .seconds(3))
  }

  @Test func `goes on in the middle of a file`() async throws {
    var continued = 0
    for seed in 1...6 as ClosedRange<UInt64> {
      var conditions = SimulatedOrigin.Conditions()
      conditions.faults = [.reset: 0.5]
      conditions.seed = seed
      let presentation = try Presentation(segments: 4, bytes: 4000, conditions)
      let folder = try TemporaryFolder()
      try await presentation.download(to: folder.file("film.movpkg"))
      let sound = presentation.origin.requests.filter { $0.contains("a.mp4") }
      #expect(sound.first == "https://media.example/film/a.mp4 bytes=0-16699")
      if sound.count > 1 {
        // Half of it came before the connection broke.
        #expect(sound[1] == "https://media.example/film/a.mp4 bytes=8350-16699")
        continued += 1
      }
    }
    #expect(continued > 0)
  }

  @Test func `finds a source that changes during the download`() async throws {
    let presentation = try Presentation(segments: 4, bytes: 30_000)
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    let clock = presentation.clock
    var options = DownloadOptions()
    options.clock = clock
    let settled = options
    let error = await #expect(throws: OfflineError.self) {
      try await clock.run {
        let (plan, access) = try await presentation.plan()
        let downloader = Downloader(
          plan, to: package, with: presentation.origin, access: access, options: settled)
        async let summary = downloader.run()
        try await clock.sleep(for: .milliseconds(300))
        presentation.add(
          Presentation.media(6) { ["#EXTINF:6,", "other.m4s"] }, "v1.m3u8")
        _ = try await summary
      }
    }
    #expect(error?.code == .sourceChanged)
    #expect(error?.remedy == "'--force' starts again")
    #expect(!FileManager.default.fileExists(atPath: package + "/master.m3u8"))
  }

  @Test func `refuses a source that has changed since, unless it is to start again`() async throws {
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    try await Presentation(segments: 3).download(to: package)
    let error = await #expect(throws: OfflineError.self) {
      try await Presentation(segments: 4).download(to: package)
    }
    #expect(error?.code == .sourceChanged)
    var options = DownloadOptions()
    options.replaces = true
    try await Presentation(segments: 4).download(to: package, options: options)
    #expect(try OfflinePackage(package).findings() == [])
  }

  @Test func `holds the package to its limit`() async throws {
    let folder = try TemporaryFolder()
    var options = DownloadOptions()
    options.packageLimit = 50_000
    let error = await #expect(throws: OfflineError.self) {
      try await Presentation().download(to: folder.file("film.movpkg"), options: options)
    }
    #expect(error?.code == .tooLarge)
  }
}
