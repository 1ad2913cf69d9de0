// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// What an export will do with its clips, as `--preview` prints it; `--json` prints the same. Keys
/// are a contract.
struct ExportPreview: Encodable {
  struct Clip: Encodable {
    var path: String
    /// The part of the file, in seconds.
    var start: Double
    var end: Double
    /// Where it lies in the output, in seconds.
    var at: Double
    var until: Double
    /// `SDR`, `HLG`, `HDR10` or `PQ`; none for sound alone.
    var kind: String?
    var conversion: String?
    var metadata: String?
    var fit: String?
    var rate: String?
    /// How many pictures of the output show it.
    var pictures: Int64
    var hasSound: Bool
  }

  struct Result: Encodable {
    var kind: String?
    var colors: String?
    var width: Int?
    var height: Int?
    var frameRate: String?
    var pictures: Int64
    var duration: Double
    var sampleRate: Int?
  }

  var clips: [Clip]
  /// What the clips are together.
  var together: Result
  /// The files, as `--plan --json` has them.
  var files: [ExportPlanReport.Output]
  var warnings: [String]

  /// A preview of a plan.
  init(_ composition: CompositionPlan, _ plan: ExportPlan) {
    clips = composition.pieces.map(Clip.init)
    together = Result(
      kind: composition.kind?.rawValue, colors: composition.canvas?.color.name,
      width: composition.canvas?.width, height: composition.canvas?.height,
      frameRate: composition.canvas?.frameRate.description, pictures: composition.pictureCount,
      duration: composition.duration.value, sampleRate: composition.sampleRate)
    files = plan.outputs.map { ExportPlanReport.Output($0, plan) }
    warnings = plan.warnings
  }
}

extension ExportPreview.Clip {
  init(_ piece: CompositionPlan.Piece) {
    let clip = piece.clip
    self.init(
      path: clip.source.path, start: clip.range.start.value, end: clip.range.end.value,
      at: clip.start.value, until: clip.end.value, kind: piece.kind?.rawValue,
      conversion: piece.conversion, metadata: piece.metadata, fit: piece.fit, rate: piece.rate,
      pictures: Int64(piece.pictures.count), hasSound: !piece.samples.isEmpty)
  }
}

// MARK: - In words

extension ExportPreview {
  /// The preview as a table, and a line for what is done to each clip.
  var text: String {
    var table = Table(">", "clip", ">from", ">to", ">at", "is", ">pictures", "sound")
    for (index, clip) in clips.enumerated() {
      table.add(
        "\(index + 1)", String(clip.path.suffix(40)), Format.seconds(clip.start),
        Format.seconds(clip.end), Format.seconds(clip.at), clip.kind ?? "", "\(clip.pictures)",
        clip.hasSound ? "yes" : "silence")
    }
    let changes = clips.enumerated().flatMap { index, clip in
      clip.changes.map { "\(index + 1): \($0)" }
    }
    return (["\(table)"] + changes + ["together: \(together.text)"]).joined(separator: "\n")
  }
}

extension ExportPreview.Clip {
  fileprivate var changes: [String] {
    [
      conversion.map { "\(kind ?? "") \($0)" }, metadata.map { "HDR10 metadata \($0)" },
      fit, rate.map { "from \($0) frames a second" },
    ].compactMap(\.self)
  }
}

extension ExportPreview.Result {
  fileprivate var text: String {
    let pictures = kind.flatMap { kind in
      width.flatMap { width in
        height.map { height in
          "\(kind) (\(colors ?? "")), \(width)x\(height), \(frameRate ?? "") frames a second, "
            + "\(self.pictures) pictures, "
        }
      }
    }
    return (pictures ?? "sound alone, ") + "\(Format.seconds(duration)) s"
  }
}
