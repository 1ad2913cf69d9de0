// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV
internal import Synchronization

extension AssetWriter {
  /// Starts the session: a time of the samples at which the output starts. What comes before is
  /// left out, but for the picture that is shown then.
  ///
  /// In a file the time becomes 0; in segments times stay as they are.
  ///
  /// - Throws: ``EncodingError`` before ``startWriting()``, and for a second session.
  public func startSession(atSourceTime time: Rational) throws {
    try checkIsWriting("startSession")
    guard time.isTime, time.numerator >= 0 else {
      throw EncodingError(
        .sample, "startSession", "expected a time from 0 on, in seconds, found \(time)")
    }
    let (inputs, tracks) = try state.withLock { state in
      guard state.session == nil else {
        throw EncodingError(
          .order, "startSession", "there is a session already: a writer has one")
      }
      let names = state.names
      let context = try context(names, from: time, state.file)
      state.session = context
      return (state.inputs, zip(names, state.inputs).map { track($0, $1, context) })
    }
    for (input, track) in zip(inputs, tracks) {
      for work in track.work { start(work) }
      input.start(track)
    }
  }

  private func context(
    _ names: [String], from time: Rational, _ file: ExportFile?
  ) throws -> WriterContext {
    let hasRoom: @Sendable () -> Void = { [weak self] in
      self?.inputs.forEach { $0.callIfReady() }
    }
    switch destination {
    case .file:
      guard let file else { throw EncodingError(.order, "startSession", "there is no file") }
      return WriterContext(
        origin: time, schedule: nil, output: WriterFile(file: file), progress: progress,
        hasRoom: hasRoom)
    case .segments(let options, let delegate):
      let schedule = SegmentSchedule(options)
      return WriterContext(
        origin: time, schedule: schedule,
        output: SegmentAssembler(names, options, schedule, origin: time, to: delegate),
        progress: progress, hasRoom: hasRoom)
    }
  }

  private func track(
    _ name: String, _ input: AssetWriterInput, _ context: WriterContext
  ) -> any WriterTrack {
    switch input.content {
    case .pictures(let settings, let hint):
      WriterPictures(
        WriterInputPlan(
          name: name, settings: settings, hint: hint, orientation: input.orientation,
          speed: options.speed), context)
    case .sound(let settings):
      WriterSound(name, settings, language: input.language, context)
    }
  }

  private func start(_ work: @escaping @Sendable () throws -> Void) {
    let workers = Workers(group: group) { [weak self] error in self?.fail(error) }
    workers.start("writer", work)
  }

  /// Ends the session at a time: the last picture is shown until then, and sound is cut or silent.
  /// Pictures that have been appended already stay, and nothing more is taken.
  ///
  /// - Throws: ``EncodingError`` without a session, for a time before its start, and a second time.
  public func endSession(atSourceTime time: Rational) throws {
    try checkIsWriting("endSession")
    try state.withLock { state in
      guard let session = state.session else {
        throw EncodingError(.order, "endSession", "there is no session")
      }
      guard time.isTime, time >= session.origin else {
        throw EncodingError(
          .sample, "endSession", "expected a time after the session's start, found \(time)")
      }
      guard state.end == nil else {
        throw EncodingError(.order, "endSession", "the session has ended already")
      }
      state.end = time
    }
  }

  /// Ends a segment behind what has been appended; another starts with the next picture. The
  /// segment is handed on as soon as its pictures are encoded; sound follows with the next samples.
  ///
  /// Where the rate of pictures is not known beforehand, the first picture alone ends none: the second
  /// shows the rate.
  ///
  /// - Throws: ``EncodingError`` for a writer whose segments do not end by this call, or which has no
  ///   session.
  public func flushSegment() throws {
    try checkIsWriting("flushSegment")
    guard case .segments(let options, _) = destination, options.interval == .flushed else {
      throw EncodingError(
        .order, "flushSegment", "segments do not end by this call",
        hint: "make a writer with the interval 'flushed' (kCMTimeIndefinite)")
    }
    guard origin != nil else {
      throw EncodingError(.order, "flushSegment", "there is no session")
    }
    // The schedule follows the pictures where there are some.
    let inputs = inputs
    (inputs.first(where: \.takesPictures) ?? inputs.first)?.flush()
  }
}
