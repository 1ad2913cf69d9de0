// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
public import LibAV

/// What an export will make: decided before anything is opened or encoded.
public struct ExportPlan: Sendable {
  /// A file of an export.
  public struct Output: Sendable {
    /// What was asked for.
    public var request: ExportRequest
    /// The pictures; `nil` for none, and where tracks are copied.
    public var picture: VideoRung?
    /// The sound.
    public var sound: [AudioRendition]
    /// The tracks that are copied as they are stored.
    public var copied: [StreamDescription]

    /// Whether tracks are copied.
    public var isCopy: Bool { request.preset == .passthrough }
  }

  /// The source; of a composition what its clips become together.
  public var source: SourceDescription
  /// The composition, where one is exported.
  public private(set) var composition: CompositionPlan?
  /// The files, in the order in which they were asked for.
  public var outputs: [Output]
  /// What was asked of the export.
  public var options: ExportOptions
  /// What the user should know.
  public var warnings: [String]

  /// All that is encoded, as one decode makes it.
  private(set) var ladder: LadderPlan

  /// Plans an export.
  ///
  /// - Throws: ``EncodingError`` for a preset that is refused or does not go with the source, and
  ///   for settings that make no sense.
  public init(
    for source: SourceDescription, _ requests: [ExportRequest],
    _ options: ExportOptions = ExportOptions()
  ) throws(EncodingError) {
    if let length = source.duration?.value, options.range.start >= length {
      throw EncodingError(
        .settings, source.path,
        "the part starts at \(options.range.start) s, the source lasts \(length) s")
    }
    let format = SourceFormat(source)
    let programs = try AudioProgram.programs(of: source, maps: [])
    let (metadata, doubts) = StaticMetadata.credible(in: source, options.measuredLight)
    var outputs: [Output] = []
    var warnings: [String] = []
    for (index, request) in requests.enumerated() {
      let output = try Output(request, source, format, programs.programs, number: index)
      warnings += output.warnings(for: source, programs.programs)
      outputs.append(output)
    }
    let rate = format?.frameRate ?? Rational(25)
    if outputs.contains(where: { !$0.isCopy }) {
      let codings = outputs.compactMap(\.picture?.coding)
      warnings =
        LadderPlan.warnings(
          for: source, keepsHDR10Plus: codings.allSatisfy(\.keepsHDR10Plus),
          keepsDolbyVision: codings.allSatisfy { $0.dolbyVision != nil }) + doubts
        + programs.warnings + warnings
    }
    self.source = source
    self.outputs = outputs
    self.options = options
    self.warnings = warnings.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    ladder = LadderPlan(
      source: source, video: source.mainVideo, rungs: outputs.compactMap(\.picture),
      audio: outputs.flatMap(\.sound),
      grid: SegmentGrid(frameRate: rate, divisor: 1, segmentDuration: 2), speed: options.speed,
      range: options.range,
      light: LightMapping(
        toneMap: options.toneMap, peak: metadata.peak(options.measuredLight)),
      metadata: metadata, isStrict: options.isStrict, turnsUpright: false, warnings: [])
  }

  /// Plans the export of a composition.
  ///
  /// - Parameters:
  ///   - composition: The clips.
  ///   - requests: The files.
  ///   - options: What else is asked; the range is one of the composition's timeline.
  ///   - video: What the pictures are where that is not left to the clips.
  /// - Throws: ``EncodingError`` for clips that do not go together, for a preset that is refused or
  ///   does not go with them, and for settings that make no sense.
  public init(
    for composition: Composition, _ requests: [ExportRequest],
    _ options: ExportOptions = ExportOptions(), video: VideoComposition = VideoComposition()
  ) throws(EncodingError) {
    if requests.contains(where: { $0.preset == .passthrough }) {
      throw EncodingError(
        .settings, "passthrough", "a composition is made anew and cannot be copied",
        hint: "take '\(ExportPreset.hevcHighestQuality.commandName)'")
    }
    let plan = try CompositionPlan(try composition.part(options.range), video)
    var whole = options
    whole.range = SourceRange()
    try self.init(for: plan.source, requests, whole)
    self.composition = plan
    warnings = plan.warnings + warnings
    for index in ladder.audio.indices {
      ladder.audio[index].program.canExceedFullScale = plan.canExceedFullScale
    }
  }

  /// How long the files will last, in seconds, where the source says.
  public var duration: Double? { ladder.duration }

  /// Where copies end, in seconds, where that may be before the last of their samples does: at the
  /// end that was asked for, else where the edits of a QuickTime or MP4 file end.
  var copiedLength: Double? {
    options.range.duration ?? (source.container.hasPrefix("mov") ? duration : nil)
  }

  /// About how many bytes a file will take: 0 where nobody can say, for copies and ProRes.
  public func estimatedLength(of output: Output) -> Int64 {
    guard !output.isCopy, output.picture?.codec.isProRes != true, let duration else { return 0 }
    let bits = (output.picture?.bitRate ?? 0) + output.sound.reduce(0) { $0 + $1.bitRate }
    return Int64(duration * Double(bits) / 8)
  }
}
