// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation

/// A file that is written beside its name and takes it when it is whole.
struct FileDraft: Sendable {
  /// The name.
  let path: String
  /// Whether a file that has the name already is replaced.
  let replaces: Bool

  /// The name without detours and links on the way; a link that the name itself is stays one, as
  /// it is the link that would be replaced.
  var canonicalPath: String {
    let url = URL(filePath: path).standardizedFileURL
    return url.deletingLastPathComponent().resolvingSymlinksInPath()
      .appending(path: url.lastPathComponent).path
  }

  /// Whether taking the name would replace a file: it is the file's, or the one it is a link to.
  func replaces(_ file: String) -> Bool {
    let name = FileDraft(path: file, replaces: false).canonicalPath
    let target = URL(filePath: file).standardizedFileURL.resolvingSymlinksInPath().path
    return [name, target].contains(canonicalPath)
  }

  /// Refuses a name that cannot be taken.
  ///
  /// - Throws: ``EncodingError`` where there is no folder, no permission, or a file already.
  func check() throws(EncodingError) {
    let files = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard files.fileExists(atPath: folder) else {
      throw EncodingError(.settings, path, "there is no folder '\(folder)'", hint: "make it first")
    }
    guard files.isWritableFile(atPath: folder) else {
      throw EncodingError(.settings, path, "no permission to write into '\(folder)'")
    }
    guard replaces || !files.fileExists(atPath: path) else {
      throw EncodingError(
        .settings, path, "there is a file already",
        hint: "remove it or name another; on the command line --force replaces it")
    }
  }

  /// A hidden name beside the file's own, for a stage of the work.
  func stage(_ name: String) -> String {
    let url = URL(filePath: path)
    return url.deletingLastPathComponent().appending(
      path: ".\(url.lastPathComponent).\(name).\(ProcessInfo.processInfo.processIdentifier)"
    ).path
  }

  /// Gives what was written the file's name.
  ///
  /// - Throws: ``EncodingError`` where the name has been taken meanwhile.
  func publish(_ draft: String) throws(EncodingError) {
    if !replaces {
      // A second name, unlike a rename, never takes the place of what has come to be there.
      if unsafe link(draft, path) == 0 { return }
      guard errno != EEXIST else {
        throw EncodingError(.settings, path, "another program has put a file there meanwhile")
      }
    }
    guard unsafe rename(draft, path) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw EncodingError(.settings, path, "cannot give the file its name: \(reason)")
    }
  }
}
