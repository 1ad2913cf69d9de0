// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import HLSVariants
internal import Synchronization

/// Counts the bytes of a download as they come, on whatever thread, and holds them to the limit.
final class DownloadLedger: Sendable {
  private struct State {
    var contents: [DownloadProgress.Content]
    var total: UInt64 = 0
    /// Of files whose length was not known before: those that are whole, and their bytes.
    var measuredFiles = 0
    var measuredBytes: UInt64 = 0
  }

  private let place: String
  private let limit: UInt64
  private let configurations: [Int]
  private let isMeasured: [Bool]
  private let measuredTotal: Int
  private let knownBytes: UInt64
  private let planned: SizeEstimate?
  private let state: Mutex<State>

  init(_ plan: DownloadPlan, at place: String, limit: UInt64) {
    self.place = place
    self.limit = limit
    let configurations = plan.resources.map { resource in
      resource.stream.map { plan.streams[$0].configuration } ?? 0
    }
    var contents = Array(
      repeating: DownloadProgress.Content(), count: 1 + plan.selection.auxiliary.count)
    for configuration in configurations { contents[configuration].totalFiles += 1 }
    self.configurations = configurations
    isMeasured = plan.resources.map { $0.byteRange == nil }
    measuredTotal = isMeasured.count { $0 }
    knownBytes = plan.resources.reduce(0) { $0 &+ ($1.byteRange?.length ?? 0) }
    planned = plan.size
    state = Mutex(State(contents: contents))
  }

  /// Notes that a resource, by index, grows or has shrunk.
  func change(_ index: Int, by count: Int) throws(OfflineError) {
    let total = state.withLock { state in
      let configuration = configurations[index]
      let bytes = Int(clamping: state.contents[configuration].bytes) + count
      state.contents[configuration].bytes = UInt64(max(0, bytes))
      state.total = UInt64(max(0, Int(clamping: state.total) + count))
      return state.total
    }
    guard total <= limit else {
      throw OfflineError(.tooLarge, place, "expected at most \(limit) bytes, found more")
    }
  }

  /// Notes that a resource is whole.
  func finish(_ index: Int, length: UInt64) {
    state.withLock { state in
      state.contents[configurations[index]].files += 1
      guard isMeasured[index] else { return }
      state.measuredFiles += 1
      state.measuredBytes &+= length
    }
  }

  /// What there will be in all: as planned where that is exact, else by the files so far.
  var expectedBytes: UInt64? {
    if let planned, planned.basis == .exact { return planned.bytes }
    let (files, bytes) = state.withLock { ($0.measuredFiles, $0.measuredBytes) }
    guard files > 0 else { return planned?.bytes }
    let measured = Double(bytes) / Double(files) * Double(measuredTotal)
    return knownBytes &+ UInt64(measured)
  }

  /// What has come so far.
  var contents: [DownloadProgress.Content] { state.withLock { $0.contents } }
}
