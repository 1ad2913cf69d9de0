// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import AVFoundationHLS
import HLSEncoding
import RungTestSupport
import Testing

@Suite struct FrameRecorderTests {
  @Test func `ordinary writer code records a movie`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "out.mov")
    try await FrameRecorder().record(to: url)
    #expect(
      try Program.probe(
        url.path, "-show_entries",
        "stream=profile,codec_tag_string,width,height,color_space,color_transfer,color_primaries,"
          + "r_frame_rate,nb_frames,duration"
      ) == ["Main 10,hvc1,192,128,bt2020nc,arib-std-b67,bt2020,25/1,3.000000,75"])
  }

  @Test func `ordinary writer code records segments with sound`() async throws {
    let folder = try TemporaryFolder()
    let delegate = PlaylistRecorder(folder: folder.url)
    let error = await withCheckedContinuation { continuation in
      FrameRecorder().recordSegments(to: delegate, every: 1) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    let path = folder.file("playlist.m3u8")
    try Data(delegate.playlist().utf8).write(to: URL(filePath: path))
    #expect(
      try Program.probe(
        path, "-count_frames", "-show_entries", "stream=codec_name,sample_rate,nb_read_frames"
      ).prefix(2) == ["hevc,75", "aac,48000,142"])
    // Each range of the I-frame playlist, behind the header, is a picture that decodes by itself.
    let lines = delegate.playlist(iFramesOnly: true).split(separator: "\n")
    let ranges = lines.filter { $0.hasPrefix("#EXT-X-BYTERANGE:") }
    #expect(ranges.count == 3)
    for (range, number) in zip(ranges, 1...) {
      let length = try #require(Int(range.dropFirst(17).prefix { $0 != "@" }))
      let header = try Data(contentsOf: folder.url.appending(path: "init.mp4"))
      let segment = try Data(contentsOf: folder.url.appending(path: "segment\(number).m4s"))
      let picture = folder.file("picture.mp4")
      try (header + segment.prefix(length)).write(to: URL(filePath: picture))
      #expect(
        try Program.probe(
          picture, "-count_frames", "-select_streams", "v:0", "-show_entries",
          "stream=nb_read_frames") == ["1"])
    }
  }

  @Test func `the article's example writes`() async throws {
    let folder = try TemporaryFolder()
    let output = folder.url.appending(path: "out.mov")
    let format = FrameRecorder().makeFormat()
    let buffers = (0..<10).compactMap { FrameRecorder().makeSample($0, after: .zero)?.imageBuffer }
    try await {
      let writer = try AVAssetWriter(outputURL: output, fileType: .mov)
      let input = AVAssetWriterInput(
        mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc],
        sourceFormatHint: format)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
      writer.add(input)
      guard writer.startWriting() else { return }
      writer.startSession(atSourceTime: .zero)
      for (number, buffer) in buffers.enumerated() {
        while !input.isReadyForMoreMediaData { await Task.yield() }
        adaptor.append(
          buffer, withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 25))
      }
      await writer.finishWriting()
    }()
    #expect(try Program.probe(output.path, "-show_entries", "stream=nb_frames") == ["10"])
    let examples = try DocumentationExamples(
      article: "Sources/AVFoundationHLS/AVFoundationHLS.docc/AVFoundationHLS.md")
    #expect(try examples.missing(from: #filePath).count == examples.examples.count - 1)
  }

  /// What a writer is asked for, wrongly, and the error that it keeps.
  struct Misuse: Sendable, CustomTestStringConvertible {
    let id: String
    let expected: String
    let act: @Sendable (AVAssetWriter, AVAssetWriterInput) -> Void
    var testDescription: String { id }
  }

  static let misuses = [
    Misuse(
      id: "append before start", expected: "append: the writer has not been started"
    ) { _, input in
      let sample = FrameRecorder().makeSample(0, after: .zero)
      #expect(sample.map { input.append($0) } == false)
    },
    Misuse(id: "append without a session", expected: "append: there is no session") {
      writer, input in
      #expect(writer.startWriting())
      let sample = FrameRecorder().makeSample(0, after: .zero)
      #expect(sample.map { input.append($0) } == false)
    },
    Misuse(id: "sound for pictures", expected: "append: expected a picture, found sound") {
      writer, input in
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      let sample = FrameRecorder().makeSound(0, after: .zero)
      #expect(sample.map { input.append($0) } == false)
    },
    Misuse(
      id: "an invalid time", expected: "append: expected a time that is a number, found invalid"
    ) { writer, input in
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      let sample = FrameRecorder().makeSample(0, after: .invalid)
      #expect(sample.map { input.append($0) } == false)
    },
    Misuse(
      id: "two sessions", expected: "startSession: there is a session already: a writer has one"
    ) { writer, _ in
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      writer.startSession(atSourceTime: .zero)
    },
    Misuse(
      id: "started twice", expected: "startWriting: the writer has been started already"
    ) { writer, _ in
      #expect(writer.startWriting())
      #expect(!writer.startWriting())
    },
    Misuse(
      id: "flushed without segments", expected: "flushSegment: segments do not end by this call"
    ) { writer, _ in
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      writer.flushSegment()
    },
    Misuse(
      id: "settings without a size or a hint",
      expected:
        "AVVideoWidthKey: the key is missing, and there is no source format hint to follow"
    ) { writer, _ in
      let input = AVAssetWriterInput(
        mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc])
      #expect(!writer.canAdd(input))
      writer.add(input)
    },
    Misuse(
      id: "a hint of another kind",
      expected: "sourceFormatHint: expected a hint of 'soun', found one of 'vide'"
    ) { writer, _ in
      writer.add(
        AVAssetWriterInput(
          mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC],
          sourceFormatHint: FrameRecorder().makeFormat()))
    },
    Misuse(
      id: "samples that are coded already",
      expected: "outputSettings: samples that are coded already are not taken"
    ) { writer, _ in
      writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: nil))
    },
  ]

  @Test(arguments: misuses) func `misuse makes the writer fail with its reason`(
    _ misuse: Misuse
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let input = AVAssetWriterInput(
      mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.hevc],
      sourceFormatHint: FrameRecorder().makeFormat())
    #expect(writer.canAdd(input))
    writer.add(input)
    misuse.act(writer, input)
    #expect(writer.status == .failed)
    #expect((writer.error as? EncodingError)?.description == misuse.expected)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `a pool makes no more buffers than it may`() throws {
    var made: CVPixelBufferPool?
    let attributes: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 48,
    ]
    #expect(CVPixelBufferPoolCreate(nil, nil, attributes, &made) == 0)
    let pool = try #require(made)
    let limit: [String: Any] = [kCVPixelBufferPoolAllocationThresholdKey: 2]
    var held: [CVPixelBuffer?] = [nil, nil]
    for index in held.indices {
      #expect(
        CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &held[index]) == 0)
    }
    var third: CVPixelBuffer?
    #expect(
      CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &third) == -6689)
    held[0] = nil
    #expect(CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, limit, &third) == 0)
  }

  @Test(arguments: [
    ("420v", 2, [64, 64], [48, 24]), ("420f", 2, [64, 64], [48, 24]),
    ("x420", 2, [128, 128], [48, 24]), ("xf20", 2, [128, 128], [48, 24]),
    ("x422", 2, [128, 128], [48, 48]),
    ("y420", 3, [64, 32, 32], [48, 24, 24]), ("f420", 3, [64, 32, 32], [48, 24, 24]),
  ]) func `buffers have the planes of their format`(
    _ name: String, _ planes: Int, _ bytes: [Int], _ rows: [Int]
  ) throws {
    let code = name.utf8.reduce(OSType(0)) { $0 << 8 | OSType($1) }
    var made: CVPixelBuffer?
    #expect(CVPixelBufferCreate(nil, 64, 48, code, nil, &made) == kCVReturnSuccess)
    let buffer = try #require(made)
    #expect(CVPixelBufferGetPixelFormatType(buffer) == code)
    #expect(CVPixelBufferGetPlaneCount(buffer) == planes)
    for plane in 0..<planes {
      #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer, plane) >= bytes[plane])
      #expect(CVPixelBufferGetHeightOfPlane(buffer, plane) == rows[plane])
      #expect(unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, plane) != nil)
    }
    #expect(unsafe CVPixelBufferGetBaseAddressOfPlane(buffer, planes) == nil)
    #expect(CVPixelBufferCreate(nil, 0, 48, code, nil, &made) == kCVReturnInvalidSize)
    #expect(CVPixelBufferCreate(nil, 64, 48, 0, nil, &made) == kCVReturnInvalidPixelFormat)
  }
}
