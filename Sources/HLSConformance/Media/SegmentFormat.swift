// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What kind of file a segment is (RFC 8216bis 3.1), told by its first bytes, else by its name.
enum SegmentFormat: Hashable, Sendable {
  case fragmentedMP4, transportStream, packedAudio, webVTT, unknown

  init(_ bytes: [UInt8], uri: String) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    if text.starts(with: "WEBVTT".utf8) {
      self = .webVTT
    } else if bytes.first == 0x47, bytes.count < 377 || bytes[188] == 0x47 {
      self = .transportStream
    } else if bytes.starts(with: "ID3".utf8) || AudioFrames.Kind(bytes[...]) != nil {
      self = .packedAudio
    } else if bytes.count >= 8, Self.boxes.contains(Array(bytes[4..<8])) {
      self = .fragmentedMP4
    } else {
      self = Self.byExtension(uri)
    }
  }

  private static let boxes: Set<[UInt8]> = Set(
    ["ftyp", "styp", "moof", "moov", "mdat", "sidx", "emsg", "prft"].map { Array($0.utf8) })

  private static func byExtension(_ uri: String) -> SegmentFormat {
    let path = uri.prefix { $0 != "?" && $0 != "#" }
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    guard let dot = name.lastIndex(of: ".") else { return .unknown }
    switch name[name.index(after: dot)...].lowercased() {
    case "vtt", "webvtt": return .webVTT
    case "ts", "m2ts": return .transportStream
    case "aac", "ac3", "ec3", "mp3": return .packedAudio
    case "mp4", "m4s", "m4v", "m4a", "cmfv", "cmfa", "cmft": return .fragmentedMP4
    default: return .unknown
    }
  }
}
