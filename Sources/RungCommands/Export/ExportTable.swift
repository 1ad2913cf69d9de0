// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import LibAV

/// What an export will make, as a table.
struct ExportTable {
  private let plan: ExportPlan

  init(_ plan: ExportPlan) { self.plan = plan }

  var text: String {
    var table = Table("file", "pictures", "colours", ">rate", "sound", ">about")
    for output in plan.outputs {
      let bytes = plan.estimatedLength(of: output)
      table.add(
        String(output.request.path.suffix(32)), pictures(output), colors(output),
        output.picture.map { $0.codec.isProRes ? "" : Format.kilobits($0.bitRate) } ?? "",
        sound(output), bytes > 0 ? Format.bytes(bytes) : "")
    }
    return "\(table)"
  }

  private func pictures(_ output: ExportPlan.Output) -> String {
    if output.isCopy {
      let codecs = output.copied.filter { $0.kind == .video }.map(\.codecName)
      return codecs.isEmpty ? "" : "\(codecs.joined(separator: ", ")) as stored"
    }
    guard let rung = output.picture else { return "" }
    return "\(rung.codec.codecType) \(rung.width)x\(rung.height) "
      + "\(Format.frameRate(rung.frameRate)) fps"
  }

  private func colors(_ output: ExportPlan.Output) -> String {
    output.picture?.color.name ?? ""
  }

  private func sound(_ output: ExportPlan.Output) -> String {
    if output.isCopy {
      let codecs = output.copied.filter { $0.kind == .audio }.map(\.codecName)
      return codecs.isEmpty ? "" : "\(codecs.joined(separator: ", ")) as stored"
    }
    return output.sound.map { "\($0.codec.rawValue) \($0.channelCount) ch" }
      .joined(separator: ", ")
  }
}
