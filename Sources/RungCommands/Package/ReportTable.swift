// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPackaging

/// What was made, as a table.
struct ReportTable {
  private let report: PackageReport
  private let output: String

  init(_ report: PackageReport, output: String) {
    self.report = report
    self.output = output
  }

  var text: String {
    var table = Table("rendition", "codec", ">segments", ">average", ">peak", ">size")
    for rendition in report.renditions {
      table.add(
        rendition.directory, rendition.codec, "\(rendition.segments)",
        Format.kilobits(Int(rendition.averageBitRate)), Format.kilobits(Int(rendition.peakBitRate)),
        Format.bytes(Int64(clamping: rendition.bytes)))
    }
    let folder = output.hasSuffix("/") ? output : output + "/"
    return """
      \(table)
      \(folder)master.m3u8: \(Format.bytes(Int64(clamping: report.totalBytes))) in \
      \(Format.seconds(report.elapsedSeconds)) s (\(Format.seconds(report.processorSeconds)) s of \
      processor time)
      """
  }
}
