// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation

/// Real playlists, predicates and media that stand outside the package.
///
/// They are found at `RUNG_CORPUS`, or beside the checkout at `../shared/corpus`. Tests that use
/// them are enabled by ``isPresent`` and so skip visibly on a machine that lacks them.
public enum Corpus {
  /// The corpus folder, or `nil` where there is none.
  public static let root: URL? = {
    let beside = Package.root.deletingLastPathComponent().appending(path: "shared/corpus").path
    let path = ProcessInfo.processInfo.environment["RUNG_CORPUS"] ?? beside
    return FileManager.default.fileExists(atPath: path) ? URL(filePath: path) : nil
  }()

  /// Whether the corpus is on this machine.
  public static var isPresent: Bool { root != nil }

  /// The place of a file of the corpus, such as `media/bear-flac.mp4`.
  public static func url(_ path: String) throws -> URL {
    guard let root else { throw CocoaError(.fileNoSuchFile) }
    return root.appending(path: path)
  }
}

/// The checkout that the tests run from.
public enum Package {
  /// The folder of `Package.swift`.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
