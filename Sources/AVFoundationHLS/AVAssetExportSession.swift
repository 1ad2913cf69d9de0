// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSEncoding
internal import LibAV
internal import Synchronization

/// Exports an asset into a file by a preset.
public final class AVAssetExportSession: Sendable {
  /// How far a session is.
  public enum Status: Int, Sendable {
    /// Nothing is known.
    case unknown
    /// It waits to begin.
    case waiting
    /// It is at work.
    case exporting
    /// The file is there.
    case completed
    /// It has failed.
    case failed
    /// It was cancelled.
    case cancelled
  }

  /// How far an export is.
  public enum State: Sendable {
    /// It has not begun.
    case pending
    /// It waits to begin.
    case waiting
    /// It is at work.
    case exporting(progress: Progress)
  }

  private struct Configuration {
    var outputURL: URL?
    var outputFileType: AVFileType?
    var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
    var video: AVVideoComposition.Values?
    var audio: [AVAudioMixInputParameters.Values]?
    var status = Status.unknown
    var error: (any Error)?
    var session: ExportSession?
  }

  /// What is exported.
  public let asset: AVAsset
  /// The preset, by one of its constants.
  public let presetName: String

  private let preset: ExportPreset
  private let cancellation = Cancellation()
  private let configuration = Mutex(Configuration())

  /// Creates a session; `nil` for a preset that there is none of. Whether it suits the asset shows
  /// when it is exported.
  public init?(asset: AVAsset, presetName: String) {
    guard let preset = ExportPreset(presetName), preset.name == presetName else { return nil }
    self.asset = asset
    self.presetName = presetName
    self.preset = preset
  }

  /// Every preset but the one that copies.
  public static func allExportPresets() -> [String] { ExportPreset.listed.map(\.name) }

  /// Whether a preset can export an asset into a kind of file; `nil` asks for any kind.
  public static func compatibility(
    ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
  ) async -> Bool {
    guard let preset = ExportPreset(presetName), let source = try? await asset.mediaSource() else {
      return false
    }
    return preset.compatibility(with: source, fileType: outputFileType?.fileType)
  }

  /// Where the file goes.
  public var outputURL: URL? {
    get { configuration.withLock { $0.outputURL } }
    set { configuration.withLock { $0.outputURL = newValue } }
  }

  /// The kind of the file.
  public var outputFileType: AVFileType? {
    get { configuration.withLock { $0.outputFileType } }
    set { configuration.withLock { $0.outputFileType = newValue } }
  }

  /// The part that is exported; all of it by default.
  public var timeRange: CMTimeRange {
    get { configuration.withLock { $0.timeRange } }
    set { configuration.withLock { $0.timeRange = newValue } }
  }

  /// Which pictures lie where, kept as it is when it is set; `nil` fits each clip. A preset that
  /// copies takes no notice of it.
  public var videoComposition: AVVideoComposition? {
    get { configuration.withLock { $0.video }.map(AVMutableVideoComposition.init) }
    set {
      let values = newValue?.values
      configuration.withLock { $0.video = values }
    }
  }

  /// How loud the tracks are, kept as it is when it is set; `nil` for as loud as they are. A preset
  /// that copies takes no notice of it.
  public var audioMix: AVAudioMix? {
    get { configuration.withLock { $0.audio }.map(AVMutableAudioMix.init) }
    set {
      let values = newValue?.values
      configuration.withLock { $0.audio = values }
    }
  }

  /// Whether the index comes first; it always does.
  public var shouldOptimizeForNetworkUse: Bool {
    get { true }
    set {}
  }

  /// The kinds of files that the preset makes.
  public var supportedFileTypes: [AVFileType] { preset.fileTypes.map(AVFileType.init) }

  /// The kinds of files that suit the asset.
  public var compatibleFileTypes: [AVFileType] {
    get async {
      guard let source = try? await asset.mediaSource() else { return [] }
      return preset.fileTypes(compatibleWith: source).map(AVFileType.init)
    }
  }

  /// How far the session is.
  public var status: Status { configuration.withLock { $0.status } }

  /// Why it failed.
  public var error: (any Error)? { configuration.withLock { $0.error } }

  /// The share that is done, from 0 to 1.
  public var progress: Float {
    let (status, session) = configuration.withLock { ($0.status, $0.session) }
    if status == .completed { return 1 }
    if case .exporting(let share)? = session?.state { return Float(share) }
    return 0
  }

  /// About how many bytes the file will have; 0 where nobody can say.
  public var estimatedOutputFileLengthInBytes: Int64 {
    get async throws {
      let plan = try await self.plan(
        to: URL(filePath: "/estimate"), as: AVFileType(preset.fileTypes[0]))
      return plan.outputs.first.map { plan.estimatedLength(of: $0) } ?? 0
    }
  }

  /// Stops the export.
  public func cancelExport() { cancellation.cancel() }

  /// Exports into ``outputURL`` as ``outputFileType``; ``status`` and ``error`` say what became of
  /// it.
  public func export() async {
    do {
      guard let url = outputURL, let type = outputFileType else {
        throw EncodingError(
          .settings, "outputURL", "expected a URL and a file type, found none",
          hint: "set outputURL and outputFileType before exporting")
      }
      try await export(to: url, as: type)
    } catch {
      fail(error)
    }
  }

  /// Exports, and calls back when it has ended.
  public func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
    Task {
      await export()
      handler()
    }
  }

  /// Exports into a file.
  ///
  /// - Throws: `EncodingError` where the preset does not suit the asset, where a file is there
  ///   already, and where the work fails.
  public func export(to url: URL, as fileType: AVFileType) async throws {
    do {
      configuration.withLock { $0.status = .waiting }
      let session = ExportSession(
        try await plan(to: url, as: fileType), cancellation: cancellation)
      configuration.withLock { ($0.status, $0.session) = (.exporting, session) }
      _ = try await session.export()
      configuration.withLock { $0.status = .completed }
    } catch {
      fail(error)
      throw error
    }
  }

  private func fail(_ error: any Error) {
    configuration.withLock {
      ($0.status, $0.error) = (cancellation.isCancelled ? .cancelled : .failed, error)
    }
  }

  /// The states from now on, until the export has ended.
  public func states(
    updateInterval: Duration = .seconds(1)
  ) -> some AsyncSequence<State, Never> & Sendable {
    AsyncStream { continuation in
      let task = Task {
        while !Task.isCancelled {
          switch status {
          case .unknown: continuation.yield(.pending)
          case .waiting: continuation.yield(.waiting)
          case .exporting:
            let progress = Progress(totalUnitCount: 1000)
            progress.completedUnitCount = Int64(self.progress * 1000)
            continuation.yield(.exporting(progress: progress))
          case .completed, .failed, .cancelled:
            continuation.finish()
            return
          }
          try? await Task.sleep(for: updateInterval)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func plan(to url: URL, as fileType: AVFileType) async throws -> ExportPlan {
    let request = try ExportRequest(.preset(preset), to: url.path, as: fileType.fileType)
    var options = ExportOptions()
    let range = timeRange
    options.range.start = range.start.isNumeric ? range.start.seconds : 0
    options.range.duration = range.duration.isNumeric ? range.duration.seconds : nil
    let (video, audio) = configuration.withLock { ($0.video, $0.audio) }
    let composition = asset as? AVComposition
    if composition == nil, preset == .passthrough || video == nil && audio == nil {
      return try ExportPlan(for: try await asset.mediaSource(), [request], options)
    }
    let assembly = CompositionAssembly(try await asset.timeline())
    let (clips, pictures) = try assembly.composition(
      video, audio, size: composition?.naturalSize ?? .zero)
    return try ExportPlan(for: clips, [request], options, video: pictures)
  }
}
