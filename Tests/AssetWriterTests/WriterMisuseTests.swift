// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HDRColor
import HLSEncoding
import LibAV
import RungTestSupport
import Testing

@Suite struct WriterMisuseTests {
  /// A call out of order or a sample that does not fit, and the error that it is answered with.
  struct Misuse: Sendable, CustomTestStringConvertible {
    let id: String
    let code: EncodingError.Code
    let expected: String
    let act: @Sendable (AssetWriter, AssetWriterInput) throws -> Void
    var testDescription: String { id }
  }

  private static func picture(_ number: Int = 0, _ color: ColorDescription? = .hlg) throws
    -> PixelBuffer
  {
    try #require(try HLGGenerator(color: color).picture(number))
  }

  private static func start(_ writer: AssetWriter) throws {
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
  }

  static let misuses = [
    Misuse(
      id: "append before start", code: .order, expected: "append: the writer has not been started"
    ) { _, input in try input.append(picture(), at: Rational(0)) },
    Misuse(id: "append before the session", code: .order, expected: "append: there is no session") {
      writer, input in
      try writer.startWriting()
      try input.append(picture(), at: Rational(0))
    },
    Misuse(
      id: "session before start", code: .order,
      expected: "startSession: the writer has not been started"
    ) { writer, _ in try writer.startSession(atSourceTime: Rational(0)) },
    Misuse(
      id: "two sessions", code: .order,
      expected: "startSession: there is a session already: a writer has one"
    ) { writer, _ in
      try start(writer)
      try writer.startSession(atSourceTime: Rational(1))
    },
    Misuse(
      id: "started twice", code: .order,
      expected: "startWriting: the writer has been started already"
    ) { writer, _ in
      try start(writer)
      try writer.startWriting()
    },
    Misuse(
      id: "wrong media type", code: .sample, expected: "append: expected a picture, found sound"
    ) { writer, input in
      try start(writer)
      try input.append(
        SoundBuffer(
          format: .int16, sampleRate: 48_000, layout: .mono, bytes: [0, 0]), at: Rational(0))
    },
    Misuse(
      id: "times going back", code: .sample,
      expected: "append: times go on: expected one after 0.2 s, found 0.1 s"
    ) { writer, input in
      try start(writer)
      try input.append(picture(), at: Rational(1, 5))
      try input.append(picture(), at: Rational(1, 10))
    },
    Misuse(
      id: "the same time twice", code: .sample,
      expected: "append: times go on: expected one after 0.2 s, found 0.2 s"
    ) { writer, input in
      try start(writer)
      try input.append(picture(), at: Rational(1, 5))
      try input.append(picture(), at: Rational(1, 5))
    },
    Misuse(
      id: "append after the session", code: .order, expected: "append: the session has ended"
    ) { writer, input in
      try start(writer)
      try input.append(picture(), at: Rational(0))
      try writer.endSession(atSourceTime: Rational(1))
      try input.append(picture(), at: Rational(1))
    },
    Misuse(
      id: "append after the input is finished", code: .order,
      expected: "append: the input has been marked as finished"
    ) { writer, input in
      try start(writer)
      try input.append(picture(), at: Rational(0))
      input.markAsFinished()
      try input.append(picture(), at: Rational(1))
    },
    Misuse(
      id: "append after the writer is finished", code: .order,
      expected: "append: the writer has finished"
    ) { writer, input in
      try start(writer)
      try input.append(picture(), at: Rational(0))
      try writer.finish()
      try input.append(picture(), at: Rational(1))
    },
    Misuse(
      id: "finished twice", code: .order, expected: "finishWriting: the writer has finished"
    ) { writer, input in
      try start(writer)
      try input.append(picture(), at: Rational(0))
      try writer.finish()
      try writer.finish()
    },
    Misuse(
      id: "append after cancelling", code: .order, expected: "append: the writer was cancelled"
    ) { writer, input in
      try start(writer)
      writer.cancelWriting()
      try input.append(picture(), at: Rational(0))
    },
    Misuse(
      id: "an input of no writer", code: .order, expected: "append: the input belongs to no writer"
    ) { _, _ in
      let other = try AssetWriterInput(
        pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
      try other.append(picture(), at: Rational(0))
    },
    Misuse(
      id: "an input added after the start", code: .order,
      expected: "add: the writer has been started already"
    ) { writer, _ in
      try start(writer)
      let sound = try AssetWriterInput(
        sound: OutputSettings.Audio(codec: .aac, sampleRate: 48_000, channels: 2))
      try writer.add(sound)
    },
    Misuse(
      id: "a second input of pictures", code: .settings,
      expected: "add: the writer has an input of pictures already"
    ) { writer, _ in
      try writer.add(
        AssetWriterInput(
          pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format))
    },
    Misuse(
      id: "pictures of another size than the hint", code: .sample,
      expected:
        "append: expected pictures of 192x128 as in the source format hint, found 64x64"
    ) { writer, input in
      try start(writer)
      try input.append(
        PixelBuffer(width: 64, height: 64, format: .biPlanar420Deep), at: Rational(0))
    },
    Misuse(
      id: "pictures of other colours than the hint", code: .sample,
      expected: "append: expected pictures of the colours in the source format hint, found others"
    ) { writer, input in
      try start(writer)
      try input.append(picture(0, .pq), at: Rational(0))
    },
    Misuse(
      id: "a segment flushed into a file", code: .order,
      expected: "flushSegment: segments do not end by this call"
    ) { writer, _ in
      try start(writer)
      try writer.flushSegment()
    },
    Misuse(
      id: "nothing appended", code: .sample,
      expected: "finishWriting: nothing was appended, and nothing is written"
    ) { writer, _ in
      try start(writer)
      try writer.finish()
    },
  ]

  @Test(arguments: misuses) func `misuse is answered with its error`(_ misuse: Misuse) throws {
    let folder = try TemporaryFolder()
    var options = AssetWriter.Options()
    options.speed = "ultrafast"
    let writer = try AssetWriter(to: folder.file("out.mov"), options)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    try writer.add(input)
    var found: (any Error)?
    do { try misuse.act(writer, input) } catch { found = error }
    let error = try #require(found as? EncodingError)
    #expect(error.code == misuse.code)
    #expect(error.description.replacing(folder.url.path + "/", with: "") == misuse.expected)
    writer.cancelWriting()
  }

  @Test func `a refused sample changes nothing`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("out.mov")
    var options = AssetWriter.Options()
    options.speed = "ultrafast"
    let writer = try AssetWriter(to: path, options)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    try writer.add(input)
    try Self.start(writer)
    try input.append(Self.picture(), at: Rational(0), lasting: Rational(1, 25))
    #expect(throws: EncodingError(.sample, "append", "")) {
      try input.append(Self.picture(), at: Rational(0))
    }
    #expect(writer.status == .writing && writer.error == nil)
    try input.append(Self.picture(), at: Rational(1, 25), lasting: Rational(1, 25))
    try writer.finish()
    #expect(try Program.probe(path, "-show_entries", "stream=nb_frames") == ["2"])
  }

  /// Settings that no input is made of.
  @Test(arguments: [
    (OutputSettings.Video(codec: .hevc), nil as SourceFormat?, "AVVideoWidthKey"),
    (
      OutputSettings.Video(codec: .hevc, width: 192, height: 128, scaling: .fit), nil,
      "AVVideoScalingModeKey"
    ),
    (OutputSettings.Video(codec: .h264, color: .hlg), HLGGenerator.format, "AVVideoCodecKey"),
    (hevcMain, HLGGenerator.format, "ProfileLevel"),
    (OutputSettings.Video(codec: .hevc, width: 191, height: 128), nil, "AVVideoWidthKey"),
  ]) func `settings are refused by the key`(
    _ settings: OutputSettings.Video, _ hint: SourceFormat?, _ key: String
  ) throws {
    let error = #expect(throws: EncodingError.self) {
      try AssetWriterInput(pictures: settings, hint: hint)
    }
    #expect(error?.code == .settings)
    #expect(error?.location == key)
    #expect(error?.hint != nil)
  }

  private static var hevcMain: OutputSettings.Video {
    var settings = OutputSettings.Video(codec: .hevc)
    settings.compression.profile = .hevcMain
    return settings
  }

  @Test(arguments: [
    (SegmentOptions(interval: .every(Rational(2))), "initialSegmentStartTime"),
    (
      SegmentOptions(interval: .every(Rational(-1)), initialStartTime: Rational(0)),
      "preferredOutputSegmentInterval"
    ),
    (
      SegmentOptions(profile: SegmentProfile(rawValue: "MPEG2")), "outputFileTypeProfile"
    ),
    (SegmentOptions(firstSequenceNumber: 0), "initialMovieFragmentSequenceNumber"),
  ]) func `segment options are refused by name`(
    _ options: SegmentOptions, _ name: String
  ) throws {
    let folder = try TemporaryFolder()
    let delegate = try SegmentFolder("video", in: folder.url)
    #expect(throws: EncodingError(.settings, name, "")) {
      try AssetWriter(options, to: delegate)
    }
  }

  @Test func `a track of CMAF stands alone, and ProRes in no segment`() throws {
    let folder = try TemporaryFolder()
    let delegate = try SegmentFolder("video", in: folder.url)
    let writer = try AssetWriter(SegmentOptions(profile: .mpeg4CMAFCompliant), to: delegate)
    let proRes = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .proRes422), hint: HLGGenerator.format)
    #expect(!writer.canAdd(proRes))
    let sound = OutputSettings.Audio(codec: .aac, sampleRate: 48_000, channels: 2)
    try writer.add(AssetWriterInput(sound: sound))
    #expect(!writer.canAdd(try AssetWriterInput(sound: sound)))
  }

  @Test func `what a delegate throws is kept on the writer`() throws {
    struct Full: Error {}
    final class FullDisk: SegmentDelegate {
      func take(_ segment: [UInt8], _ report: SegmentReport) throws { throw Full() }
    }
    var options = AssetWriter.Options()
    options.speed = "ultrafast"
    let writer = try AssetWriter(SegmentOptions(), to: FullDisk(), options)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    try writer.add(input)
    try Self.start(writer)
    try input.append(Self.picture(), at: Rational(0))
    #expect(throws: Full.self) { try writer.finish() }
    #expect(writer.status == .failed)
    #expect(writer.error is Full)
  }

  @Test func `a writer that is cancelled leaves no file`() throws {
    let folder = try TemporaryFolder()
    let writer = try AssetWriter(to: folder.file("out.mov"))
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    try writer.add(input)
    try Self.start(writer)
    try input.append(Self.picture(), at: Rational(0))
    writer.cancelWriting()
    #expect(writer.status == .cancelled)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    #expect(throws: EncodingError(.order, "finishWriting", "")) { try writer.finish() }
  }
}
