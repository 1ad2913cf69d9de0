// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import Synchronization

/// Opens a writer for each rendition and collects what the renditions' threads have written.
final class RecordCollector: LadderSink {
  private let grid: SegmentGrid
  private let output: OutputDirectory
  private let protection: PackageProtection?
  private let finished = Mutex<[String: RenditionRecord]>([:])

  init(grid: SegmentGrid, output: OutputDirectory, protection: PackageProtection?) {
    self.grid = grid
    self.protection = protection
    self.output = output
  }

  func sink(for track: EncodedTrack) throws -> any RenditionSink {
    let folder = try output.folder(track.rendition.directory)
    return try RenditionWriter(track, grid, protection: protection, in: folder) { [self] record in
      finished.withLock { $0[record.rendition.directory] = record }
    }
  }

  /// The records in the plan's order.
  func records(in plan: LadderPlan) -> [RenditionRecord] {
    let names = plan.rungs.map(\.name) + plan.allAudio.map(\.directory)
    return finished.withLock { finished in names.compactMap { finished[$0] } }
  }
}
