// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import LibAV
import RungTestSupport
import Testing

@Suite struct ExportSessionTests {
  private static var fast: ExportOptions {
    var options = ExportOptions()
    options.speed = "ultrafast"
    return options
  }

  private static func export(
    _ source: String, _ preset: ExportPreset, to path: String, _ options: ExportOptions = fast
  ) throws -> ExportSession.Result {
    try #require(try ExportSession(source, preset, to: path, options).run().first)
  }

  /// FFmpeg's hash of each track's packets.
  private static func hashes(_ path: String, _ tracks: String...) throws -> [String] {
    let maps = tracks.flatMap { ["-map", "0:\($0)"] }
    return try Program(
      "ffmpeg", ["-v", "error", "-i", path] + maps + ["-c", "copy", "-f", "streamhash", "-"]
    ).lines
  }

  @Test(arguments: [("hdr10.mp4", "mov"), ("hlg.mp4", "mp4"), ("sync.mp4", "m4v")])
  func `passthrough copies packets bit for bit`(_ name: String, _ type: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("copy.\(type)")
    _ = try Self.export(Fixture.path(name), .passthrough, to: path)
    let before = try Self.hashes(Fixture.path(name), "v", "a")
    #expect(before.count == 2)
    #expect(try Self.hashes(path, "v", "a") == before)
  }

  @Test(
    .enabled(if: Corpus.isPresent),
    arguments: [
      "sample_edit_list.mp4", "bear-640x360-hevc.mp4", "sparks_dovi_8.mp4", "bear-flac.mp4",
      "sample_with_colr_mdcv_and_clli.mp4", "edit_list_positive_shift.mp4",
    ]) func `passthrough copies real files bit for bit, with what their boxes say`(
      _ name: String
    ) throws
  {
    let folder = try TemporaryFolder()
    let source = try Corpus.url("media/\(name)").path
    let path = folder.file("copy.mp4")
    _ = try Self.export(source, .passthrough, to: path)
    let tracks = try SourceDescription.inspect(path).tracks.map(\.kind)
    let kinds = ["v", "a"].filter { kind in tracks.contains { $0.rawValue.hasPrefix(kind) } }
    for kind in kinds {
      let before = try Self.hashes(source, "\(kind):0")
      #expect(!before.isEmpty)
      #expect(try Self.hashes(path, "\(kind):0") == before)
    }
    let (before, after) = (
      try SourceDescription.inspect(source), try SourceDescription.inspect(path)
    )
    #expect(before.mainVideo?.video?.dolbyVision == after.mainVideo?.video?.dolbyVision)
    #expect(before.evidence.ambientViewingEnvironment == after.evidence.ambientViewingEnvironment)
    #expect(before.mainVideo?.video?.masteringDisplay == after.mainVideo?.video?.masteringDisplay)
    #expect(before.mainVideo?.video?.orientation == after.mainVideo?.video?.orientation)
  }

  @Test(arguments: [
    (ExportPreset.proRes422, "2", "yuv422p10le"), (.proRes4444, "4", "yuv444p10le"),
  ])
  func `ProRes decodes as near the source as FFmpeg's own`(
    _ preset: ExportPreset, _ profile: String, _ format: String
  ) throws {
    let folder = try TemporaryFolder()
    let source = try ExportSource.hdr10.make(in: folder)
    let ours = folder.file("ours.mov")
    _ = try Self.export(source, preset, to: ours)
    let theirs = folder.file("theirs.mov")
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", source, "-map", "0:v", "-vf",
        "zscale=filter=spline36:chromal=left,format=\(format)", "-c:v", "prores_ks",
        "-profile:v", profile, "-vendor", "apl0", theirs,
      ])
    let (mine, other) = (try Self.quality(ours, source), try Self.quality(theirs, source))
    #expect(mine >= other - 0.05, "\(mine) dB beside \(other) dB")
    #expect(mine > 38)
  }

  /// PSNR of luma over all pictures, in dB, by FFmpeg.
  private static func quality(_ path: String, _ reference: String) throws -> Double {
    let measured = try Program(
      "ffmpeg",
      [
        "-i", path, "-i", reference, "-lavfi",
        "[0:v]format=yuv420p10le[a];[1:v]format=yuv420p10le[b];[a][b]psnr", "-f", "null", "-",
      ])
    let text = measured.errors.split(separator: " ").last { $0.hasPrefix("y:") } ?? "y:0"
    return Double(text.dropFirst(2)) ?? 0
  }

  @Test(arguments: [ExportPreset.h264UpTo1080, .hevcUpTo1080, .proRes422])
  func `trims start and end on the frame, with sound at its place`(_ preset: ExportPreset) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("part.mov")
    var options = Self.fast
    // The flashes are the first frames of each second, 40 ms long.
    options.range = SourceRange(start: 2, duration: 1.48)
    let result = try Self.export(Fixture.path("sync.mp4"), preset, to: path, options)
    #expect(result.description.mainVideo?.frameCount == 37)
    let measured = try Program.script("measure-sync", [path, path])
    #expect(measured.status == 0)
    let times = measured.lines.compactMap { line in
      line.split(separator: " ").first.flatMap { Double($0) }
    }
    #expect(times.prefix(2) == [0, 1])
    let worst = try #require(
      measured.lines.last?.split(separator: " ").compactMap { Double($0) }.last)
    #expect(abs(worst) <= 10, "\(measured.output)")
  }

  @Test func `a copied part shows the frames that were asked for`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("part.mp4")
    var options = ExportOptions()
    options.range = SourceRange(start: 1.2, duration: 0.8)
    _ = try Self.export(Fixture.path("hdr10.mp4"), .passthrough, to: path, options)
    // FFmpeg decodes what the edits show: 0.8 s of 30000/1001 frames a second.
    let count = try Program.probe(
      path, "-count_frames", "-select_streams", "v", "-show_entries", "stream=nb_read_frames")
    #expect(["24", "25"].contains(count.first?.prefix(2)))
    let duration = try ExportTableTests.fields(path, "v:0", "duration")["duration"]
    #expect(abs((duration.flatMap { Double($0) } ?? 0) - 0.8) < 0.001)
  }

  /// What ffprobe says of the dynamic metadata of a file's first pictures.
  private static func dynamicMetadata(_ path: String, _ kind: String) throws -> [String] {
    let probed = try Program(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-read_intervals", "%+#8", "-show_frames", "-of",
        "compact", path,
      ])
    return probed.lines.flatMap { $0.split(separator: "|side_data|").map(String.init) }
      .filter { $0.contains(kind) }
  }

  @Test(
    .enabled(if: Corpus.isPresent),
    arguments: [
      ("hdr10-video-with-sdr-container.mp4", "HDR10+", 0),
      ("sparks_dovi_8.mp4", "Dolby Vision", 2), ("sparks_dovi_8.mp4", "Dolby Vision", 1),
    ]) func `dynamic metadata of kept pictures goes on as it is`(
      _ name: String, _ kind: String, _ compatibility: Int
    ) throws
  {
    let folder = try TemporaryFolder()
    var source = try Corpus.url("media/\(name)").path
    if compatibility > 0 {
      source = try Self.dolbyVision(8, compatibility: compatibility, of: source, in: folder)
    }
    let path = folder.file("out.mov")
    var options = Self.fast
    options.range = SourceRange(duration: 0.3)
    let result = try Self.export(source, .hevcHighestQuality, to: path, options)
    let before = try Self.dynamicMetadata(source, kind)
    #expect(!before.isEmpty)
    // Pictures are repeated where the source's rate varies, with what they came with.
    let after = try Self.dynamicMetadata(path, kind)
      .reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    #expect(before.prefix(3) == after.prefix(3))
    #expect(
      result.description.mainVideo?.video?.dolbyVision?.profile == (kind == "HDR10+" ? nil : 8))
    let declared = try Self.dolbyVision(declaredIn: path)
    #expect(declared == (kind == "HDR10+" ? [] : ["8", "\(compatibility)"]))
  }

  /// Makes a copy of a file whose Dolby Vision configuration claims another profile: behind two
  /// bytes of version it has 7 bits of profile, and its fifth byte begins with the compatibility.
  private static func dolbyVision(
    _ profile: UInt8, compatibility: Int, of source: String, in folder: TemporaryFolder
  ) throws -> String {
    var data = try Data(contentsOf: URL(filePath: source))
    let box = try #require(data.range(of: Data("dvvC".utf8)))
    data[box.upperBound + 2] = profile << 1 | data[box.upperBound + 2] & 1
    data[box.upperBound + 4] = UInt8(compatibility) << 4 | data[box.upperBound + 4] & 0x0F
    if profile < 8 { data.replaceSubrange(box, with: Data("dvcC".utf8)) }
    let path = folder.file("dolby-vision.mp4")
    try data.write(to: URL(filePath: path))
    return path
  }

  /// The profile and the compatibility that ffprobe reads in a file.
  private static func dolbyVision(declaredIn path: String) throws -> [String] {
    try Program(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries",
        "stream_side_data=dv_profile,dv_bl_signal_compatibility_id", "-of", "default=nw=1:nk=1",
        path,
      ]
    ).lines.filter { !$0.isEmpty }
  }

  /// Dolby Vision's base layer of profile 5 is right in no player that does not know it: `dvh1`
  /// keeps others away.
  @Test(.enabled(if: Corpus.isPresent), arguments: ["mov", "mp4"])
  func `a copy of Dolby Vision without a base layer is no hvc1`(_ type: String) throws {
    let folder = try TemporaryFolder()
    let source = try Self.dolbyVision(
      5, compatibility: 0, of: Corpus.url("media/sparks_dovi_8.mp4").path, in: folder)
    let path = folder.file("copy.\(type)")
    _ = try Self.export(source, .passthrough, to: path)
    let fields = try ExportTableTests.fields(path, "v:0", "codec_tag_string")
    #expect(fields["codec_tag_string"] == "dvh1")
    #expect(try Self.dolbyVision(declaredIn: path) == ["5", "0"])
    #expect(try Self.hashes(path, "v") == Self.hashes(source, "v"))
  }

  /// An `hev1` entry may leave every set to the samples; players of `hvc1` look there alone.
  @Test(arguments: [("libx265", "hev1", "hvc1"), ("libx264", "avc3", "avc1")])
  func `parameter sets of samples come into the sample entry of a copy`(
    _ encoder: String, _ before: String, _ after: String
  ) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.mp4")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=1", "-pix_fmt", "yuv420p",
        "-c:v", encoder, "-preset", "ultrafast", "-g", "10", "-tag:v", before,
      ]
        + (encoder == "libx265"
          ? ["-x265-params", "log-level=none:repeat-headers=1"] : ["-bsf:v", "dump_extra"])
        + [source])
    try #require(made.status == 0, "\(made.errors)")
    if encoder == "libx265" {
      // No arrays in 'hvcC': their number is its 23rd byte.
      var data = try Data(contentsOf: URL(filePath: source))
      let record = try #require(data.range(of: Data("hvcC".utf8)))
      data[record.upperBound + 22] = 0
      try data.write(to: URL(filePath: source))
    }
    let path = folder.file("copy.mov")
    let result = try Self.export(source, .passthrough, to: path)
    #expect(result.output.isCopy)
    let fields = try ExportTableTests.fields(path, "v:0", "codec_tag_string")
    #expect(fields["codec_tag_string"] == after)
    #expect(try Self.hashes(path, "v") == Self.hashes(source, "v"))
    // Without what the samples hold, FFmpeg decodes by the entry alone.
    let bare = folder.file("bare.mov")
    let types = encoder == "libx265" ? "32-34" : "7-8"
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-c", "copy", "-bsf:v", "filter_units=remove_types=\(types)",
        "-tag:v", after, bare,
      ])
    func pictures(_ path: String) throws -> [String] {
      try Program("ffmpeg", ["-v", "error", "-i", path, "-f", "framemd5", "-"]).lines
        .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map(String.init) }
    }
    #expect(try pictures(bare).count == 25)
    #expect(try pictures(bare) == pictures(source))
    let warnings = try ExportPlan(
      for: SourceDescription.inspect(source), [ExportRequest(.preset(.passthrough), to: path)]
    ).warnings
    #expect(warnings.contains { $0.contains("is called \(after) in place of \(before)") })
  }

  @Test(.enabled(if: Corpus.isPresent))
  func `dynamic metadata that would be wrong is dropped with a warning`() throws {
    func warnings(_ name: String, _ preset: ExportPreset) throws -> [String] {
      let source = try SourceDescription.inspect(Corpus.url("media/\(name)").path)
      return try ExportPlan(
        for: source, [ExportRequest(.preset(preset), to: "/tmp/never.mov")]
      ).warnings
    }
    let phone = try warnings("sample_edit_list.mp4", .hevcHighestQuality)
    #expect(phone.contains { $0.contains("Dolby Vision metadata of profile 8.4 is dropped") })
    let sdr = try warnings("hdr10-video-with-sdr-container.mp4", .h264UpTo1080)
    #expect(sdr.contains { $0.contains("HDR10+ metadata is dropped") })
    let kept = try warnings("hdr10-video-with-sdr-container.mp4", .hevcUpTo1080)
    #expect(!kept.contains { $0.contains("HDR10+") })
  }

  @Test func `a file that is there is an error unless it may be replaced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.m4a")
    try Data("precious".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: EncodingError.self) {
      try Self.export(Fixture.path("sync.mp4"), .m4a, to: path)
    }
    #expect(error?.location == path)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    var options = Self.fast
    options.replaces = true
    _ = try Self.export(Fixture.path("sync.mp4"), .m4a, to: path, options)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["out.m4a"])
  }

  @Test(arguments: ["./film.mp4", "detour/film.mp4", "linked/film.mp4"])
  func `the source is never replaced, whatever it is called`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    let source = folder.file("film.mp4")
    try files.copyItem(atPath: Fixture.path("sync.mp4"), toPath: source)
    try files.createSymbolicLink(
      atPath: folder.file("linked"), withDestinationPath: folder.path)
    try files.createSymbolicLink(atPath: folder.file("detour"), withDestinationPath: ".")
    try files.createSymbolicLink(atPath: folder.file("other.mp4"), withDestinationPath: "film.mp4")
    var options = Self.fast
    options.replaces = true
    for read in [source, folder.file("other.mp4")] {
      let error = #expect(throws: EncodingError.self) {
        try Self.export(read, .h264UpTo1080, to: folder.file(name), options)
      }
      #expect(error?.reason == "the source itself would be replaced")
    }
    #expect(files.contentsEqual(atPath: source, andPath: Fixture.path("sync.mp4")))
  }

  @Test func `two files of one name are refused before anything is encoded`() throws {
    let folder = try TemporaryFolder()
    let requests = try ["out.mov", "./out.mov"].map {
      try ExportRequest(.preset(.h264UpTo1080), to: folder.file($0))
    }
    let plan = try ExportPlan(
      for: SourceDescription.inspect(Fixture.path("sync.mp4")), requests, Self.fast)
    let error = #expect(throws: EncodingError.self) { try ExportSession(plan).run() }
    #expect(error?.reason == "two files of the export have this name")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a cancelled export leaves nothing behind`() async throws {
    let folder = try TemporaryFolder()
    let session = try ExportSession(
      Fixture.path("hdr10.mp4"), .hevcHighestQuality, to: folder.file("out.mov"), Self.fast)
    session.cancel()
    await #expect(throws: (any Error).self) { try await session.export() }
    guard case .cancelled = session.state else {
      Issue.record("expected a cancelled session, found \(session.state)")
      return
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `states end with the export, and a session works once`() async throws {
    let folder = try TemporaryFolder()
    let session = try ExportSession(
      Fixture.path("sync.mp4"), .m4a, to: folder.file("out.m4a"), Self.fast)
    let states = session.states(updateInterval: .milliseconds(5))
    _ = try await session.export()
    var last = session.state
    for await state in states { last = state }
    guard case .completed = last else {
      Issue.record("expected a completed session, found \(last)")
      return
    }
    await #expect(throws: EncodingError.self) { try await session.export() }
  }

  @Test(
    arguments: ["deu", "swe", "zho", "fra", "jpn"],
    [(ExportPreset.m4a, "m4a"), (.h264UpTo1080, "mov"), (.passthrough, "mov")])
  func `the language of sound is in the file, whatever FFmpeg writes of it`(
    _ language: String, _ form: (preset: ExportPreset, type: String)
  ) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source.mkv")
    let made = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", ExportSource.sdr.make(in: folder), "-c", "copy", "-metadata:s:a",
        "language=\(language)", source,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let path = folder.file("out.\(form.type)")
    _ = try Self.export(source, form.preset, to: path)
    let found = try Program(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "a", "-show_entries", "stream_tags=language", "-of",
        "csv=p=0", path,
      ])
    #expect(found.lines.first == language)
  }

  @Test func `metadata is the source's with what was asked for over it`() throws {
    let folder = try TemporaryFolder()
    let titled = folder.file("titled.mov")
    _ = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", Fixture.path("sync.mp4"), "-c", "copy", "-t", "0.4", "-metadata",
        "title=Sunset", "-metadata", "artist=Somebody", titled,
      ])
    var options = Self.fast
    options.metadata = ["title": "Dawn", "comment": "made twice"]
    let path = folder.file("out.mov")
    _ = try Self.export(titled, .h264UpTo1080, to: path, options)
    let tags = try Program.probe(path, "-show_entries", "format_tags=title,artist,comment").joined()
    for text in ["Dawn", "Somebody", "made twice"] { #expect(tags.contains(text)) }
  }

  @Test func `settings choose size, rate, profile and groups`() throws {
    let folder = try TemporaryFolder()
    var video = OutputSettings.Video(codec: .h264, width: 160, height: 160, scaling: .resizeAspect)
    video.compression.maximumKeyFrameInterval = 4
    video.compression.allowsFrameReordering = false
    video.compression.profile = CodecProfile("H264_Main_3_1")
    video.compression.entropyMode = .cabac
    video.compression.quality = 0.7
    let settings = OutputSettings(
      video: video, audio: OutputSettings.Audio(codec: .pcm16, sampleRate: 44_100, channels: 2))
    let path = folder.file("out.mov")
    let source = try SourceDescription.inspect(ExportSource.sdr.make(in: folder))
    let plan = try ExportPlan(
      for: source, [ExportRequest(.settings(settings), to: path)], Self.fast)
    _ = try ExportSession(plan).run()
    let fields = try ExportTableTests.fields(
      path, "v:0", "profile", "level", "width", "height", "has_b_frames")
    #expect(
      fields == [
        "profile": "Main", "level": "31", "width": "160", "height": "160", "has_b_frames": "0",
      ])
    let keys = try Program.probe(
      path, "-select_streams", "v", "-show_entries", "packet=flags")
    #expect(keys.map { $0.first == "K" } == (0..<8).map { $0 % 4 == 0 })
    let sound = try Program.probe(
      path, "-select_streams", "a", "-show_entries", "stream=codec_name,sample_rate,channels")
    #expect(sound == ["pcm_s16le,44100,2"])
    // Bars above and below a picture of 160 by 90: black, which is 0 once it is full range.
    let bar = try Program(
      "ffmpeg",
      [
        "-v", "error", "-i", path, "-vf", "crop=160:30:0:0,scale=1:1,format=gray", "-frames:v",
        "1", "-f", "rawvideo", "-",
      ])
    #expect(bar.output.utf8.first == 0)
  }

  @Test(arguments: [ColorDescription.hlg, .bt709]) func `settings convert what they ask for`(
    _ color: ColorDescription
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    let source = try SourceDescription.inspect(ExportSource.hdr10.make(in: folder))
    let settings = OutputSettings(video: OutputSettings.Video(codec: .hevc, color: color))
    let plan = try ExportPlan(
      for: source, [ExportRequest(.settings(settings), to: path)], Self.fast)
    let found = try #require(try ExportSession(plan).run().first?.description.mainVideo?.video)
    #expect(found.color == color)
    #expect(found.masteringDisplay == nil)
  }
}
