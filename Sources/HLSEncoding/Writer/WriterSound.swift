// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The sound of a writer's input on its way to its output: one thread brings it to the rate and the
/// channels, another encodes it.
final class WriterSound: WriterTrack {
  /// What goes to the first thread.
  private enum Entry: Sendable {
    case sample(WriterSample)
    case flush
    case end(Rational?)
  }

  private let name: String
  private let settings: OutputSettings.Audio
  private let language: String?
  private let context: WriterContext
  private let entries = BoundedQueue<Entry>(capacity: 16)
  private let chunks = BoundedQueue<AudioChunk>(capacity: 64)
  private let started = BoundedQueue<AudioRendition>(capacity: 1)

  init(
    _ name: String, _ settings: OutputSettings.Audio, language: String?, _ context: WriterContext
  ) {
    self.name = name
    self.settings = settings
    self.language = language
    self.context = context
  }

  var hasRoom: Bool { entries.hasRoom }
  func push(_ sample: WriterSample) -> Bool { entries.push(.sample(sample)) }
  func flush() { _ = entries.push(.flush, waits: false) }
  func finish(at end: Rational?) {
    _ = entries.push(.end(end), waits: false)
    entries.finish()
  }
  func abandon() {
    entries.abandon()
    chunks.abandon()
    started.abandon()
  }
  var work: [@Sendable () throws -> Void] { [{ try self.prepare() }, { try self.encode() }] }

  // MARK: The first thread

  private func prepare() throws {
    var path: AudioProgramPath?
    /// When the sound ends, on the output's clock.
    var end = Rational(0)
    while let entry = entries.pop() {
      context.hasRoom()
      switch entry {
      case .sample(let sample):
        let current = try path ?? start(with: sample)
        path = current
        try current.take(sample.frame, of: 0) { unit in
          sample.time.ticks(since: context.origin, at: unit.inverse)
        }
        try current.give(upTo: nil)
        end = current.end
      case .flush:
        guard path != nil, let schedule = context.schedule else { continue }
        schedule.flush(at: Self.time(end, after: context.origin))
      case .end(let time):
        let limit = time.map {
          Rational($0.ticks(since: context.origin, at: Rational(90_000)), 90_000)
        }
        try path?.finish(at: limit ?? end)
        if path == nil { try context.output.leaveOut(name) }
      }
    }
    guard !entries.isAbandoned else { return }
    started.finish()
    chunks.finish()
  }

  private static func time(_ end: Rational, after origin: Rational) -> Rational {
    let start = origin.ticks(since: Rational(0), at: Rational(end.denominator))
    return Rational(start + end.numerator, end.denominator)
  }

  private func start(with sample: WriterSample) throws -> AudioProgramPath {
    let format = try sample.frame.soundFormat()
    let program = AudioProgram(
      inputs: [AudioProgram.Input(track: 0)], layout: format.layout,
      sampleRate: settings.codec.sampleRate(for: format.sampleRate), language: language ?? "und",
      name: "Sound", role: .main, isDefault: true, isAutoselected: true)
    let rendition = AudioRendition(settings, of: program, directory: name)
    let source = SourceDescription(
      path: name, container: "", duration: nil, tracks: [], chapterCount: 0,
      findings: BitstreamFindings())
    let plan = LadderPlan(
      source: source, video: nil, rungs: [], audio: [rendition],
      grid: SegmentGrid(frameRate: Rational(25), divisor: 1, segmentDuration: 2), speed: "",
      range: SourceRange(), light: LightMapping(), metadata: StaticMetadata(), isStrict: false,
      warnings: [])
    _ = started.push(rendition)
    return AudioProgramPath(
      rendition.program, plan, EncoderQueues([], [rendition.directory: chunks]), context.progress)
  }

  // MARK: The second thread

  private func encode() throws {
    guard let rendition = started.pop() else { return }
    try SoundEncoding(
      rendition: rendition, queue: chunks, sink: context.output, progress: context.progress
    ).work()
  }
}

extension AudioCodec {
  /// The rate that sound of a rate is encoded at where nobody says: its own, unless there is no AAC
  /// of it.
  fileprivate func sampleRate(for rate: Int) -> Int {
    let rates = [
      8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000,
    ]
    guard self == .aac, !rates.contains(rate) else { return rate }
    return 48_000
  }
}
