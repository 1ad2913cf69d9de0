// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How far a download has come.
public struct DownloadProgress: Hashable, Sendable {
  /// How far the content of one configuration has come.
  public struct Content: Hashable, Sendable {
    /// Bytes that are stored, of files that are not whole yet too.
    public var bytes: UInt64 = 0
    /// Files that are whole.
    public var files = 0
    /// Files that there will be.
    public var totalFiles = 0
  }

  /// The content by configuration: the primary one first, then the auxiliary ones. A file that
  /// several share counts for the first.
  public var contents: [Content]

  /// What there will be in all, where something is known of it.
  public var expectedBytes: UInt64?

  /// How long it will take from here; `nil` where nothing can be said yet.
  public var timeLeft: Duration?

  /// Bytes that are stored.
  public var bytes: UInt64 { contents.reduce(0) { $0 + $1.bytes } }
  /// Files that are whole.
  public var files: Int { contents.reduce(0) { $0 + $1.files } }
  /// Files that there will be.
  public var totalFiles: Int { contents.reduce(0) { $0 + $1.totalFiles } }

  /// The share that is stored, from 0 to 1, by files.
  public var fraction: Double {
    totalFiles == 0 ? 1 : Double(files) / Double(totalFiles)
  }
}

/// The pace of a download over its last seconds.
struct Pace {
  /// How far back it looks.
  static let window = Duration.seconds(15)

  private var samples: [(time: Duration, bytes: UInt64)] = []

  /// Notes how many bytes there are, at a time since the beginning.
  mutating func note(_ bytes: UInt64, at time: Duration) {
    samples.append((time, bytes))
    while samples.count > 2, samples[1].time < time - Self.window { samples.removeFirst() }
  }

  /// Bytes a second; `nil` where nothing has come.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last, last.bytes > first.bytes,
      last.time > first.time
    else { return nil }
    return Double(last.bytes - first.bytes) / ((last.time - first.time) / .seconds(1))
  }

  /// How long the rest takes at this pace.
  func timeLeft(_ progress: DownloadProgress) -> Duration? {
    guard let rate, let expected = progress.expectedBytes else { return nil }
    let seconds = max(0, Double(expected) - Double(progress.bytes)) / rate
    return seconds < 1e9 ? .milliseconds(Int64(seconds * 1000)) : nil
  }
}
