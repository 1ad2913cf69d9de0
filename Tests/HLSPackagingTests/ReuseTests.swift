// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import HLSPackaging
import LibAV
import RungTestSupport
import Testing

/// What was encoded once is not encoded again, and is the same however it was encoded.
@Suite(.timeLimit(.minutes(15))) struct ReuseTests {
  /// Twenty seconds in which four of noise follow four of black, and nothing in between is easy.
  private static func harshSource(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("harsh.mkv")
    let noise = "noise=alls=100:allf=t+u:enable='lt(mod(t,8),4)'"
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "color=black:s=416x234:r=25:d=20,\(noise)", "-c:v",
        "libx264", "-preset", "ultrafast", "-qp", "4", path,
      ])
    #expect(made.status == 0, "\(made.errors)")
    return path
  }

  private static func package(
    _ path: String, to folder: String, _ options: LadderOptions = LadderOptions(),
    store: ChunkStore?, workers: Int? = nil
  ) throws -> PackageReport {
    LibraryLog.silence()
    var options = options
    options.speed = "ultrafast"
    let source = try MediaSource.open(path)
    let plan = try LadderPlan(for: source.description, options)
    let output = try OutputDirectory(folder, replaces: true)
    return try LadderPackager(plan, to: output, version: "test", store: store, workers: workers)
      .run(reading: source)
  }

  /// All files but the report, which tells times.
  private static func files(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    var files: [String: Data] = [:]
    for name in names
    where name.hasSuffix(".m4s") || name.hasSuffix(".m3u8") || name.hasSuffix("mp4") {
      files[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
    }
    return files
  }

  private static func work(_ report: PackageReport) -> [EncodingProgress.RungWork] {
    report.renditions.compactMap(\.work)
  }

  @Test func `any number of workers gives the same bytes, and the caps hold at joins`() throws {
    let folder = try TemporaryFolder()
    let source = try Self.harshSource(folder)
    let options = LadderOptions(codecs: [.h264, .hevc], ranges: [.sdr, .pq])
    let report = try Self.package(source, to: folder.file("one"), options, store: nil, workers: 1)
    _ = try Self.package(source, to: folder.file("eight"), options, store: nil, workers: 8)
    let files = try Self.files(folder.file("one"))
    // The rungs are of H.264 and HEVC in SDR, and of HEVC in PQ: four segments each.
    #expect(files.keys.count { $0.hasSuffix(".m4s") } == 12)
    #expect(try Self.files(folder.file("eight")) == files)

    let plan = try LadderPlan(for: try MediaSource.open(source).description, options)
    #expect(plan.rungs.map(\.codec) == [.h264, .hevc, .hevc])
    for rung in plan.rungs {
      let list = folder.file("one/\(rung.name)/playlist.m3u8")
      let sizes = try Program.probe(list, "-show_entries", "packet=size").compactMap { Int($0) }
      #expect(sizes.count == 500)
      // A buffer that fills at the cap never runs dry, wherever it is looked at from.
      let perPicture = Double(rung.maximumRate) / rung.frameRate.value
      var (fullness, lowest) = (Double(rung.bufferSize), Double(rung.bufferSize))
      for size in sizes {
        fullness = min(fullness, Double(rung.bufferSize)) - Double(8 * size)
        lowest = min(lowest, fullness)
        fullness += perPicture
      }
      #expect(lowest >= -0.02 * Double(rung.bufferSize), "\(rung.name) by \(lowest) bits")
    }
    #expect(Self.work(report).allSatisfy { $0.encodedGroups == 10 && $0.reusedGroups == 0 })
  }

  @Test func `a second run encodes nothing, whatever is packaged otherwise`() throws {
    let folder = try TemporaryFolder()
    let store = ChunkStore(folder.file("cache"))
    let source = try Self.harshSource(folder)
    let first = try Self.package(source, to: folder.file("out"), store: store)
    let files = try Self.files(folder.file("out"))
    #expect(Self.work(first).map(\.encodedPictures) == [500])

    let again = try Self.package(source, to: folder.file("out"), store: store)
    #expect(Self.work(again).map(\.encodedPictures) == [0])
    #expect(Self.work(again).map(\.reusedGroups) == [10])
    #expect(try Self.files(folder.file("out")) == files)

    var options = LadderOptions(segmentDuration: 8)
    #expect(
      try Self.work(Self.package(source, to: folder.file("long"), options, store: store))
        .map(\.encodedPictures) == [0])
    #expect(try Program.script("check-package", [folder.file("long")]).status == 0)

    // Another rung: what was there is taken, the new one encoded.
    options = LadderOptions(codecs: [.h264, .hevc])
    let more = try Self.package(source, to: folder.file("more"), options, store: store)
    #expect(Self.work(more).map(\.encodedPictures) == [0, 500])
    #expect(Self.work(more).map(\.reusedPictures) == [500, 0])

    // A shorter part shares the whole chunks at its start: 150 pictures each.
    options = LadderOptions(range: SourceRange(duration: 13))
    let part = try Self.package(source, to: folder.file("part"), options, store: store)
    #expect(Self.work(part).map(\.reusedPictures) == [300])
    #expect(Self.work(part).map(\.encodedPictures) == [25])
  }

  @Test func `a run goes on from what another kept`() throws {
    let folder = try TemporaryFolder()
    let source = try Self.harshSource(folder)
    _ = try Self.package(source, to: folder.file("whole"), store: nil)
    let store = ChunkStore(folder.file("cache"))
    _ = try Self.package(source, to: folder.file("first"), store: store)
    // Half of the chunks are lost, one is damaged.
    let chunks = folder.file("cache/chunks")
    let names = try FileManager.default.contentsOfDirectory(atPath: chunks).sorted()
    #expect(names.count == 4)
    try FileManager.default.removeItem(atPath: "\(chunks)/\(names[0])")
    try Data("damaged".utf8).write(to: URL(filePath: "\(chunks)/\(names[1])"))
    let report = try Self.package(source, to: folder.file("second"), store: store)
    // Three chunks of 150 pictures and one of 50, in the order of their digests.
    let encoded = Self.work(report)[0].encodedPictures
    #expect(encoded == 200 || encoded == 300)
    #expect(Self.work(report)[0].reusedPictures == 500 - encoded)
    #expect(try Self.files(folder.file("second")) == Self.files(folder.file("whole")))
  }
}
