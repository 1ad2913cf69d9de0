// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import HLSPlaylist
internal import Synchronization

/// Publishes the segments of a ladder while it is written: media playlists grow, and the master
/// playlist comes as soon as every rendition has its first segment.
///
/// Where an earlier run has published more, nothing is published before there is as much again: a
/// playlist of an event never gets shorter.
final class EventPublisher: Sendable {
  private let plan: LadderPlan
  private let output: OutputDirectory
  /// The segments that each rendition has to have before anything is published.
  private let needed: [String: Int]
  private let state = Mutex(State())

  private struct State {
    var records: [String: RenditionRecord] = [:]
    /// The segments of each rendition that are published; `nil` before any is.
    var published: [String: Int]?
  }

  init(_ plan: LadderPlan, to output: OutputDirectory) {
    self.plan = plan
    self.output = output
    needed = Dictionary(
      uniqueKeysWithValues: (plan.rungs.map(\.name) + plan.allAudio.map(\.directory)).map {
        ($0, max(1, output.publishedSegments(of: $0)))
      })
  }

  /// Takes what was written of a rendition so far, its last segment complete. Key pictures alone
  /// wait for the end.
  func take(_ record: RenditionRecord) throws {
    guard !record.isTrickPlay else { return }
    try state.withLock { state in
      state.records[record.directory] = record
      if state.published != nil {
        try publish(record, &state)
      } else if needed.allSatisfy({ name, count in
        (state.records[name]?.segments.count ?? 0) >= count
      }) {
        try begin(&state)
      }
    }
  }

  private func begin(_ state: inout State) throws {
    try output.begin(Array(needed.keys))
    state.published = [:]
    for name in needed.keys.sorted() {
      if let record = state.records[name] { try publish(record, &state) }
    }
    try output.root.write(
      plan.master(whileWriting: state.records), to: OutputDirectory.masterName)
    try output.publish([OutputDirectory.masterName], of: "")
  }

  private func publish(_ record: RenditionRecord, _ state: inout State) throws {
    let published = state.published?[record.directory] ?? 0
    let start = published == 0 ? [RenditionRecord.initializationName] : []
    try output.publish(
      start + record.segments.dropFirst(published).map(\.name), of: record.directory)
    let playlist = record.mediaPlaylist(
      targetDuration: plan.expectedTargetDuration, isComplete: false)
    try output.folder(record.directory).write(playlist, to: RenditionRecord.playlistName)
    try output.publish([RenditionRecord.playlistName], of: record.directory)
    state.published?[record.directory] = record.segments.count
  }
}
