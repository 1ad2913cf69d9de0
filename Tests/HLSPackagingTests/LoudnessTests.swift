// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import LibAV
import RungTestSupport
import Testing

/// Loudness as measured and as brought about, each beside FFmpeg's `ebur128` on files.
@Suite struct LoudnessTests {
  /// Sound that swells and falls, as FFmpeg's source.
  static let sources: [(id: String, input: String)] = [
    (
      "stereo",
      "aevalsrc='(0.02+0.1*gt(mod(t,6),3))*sin(2*PI*440*t)|"
        + "(0.02+0.1*gt(mod(t,6),3))*sin(2*PI*550*t)':s=48000:d=12"
    ),
    ("mono at 44.1 kHz", "aevalsrc='0.1*sin(2*PI*300*t)*(1+0.5*sin(2*PI*0.3*t))':s=44100:d=8"),
    (
      "5.1",
      "aevalsrc='0.05*sin(2*PI*400*t)|0.05*sin(2*PI*500*t)|0.1*sin(2*PI*600*t)|"
        + "0.1*sin(2*PI*50*t)|0.02*sin(2*PI*700*t)|0.02*sin(2*PI*800*t)':c=5.1:s=48000:d=8"
    ),
  ]

  private static func source(_ input: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.file("source.wav")
    try FFmpeg.make(["-f", "lavfi", "-i", input, "-c:a", "pcm_f32le", path])
    return path
  }

  @Test(arguments: sources)
  func `the report says what FFmpeg measures`(_ id: String, _ input: String) throws {
    let folder = try TemporaryFolder()
    let source = try Self.source(input, in: folder)
    let package = try PackagedLadder(source)
    let whole = try Meter(source)
    for rendition in package.report.renditions {
      let loudness = try #require(rendition.loudness)
      // What is not mixed is as loud as the source; a mix is measured where it was packaged.
      let isMixed = id == "5.1" && rendition.channels == 2
      let expected =
        isMixed ? try Meter(package.file("\(rendition.directory)/playlist.m3u8")) : whole
      #expect(abs(loudness.integrated - expected.integrated) < (isMixed ? 0.3 : 0.06))
      #expect(abs(loudness.range - expected.range) < (isMixed ? 0.5 : 0.11))
      #expect(abs(try #require(loudness.truePeak) - expected.truePeak) < (isMixed ? 0.5 : 0.1))
      #expect(rendition.gain == nil)
    }
  }

  @Test(arguments: sources, [-16.0, -23, -31])
  func `every rendition is as loud as was asked for`(
    _ source: (id: String, input: String), _ target: Double
  ) throws {
    let folder = try TemporaryFolder()
    let path = try Self.source(source.input, in: folder)
    let package = try PackagedLadder(path, normalizedTo: target)
    #expect(package.report.renditions.count == (source.id == "5.1" ? 3 : 1))
    for (directory, playlist) in package.playlists {
      let found = try Meter(playlist)
      #expect(abs(found.integrated - target) <= 0.5, "\(directory): \(found.integrated)")
      #expect(found.truePeak <= -1, "\(directory): \(found.truePeak)")
    }
    #expect(package.report.renditions.allSatisfy { $0.gain != nil })
  }

  /// Authoring rules 2.18 to 2.23: what AC-3 says of its loudness is true. mediainfo reads it.
  @Test func `AC-3 says how loud it was made`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.source(Self.sources[2].input, in: folder)
    let package = try PackagedLadder(path, normalizedTo: -18)
    for directory in ["audio-ac3-384k-und", "audio-eac3-192k-und"] {
      let info = try Program("mediainfo", ["--Full", package.joined(directory)]).output
      let line = info.split(separator: "\n").first { $0.hasPrefix("Dialog Normalization") }
      #expect(line?.hasSuffix(": -18") == true, "\(line ?? "")")
    }
  }

  /// Short beeps 26 dB above the rest leave no room: the limiter takes them down, and the gain is
  /// found by measuring again.
  @Test func `peaks are limited and the loudness is reached all the same`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.source(
      "aevalsrc='(0.03+0.6*lt(mod(t,2),0.01))*sin(2*PI*440*t)':s=48000:d=10", in: folder)
    let before = try Meter(path)
    #expect(before.truePeak - before.integrated > 20)
    let package = try PackagedLadder(path, normalizedTo: -16)
    let found = try Meter(package.playlists[0].path)
    #expect(abs(found.integrated + 16) <= 0.5, "\(found.integrated)")
    #expect(found.truePeak <= -1, "\(found.truePeak)")
  }

  /// A part is measured for itself: its second half is 20 dB louder.
  @Test func `only the part that is packaged counts`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.source(
      "aevalsrc='0.02*(1+9*gt(t,5))*sin(2*PI*440*t)':s=48000:d=10", in: folder)
    var options = LadderOptions()
    options.range = SourceRange(start: 1, duration: 3)
    let package = try PackagedLadder(path, options, normalizedTo: -20)
    #expect(abs(try Meter(package.playlists[0].path).integrated + 20) <= 0.5)
  }

  @Test func `silence stays silent`() throws {
    let folder = try TemporaryFolder()
    let path = try Self.source("anullsrc=cl=stereo:r=48000:d=2", in: folder)
    let package = try PackagedLadder(path, normalizedTo: -16)
    #expect(package.report.renditions.map(\.loudness) == [nil])
    #expect(package.report.renditions.map(\.gain) == [nil])
  }

  @Test func `standard input cannot be measured beforehand`() throws {
    var plan = try LadderPlan(for: SourceDescription.inspect(Fixture.path("sound.wav")))
    plan.source.path = "-"
    #expect(throws: EncodingError(.settings, "-", "")) { try plan.normalized(to: -16) }
  }
}
