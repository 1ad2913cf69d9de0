// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
public import HLSEncoding
internal import HLSPlaylist
internal import LibAV

/// What was decided, measured and spent: the content of `report.json`. Keys are a contract.
public struct PackageReport: Codable, Sendable {
  /// The version of Rung.
  public var version: String
  /// The libraries' versions by name.
  public var libraries: [String: String]
  /// The source as given.
  public var source: Source
  /// The x264 and x265 preset.
  public var speed: String
  /// The length of a group of pictures, in seconds.
  public var groupDuration: Double
  /// The target duration of the playlists, in seconds.
  public var targetDuration: UInt64
  /// What was made, in the master's order.
  public var renditions: [Rendition]
  /// What the user should know.
  public var warnings: [String]
  /// Packets and pictures of the source that did not decode cleanly.
  public var damagedFrames: Int
  /// The time that the run took, in seconds.
  public var elapsedSeconds: Double
  /// The processor time that the run took, in seconds.
  public var processorSeconds: Double
  /// Bytes of all segments.
  public var totalBytes: UInt64

  /// The source, as inspection saw it.
  public struct Source: Codable, Sendable {
    /// The path as given.
    public var path: String
    /// FFmpeg's name of the container.
    public var container: String
    /// Seconds, where the container says.
    public var duration: Double?
    /// `SDR`, `HLG` or `PQ`; absent without pictures.
    public var videoRange: String?
  }

  /// A rendition that was made.
  public struct Rendition: Codable, Sendable, MeasuredRendition {
    /// The folder.
    public var directory: String
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
    /// The language of sound, as BCP 47 writes it.
    public var language: String?
    /// The number of channels of sound.
    public var channels: Int?
    /// How loud the sound is that was encoded; absent for silence.
    public var loudness: Loudness?
    /// What the sound was amplified by, in dB, where a loudness was asked for.
    public var gain: Double?
    /// The mean rate that was asked for, in b/s; absent for text.
    public var targetBitRate: Int?
    /// The mean rate that was measured, in b/s.
    public var averageBitRate: UInt64 = 0
    /// The peak rate that was measured, in b/s.
    public var peakBitRate: UInt64 = 0
    /// The segments whose rate is the peak, counted from 0, the second not included.
    public var peakWindow: [Int]?
    /// The number of segments.
    public var segments: Int = 0
    /// Pictures, or frames of sound.
    public var samples: Int = 0
    /// Seconds.
    public var duration: Double = 0
    /// Bytes of all segments.
    public var bytes: UInt64 = 0
    /// What was encoded of pictures, and what an earlier run had encoded.
    public var work: EncodingProgress.RungWork?
  }

  /// The part of a report that a later run needs to clear the way.
  struct Directories: Codable {
    private struct Entry: Codable { var directory: String }
    private var renditions: [Entry]
    /// The folders of the renditions.
    var names: [String] { renditions.map(\.directory) }

    init(_ names: [String]) { renditions = names.map(Entry.init) }
  }

  /// The report as JSON text with sorted keys.
  public func json() throws -> [UInt8] {
    try reportText()
  }
}

extension PackageReport.Rendition {
  init(
    _ record: RenditionRecord, _ playlists: LadderPlaylists, _ loudness: [String: Loudness],
    _ work: [String: EncodingProgress.RungWork]
  ) {
    directory = record.rendition.directory
    self.work = work[directory]
    codec = record.codec
    switch record.rendition {
    case .video(let rung):
      (width, height) = (rung.width, rung.height)
      frameRate = rung.frameRate.description
      videoRange = rung.range.rawValue
      targetBitRate = rung.bitRate
    case .audio(let audio):
      language = audio.language
      channels = audio.channelCount
      self.loudness = loudness[audio.directory]
      gain = audio.gain == 0 ? nil : audio.gain
      targetBitRate = audio.bitRate
    }
    measure(record, playlists.rates(record))
  }

  init(_ record: TextRecord, _ playlists: LadderPlaylists) {
    directory = record.directory
    codec = record.codec ?? "WebVTT"
    language = record.rendition.label.language
    measure(record, playlists.rates(record))
    // A cue that goes on over a boundary stands in both segments.
    samples = record.rendition.track.cues.count
  }
}
