// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import HLSPlaylist
import ISOBMFF
import RungTestSupport
import Testing

/// Copies of films whose edit lists cut, repeat, pause and lie. What is expected of pictures is what
/// `ffprobe` shows of the source, which keeps edit lists.
@Suite(.serialized) struct CopyEditListTests {
  /// Twelve seconds in groups of two, with two pictures of reordering: the first picture is at
  /// composition time 1024 of 12,800 a second, and sound at 1024 of 48,000.
  private static let film: Result<[UInt8], any Error> = Result {
    let folder = try TemporaryFolder()
    let path = folder.file("film.mp4")
    let run = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=12", "-f", "lavfi", "-i",
        "sine=440:r=48000:d=12", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50",
        "-keyint_min", "50", "-sc_threshold", "0", "-pix_fmt", "yuv420p", "-c:a", "aac", "-ac", "2",
        path,
      ])
    #expect(run.errors == "")
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// A stretch of the film, in milliseconds; `nil` shows nothing.
  typealias Stretch = (from: Int?, length: Int)

  /// A film with the same edits of pictures and sound.
  private func film(_ stretches: [Stretch], in folder: TemporaryFolder) throws -> String {
    try film(in: folder) { film in
      for (track, timescale) in [12_800, 48_000].enumerated() {
        let edits = stretches.map { stretch in
          Edit(
            duration: UInt64(stretch.length),
            mediaTime: stretch.from.map { Int64(1024 + $0 * timescale / 1000) } ?? -1)
        }
        try film.setEdits(edits, track: track)
      }
    }
  }

  private func film(
    in folder: TemporaryFolder, _ edit: (inout EditedFilm) throws -> Void
  ) throws -> String {
    var film = EditedFilm(try Self.film.get())
    try edit(&film)
    let path = folder.file("film.mp4")
    try film.write(to: path)
    return path
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var edits: [Stretch]
    /// The pictures that are shown.
    var pictures: Int
    /// How long pictures last together, in seconds.
    var duration: Double
    /// What the user is told.
    var warnings: [String] = []
    var testDescription: String { id }

    /// The time in which nothing is shown between two edits, in milliseconds.
    var pause: (at: Int, length: Int)? {
      guard let index = edits.indices.dropFirst().first(where: { edits[$0].from == nil }) else {
        return nil
      }
      return (edits[..<index].reduce(0) { $0 + $1.length }, edits[index].length)
    }

    /// Packets of the film without the pause, which FFmpeg gets wrong, where ISO/IEC 14496-12 section
    /// 8.6.6 puts them.
    func delayed(_ packets: [ProbedPacket]) -> [ProbedPacket] {
      guard let pause else { return packets }
      return packets.map { packet in
        packet.time < pause.at
          ? packet : ProbedPacket(time: packet.time + pause.length, hash: packet.hash)
      }
    }
  }

  static let cases = [
    Case(id: "a cut", edits: [(0, 2000), (6000, 4000)], pictures: 150, duration: 6),
    Case(id: "the order turned", edits: [(8000, 2000), (2000, 4000)], pictures: 150, duration: 6),
    Case(
      id: "a repetition", edits: [(0, 2000), (0, 2000), (8000, 2000)], pictures: 150, duration: 6),
    Case(
      id: "an overlap", edits: [(0, 4000), (2000, 4000)], pictures: 200, duration: 8),
    Case(
      id: "a start inside a group of pictures, then a cut", edits: [(1000, 3000), (6000, 2000)],
      pictures: 125, duration: 5),
    Case(
      id: "a late start in pieces without a cut", edits: [(nil, 1000), (0, 3000), (3000, 5000)],
      pictures: 200, duration: 8),
    Case(
      id: "nothing between two edits", edits: [(0, 2000), (nil, 3000), (4000, 2000)],
      pictures: 100, duration: 7,
      warnings: [
        "the longest group of pictures lasts 5 s, from 0 s on: a segment cannot be shorter"
      ]),
    Case(
      id: "a pause inside a group of pictures", edits: [(0, 3000), (nil, 2000), (3000, 3000)],
      pictures: 150, duration: 8,
      warnings: [
        "the longest group of pictures lasts 4 s, from 2 s on: a segment cannot be shorter"
      ]),
  ]

  @Test(arguments: cases)
  func `an edit list is kept`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let path = try film(c.edits, in: folder)
    let package = try CopiedPackage(path, CopyOptions(segmentDuration: 2))
    #expect(package.report.warnings == c.warnings)
    let (video, sound) = (package.report.renditions[0], package.report.renditions[1])
    let joined = try package.joined(video.directory)
    let shown = try ProbedPacket.list(joined, "v:0")
    #expect(shown.count == c.pictures)
    let paced = c.pause == nil ? path : try film(c.edits.filter { $0.from != nil }, in: folder)
    #expect(try shown == c.delayed(ProbedPacket.list(paced, "v:0")))
    let playlist = Array(try package.playlist(video.directory).segments)
    let total = playlist.reduce(0.0) { $0 + (Double($1.duration.description) ?? 0) }
    #expect(abs(total - c.duration) < 0.001, "\(total)")
    for rendition in [video, sound] {
      let decoded = try Program(
        "ffmpeg", ["-v", "error", "-i", package.joined(rendition.directory), "-f", "null", "-"])
      #expect(decoded.errors == "")
    }
    // Frames of 1024 follow one another, but for where nothing is to be heard.
    let times = try ProbedPacket.list(package.joined(sound.directory), "a:0").map(\.time)
    let pauses = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 < 21 || $0 > 22 }
    #expect(pauses.count == (c.pause == nil ? 0 : 1))
    if let pause = c.pause, let found = pauses.first {
      #expect(abs(found - 21 - pause.length) <= 22)
    }
    #expect(abs(Double((times.last ?? 0) + 21) / 1000 - c.duration) < 0.044)
    // The script counts pictures that are decoded before 0 and not shown.
    guard c.edits.first?.from != 1000 else { return }
    let check = try Program.script("check-package", [package.file("")])
    #expect(check.status == 0, "\(check.output)")
  }

  /// Cuts where no IDR picture is, and the time of the first.
  static let broken: [Case] = [
    Case(id: "a start", edits: [(0, 2000), (5000, 3000)], pictures: 125, duration: 2),
    Case(id: "an end", edits: [(0, 4080), (6000, 2000)], pictures: 152, duration: 4.08),
  ]

  @Test(arguments: broken)
  func `a cut inside a group of pictures is refused by time, or encoded`(_ c: Case) throws {
    let folder = try TemporaryFolder()
    let path = try film(c.edits, in: folder)
    let error = #expect(throws: PackagingError.self) {
      try CopiedPackage(path, CopyOptions(segmentDuration: 2))
    }
    #expect(error?.code == .alignment && error?.location == "\(path)#1")
    #expect(
      error?.reason
        == "expected an edit list that cuts at IDR pictures, found a cut inside a group of "
        + "pictures at \(c.duration == 2 ? "2" : "4.08") s")
    #expect(error?.hint?.hasPrefix("'--reencode-misaligned'") == true)
    var options = CopyOptions(segmentDuration: 2)
    options.renewsMisaligned = true
    let package = try CopiedPackage(path, options)
    let joined = try package.joined(package.report.renditions[0].directory)
    #expect(try ProbedPacket.list(joined, "v:0").count == c.pictures)
  }

  @Test func `a pause cannot be encoded, and is refused`() throws {
    let folder = try TemporaryFolder()
    let path = try film([(0, 2000), (nil, 2000), (5000, 3000)], in: folder)
    var options = CopyOptions(segmentDuration: 2)
    options.renewsMisaligned = true
    #expect(throws: PackagingError(.source, "\(path)#1", "")) { try CopiedPackage(path, options) }
  }

  struct Lie: Sendable, CustomTestStringConvertible {
    var id: String
    var edits: [Edit]
    var count: UInt32?
    /// What is said of the pictures behind the path, or how many there are.
    var outcome: String
    var testDescription: String { id }
  }

  static let lies = [
    Lie(
      id: "a picture held", edits: [Edit(duration: 2000, mediaTime: 1024, rate: 0)],
      outcome: "expected an edit list that plays, found an edit that holds a picture (rate 0)"),
    Lie(
      id: "half the speed", edits: [Edit(duration: 2000, mediaTime: 1024, rate: 0x8000)],
      outcome: "expected an edit list of normal speed, found rate 0.5"),
    Lie(
      id: "a start behind the end", edits: [Edit(duration: 2000, mediaTime: 1_000_000_000)],
      outcome: "expected samples, found none"),
    Lie(
      id: "a cut to behind the end",
      edits: [Edit(duration: 2000, mediaTime: 1024), Edit(duration: 2000, mediaTime: 1_000_000)],
      outcome: "50"),
    Lie(
      id: "an end behind the end", edits: [Edit(duration: .max, mediaTime: 1024)],
      outcome: "expected an edit inside the media, found one from 1024 on"),
    Lie(
      id: "a start before the start", edits: [Edit(duration: 2000, mediaTime: -2)],
      outcome: "expected an edit inside the media, found one from -2 on"),
    Lie(
      id: "a start at the end of time", edits: [Edit(duration: 2000, mediaTime: .max)],
      outcome: "expected an edit inside the media, found one from 9223372036854775807 on"),
    Lie(
      id: "nothing for ever", edits: [Edit(duration: .max, mediaTime: -1)],
      outcome: "expected edits that begin within 1000 hours, found one that does not"),
    Lie(
      id: "a pause of a thousand hours and a second",
      edits: [
        Edit(duration: 2000, mediaTime: 1024), Edit(duration: 3_600_000_000, mediaTime: -1),
        Edit(duration: 2000, mediaTime: 1024 + 25_600),
      ],
      outcome: "expected edits that begin within 1000 hours, found one that does not"),
    Lie(
      id: "a thousand cuts and one",
      edits: (0...1000).map { Edit(duration: 1, mediaTime: 1024 + 128 * $0) },
      outcome: "expected an edit list of at most 1000 cuts and 100 repetitions, found more"),
    Lie(
      id: "a hundred repetitions and one",
      edits: Array(repeating: Edit(duration: 2000, mediaTime: 1024), count: 102),
      outcome: "expected an edit list of at most 1000 cuts and 100 repetitions, found more"),
    Lie(
      id: "a hundred repetitions",
      edits: Array(repeating: Edit(duration: 2000, mediaTime: 1024), count: 101), outcome: "5050"),
    Lie(
      id: "four thousand million edits", edits: [Edit(duration: 2000, mediaTime: 1024)],
      count: .max, outcome: "expected pictures or sound, found neither"),
  ]

  @Test(arguments: lies)
  func `what an edit list lies about is said exactly`(_ c: Lie) throws {
    let folder = try TemporaryFolder()
    let path = try film(in: folder) { film in
      try film.setEdits(c.edits, track: 0, claiming: c.count)
    }
    var outcome = ""
    do {
      let package = try CopiedPackage(
        [CopyInput(path, as: .video, tracks: [1])], CopyOptions(segmentDuration: 2))
      outcome = "\(package.report.renditions.first?.samples ?? 0)"
    } catch let error as PackagingError {
      outcome = error.reason
    }
    #expect(outcome.hasPrefix(c.outcome), "\(outcome)")
  }
}
