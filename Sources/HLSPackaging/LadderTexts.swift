// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import HLSPlaylist
internal import LibAV

/// The subtitles of a ladder: those inside its source, and those of files beside it.
struct LadderTexts {
  private let plan: LadderPlan
  private let inputs: [CopyInput]

  init(_ plan: LadderPlan, beside inputs: [CopyInput]) {
    self.plan = plan
    self.inputs = inputs
  }

  /// Reads the subtitles.
  ///
  /// - Parameter start: The ladder's 0 on the source's clock, in seconds.
  /// - Returns: The subtitles with names and folders; those without a cue are left out.
  /// - Throws: ``PackagingError`` when a file cannot be read.
  func read(startingAt start: Double) throws -> [TextRendition] {
    var texts: [TextRendition] = []
    if plan.source.path != "-",
      let inside = TextSource(CopyInput(plan.source.path), inside: plan.source.tracks)
    {
      texts += try inside.read(origin: start)
    }
    for input in inputs {
      // Files of their own count from the start of the whole source.
      texts += try TextSource(file: input).read(origin: plan.range.start)
    }
    texts = texts.filter { !$0.track.cues.isEmpty }
    texts.name()
    return texts
  }

  /// Writes the subtitles, cut where a rendition of the ladder is cut, or whole beside renditions
  /// of one file.
  ///
  /// - Throws: ``PackagingError`` when a file cannot be written.
  static func write(
    _ texts: [TextRendition], as format: TextFormat, beside record: RenditionRecord,
    isWhole: Bool, to output: OutputDirectory
  ) throws -> [TextRecord] {
    var end: Int64 = 0
    let cuts = record.segments.map { segment in
      end += segment.duration
      return Rational(end, record.timescale)
    }
    return try texts.map { text in
      try text.write(
        as: format, cutAt: isWhole ? [] : cuts.dropLast(), until: Rational(end, record.timescale),
        timescale: record.timescale, in: output.folder(text.directory))
    }
  }
}
