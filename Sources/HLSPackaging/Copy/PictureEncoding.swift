// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import HLSEncoding
internal import ISOBMFF
internal import LibAV

/// Pictures that are encoded beside what is copied: into a file that nobody sees, from which they
/// are packaged like all others.
struct PictureEncoding {
  private let speed: String
  private let output: OutputDirectory
  private let cancellation: Cancellation

  /// Prepares the encoding.
  ///
  /// - Parameters:
  ///   - speed: The x264 and x265 preset.
  ///   - output: The folder of the package, which has room for media.
  ///   - cancellation: Stops the work where it stands.
  init(speed: String, in output: OutputDirectory, _ cancellation: Cancellation) {
    self.speed = speed
    self.output = output
    self.cancellation = cancellation
  }

  /// Encodes the pictures of a rung anew, with IDR pictures at some times.
  ///
  /// - Parameters:
  ///   - rung: The rung.
  ///   - keyTimes: When IDR pictures are wanted, in seconds from the package's start.
  /// - Returns: The rung as it is packaged in the other's place.
  /// - Throws: `EncodingError`, or ``PackagingError``.
  func renewed(
    _ rung: CopyRendition, keyTimes: [Rational]
  ) throws -> (rung: CopyRendition, notes: [String]) {
    let start = rung.firstDecoded - rung.originSeconds
    let times = keyTimes.map { time in
      Rational(Int64(((time.value - start) * 1_000_000).rounded()), 1_000_000)
    }
    let renewal = PictureRenewal(bitRate: rung.bitRate, keyTimes: times)
    let source = try MediaSource.open(of: rung.track, cancellation)
    let plan = try LadderPlan(renewing: source.description, renewal, speed: speed)
    let encoded = try encode(plan, source, in: rung)
    return (encoded[0], plan.warnings.map { "\(rung.track.name): \($0)" })
  }

  /// Encodes pictures once a second for players that wind, for each size, range and codec of some
  /// rungs from the best of the range.
  ///
  /// - Parameters:
  ///   - rungs: The rungs.
  ///   - end: When the presentation ends, in seconds.
  /// - Returns: The renditions, and what the user should know.
  /// - Throws: `EncodingError`, or ``PackagingError``.
  func trickPlay(
    of rungs: [CopyRendition], until end: Rational
  ) throws -> (renditions: [CopyRendition], notes: [String]) {
    var renditions: [CopyRendition] = []
    var notes: [String] = []
    for range in VideoRange.allCases {
      let group = rungs.filter { $0.entry.videoRange == range }
      let usable = group.filter { $0.entry.family != "dv" }
      guard let best = usable.max(by: { $0.bitRate < $1.bitRate }) else {
        if let first = group.first {
          notes.append(
            "\(first.track.name): no dense pictures of Dolby Vision without a base layer")
        }
        continue
      }
      var pictures: [TrickPlayPictures] = []
      for rung in usable {
        let size = rung.entry.displaySize
        let codec: VideoCodec = range == .sdr && rung.entry.family != "hevc" ? .h264 : .hevc
        let wanted = TrickPlayPictures(codec: codec, width: size.width, height: size.height)
        if !pictures.contains(wanted) { pictures.append(wanted) }
      }
      let source = try MediaSource.open(of: best.track, cancellation)
      let plan = try LadderPlan(trickPlayOf: source.description, pictures, speed: speed)
      for var rendition in try encode(plan, source, in: best) {
        rendition.isTrickPlay = true
        rendition.presentationEnd = end
        renditions.append(rendition)
      }
    }
    return (renditions, notes)
  }

  /// Encodes all pictures of a plan, whose source a rendition is of.
  private func encode(
    _ plan: LadderPlan, _ source: consuming MediaSource, in rendition: CopyRendition
  ) throws -> [CopyRendition] {
    let name = "spool-\(UUID().uuidString)"
    let folder = output.root.url.appending(path: name)
    defer { try? FileManager.default.removeItem(at: folder) }
    let progress = EncodingProgress()
    let sink = EncodingSpool(folder: name, output: output, grid: plan.grid)
    try LadderEncoder(plan, into: sink, cancellation: cancellation, progress: progress)
      .run(reading: source)
    // The clocks of libavformat and of the tables differ by less than a picture, if at all.
    let expected = rendition.firstDecoded
    let rate = max(1, plan.grid.frameRate.value)
    let late = (((progress.startTime ?? expected) - expected) * rate).rounded() / rate
    return try plan.allPictures.map { rung in
      let path = folder.appending(path: "\(rung.name)/\(SegmentWriter.singleFileName)").path
      // The open file outlives its name.
      let movie = try MovieFile(SourceFile(path))
      var track = CopyTrack(
        movie: movie, track: movie.movie.tracks[0], path: rendition.track.path,
        number: rendition.track.number)
      track.movieStart = Rational(
        Int64(((expected + late) * 1_000_000).rounded()), 1_000_000)
      var encoded = try CopyRendition(track, label: rendition.label)
      encoded.originSeconds = rendition.originSeconds
      return encoded
    }
  }
}

/// Takes encoded pictures into one file a rung.
private struct EncodingSpool: LadderSink {
  let folder: String
  let output: OutputDirectory
  let grid: SegmentGrid

  func sink(for track: EncodedTrack) throws -> any RenditionSink {
    // A file that is read once, from its start, needs no index.
    try RenditionWriter(
      track, grid, .singleFile(fragments: .max), protection: nil,
      in: output.folder("\(folder)/\(track.rendition.directory)")
    ) { _ in }
  }
}

extension CopyRendition {
  /// When the first picture is shown that a decoder makes, in seconds on the movie's clock: those
  /// that follow an open key picture at the start and look back before it are lost.
  var firstDecoded: Double {
    guard let key = survey.keys.first, !key.isIndependent else { return firstShown }
    return max(firstShown, Double(key.time) / Double(timescale))
  }
}

extension MediaSource {
  /// Opens the file of a track whose pictures are to be encoded.
  fileprivate static func open(
    of track: CopyTrack, _ cancellation: Cancellation
  ) throws -> MediaSource {
    let entry = track.track.sampleEntries.first
    guard track.keys == nil, entry?.unprotected == entry else {
      throw PackagingError(
        .source, track.name, "expected pictures in the clear to encode, found encrypted ones")
    }
    // libavformat shows what an edit list leaves out behind a pause.
    guard !track.timeline.hasPause else {
      throw PackagingError(
        .source, track.name,
        "expected pictures without a pause to encode, found an edit list that shows nothing for a time"
      )
    }
    return try open(track.path, video: track.number - 1, cancellation: cancellation)
  }
}
