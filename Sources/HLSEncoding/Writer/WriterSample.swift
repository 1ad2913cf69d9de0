// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

/// A frame on its way from a program to an encoder.
struct WriterSample: Sendable {
  var frame: Frame
  /// When it is presented, in seconds.
  var time: Rational
  /// How long, in seconds; `nil` where nobody says.
  var duration: Rational?
  /// How a picture is stored for the encoder.
  var planar: PixelFormat?
  /// What the numbers of a picture mean; `nil` where nobody says.
  var color: ColorDescription?
  /// Whether the numbers span the full range.
  var isFullRange = false

  var isPicture: Bool { planar != nil }

  /// When it ends, where that is known.
  var end: Rational? {
    if !isPicture {
      let rate = Rational(Int64(frame.sampleRate))
      let start = time.ticks(since: Rational(0), at: rate)
      return Rational(start + Int64(frame.sampleCount), rate.numerator)
    }
    return duration.map { time.adding($0) }
  }
}

/// What happens to the samples of an input from when a session starts.
protocol WriterTrack: Sendable {
  /// Whether a sample can be taken at once.
  var hasRoom: Bool { get }
  /// Takes a sample; `false` when the work was given up.
  func push(_ sample: WriterSample) -> Bool
  /// Ends a segment behind what was taken.
  func flush()
  /// Says that nothing more will come; a time is when the last sample ends.
  func finish(at end: Rational?)
  /// Drops everything.
  func abandon()
  /// The work, each piece for a thread of its own.
  var work: [@Sendable () throws -> Void] { get }
}

/// Where the samples of a writer's tracks go.
protocol WriterOutput: LadderSink {
  /// Leaves a track out that turned out to hold nothing.
  func leaveOut(_ name: String) throws
  /// Ends a track's segment where the schedule says, whatever comes next.
  func flush(_ name: String) throws
}

extension SegmentAssembler: WriterOutput {}

/// A file that a writer makes.
struct WriterFile: WriterOutput {
  let file: ExportFile

  func sink(for track: EncodedTrack) throws -> any RenditionSink {
    try ExportSink(files: [file]).sink(for: track)
  }
  func leaveOut(_ name: String) throws { try file.leaveOut(name) }
  func flush(_ name: String) throws {}
}
