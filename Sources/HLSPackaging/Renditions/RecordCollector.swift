// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV
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
    let names = plan.allPictures.map(\.name) + plan.allAudio.map(\.directory)
    var records = finished.withLock { finished in names.compactMap { finished[$0] } }
    // The last picture of a second may stand for more than is left.
    let rung = records.first { $0.isRung }
    if let end = rung.map({ Rational($0.duration, $0.timescale) }) {
      for index in records.indices where records[index].isTrickPlay { records[index].end(by: end) }
    }
    return records
  }
}
