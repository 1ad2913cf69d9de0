// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSVariantTesting
import RungTestSupport
import Testing

@testable import HLSOffline

/// Playlists and packages that somebody made to do harm.
@Suite struct HostileTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let uri: String
    /// The error, or `nil` where the resource is asked for at the origin and stored under a name of
    /// the package's own.
    let code: OfflineError.Code?
    var testDescription: String { String(uri.prefix(60)) }

    var isOtherScheme: Bool {
      ["ftp:", "gopher:", "data:", "javascript:", "dict:"].contains { uri.hasPrefix($0) }
    }

    init(_ uri: String, _ code: OfflineError.Code?) {
      self.uri = uri
      self.code = code
    }
  }

  static let cases: [Case] = [
    // What would lead out of a folder named after it.
    Case("../../../../canary.txt", nil), Case("/canary.txt", nil),
    Case("..%2f..%2fcanary.txt", nil),
    Case("..%5c..%5ccanary.txt", nil), Case("..\\..\\canary.txt", nil), Case("%2e%2e/canary", nil),
    Case("a/../../../../../canary.txt", nil), Case("%00.m4s", nil),
    Case("x%0d%0aHost: y", .refused),
    Case("NUL", nil), Case("con.m4s", nil), Case("/dev/zero", nil), Case("boot.xml", nil),
    Case("master.m3u8/../download.journal", nil), Case("segment.m4s.part", nil), Case("a;b|c", nil),
    Case(String(repeating: "n", count: 5000) + ".m4s", nil),
    Case(String(repeating: "d/", count: 4000), nil),
    Case(String(repeating: "n", count: 20_000), .refused),
    // Other schemes.
    Case("file:///etc/passwd", .refused), Case("FILE:///etc/passwd", .refused),
    Case("file://host/etc/passwd", .refused), Case("ftp://example.com/x", .refused),
    Case("gopher://example.com/x", .refused), Case("data:text/plain,x", .refused),
    Case("javascript:x", .refused), Case("dict://127.0.0.1:11211/stat", .refused),
    Case("https:///x", .refused),
    // This machine and its network.
    Case("http://127.0.0.1/x", .refused), Case("http://localhost/x", .refused),
    Case("http://user@[::1]:8080/x", .refused), Case("http://169.254.169.254/latest", .refused),
    Case("https://10.0.0.1/x", .refused), Case("http://[::ffff:127.0.0.1]/x", .refused),
    Case("//192.168.0.1/router", .refused), Case("http://foo.localhost/x", .refused),
    // What could become a header.
    Case("x y", .refused), Case("x\u{7F}y", .refused),
  ]

  /// Where a playlist names a resource.
  enum Place: String, CaseIterable, Sendable {
    case segment, initialization, key, variant, sound, iFrames, sessionData

    /// The media playlist that the master names as `v1.m3u8`.
    func media(_ uri: String) -> String {
      Presentation.media(6) {
        switch self {
        case .segment: ["#EXTINF:6,", uri]
        case .initialization: ["#EXT-X-MAP:URI=\"\(uri)\"", "#EXTINF:6,", "s.m4s"]
        case .key: ["#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"", "#EXTINF:6,", "s.ts"]
        default: ["#EXTINF:6,", "s.ts"]
        }
      }
    }

    func master(_ uri: String) -> String {
      let sound = self == .sound ? uri : "v1.m3u8"
      let iFrames = self == .iFrames ? uri : "v1.m3u8"
      let data = self == .sessionData ? uri : "d.json"
      return """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-SESSION-DATA:DATA-ID="x",URI="\(data)"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,AUTOSELECT=YES,URI="\(sound)"
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.640028",URI="\(iFrames)"
        #EXT-X-STREAM-INF:BANDWIDTH=4000000,CODECS="avc1.640028,mp4a.40.2",AUDIO="a"
        \(self == .variant ? uri : "v1.m3u8")

        """
    }
  }

  /// Downloads a presentation that names a resource by a URI, from an origin that has everything.
  private func download(
    _ uri: String, as place: Place, to package: String
  ) async throws -> OfflineError? {
    var conditions = SimulatedOrigin.Conditions()
    let playlist = Array(Presentation.media(6) { ["#EXTINF:6,", "s.ts"] }.utf8)
    let bytes = [.variant, .sound, .iFrames].contains(place) ? playlist : [1, 2, 3]
    conditions.anything = { _ in bytes }
    let presentation = try Presentation(segments: 1, conditions)
    presentation.add(place.media(uri), "v1.m3u8")
    presentation.add(place.master(uri), "master.m3u8")
    do {
      try await presentation.download(to: package, storesKeys: true)
      return nil
    } catch let error as OfflineError {
      return error
    }
  }

  @Test(arguments: cases, Place.allCases)
  func `nothing outside the package is touched, whatever a resource is called`(
    _ item: Case, _ place: Place
  ) async throws {
    let folder = try TemporaryFolder()
    try Data("canary".utf8).write(to: URL(filePath: folder.file("canary.txt")))
    let error = try await download(item.uri, as: place, to: folder.file("film.movpkg"))
    // A key of another scheme is some system's own: its URI stays, and nothing is asked for.
    let isForeignKey = place == .key && item.isOtherScheme
    #expect(error?.code == (isForeignKey ? nil : item.code))
    let files = try contents(of: folder.path)
    #expect(files["canary.txt"] == Data("canary".utf8))
    let outside = files.keys.filter { !$0.hasPrefix("film.movpkg/") }
    #expect(outside == ["canary.txt"])
    // Every name is one that the package gives.
    for name in files.keys where name.hasPrefix("film.movpkg/") {
      let inside = String(name.dropFirst("film.movpkg/".count))
      #expect(SafePath(inside) != nil, "\(inside)")
      #expect(!inside.contains("canary") && !inside.contains("nnnn"))
    }
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://media.example/x", "http://media.example/x", "data:,x",
    "https://127.0.0.1/x", "https://[fd00::1]/x", "//localhost/x",
  ])
  func `follows no redirect to another scheme or to a private address`(
    _ location: String
  ) async throws {
    let presentation = try Presentation(segments: 1)
    presentation.origin.redirect(Presentation.base + "v1-0.m4s", to: location)
    let folder = try TemporaryFolder()
    let error = await #expect(throws: OfflineError.self) {
      try await presentation.download(to: folder.file("film.movpkg"))
    }
    #expect(error?.code == .refused)
    #expect(!presentation.origin.requests.contains(location))
  }

  @Test func `follows redirects of the origin, ten in a row and no more`() async throws {
    for (count, code) in [(10, OfflineError.Code?.none), (11, .status)] {
      let presentation = try Presentation(segments: 1)
      for step in 0..<count {
        presentation.origin.redirect(
          Presentation.base + (step == 0 ? "v1-0.m4s" : "r\(step)"), to: "r\(step + 1)")
      }
      presentation.origin.add([1], at: Presentation.base + "r\(count)")
      let folder = try TemporaryFolder()
      var found: OfflineError.Code?
      do {
        try await presentation.download(to: folder.file("film.movpkg"))
      } catch let error as OfflineError {
        found = error.code
      }
      #expect(found == code)
    }
  }

  @Test func `asks private addresses where the master is private, or that is allowed`() throws {
    let open = AccessPolicy(master: "http://10.0.0.1/m")
    open.decide(address: "10.0.0.1", host: "10.0.0.1", isProxied: false)
    #expect(throws: Never.self) { try open.check("http://127.0.0.1/x") }
    let closed = AccessPolicy(master: "http://a.example/m")
    closed.decide(address: "93.184.216.34", host: "a.example", isProxied: false)
    #expect(throws: OfflineError.self) { try closed.check("http://127.0.0.1/x") }
    // A name that leads there is found once it is looked up.
    #expect(!closed.allows([127, 0, 0, 1]))
    #expect(closed.allows([93, 184, 216, 34]))
    // What comes later changes nothing.
    closed.decide(address: "10.0.0.1", host: "10.0.0.1", isProxied: false)
    #expect(!closed.allows([10, 0, 0, 1]))
    let allowed = AccessPolicy(master: "http://a.example/m", allowsPrivate: true)
    allowed.decide(address: "93.184.216.34", host: "a.example", isProxied: false)
    #expect(allowed.allows([10, 0, 0, 1]))
  }

  @Test func `keeps what could end a header line out of requests`() {
    let validator = Validator(["etag": "\"a\"\r\nX: y", "last-modified": "\u{0}"])
    #expect(validator.isEmpty)
  }

  @Test(arguments: ["../x", "/etc", "a/../../b", "", "..\\x", "a%2f..", "NUL"])
  func `opens no package whose documents lead elsewhere`(_ path: String) async throws {
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    try await Presentation(segments: 1).download(to: package)
    let boot = URL(filePath: package + "/boot.xml")
    let text = try String(contentsOf: boot, encoding: .utf8)
    let range = try #require(text.range(of: #"Path="[^"]*""#, options: .regularExpression))
    try text.replacingCharacters(in: range, with: "Path=\"\(path)\"")
      .write(to: boot, atomically: true, encoding: .utf8)
    let error = #expect(throws: OfflineError.self) { try OfflinePackage(package) }
    #expect(error?.code == .unreadable)
  }

  @Test func `follows no link inside a package`() async throws {
    let folder = try TemporaryFolder()
    let package = folder.file("film.movpkg")
    let presentation = try Presentation(segments: 1)
    try await presentation.download(to: package)
    try Data("canary".utf8).write(to: URL(filePath: folder.file("canary.txt")))
    // Somebody puts a link where a file is written.
    let journal = package + "/download.journal.part"
    try FileManager.default.createSymbolicLink(
      atPath: journal, withDestinationPath: folder.file("canary.txt"))
    try FileManager.default.removeItem(atPath: package + "/Data/Rung.json")
    var options = DownloadOptions()
    options.replaces = true
    _ = try? await presentation.download(to: package, options: options)
    #expect(FileManager.default.contents(atPath: folder.file("canary.txt")) == Data("canary".utf8))
  }
}
