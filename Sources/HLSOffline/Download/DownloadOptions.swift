// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How a download is done.
public struct DownloadOptions: Sendable {
  /// The most requests at a time.
  public var connections = 8

  /// When a request is sent again.
  public var retries = RetryPolicy()

  /// The most bytes of one resource.
  public var resourceLimit: UInt64 = 64 << 30

  /// The most bytes of the package.
  public var packageLimit: UInt64 = 1 << 40

  /// Bytes between checkpoints, which bring what has come to the disk.
  public var checkpointBytes: UInt64 = 512 << 20

  /// Whether a package with another choice, or of another source, is replaced.
  public var replaces = false

  /// How often progress is told.
  public var progressInterval = Duration.milliseconds(250)

  /// The clock of pauses and of progress.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// What the package says of itself.
  public var settings = PackageSettings()

  /// Creates the default options.
  public init() {}
}

/// What came of a download.
public struct DownloadSummary: Hashable, Sendable {
  /// Files of the package that were planned.
  public var files: Int
  /// Files that were there before.
  public var keptFiles: Int
  /// Bytes of all of them.
  public var bytes: UInt64
}
