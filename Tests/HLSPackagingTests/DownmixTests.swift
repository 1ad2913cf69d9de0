// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import RungTestSupport
import Testing

/// A tone on one loudspeaker after the other, a second each, measured by FFmpeg's `astats` in what
/// was packaged. The tone's mean level is -23.01 dBFS: an amplitude of 0.1.
@Suite struct DownmixTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var layout: String
    /// What each channel does in the output, in dB over the tone, for left and right; `nil` for
    /// silence.
    var levels: [(left: Double?, right: Double?)]
    var testDescription: String { layout }
  }

  static let left: (left: Double?, right: Double?) = (0, nil)
  static let right: (left: Double?, right: Double?) = (nil, 0)
  static let middle: (left: Double?, right: Double?) = (-3.01, -3.01)
  static let none: (left: Double?, right: Double?) = (nil, nil)
  static let leftSurround: (left: Double?, right: Double?) = (-3.01, nil)
  static let rightSurround: (left: Double?, right: Double?) = (nil, -3.01)
  static let behind: (left: Double?, right: Double?) = (-6.02, -6.02)

  /// ITU-R BS.775: front as it is, centre and surround at -3 dB; low frequencies are left out.
  static let cases = [
    Case(layout: "stereo", levels: [left, right]),
    Case(layout: "3.0", levels: [left, right, middle]),
    Case(layout: "quad", levels: [left, right, leftSurround, rightSurround]),
    Case(layout: "4.0", levels: [left, right, middle, behind]),
    Case(layout: "5.0", levels: [left, right, middle, leftSurround, rightSurround]),
    Case(layout: "5.1", levels: [left, right, middle, none, leftSurround, rightSurround]),
    Case(layout: "5.1(side)", levels: [left, right, middle, none, leftSurround, rightSurround]),
    Case(
      layout: "7.1",
      levels: [
        left, right, middle, none, leftSurround, rightSurround, leftSurround, rightSurround,
      ]),
    Case(
      layout: "7.1(wide)",
      levels: [left, right, middle, none, leftSurround, rightSurround, left, right]),
  ]

  @Test(arguments: cases)
  func `each loudspeaker has its level in stereo`(_ c: Case) throws {
    let package = try Tones(c.layout, count: c.levels.count).package()
    let playlist = package.file("audio-aac-128k-und/playlist.m3u8")
    for (second, expected) in c.levels.enumerated() {
      let found = try Tones.levels(in: playlist, second: second)
      try #require(found.count == 2)
      for (level, gain) in zip(found, [expected.left, expected.right]) {
        if let gain {
          #expect(abs(level - (-23.01 + gain)) < 0.2, "second \(second): \(level)")
        } else {
          #expect(level < -75, "second \(second): \(level)")
        }
      }
    }
  }

  /// What stands where in 5.1: every channel at its place and its level, the side where the source
  /// has its surround there or behind, and both where it has both.
  static let surround: [(String, [(place: Int, gain: Double)])] = [
    ("5.1", [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]),
    ("5.1(side)", [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]),
    ("7.1", [(0, 0), (1, 0), (2, 0), (3, 0), (4, -3.01), (5, -3.01), (4, 0), (5, 0)]),
  ]

  @Test(arguments: surround)
  func `each loudspeaker has its place in AC-3`(
    _ layout: String, _ expected: [(place: Int, gain: Double)]
  ) throws {
    // 120 Hz is within what AC-3 keeps of low frequencies.
    let package = try Tones(layout, count: expected.count, frequency: 100).package()
    for directory in ["audio-ac3-384k-und", "audio-eac3-192k-und"] {
      let playlist = package.file("\(directory)/playlist.m3u8")
      for (second, (place, gain)) in expected.enumerated() {
        let found = try Tones.levels(in: playlist, second: second)
        try #require(found.count == 6)
        for (channel, level) in found.enumerated() {
          if channel == place {
            #expect(abs(level - (-23.01 + gain)) < 0.3, "second \(second): \(found)")
          } else {
            #expect(level < -60, "second \(second): \(found)")
          }
        }
      }
    }
  }

  /// All channels at full scale in phase add up to 3.4 times full scale, +10.7 dB; tones near half
  /// the rate peak between samples. What AAC makes of a square wave is its own.
  static let loud: [(wave: String, isTone: Bool)] = [
    ("sin(2*PI*997*t)", true), ("0.99*sin(2*PI*12000*t+PI/4)", true),
    ("sin(2*PI*220*t)/2+sin(2*PI*3300*t)/2", true), ("sgn(sin(2*PI*220*t))", false),
  ]

  @Test(arguments: loud)
  func `a mix never peaks above -1 dBTP`(_ wave: String, _ isTone: Bool) throws {
    let folder = try TemporaryFolder()
    let source = folder.file("loud.wav")
    let channel = "min(1,4*t)*(\(wave))"
    try FFmpeg.make([
      "-f", "lavfi", "-i",
      "aevalsrc='\(Array(repeating: channel, count: 6).joined(separator: "|"))':c=5.1:s=48000:d=4",
      "-c:a", "pcm_f32le", source,
    ])
    let package = try PackagedLadder(source)
    let stereo = try #require(package.report.renditions.first { $0.channels == 2 })
    let encoded = try #require(stereo.loudness?.truePeak)
    #expect((-3 ... -1).contains(encoded), "\(encoded)")
    guard isTone else { return }
    let peak = try Meter(package.file("audio-aac-128k-und/playlist.m3u8")).truePeak
    #expect((-3 ... -1).contains(peak), "\(peak)")
  }

  /// Without a mix or a gain samples are not touched: what the encoder gets is the source.
  @Test func `stereo passes as loud as it is`() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("full.wav")
    try FFmpeg.make([
      "-f", "lavfi", "-i", "aevalsrc=sin(2*PI*997*t)|sin(2*PI*997*t):s=48000:d=3", source,
    ])
    let package = try PackagedLadder(source)
    let loudness = try #require(package.report.renditions[0].loudness)
    #expect(abs(loudness.integrated - (try Meter(source).integrated)) < 0.06)
    #expect(abs(try #require(loudness.truePeak)) < 0.1)
  }
}

/// A source with a tone on one channel after the other, a second each.
struct Tones {
  let folder: TemporaryFolder
  let path: String

  init(_ layout: String, count: Int, frequency: Int = 1000) throws {
    folder = try TemporaryFolder()
    path = folder.file("tones.wav")
    let channels = (0..<count).map {
      "0.1*sin(2*PI*\(frequency)*t)*between(t,\($0),\(Double($0) + 0.95))"
    }
    try FFmpeg.make([
      "-f", "lavfi", "-i",
      "aevalsrc='\(channels.joined(separator: "|"))':c=\(layout):s=48000:d=\(count)",
      "-c:a", "pcm_f32le", path,
    ])
  }

  func package(_ options: LadderOptions = LadderOptions()) throws -> PackagedLadder {
    try PackagedLadder(path, options)
  }

  /// The mean level of each channel in the middle of a second, in dBFS.
  static func levels(in path: String, second: Int) throws -> [Double] {
    let measured = try Program(
      "ffmpeg",
      [
        "-hide_banner", "-copyts", "-i", path, "-af",
        "atrim=start=\(Double(second) + 0.25):end=\(Double(second) + 0.75),"
          + "astats=measure_perchannel=RMS_level:measure_overall=none", "-f", "null", "-",
      ])
    return measured.errors.split(separator: "\n").compactMap { line in
      guard let range = line.range(of: "RMS level dB: ") else { return nil }
      return line[range.upperBound...] == "-inf" ? -200 : Double(line[range.upperBound...])
    }
  }
}
