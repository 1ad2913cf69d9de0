// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSEncoding
internal import HLSPackaging

/// What was made, as a table.
struct ReportTable {
  private struct Row {
    var directory, codec: String
    var segments: Int
    var average, peak, bytes: UInt64
    var loudness: Loudness?
  }

  private let rows: [Row]
  private let totalBytes: UInt64
  private let elapsedSeconds, processorSeconds: Double
  private let output: String

  init(_ report: PackageReport, output: String) {
    rows = report.renditions.map {
      Row(
        directory: $0.directory, codec: $0.codec, segments: $0.segments,
        average: $0.averageBitRate, peak: $0.peakBitRate, bytes: $0.bytes,
        loudness: $0.loudness)
    }
    (totalBytes, elapsedSeconds) = (report.totalBytes, report.elapsedSeconds)
    processorSeconds = report.processorSeconds
    self.output = output
  }

  init(_ report: CopyReport, output: String) {
    rows = report.renditions.map {
      Row(
        directory: $0.directory, codec: $0.codec, segments: $0.segments,
        average: $0.averageBitRate, peak: $0.peakBitRate, bytes: $0.bytes)
    }
    (totalBytes, elapsedSeconds) = (report.totalBytes, report.elapsedSeconds)
    processorSeconds = report.processorSeconds
    self.output = output
  }

  var text: String {
    let isMeasured = rows.contains { $0.loudness != nil }
    var table =
      isMeasured
      ? Table(
        "rendition", "codec", ">segments", ">average", ">peak", ">size", ">LUFS", ">LU", ">dBTP")
      : Table("rendition", "codec", ">segments", ">average", ">peak", ">size")
    for row in rows {
      let rates = [row.average, row.peak].map { Format.kilobits(Int(clamping: $0)) }
      let size = Format.bytes(Int64(clamping: row.bytes))
      let levels = [row.loudness?.integrated, row.loudness?.range, row.loudness?.truePeak]
      table.add(
        cells: [row.directory, row.codec, "\(row.segments)"] + rates + [size]
          + (isMeasured ? levels.map { $0.map(Format.tenths) ?? "" } : []))
    }
    let folder = output.hasSuffix("/") ? output : output + "/"
    return """
      \(table)
      \(folder)master.m3u8: \(Format.bytes(Int64(clamping: totalBytes))) in \
      \(Format.seconds(elapsedSeconds)) s (\(Format.seconds(processorSeconds)) s of \
      processor time)
      """
  }
}
