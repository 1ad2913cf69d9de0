// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// Subtitles as text, ready to be cut.
struct TextRendition: Sendable {
  /// Where they come from, for messages: `film.mkv#3`.
  var source: String
  /// The cues, on the package's clock.
  var track: TextTrack
  /// What players are told.
  var label: RenditionLabel
  /// The folder.
  var directory = ""

  /// Writes segments over the whole timeline, empty ones too.
  ///
  /// - Parameters:
  ///   - format: What they are written as.
  ///   - cuts: Where segments begin.
  ///   - end: The end of the package, in seconds.
  ///   - timescale: The units in which segments are measured, those of the pictures.
  ///   - folder: The folder that takes them.
  /// - Returns: What was written.
  /// - Throws: ``PackagingError`` when a file cannot be written.
  func write(
    as format: TextFormat, cutAt cuts: [Rational], until end: Rational, timescale: Int64,
    in folder: OutputFolder
  ) throws -> TextRecord {
    let bounds = [Rational(0)] + cuts.filter { $0 < end } + [end]
    var window = track.window()
    let spans = zip(bounds, bounds.dropFirst()).map { start, stop in
      // Cues of the millisecond that a cut falls into belong to both segments.
      Span(
        start: start.ticks(of: timescale), end: stop.ticks(of: timescale),
        cues: window.cues(
          from: start.multiplied(by: 1000), to: stop.multiplied(by: 1000) + 1))
    }
    let segments =
      switch format {
      case .webVTT: try writeWebVTT(spans, in: folder)
      case .imsc1: try writeIMSC1(spans, timescale, in: folder)
      }
    return TextRecord(
      rendition: self, format: format, timescale: timescale, segments: segments)
  }

  /// The time of a segment, and what is shown in it.
  private struct Span {
    var start, end: Int64
    var cues: [TextCue]
  }

  private func writeWebVTT(
    _ spans: [Span], in folder: OutputFolder
  ) throws -> [RenditionRecord.Segment] {
    try spans.enumerated().map { index, span in
      let text = track.webVTT(span.cues)
      let name = SegmentWriter.name(of: index + 1, "vtt")
      try folder.write(Array(text.utf8), to: name)
      return RenditionRecord.Segment(
        name: name, size: UInt64(text.utf8.count), duration: span.end - span.start,
        sampleCount: span.cues.count)
    }
  }

  /// Each segment is one sample: a document with all that is shown in its time.
  private func writeIMSC1(
    _ spans: [Span], _ timescale: Int64, in folder: OutputFolder
  ) throws -> [RenditionRecord.Segment] {
    let entry = SampleEntry.subtitle(.imsc1Text)
    var writer = try SegmentWriter(
      CMAFTrack(entry, timescale: UInt32(clamping: timescale), language: label.language),
      in: folder)
    for span in spans {
      let document = try IMSC1Document(span.cues, language: label.language).bytes()
      let sample = CMAFSample(
        size: UInt32(clamping: document.count), duration: UInt32(clamping: span.end - span.start))
      try writer.write(
        [sample], at: span.start, keyPicture: nil, payload: DocumentPayload(document))
      try writer.endSegment(at: span.end)
    }
    return writer.segments
  }
}

/// A document that stands in memory.
private struct DocumentPayload: FragmentPayload {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func append(to file: inout OutputFile) throws { try file.write(bytes) }

  func load(into buffer: SampleBuffer) throws {
    try buffer.append(bytes.count) { target, range in
      target.replaceSubrange(range, with: bytes)
    }
  }
}

/// What was written of subtitles.
struct TextRecord: SegmentedRendition {
  /// What was written.
  var rendition: TextRendition
  /// What it was written as.
  var format: TextFormat
  /// Units of time a second.
  var timescale: Int64
  /// The segments.
  var segments: [RenditionRecord.Segment]

  /// The folder.
  var directory: String { rendition.directory }
  /// Text of its own has no init segment.
  var initialization: MediaInitialization? {
    format == .webVTT ? nil : MediaInitialization(uri: RenditionRecord.initializationName)
  }
  /// The RFC 6381 string; WebVTT needs none.
  var codec: String? { format == .webVTT ? nil : "stpp.ttml.im1t" }

  /// The target duration of its playlist: subtitles may have longer segments than the pictures (RFC
  /// 8216bis section 6.2.4).
  func ownTarget(beside targetDuration: UInt64) -> UInt64 {
    max(targetDuration, [self].targetDuration)
  }
}

extension [TextRendition] {
  /// Names subtitles, each for its own in their one group, and their folders.
  mutating func name() {
    var names: Set<String> = []
    var folders: Set<String> = []
    func unique(_ stem: String, _ taken: inout Set<String>, _ joint: String) -> String {
      var name = stem
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(stem)\(joint)\(number)"
        number += 1
      }
      return name
    }
    for index in indices {
      let label = self[index].label
      let isCaptions = !label.characteristics.isEmpty
      let kind = label.isForced ? " (forced)" : isCaptions ? " (SDH)" : ""
      let name =
        label.name ?? RenditionLabel.name(of: label.language, orElse: "Subtitles") + kind
      self[index].label.name = unique(name, &names, " ")
      let suffix = label.isForced ? "-forced" : isCaptions ? "-sdh" : ""
      self[index].directory = unique(
        "subtitles-\((label.language ?? "und").lowercased())\(suffix)", &folders, "-")
    }
  }
}

// MARK: - Reading

extension TextRendition {
  /// Reads a file of subtitles: WebVTT and TTML here, all else by libavcodec.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - origin: The package's 0 on the file's clock, in seconds.
  /// - Throws: ``PackagingError`` when the file cannot be read.
  init(file input: CopyInput, origin: Double) throws {
    let file = try SourceFile(input.path)
    let limit = 64 << 20
    guard file.size <= UInt64(limit) else {
      throw PackagingError(.source, input.path, "expected subtitles, found \(file.size) bytes")
    }
    let bytes = try file.read(at: 0, count: limit)
    guard let track = Self.track(bytes, input) else {
      throw PackagingError(
        .source, input.path, "expected WebVTT, TTML or another format of text, found none of them")
    }
    self.init(
      source: input.path, track: track.shifted(by: -Int64((origin * 1000).rounded())),
      label: RenditionLabel(input, nil))
  }

  private static func track(_ bytes: [UInt8], _ input: CopyInput) -> TextTrack? {
    if let track = TextTrack(webVTT: String(decoding: bytes, as: UTF8.self)) { return track }
    if let track = TextTrack(ttml: bytes) { return track }
    let events = try? SubtitleReader.read(input.path)
    return events?.values.first.map { TextTrack($0, startingAt: 0) }
  }

  /// Reads tracks from inside a file.
  ///
  /// - Parameters:
  ///   - input: The file.
  ///   - streams: The tracks, in the container's order.
  ///   - origin: The package's 0 on the file's clock, in seconds.
  /// - Returns: A rendition for each track.
  /// - Throws: ``PackagingError`` when the file cannot be read.
  static func reading(
    _ input: CopyInput, _ streams: [LibAV.StreamDescription], origin: Double
  ) throws -> [TextRendition] {
    guard !streams.isEmpty else { return [] }
    let events = try reading(input.path) {
      try SubtitleReader.read(input.path, Set(streams.map(\.index)))
    }
    return streams.compactMap { stream in
      guard let lines = events[stream.index] else { return nil }
      var label = RenditionLabel(input, stream.language)
      label.name = input.name ?? stream.title
      label.isForced = input.isForced || stream.flags.contains("forced")
      if stream.flags.contains("hearing_impaired"), label.characteristics.isEmpty {
        label.characteristics = CopyInput.captionCharacteristics
      }
      return TextRendition(
        source: "\(input.path)#\(stream.index + 1)",
        track: TextTrack(lines, startingAt: Int64((origin * 1000).rounded())), label: label)
    }
  }

  /// Turns the library's error into one that names the file.
  private static func reading<R>(_ path: String, _ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as LibAVError {
      throw PackagingError(.source, path, error.reason ?? "\(error)")
    }
  }
}

extension TextTrack {
  /// The lines of libavcodec, with the time that is 0 from now on, in milliseconds.
  fileprivate init(_ events: [SubtitleEvent], startingAt origin: Int64) {
    self.init(
      cues: events.compactMap { event in
        TextCue(styled: event.start &- origin, event.end &- origin, event.text)
      })
  }
}
