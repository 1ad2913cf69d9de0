// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import ISOBMFF
internal import LibAV

/// Copies tracks into a file as they are stored, packet by packet.
struct ExportCopy {
  let output: ExportPlan.Output
  let source: SourceDescription
  let range: SourceRange

  /// Where the part begins and ends on the container's clock, in seconds.
  private var bounds: (start: Double, end: Double?) {
    let starts = output.copied.compactMap { track in
      track.startTime.map { Double($0) * track.timeBase.value }
    }
    let start = max(0, starts.min() ?? 0) + range.start
    return (start, range.duration.map { start + $0 })
  }

  /// Copies; blocks until it is done.
  ///
  /// Pictures before the part from which its first ones are decoded come along, hidden by an edit.
  ///
  /// - Parameters:
  ///   - path: The file to write.
  ///   - metadata: What it says of itself.
  ///   - cancellation: Stops the work.
  ///   - progress: Counts what has been done.
  /// - Returns: What the muxer leaves out, by the track's place.
  /// - Throws: ``EncodingError``, `LibAVError`.
  func run(
    to path: String, _ metadata: [String: String], _ cancellation: Cancellation,
    _ progress: EncodingProgress
  ) throws -> [Int: TrackAdditions] {
    let demuxer = try MediaSource.openDemuxer(source.path, cancellation)
    let writer = try MovieWriter(path, as: output.request.fileType.muxer, metadata: metadata)
    let stored = output.copied.map(boxes(of:))
    var sets = zip(output.copied, stored).map(InBandParameterSets.init)
    var places: [Int: Int] = [:]
    for (place, track) in output.copied.enumerated() {
      try writer.add(copying: track.index, of: demuxer, tag: track.copiedTag)
      places[track.index] = place
    }
    demuxer.keep(Set(places.keys))
    try writer.start(timescale: output.copied.first?.timeBase.denominator ?? 1000)
    let (start, end) = bounds
    if range.start > 0 { try demuxer.seek(to: Int64(start * 1_000_000)) }
    var ended: Set<Int> = []
    while ended.count < places.count, let packet = try demuxer.read() {
      guard !cancellation.isCancelled else { throw EncodingError(.interrupted, "", "interrupted") }
      let index = packet.streamIndex
      guard let place = places[index], !ended.contains(index) else { continue }
      let track = output.copied[place]
      let unit = track.timeBase.value
      let decodeTime = Double(packet.decodeTime ?? packet.presentationTime ?? 0) * unit
      if let end, decodeTime >= end - 0.0005 {
        ended.insert(index)
        continue
      }
      let time = Double(packet.presentationTime ?? 0) * unit
      if range.start > 0, track.kind == .audio, time + Double(packet.duration) * unit <= start {
        continue
      }
      progress.encode(packet.byteCount, of: "\(index)")
      if track.kind == .video { progress.feed() }
      if sets[place] != nil { sets[place]?.insert(from: packet.bytes) }
      try writer.write(packet, to: place, movedBy: -Int64((start / unit).rounded()))
    }
    try writer.finish()
    var additions: [Int: TrackAdditions] = [:]
    for (place, track) in output.copied.enumerated() {
      additions[place] = TrackAdditions(
        boxes: track.kind == .video ? boxes(for: track, stored[place]?.boxes ?? []) : [],
        replacements: [sets[place]?.box].compactMap { $0 }, entryType: track.copiedEntryType,
        language: track.language.map { AudioNames.language($0) })
    }
    return additions
  }

  /// What a track's sample entry says in the source, where that is a QuickTime or MP4 file.
  private func boxes(of track: StreamDescription) -> ContainerBoxes? {
    guard track.kind == .video, source.container.hasPrefix("mov") else { return nil }
    return ContainerBoxes.read(source.path, track: track.index)
  }

  /// The boxes of the source's sample entry, and what is known from elsewhere.
  private func boxes(for track: StreamDescription, _ stored: [OpaqueBox]) -> [OpaqueBox] {
    let metadata = StaticMetadata(
      masteringDisplay: track.video?.masteringDisplay,
      contentLightLevel: track.video?.contentLightLevel)
    let known = metadata.boxes + (track.video?.dolbyVision.map { [$0.box] } ?? [])
    let types = Set(stored.map(\.type))
    return stored.filter { !Self.replaced.contains($0.type) }
      + known.filter { !types.contains($0.type) }
  }

  /// Boxes that the muxer writes in its own way.
  private static let replaced: Set<FourCC> = [
    "btrt", "fiel", "esds", "avcC", "hvcC", "av1C", "vpcC",
  ]
}

extension StreamDescription {
  /// The sample entry of a copied track: Apple's players take HEVC as `hvc1` alone.
  fileprivate var copiedTag: String? {
    switch codecName {
    case "hevc": "hvc1"
    case "prores": codecTag
    default: nil
    }
  }

  /// The sample entry that FFmpeg does not write: of Dolby Vision without a base layer, which
  /// players that do not know it would show in wrong colours as `hvc1`.
  fileprivate var copiedEntryType: FourCC? {
    guard codecName == "hevc", let dolbyVision = video?.dolbyVision else { return nil }
    return dolbyVision.compatibility == 0 ? "dvh1" : nil
  }

  /// Why a copied track is called otherwise than in its source; `nil` where it is not.
  var renaming: String? {
    guard let tag = codecTag, InBandParameterSets.entries[tag] != nil else { return nil }
    let name = copiedEntryType?.description ?? copiedTag ?? "avc1"
    return "track \(index) is called \(name) in place of \(tag), which Apple's players do not "
      + "play; parameter sets in its samples stay there, and the sample entry holds them too"
  }
}

extension VideoParameters.DolbyVision {
  /// The box that stands for it in a sample entry.
  var box: OpaqueBox {
    let configuration = DolbyVisionConfiguration(
      profile: UInt8(clamping: profile), level: UInt8(clamping: level),
      compatibility: UInt8(clamping: compatibility))
    return OpaqueBox(type: configuration.boxType, content: configuration.payload)
  }
}
