// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import ISOBMFF
internal import LibAV
internal import LibCrypto
internal import X265

/// All that decides the bytes of a chunk; its digest is the chunk's name in a store.
///
/// Not in it: what other rungs a ladder has. The size that a picture was scaled from may differ
/// with them, and so may the last bit of a pixel; the picture is the same.
struct ChunkRecipe: Codable, Sendable {
  /// Rises when the same recipe begins to give other bytes.
  private var edition = 4
  /// The SHA-256 of the source.
  var source: String
  private var track: Int
  private var start: Double
  private var rate: [Int64]
  private var framesPerGroup: Int
  private var framesPerChunk: Int
  private var codec: String
  private var range: String
  private var size: [Int]
  private var divisor: Int
  private var cap: [Int]
  private var fullness: Double
  private var coding: [String: String]
  private var speed: String
  private var toneMap: String
  private var peak: String
  private var metadata: String
  private var libraries: [String]
  /// The chunk's number.
  var chunk = 0
  /// The mean rate, in b/s.
  var bitRate = 0
  /// The pictures of the chunk.
  var pictures = 0

  /// What the chunks of a rung share.
  init(_ rung: VideoRung, _ plan: LadderPlan, source: String) {
    self.source = source
    track = plan.video?.index ?? 0
    start = plan.range.start
    rate = [plan.grid.frameRate.numerator, plan.grid.frameRate.denominator]
    framesPerGroup = plan.grid.framesPerGroup
    framesPerChunk = plan.grid.framesPerChunk
    codec = rung.codec.rawValue
    range = rung.range.rawValue
    size = [rung.width, rung.height]
    divisor = rung.divisor
    let cap = ChunkCap(rung)
    self.cap = [cap.maximumRate, cap.bufferSize]
    fullness = cap.initialFullness
    coding = rung.coding.differences
    speed = plan.speed
    let isConverted = rung.range != plan.video?.video?.videoRange
    toneMap = isConverted ? plan.light.toneMap.rawValue : ""
    peak = isConverted ? "\(plan.light.peak.luminance)" : ""
    metadata = "\(plan.metadata(of: rung))"
    libraries =
      LibraryVersions.all.map { "\($0.name) \($0.version)" }
      + [rung.codec == .hevc ? HEVCEncoder.libraryVersion ?? "" : ""]
  }

  /// The recipe as text that is the same for equal recipes.
  func text() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array(try encoder.encode(self))
  }

  /// What the chunk is of, in words: `h264 SDR 640x360`.
  var summary: String { "\(codec) \(range) \(size.map(String.init).joined(separator: "x"))" }
}

extension [UInt8] {
  /// Two lower-case digits a byte.
  var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}

extension VideoCoding {
  /// What differs from every ladder's, by name: a field that is added later leaves the recipes alone
  /// of all that do not set it.
  fileprivate var differences: [String: String] {
    let usual = Mirror(reflecting: VideoCoding()).children.map { "\($0.value)" }
    let own = Mirror(reflecting: self).children
    return Dictionary(
      uniqueKeysWithValues: zip(own, usual).compactMap { field, usual in
        "\(field.value)" == usual ? nil : (field.label ?? "", "\(field.value)")
      })
  }
}
