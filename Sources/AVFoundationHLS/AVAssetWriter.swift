// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSEncoding
internal import LibAV
internal import Synchronization

/// Writes samples into a file, or as segments of fragmented MP4 to a delegate.
///
/// What Apple's class answers with an exception makes the writer fail: ``status`` and ``error`` say
/// so.
public final class AVAssetWriter: Sendable {
  /// How far a writer is.
  public enum Status: Int, Sendable {
    /// It has not been started.
    case unknown
    /// It takes samples.
    case writing
    /// All has been written.
    case completed
    /// It has failed.
    case failed
    /// It was cancelled.
    case cancelled
  }

  struct Configuration: Sendable {
    var inputs: [AVAssetWriterInput] = []
    weak var delegate: (any AVAssetWriterDelegate)?
    var profile: AVFileTypeProfile?
    var interval = CMTime.invalid
    var start = CMTime.invalid
    var sequenceNumber = 1
    var isCombinable = false
    /// There is one from when the writer is started.
    var writer: AssetWriter?
    /// Why it has failed, where ``writer`` does not know.
    var error: (any Error)?
    var isCancelled = false
  }

  /// The file; for segments a URL that means nothing.
  public let outputURL: URL
  /// The kind of the file.
  public let outputFileType: AVFileType
  let makesSegments: Bool
  let configuration = Mutex(Configuration())

  private init(_ url: URL, _ fileType: AVFileType, makesSegments: Bool) {
    outputURL = url
    outputFileType = fileType
    self.makesSegments = makesSegments
  }

  /// Creates a writer of a file.
  ///
  /// - Throws: `EncodingError` for a kind of file that is not written.
  public convenience init(outputURL: URL, fileType: AVFileType) throws {
    _ = try AssetWriter(to: outputURL.path, as: fileType.fileType)
    self.init(outputURL, fileType, makesSegments: false)
  }

  /// Creates a writer of a file, or replaces none.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// Creates a writer whose segments go to its ``delegate``.
  public convenience init(contentType: UTType) {
    self.init(
      URL(filePath: "/"), AVFileType(rawValue: contentType.identifier), makesSegments: true)
  }

  // MARK: What is asked

  /// Takes segments.
  public weak var delegate: (any AVAssetWriterDelegate)? {
    get { configuration.withLock { $0.delegate } }
    set { configuration.withLock { $0.delegate = newValue } }
  }

  /// The kind of fragmented MP4.
  public var outputFileTypeProfile: AVFileTypeProfile? {
    get { configuration.withLock { $0.profile } }
    set { configuration.withLock { $0.profile = newValue } }
  }

  /// How long segments last; indefinite where ``flushSegment()`` ends them.
  public var preferredOutputSegmentInterval: CMTime {
    get { configuration.withLock { $0.interval } }
    set { configuration.withLock { $0.interval = newValue } }
  }

  /// When the first segment starts.
  public var initialSegmentStartTime: CMTime {
    get { configuration.withLock { $0.start } }
    set { configuration.withLock { $0.start = newValue } }
  }

  /// The number of the first fragment.
  public var initialMovieFragmentSequenceNumber: Int {
    get { configuration.withLock { $0.sequenceNumber } }
    set { configuration.withLock { $0.sequenceNumber = newValue } }
  }

  /// Whether fragments of several writers can be put together.
  public var producesCombinableFragments: Bool {
    get { configuration.withLock { $0.isCombinable } }
    set { configuration.withLock { $0.isCombinable = newValue } }
  }

  /// Whether the index comes first; it always does.
  public var shouldOptimizeForNetworkUse: Bool {
    get { true }
    set {}
  }

  // MARK: How far it is

  /// How far the writer is.
  public var status: Status {
    let (writer, error, isCancelled) = configuration.withLock {
      ($0.writer, $0.error, $0.isCancelled)
    }
    if error != nil { return .failed }
    return switch writer?.status {
    case .writing: .writing
    case .completed: .completed
    case .failed: .failed
    case .cancelled: .cancelled
    case .unknown, nil: isCancelled ? .cancelled : .unknown
    }
  }

  /// Why it failed; `nil` where it did not.
  public var error: (any Error)? {
    let (writer, error) = configuration.withLock { ($0.writer, $0.error) }
    return error ?? writer?.error
  }

  /// The inputs.
  public var inputs: [AVAssetWriterInput] { configuration.withLock { $0.inputs } }

  /// Keeps an error that nothing else would show.
  func fail(_ error: any Error) {
    let writer = configuration.withLock { configuration in
      if configuration.writer?.error == nil { configuration.error = configuration.error ?? error }
      return configuration.writer
    }
    writer?.fail(error)
  }
}
