// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation

/// Media that `Fixtures/make-fixtures` makes.
public enum Fixture {
  /// The place of a fixture, such as `hdr10.mp4`.
  public static func path(_ name: String) -> String {
    Package.root.appending(path: "Fixtures/generated/\(name)").path
  }
}

/// A folder that is removed when it is no longer used.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// The folder's path.
  public var path: String { url.path }

  /// Creates a folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "rung-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The place of a file inside.
  public func file(_ name: String) -> String { url.appending(path: name).path }
}
