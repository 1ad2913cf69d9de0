// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import LibAV
internal import Synchronization

/// Opens a writer for each rendition and collects what the renditions' threads have written.
final class RecordCollector: LadderSink {
  private let plan: LadderPlan
  private let form: PackageForm
  private let output: OutputDirectory
  private let protection: PackageProtection?
  private let event: EventPublisher?
  private let finished = Mutex<[String: RenditionRecord]>([:])

  init(
    _ plan: LadderPlan, _ form: PackageForm, output: OutputDirectory,
    protection: PackageProtection?
  ) {
    self.plan = plan
    self.form = form
    self.protection = protection
    self.output = output
    event = form == .event ? EventPublisher(plan, to: output) : nil
  }

  private var segmentForm: SegmentWriter.Form {
    guard form == .singleFile else { return .files }
    // An index of a source that does not say how long it is would have no end either.
    let groups = (plan.duration ?? 0) / plan.grid.groupDuration.value
    return .singleFile(fragments: Int(min(groups, 100_000).rounded(.up)) + 1)
  }

  func sink(for track: EncodedTrack) throws -> any RenditionSink {
    let folder = try output.folder(track.rendition.directory)
    return try RenditionWriter(
      track, plan.grid, segmentForm, protection: protection, in: folder,
      ended: { [event] in try event?.take($0) },
      finished: { [self] record in
        finished.withLock { $0[record.rendition.directory] = record }
      })
  }

  /// The records in the plan's order.
  var records: [RenditionRecord] {
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
