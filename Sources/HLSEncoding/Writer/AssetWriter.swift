// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Dispatch
internal import LibAV
internal import Synchronization

/// Writes pictures and sound that a program makes, or gets from elsewhere, into a file or segments.
///
/// The calls come in an order: ``add(_:)``, ``startWriting()``, ``startSession(atSourceTime:)``,
/// appending to the inputs, ``finishWriting()``. A call out of order is refused with an error and
/// changes nothing. What fails at work is kept as ``error``.
public final class AssetWriter: Sendable {
  /// How far a writer is.
  public enum Status: Sendable {
    /// It has not been started.
    case unknown
    /// It takes samples.
    case writing
    /// All has been written.
    case completed
    /// It has failed; ``AssetWriter/error`` says why, and no file is left behind.
    case failed
    /// It was cancelled; no file is left behind.
    case cancelled
  }

  /// What is asked of a writer.
  public struct Options: Sendable {
    /// An x264 and x265 preset.
    public var speed = "medium"
    /// What a file says of itself, by FFmpeg's names such as `title`.
    public var metadata: [String: String] = [:]
    /// Whether a file that is there is replaced; Apple's writers refuse to.
    public var replaces = false

    /// Creates options; all have defaults.
    public init() {}
  }

  /// Where the writer writes.
  enum Destination: Sendable {
    case file(FileDraft, FileType)
    case segments(SegmentOptions, any SegmentDelegate)
  }

  let destination: Destination
  let options: Options
  let progress = EncodingProgress()
  let state = Mutex(State())
  let group = DispatchGroup()

  /// What changes.
  struct State {
    var status = Status.unknown
    var error: (any Error)?
    var inputs: [AssetWriterInput] = []
    var session: WriterContext?
    var end: Rational?
    var file: ExportFile?
    var isFinishing = false

    /// The names of the tracks.
    var names: [String] {
      inputs.enumerated().map { index, input in
        "\(index)/\(input.takesPictures ? "pictures" : "sound")"
      }
    }
  }

  private init(_ destination: Destination, _ options: Options) {
    self.destination = destination
    self.options = options
  }

  /// Creates a writer of a file.
  ///
  /// - Parameters:
  ///   - path: The file, which gets its name when it is whole.
  ///   - fileType: Its kind; `nil` goes by the name's extension.
  ///   - options: What else is asked.
  /// - Throws: ``EncodingError`` for a kind that is not written.
  public convenience init(
    to path: String, as fileType: FileType? = nil, _ options: Options = Options()
  ) throws(EncodingError) {
    guard let type = fileType ?? FileType(path: path), FileType.all.contains(type) else {
      throw EncodingError(
        .settings, path,
        "expected a file of .mov, .mp4, .m4v, .m4a, found "
          + "'\(fileType?.rawValue ?? path)'", hint: "name a file that ends in one of them")
    }
    self.init(.file(FileDraft(path: path, replaces: options.replaces), type), options)
  }

  /// Creates a writer of segments.
  ///
  /// - Parameters:
  ///   - segments: How they are cut.
  ///   - delegate: Takes them.
  ///   - options: What else is asked.
  /// - Throws: ``EncodingError`` for options that make no sense.
  public convenience init(
    _ segments: SegmentOptions, to delegate: any SegmentDelegate, _ options: Options = Options()
  ) throws(EncodingError) {
    try segments.check()
    self.init(.segments(segments, delegate), options)
  }

  deinit {
    inputs.forEach { $0.stop() }
    clean()
  }

  /// How far the writer is.
  public var status: Status { state.withLock { $0.status } }
  /// Why it failed; `nil` where it did not.
  public var error: (any Error)? { state.withLock { $0.error } }
  /// The inputs, in the order of the tracks.
  public var inputs: [AssetWriterInput] { state.withLock { $0.inputs } }
  /// Whether the session has been ended.
  var hasSessionEnded: Bool { state.withLock { $0.end != nil } }
  /// When the session starts, in seconds of the samples' time.
  var origin: Rational? { state.withLock { $0.session?.origin } }

  /// Refuses a call unless the writer is writing.
  func checkIsWriting(_ call: String) throws {
    let (status, error) = state.withLock { ($0.status, $0.error) }
    switch status {
    case .writing: return
    case .unknown:
      throw EncodingError(
        .order, call, "the writer has not been started", hint: "call startWriting first")
    case .completed: throw EncodingError(.order, call, "the writer has finished")
    case .cancelled: throw EncodingError(.order, call, "the writer was cancelled")
    case .failed: throw error ?? EncodingError(.order, call, "the writer has failed")
    }
  }

  /// Keeps the first error, and stops the work.
  package func fail(_ error: any Error) {
    let inputs = state.withLock { state -> [AssetWriterInput] in
      guard [.unknown, .writing].contains(state.status) else { return [] }
      (state.status, state.error) = (.failed, error)
      return state.inputs
    }
    inputs.forEach { $0.stop() }
    clean()
  }
}
