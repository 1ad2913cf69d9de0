// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HDRColor
import LibAV
import Testing

@testable import HLSEncoding

/// Editing on the timeline, and what cannot be put together.
@Suite struct CompositionTests {
  private static func source(
    _ path: String, seconds: Int64 = 10, _ color: ColorDescription = .bt709, hasSound: Bool = true
  ) -> SourceDescription {
    var tracks = [Source.video(640, 360, Rational(25), color)]
    if hasSound { tracks.append(Source.audio()) }
    var source = Source.of(tracks: tracks)
    source.path = path
    source.duration = Rational(seconds)
    return source
  }

  /// Each clip as `path from..<to @ place`, in the order of their places.
  private static func timeline(_ composition: Composition) -> [String] {
    composition.clips.sorted { $0.start < $1.start }.map { clip in
      "\(clip.source.path) \(clip.range.start)..<\(clip.range.end) @ \(clip.start)"
    }
  }

  @Test func `sources follow one another`() throws {
    var composition = Composition()
    try composition.append(Self.source("a"))
    try composition.append(
      Self.source("b"), TimeRange(start: Rational(2), duration: Rational(7, 2)))
    try composition.append(Self.source("a"), start: nil, end: 1.5)
    #expect(Self.timeline(composition) == ["a 0..<10 @ 0", "b 2..<11/2 @ 10", "a 0..<3/2 @ 27/2"])
    #expect(composition.duration == Rational(15))
  }

  @Test func `what is inserted moves what lies behind, and cuts what it falls into`() throws {
    var composition = Composition()
    try composition.append(Self.source("a"))
    try composition.insert(Self.source("b"), TimeRange(duration: Rational(2)), at: Rational(4))
    #expect(Self.timeline(composition) == ["a 0..<4 @ 0", "b 0..<2 @ 4", "a 4..<10 @ 6"])
    try composition.insertGap(Rational(1), at: Rational(5))
    #expect(
      Self.timeline(composition) == [
        "a 0..<4 @ 0", "b 0..<1 @ 4", "b 1..<2 @ 6", "a 4..<10 @ 7",
      ])
    composition.remove(TimeRange(start: Rational(3), end: Rational(8)))
    #expect(Self.timeline(composition) == ["a 0..<3 @ 0", "a 5..<10 @ 3"])
    #expect(composition.duration == Rational(8))
    try composition.insertGap(Rational(2), at: Rational(8))
    #expect(composition.duration == Rational(10))
  }

  @Test func `volume and opacity stay with what they were set for when a clip is cut`() {
    var clip = Composition.Clip(Self.source("a"), range: TimeRange(duration: Rational(10)))
    clip.volume.change(from: 0, to: 1, over: TimeRange(start: Rational(2), duration: Rational(4)))
    var clips = [clip]
    clips.makeRoom(Rational(5), at: Rational(4))
    #expect(clips.map { $0.volume.value(at: 0) } == [1, 0.5])
    #expect(clips[1].volume.value(at: 1) == 0.75)
    #expect(clips[1].volume.value(at: 9) == 1)
  }

  @Test(arguments: [(0.0, 1.0), (1, 0.5), (2, 0.25), (3, 0), (3.5, 0), (4, 0.8), (9, 0.8)])
  func `a ramp goes along straight lines, and stays`(_ time: Double, _ value: Double) {
    var ramp = Ramp()
    ramp.set(0.8, at: Rational(4))
    ramp.change(from: 0.5, to: 0, over: TimeRange(start: Rational(1), duration: Rational(2)))
    #expect(ramp.value(at: time) == value)
  }

  struct Misuse: Sendable, CustomTestStringConvertible {
    var id: String
    var location: String
    var reason: String
    var edit: @Sendable (inout Composition) throws -> Void
    var video = VideoComposition()
    var testDescription: String { id }
  }

  private static func clip(
    _ path: String, _ start: Int64, _ duration: Int64, at place: Int64 = 0,
    media: Composition.Media = .all, hasSound: Bool = true
  ) -> Composition.Clip {
    Composition.Clip(
      source(path, hasSound: hasSound),
      range: TimeRange(start: Rational(start), duration: Rational(duration)), at: Rational(place),
      media: media)
  }

  static let misuses = [
    Misuse(
      id: "no clips", location: "composition", reason: "expected at least one clip, found none"
    ) { _ in },
    Misuse(
      id: "an empty part", location: "a",
      reason: "expected a part that lasts, found 0 s from 3 s on"
    ) { try $0.append(source("a"), TimeRange(start: Rational(3), duration: Rational(0))) },
    Misuse(
      id: "a part before the start", location: "a",
      reason: "expected a part that starts at 0 s or later, found -1 s"
    ) { try $0.append(source("a"), TimeRange(start: Rational(-1), duration: Rational(2))) },
    Misuse(
      id: "a part that starts behind the end", location: "a",
      reason: "the part starts at 10 s, the source lasts 10 s"
    ) { try $0.append(source("a"), TimeRange(start: Rational(10), duration: Rational(1))) },
    Misuse(
      id: "a part that ends behind the end", location: "a",
      reason: "the part ends at 10.5 s, the source lasts 10 s"
    ) { try $0.append(source("a"), TimeRange(start: Rational(5), end: Rational(21, 2))) },
    Misuse(
      id: "a source that does not say how long it lasts", location: "a",
      reason: "the source does not say how long it lasts"
    ) {
      var endless = source("a")
      endless.duration = nil
      try $0.append(endless)
    },
    Misuse(
      id: "standard input", location: "-",
      reason: "a clip is read from a file, not from standard input"
    ) { try $0.append(source("-")) },
    Misuse(
      id: "nothing to see or hear", location: "a",
      reason: "expected a track with pictures or sound, found none"
    ) {
      var empty = source("a")
      empty.tracks = []
      try $0.append(empty)
    },
    Misuse(
      id: "sound of a source without any", location: "a",
      reason: "expected a source with sound for the clip, found none"
    ) { $0.clips = [clip("a", 0, 5, media: .sound, hasSound: false)] },
    Misuse(
      id: "pictures that overlap", location: "b",
      reason: "its pictures start at 4 s, those of 'a' on the same layer end at 5 s"
    ) { $0.clips = [clip("b", 0, 5, at: 4), clip("a", 0, 5)] },
    Misuse(
      id: "a place before the start", location: "a",
      reason: "expected a place on the timeline from 0 s on, found -2 s"
    ) { $0.clips = [clip("a", 0, 5, at: -2)] },
    Misuse(
      id: "a gap that does not last", location: "gap",
      reason: "expected a gap that lasts, found 0 s"
    ) { try $0.insertGap(Rational(0), at: Rational(0)) },
    Misuse(
      id: "a crop outside of the picture", location: "a",
      reason: "expected a crop inside of 640x360, found 640x360 at 2,0"
    ) {
      $0.clips = [clip("a", 0, 5)]
      $0.clips[0].placement.crop = PictureRectangle(x: 2, width: 640, height: 360)
    },
    Misuse(
      id: "a frame without pixels", location: "a",
      reason: "expected a frame of 2 to 16384 pixels a side, found 0x10 at 0,0"
    ) {
      $0.clips = [clip("a", 0, 5)]
      $0.clips[0].placement.frame = PictureRectangle(width: 0, height: 10)
    },
    Misuse(
      id: "opacity beyond 1", location: "a", reason: "expected opacities from 0 to 1, found [2.0]"
    ) {
      $0.clips = [clip("a", 0, 5)]
      $0.clips[0].placement.opacity = Ramp(2)
    },
    Misuse(
      id: "an odd size", location: "size",
      reason: "expected even sides from 16 to 16384, found 641x360",
      edit: { try $0.append(source("a")) },
      video: VideoComposition(size: VideoComposition.Size(width: 641, height: 360))),
    Misuse(
      id: "no rate", location: "frameRate",
      reason: "expected 1 to 240 frames a second, found 0",
      edit: { try $0.append(source("a")) }, video: VideoComposition(frameRate: Rational(0))),
  ]

  @Test(arguments: misuses) func `misuse has its error`(_ c: Misuse) throws {
    let error = try #require(
      #expect(throws: EncodingError.self) {
        var composition = Composition()
        try c.edit(&composition)
        _ = try CompositionPlan(composition, c.video)
      })
    #expect(error.location == c.location)
    #expect(error.reason == c.reason)
  }

  @Test func `a composition is never copied`() throws {
    var composition = Composition()
    try composition.append(Self.source("a"))
    let request = try ExportRequest(.preset(.passthrough), to: "/tmp/never.mov")
    let error = #expect(throws: EncodingError.self) {
      _ = try ExportPlan(for: composition, [request])
    }
    #expect(error?.reason == "a composition is made anew and cannot be copied")
  }
}

/// What compositions become, before anything is decoded.
@Suite struct CompositionPlanTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var id: String
    var sources: [SourceDescription]
    var size: [Int]
    var rate: Rational
    var kind: SourceMix.Kind
    var fits: [String?]
    var video = VideoComposition()
    var testDescription: String { id }
  }

  private static func source(
    _ width: Int, _ height: Int, _ rate: Rational, _ color: ColorDescription = .bt709,
    rotation: Int = 0, aspect: Rational = Rational(1)
  ) -> SourceDescription {
    Source.of(Source.video(width, height, rate, color, aspect: aspect, rotation: rotation))
  }

  private static let ntsc = Rational(30_000, 1001)

  static let cases = [
    Case(
      id: "the largest picture and the highest rate decide",
      sources: [
        source(640, 360, Rational(25)), source(1920, 1080, Rational(24), .hlg),
        source(1280, 720, ntsc, .pq),
      ], size: [1920, 1080], rate: ntsc, kind: .hlg,
      fits: ["scaled from 640x360 to 1920x1080", nil, "scaled from 1280x720 to 1920x1080"]),
    Case(
      id: "portrait is fitted into landscape, as it is shown",
      sources: [source(1920, 1080, Rational(25)), source(1920, 1080, Rational(25), rotation: 90)],
      size: [1920, 1080], rate: Rational(25), kind: .sdr,
      fits: [nil, "scaled from 1080x1920 to 608x1080, black around"]),
    Case(
      id: "pixels become square",
      sources: [source(720, 576, Rational(25), aspect: Rational(64, 45))], size: [1024, 576],
      rate: Rational(25), kind: .sdr, fits: [nil]),
    Case(
      id: "size, rate and range are asked for",
      sources: [source(1920, 1080, Rational(50), .pq)], size: [640, 640], rate: Rational(24),
      kind: .sdr, fits: ["scaled from 1920x1080 to 640x360, black around"],
      video: VideoComposition(
        size: VideoComposition.Size(width: 640, height: 640), frameRate: Rational(24),
        color: .bt709)),
  ]

  @Test(arguments: cases) func `what clips become together`(_ c: Case) throws {
    var composition = Composition()
    for source in c.sources { try composition.append(source) }
    let plan = try CompositionPlan(composition, c.video)
    let canvas = try #require(plan.canvas)
    #expect([canvas.width, canvas.height] == c.size)
    #expect(canvas.frameRate == c.rate)
    #expect(plan.kind == c.kind && canvas.color.videoRange == c.kind.range)
    #expect(plan.pieces.map(\.fit) == c.fits)
  }

  @Test func `an hour of uneven clips does not drift`() throws {
    var composition = Composition()
    let source = Self.source(640, 360, Self.ntsc)
    // 1,000 clips of 3.6012 s: 3,601.2 s are 107,928 pictures of 30000/1001 a second.
    for _ in 0..<1000 {
      try composition.append(source, TimeRange(duration: Rational(36_012, 10_000)))
    }
    let plan = try CompositionPlan(composition)
    #expect(plan.pictureCount == 107_928)
    #expect(plan.pieces.last?.pictures.upperBound == 107_928)
    let joints = zip(plan.pieces, plan.pieces.dropFirst())
    #expect(joints.allSatisfy { $0.pictures.upperBound == $1.pictures.lowerBound })
    // No joint is further than half a picture from where it was asked for.
    let worst = plan.pieces.map { piece in
      abs(Double(piece.pictures.lowerBound) * 1001 / 30_000 - piece.clip.start.value)
    }.max()
    #expect((worst ?? 1) <= 0.5 * 1001 / 30_000)
  }

  @Test func `static metadata go on only with pictures that they describe`() throws {
    var hdr10 = Self.source(640, 360, Rational(25), .pq)
    hdr10.tracks[0].video?.contentLightLevel = ContentLightLevel(
      maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
    func plan(_ sources: SourceDescription...) throws -> CompositionPlan {
      var composition = Composition()
      for source in sources { try composition.append(source) }
      return try CompositionPlan(composition)
    }
    let kept = try plan(Self.source(640, 360, Rational(25)), hdr10)
    #expect(kept.kind == .hdr10)
    #expect(
      kept.source.mainVideo?.video?.contentLightLevel?.maximumContentLightLevel == 1000)
    let dropped = try plan(hdr10, Self.source(640, 360, Rational(25), .hlg))
    #expect(dropped.kind == .hlg && dropped.source.mainVideo?.video?.contentLightLevel == nil)
    #expect(dropped.warnings.contains { $0.contains("HDR10 metadata are dropped") })
  }
}
