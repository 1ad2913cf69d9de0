// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HDRColor
internal import LibAV

/// A ladder that a user wrote, in JSON.
///
/// ```json
/// { "rungs": [
///   { "codec": "hevc", "range": "pq", "width": 1920, "height": 1080, "bitRate": 7000000 },
///   { "codec": "h264", "width": 640, "height": 360, "bitRate": 365000, "maximumFrameRate": 30 }
/// ] }
/// ```
///
/// `codec` is `h264` or `hevc`; `range` is `sdr` (the default), `hlg` or `pq`; `width` and `height`
/// give the box that the picture is fitted to; rates are in bits a second; `maximumRate` is one and
/// a half times `bitRate` and `bufferSize` one second of it unless given; `maximumFrameRate` is 60
/// unless given, and faster sources are halved.
public struct LadderFile: Sendable {
  private let name: String
  private let entries: [Entry]

  fileprivate struct Entry: Sendable {
    var codec: VideoCodec
    var range: VideoRange
    var box: LadderRow
    var maximumRate: Int?
    var bufferSize: Int?
    var maximumFrameRate: Int
  }

  /// Reads a ladder.
  ///
  /// - Parameters:
  ///   - data: The JSON text.
  ///   - name: What errors call it.
  /// - Throws: ``EncodingError`` that names the field, what was expected and what was found.
  public init(_ data: Data, name: String) throws(EncodingError) {
    let object: Any
    do {
      object = try JSONSerialization.jsonObject(with: data)
    } catch {
      throw EncodingError(.ladder, name, "expected JSON, found text that is not")
    }
    let root = try JSONField(object, name, at: "").fields(["rungs"])
    let list = try root.required("rungs").list()
    guard !list.isEmpty else {
      throw EncodingError(.ladder, "\(name): rungs", "expected at least one rung, found none")
    }
    self.name = name
    var entries: [Entry] = []
    for field in list { entries.append(try Entry(field)) }
    self.entries = entries
  }

  /// The rungs for a source.
  func rungs(size: PictureSize, at fullRate: Rational) throws(EncodingError) -> [VideoRung] {
    var rungs: [VideoRung] = []
    for (index, entry) in entries.enumerated() {
      let fitted = size.fitted(to: entry.box)
      var divisor = 1
      while Rational(fullRate.numerator, fullRate.denominator * Int64(divisor))
        > Rational(Int64(entry.maximumFrameRate))
      {
        divisor *= 2
      }
      var rung = VideoRung(
        codec: entry.codec, range: entry.range, width: min(fitted.width, size.width),
        height: min(fitted.height, size.height), divisor: divisor, fullRate: fullRate,
        bitRate: entry.box.bitRate)
      if rung.bitRate <= VideoRung.cellularPeak, entry.maximumRate == nil {
        rung.usesLowRateAudio = true
      }
      rung.maximumRate = entry.maximumRate ?? rung.maximumRate
      rung.bufferSize = entry.bufferSize ?? entry.maximumRate ?? rung.bufferSize
      guard !rungs.contains(where: { $0.name == rung.name }) else {
        throw EncodingError(
          .ladder, "\(name): rungs[\(index)]",
          "expected rungs that differ, found a second '\(rung.name)'")
      }
      rungs.append(rung)
    }
    return rungs
  }
}

extension LadderFile.Entry {
  fileprivate init(_ field: JSONField) throws(EncodingError) {
    let fields = try field.fields([
      "codec", "range", "width", "height", "bitRate", "maximumRate", "bufferSize",
      "maximumFrameRate",
    ])
    codec = try fields.required("codec").choice(of: ["h264": .h264, "hevc": .hevc])
    range =
      try fields.optional("range")?.choice(of: ["sdr": .sdr, "hlg": .hlg, "pq": .pq]) ?? .sdr
    guard codec == .hevc || range == .sdr else {
      throw try fields.required("range").expected("'sdr' for codec 'h264'")
    }
    box = LadderRow(
      try fields.required("width").integer(in: 16...8192),
      try fields.required("height").integer(in: 16...8192), 0)
    box.bitRate = try fields.required("bitRate").integer(in: 30_000...500_000_000)
    maximumRate = try fields.optional("maximumRate")?.integer(in: box.bitRate...1_000_000_000)
    bufferSize = try fields.optional("bufferSize")?.integer(in: 10_000...1_000_000_000)
    maximumFrameRate = try fields.optional("maximumFrameRate")?.integer(in: 1...60) ?? 60
  }
}
