// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import LibAV
import RungTestSupport
import Synchronization
import Testing

@Suite struct WriterMemoryTests {
  /// A consumer that takes the header and then nothing until it is let go.
  private final class Stalled: SegmentDelegate {
    private let gate = DispatchSemaphore(value: 0)
    private let state = Mutex((isStalled: false, isFree: false))

    var isStalled: Bool { state.withLock { $0.isStalled } }

    func take(_ segment: [UInt8], _ report: SegmentReport) throws {
      guard report.kind == .separable, !state.withLock({ $0.isFree }) else { return }
      state.withLock { $0.isStalled = true }
      gate.wait()
    }

    func go() {
      state.withLock { $0.isFree = true }
      gate.signal()
    }
  }

  /// A camera does not wait: it offers picture after picture, of which those are taken for which
  /// there is room. While the consumer stands still, that is soon none, however many it offers.
  @Test func `memory stays bounded while the consumer stands still`() throws {
    let consumer = Stalled()
    let options = SegmentOptions(interval: .every(Rational(1)), initialStartTime: Rational(0))
    var fast = AssetWriter.Options()
    fast.speed = "ultrafast"
    let writer = try AssetWriter(options, to: consumer, fast)
    let input = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    try writer.add(input)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    let generator = try HLGGenerator()
    var taken = 0
    func offer() throws {
      guard input.isReadyForMoreMediaData, let buffer = try generator.picture(taken) else { return }
      try input.append(buffer, at: HLGGenerator.time(taken))
      taken += 1
    }
    while !consumer.isStalled, taken < 1000 { try offer() }
    let before = taken
    #expect(before < 1000, "the consumer never got a segment")
    for _ in 0..<100_000 where taken < before + 1000 { try offer() }
    // Four wait for the first thread, three for the encoder, and the encoder itself looks ahead.
    #expect(taken - before <= 24)
    #expect(!input.isReadyForMoreMediaData)
    #expect(generator.pool.count <= 48)
    consumer.go()
    try writer.finish()
    #expect(writer.status == .completed)
    #expect(writer.error == nil)
  }

  @Test func `pictures wait for sound that is a second behind`() throws {
    let folder = try TemporaryFolder()
    let writer = try AssetWriter(to: folder.file("out.mov"))
    let pictures = try AssetWriterInput(
      pictures: OutputSettings.Video(codec: .hevc), hint: HLGGenerator.format)
    let sound = try AssetWriterInput(
      sound: OutputSettings.Audio(codec: .aac, sampleRate: 48_000, channels: 1))
    try writer.add(pictures)
    try writer.add(sound)
    try writer.startWriting()
    try writer.startSession(atSourceTime: Rational(0))
    // The first second, and the picture with which it is more than one.
    try HLGGenerator().append(27, to: pictures)
    #expect(!pictures.isReadyForMoreMediaData)
    #expect(sound.isReadyForMoreMediaData)
    sound.markAsFinished()
    try pictures.waitUntilReady()
    try writer.finish()
    #expect(writer.status == .completed)
    // The sound that never came is no track.
    let path = folder.file("out.mov")
    #expect(try Program.probe(path, "-show_entries", "stream=codec_type,nb_frames") == ["video,27"])
  }
}
