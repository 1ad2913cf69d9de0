// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV
internal import X265

/// What `rung --version` prints: Rung's own version and its libraries'.
enum VersionText {
  static var text: String {
    let libraries = LibraryVersions.all + [("libx265", HEVCEncoder.libraryVersion ?? "none")]
    return (["rung \(Rung.version)"] + libraries.map { "\($0.name) \($0.version)" })
      .joined(separator: "\n")
  }
}
