// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSConformance

/// The files and the web, as `rung validate` and `rung diff` read streams from them.
struct ValidationSource: StreamSource {
  private let files = FileSource()
  private let web = WebSource()
  /// What files hold that are to be rewritten.
  var changed: [String: [UInt8]] = [:]

  func read(_ uri: String, range: Range<UInt64>?) async throws -> StreamResource {
    if let bytes = changed[uri], range == nil { return StreamResource(bytes: bytes, uri: uri) }
    return WebSource.isWeb(uri)
      ? try await web.read(uri, range: range) : try await files.read(uri, range: range)
  }

  func size(of uri: String) async -> UInt64? {
    WebSource.isWeb(uri) ? await web.size(of: uri) : await files.size(of: uri)
  }

  /// The playlist that a source stands for: a folder's `master.m3u8`, or the one playlist in it
  /// that names others.
  func playlist(of source: String) throws -> String {
    var isFolder: ObjCBool = false
    guard !WebSource.isWeb(source),
      unsafe FileManager.default.fileExists(atPath: source, isDirectory: &isFolder),
      isFolder.boolValue
    else { return source }
    let folder = source.hasSuffix("/") ? source : source + "/"
    if FileManager.default.fileExists(atPath: folder + "master.m3u8") {
      return folder + "master.m3u8"
    }
    guard let all = try? FileManager.default.contentsOfDirectory(atPath: source) else {
      throw StreamSourceError(
        uri: source, reason: "expected a folder that can be read, found one that may not be")
    }
    let names =
      all
      .filter { $0.hasSuffix(".m3u8") || $0.hasSuffix(".m3u") }.sorted()
    let masters = names.filter { name in
      (try? String(contentsOfFile: folder + name, encoding: .utf8))?
        .contains("#EXT-X-STREAM-INF") ?? false
    }
    let found = masters.isEmpty ? names : masters
    guard let name = found.first, found.count == 1 else {
      throw StreamSourceError(
        uri: source,
        reason: "expected one playlist in the folder, found "
          + (found.isEmpty ? "none" : found.joined(separator: ", ")))
    }
    return folder + name
  }
}
