// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSEncoding
import HLSPackaging
import HLSPlaylist
import Synchronization

/// Stores a writer's segments as a rendition, and makes the playlists: what a program does that
/// writes for HLS.
final class SegmentFolder: SegmentDelegate {
  let url: URL
  private let name: String
  private let state = Mutex(State())

  private struct State {
    var rendition: ReportedRendition?
    var reports: [SegmentReport] = []
  }

  init(_ name: String, in folder: URL) throws {
    self.name = name
    url = folder.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  var reports: [SegmentReport] { state.withLock { $0.reports } }

  func take(_ segment: [UInt8], _ report: SegmentReport) throws {
    try state.withLock { state in
      state.reports.append(report)
      let file =
        report.kind == .initialization
        ? RenditionRecord.initializationName : "segment-\(state.reports.count - 1).m4s"
      try Data(segment).write(to: url.appending(path: file))
      if report.kind == .initialization {
        state.rendition = try ReportedRendition(report, directory: name)
      } else {
        try state.rendition?.append(report, size: segment.count, as: file)
      }
    }
  }

  /// Writes the playlists of some renditions, and the master that names them all.
  static func writePlaylists(_ folders: [SegmentFolder], in root: URL) throws {
    let records = folders.compactMap { $0.state.withLock { $0.rendition?.record } }
    let playlists = LadderPlaylists(records)
    func write(_ text: String, _ path: String) throws {
      try Data(text.utf8).write(to: root.appending(path: path))
    }
    for record in records {
      try write(
        playlists.media(record).text(), "\(record.directory)/\(RenditionRecord.playlistName)")
      guard case .video = record.rendition else { continue }
      try write(
        playlists.iFrames(record).text(),
        "\(record.directory)/\(RenditionRecord.iFramePlaylistName)")
    }
    try write(playlists.master.text(), "master.m3u8")
  }
}
