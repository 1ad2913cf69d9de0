// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist

/// What a playlist and an expectation are compared by: facts, each with a name.
enum ExpectedFacts {
  static func facts(of playlist: MediaPlaylist) -> [String: String] {
    var facts: [String: String] = [
      "mediaSequence": "\(playlist.mediaSequence)",
      "targetDuration": "\(playlist.targetDuration)",
      "endList": "\(playlist.hasEndList)",
      "type": playlist.type?.rawValue ?? "none",
      "segments": "\(playlist.segments.count)",
      "hints": playlist.preloadHints.map { "\($0.type) \($0.uri)" }.joined(separator: " "),
      "reports": playlist.renditionReports.map(\.uri).joined(separator: " "),
      "unfinished": text(playlist.unfinishedSegment?.parts ?? []),
    ]
    for (index, segment) in playlist.segments.enumerated() {
      let key = segment.keys.first.map { "\($0.method) \($0.uri)" } ?? ""
      let map = segment.initialization.map { "\($0.uri) \(text($0.byteRange))" } ?? ""
      let duration = ExactDecimalText.text(segment.duration.doubleValue)
      facts["segment \(index)"] =
        "\(segment.uri) \(duration) \(text(segment.byteRange)) key \(key) map \(map) parts "
        + text(segment.parts)
    }
    return facts
  }

  static func mediaFacts(_ object: ObjectLiteral) -> [String: String] {
    let segments = object["segments"]?.elements ?? []
    let preload = object["preloadSegment"]
    var facts: [String: String] = [
      "mediaSequence": object["mediaSequence"]?.plain ?? "0",
      "targetDuration": object["targetDuration"]?.plain ?? "none",
      "endList": object["endList"]?.plain ?? "false",
      "type": object["playlistType"]?.plain ?? "none",
      "segments": "\(segments.count)",
      "hints": (preload?["preloadHints"]?.elements ?? []).map {
        "\($0["type"]?.plain ?? "") \($0["uri"]?.plain ?? "")"
      }.joined(separator: " "),
      "reports": (object["renditionReports"]?.elements ?? []).map { $0["uri"]?.plain ?? "" }
        .joined(separator: " "),
      "unfinished": parts(preload),
    ]
    for (index, segment) in segments.enumerated() {
      let key = segment["key"].map { "\($0["method"]?.plain ?? "") \($0["uri"]?.plain ?? "")" }
      let map = segment["map"].map { "\($0["uri"]?.plain ?? "") \(range($0["byterange"]))" }
      let head = [
        segment["uri"]?.plain ?? "", segment["duration"]?.plain ?? "", range(segment["byterange"]),
      ]
      facts["segment \(index)"] =
        head.joined(separator: " ") + " key \(key ?? "") map \(map ?? "") parts " + parts(segment)
    }
    return facts
  }

  private static func text(_ range: ByteRange?) -> String { range?.description ?? "whole" }

  private static func range(_ object: ObjectLiteral?) -> String {
    object.map { "\($0["length"]?.plain ?? "")@\($0["offset"]?.plain ?? "")" } ?? "whole"
  }

  private static func text(_ parts: [PartialSegment]) -> String {
    parts.map { part in
      "\(part.uri) \(ExactDecimalText.text(part.duration.doubleValue)) \(part.isIndependent)"
    }.joined(separator: ";")
  }

  private static func parts(_ object: ObjectLiteral?) -> String {
    (object?["parts"]?.elements ?? []).map { part in
      let fields = [
        part["uri"]?.plain ?? "", part["duration"]?.plain ?? "",
        part["independent"]?.plain ?? "false",
      ]
      return fields.joined(separator: " ")
    }.joined(separator: ";")
  }

  static func facts(of playlist: MultivariantPlaylist) -> [String: String] {
    var facts: [String: String] = [:]
    for (index, variant) in playlist.variants.enumerated() {
      facts["variant \(index)"] = text(variant, variant.uri)
    }
    for (index, stream) in playlist.iFrameStreams.enumerated() {
      facts["stream \(index)"] = text(stream, stream.uri)
    }
    for rendition in playlist.renditions where rendition.type == .audio {
      facts["audio \(rendition.groupID) \(rendition.name)"] =
        "\(rendition.uri ?? "") \(rendition.language ?? "") \(rendition.isDefault ?? false)"
    }
    return facts
  }

  private static func text(_ stream: some StreamDescription, _ uri: String) -> String {
    let codecs = stream.codecs.joined(separator: ",")
    return "\(uri) \(stream.bandwidth) \(codecs) \(stream.resolution?.description ?? "")"
  }

  static func multivariantFacts(_ object: ObjectLiteral) -> [String: String] {
    var facts: [String: String] = [:]
    for (index, variant) in (object["playlists"]?.elements ?? []).enumerated() {
      facts["variant \(index)"] = stream(variant)
    }
    for (index, frames) in (object["iFramePlaylists"]?.elements ?? []).enumerated() {
      facts["stream \(index)"] = stream(frames)
    }
    guard case .object(let groups)? = object["mediaGroups"]?["AUDIO"] else { return facts }
    for case (let group, .object(let members)) in groups {
      for (name, member) in members {
        facts["audio \(group) \(name)"] =
          "\(member["uri"]?.plain ?? "") \(member["language"]?.plain ?? "") "
          + (member["default"]?.plain ?? "false")
      }
    }
    return facts
  }

  private static func stream(_ object: ObjectLiteral) -> String {
    let attributes = object["attributes"]
    let size = attributes?["RESOLUTION"].map {
      "\($0["width"]?.plain ?? "")x\($0["height"]?.plain ?? "")"
    }
    let fields = [
      object["uri"]?.plain ?? "", attributes?["BANDWIDTH"]?.plain ?? "0",
      attributes?["CODECS"]?.plain ?? "", size ?? "",
    ]
    return fields.joined(separator: " ")
  }
}
