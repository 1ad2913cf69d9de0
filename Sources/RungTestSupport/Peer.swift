// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// Packagers of others that tests run, where `Scripts/install-peers` has installed them.
public enum Peer: String, Sendable, CaseIterable {
  /// Shaka Packager 3.8.0.
  case shakaPackager = "packager"
  /// FFmpeg 8.1.2, beside the one of the system.
  case ffmpeg = "ffmpeg"

  /// The program, or `nil` where it is not installed.
  public var path: String? {
    let path = Package.root.appending(path: ".build/peers/\(rawValue)").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }
}
