// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import HLSPlaylist
internal import LibAV

/// What was copied, measured and spent: the content of `report.json` of a package of copies. Keys
/// are a contract, and mean what they mean in a ``PackageReport``.
public struct CopyReport: Codable, Sendable {
  /// The version of Rung.
  public var version: String
  /// The inputs as given.
  public var inputs: [String]
  /// The target duration of the playlists, in seconds.
  public var targetDuration: UInt64
  /// What was made, in the master's order.
  public var renditions: [Rendition]
  /// What the user should know.
  public var warnings: [String]
  /// The time that the run took, in seconds.
  public var elapsedSeconds: Double
  /// The processor time that the run took, in seconds.
  public var processorSeconds: Double
  /// Bytes of all segments.
  public var totalBytes: UInt64

  /// A rendition that was made.
  public struct Rendition: Codable, Sendable, MeasuredRendition {
    /// The folder.
    public var directory: String
    /// The input and the track.
    public var source: String
    /// The codec string.
    public var codec: String
    /// Pixels in a row.
    public var width: Int?
    /// Rows.
    public var height: Int?
    /// Frames a second, as a ratio such as `30000/1001`.
    public var frameRate: String?
    /// `SDR`, `HLG` or `PQ`.
    public var videoRange: String?
    /// The language of sound and text, as BCP 47 writes it.
    public var language: String?
    /// The mean rate that was measured, in b/s.
    public var averageBitRate: UInt64 = 0
    /// The peak rate that was measured, in b/s.
    public var peakBitRate: UInt64 = 0
    /// The segments whose rate is the peak, counted from 0, the second not included.
    public var peakWindow: [Int]?
    /// The number of segments.
    public var segments: Int = 0
    /// Pictures, frames of sound, or cues.
    public var samples: Int = 0
    /// Seconds.
    public var duration: Double = 0
    /// Bytes of all segments.
    public var bytes: UInt64 = 0
  }

  /// The report as JSON text with sorted keys.
  public func json() throws -> [UInt8] {
    try reportText()
  }
}

extension CopyReport.Rendition {
  init(_ record: CopyRecord, _ playlists: CopyPlaylists) {
    let rendition = record.rendition
    directory = record.directory
    source = rendition.track.name
    codec = rendition.entry.codec
    if rendition.track.kind == .video {
      let size = rendition.entry.displaySize
      (width, height) = (size.width, size.height)
      frameRate = rendition.frameRate.description
      videoRange = rendition.entry.videoRange.rawValue
    } else {
      language = rendition.label.language
    }
    measure(record, playlists.rates(record))
  }
}

extension CopyReport.Rendition {
  init(_ record: TextRecord, _ playlists: CopyPlaylists) {
    directory = record.directory
    source = record.rendition.source
    codec = record.codec ?? "WebVTT"
    language = record.rendition.label.language
    measure(record, playlists.rates(record))
    // A cue that goes on over a boundary stands in both segments.
    samples = record.rendition.track.cues.count
  }
}
