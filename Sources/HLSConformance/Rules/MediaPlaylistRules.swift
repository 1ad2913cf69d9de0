// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

extension ConformanceRule {
  /// Versions (section 8).
  static let versions: [ConformanceRule] = [
    ConformanceRule(
      "rfc-8-version-too-high", .should, "The version is no higher than the playlist needs",
      why: "A client that knows only the lower version would refuse what it could play.",
      each: { $0.files }
    ) { file, _ in
      guard let (declared, required) = file.versions, let declared, declared > required,
        // Writers put 6 on every playlist of fragmented MP4 and 7 on the multivariant one, as
        // Apple's own examples do, and no client in use knows less.
        declared > 7
      else { return nil }
      return Fault("version \(required)", found: "\(declared)", fix: .version(Int(required)))
    },
    ConformanceRule(
      "rfc-4.4.1.2-version", .must, "A playlist that needs a version above 1 declares it",
      each: { $0.files }
    ) { file, _ in
      guard let (declared, required) = file.versions, declared == nil, required > 1 else {
        return nil
      }
      return Fault("EXT-X-VERSION:\(required)", found: "none", fix: .version(Int(required)))
    },
  ]

  /// Media playlists by themselves (4.4.3 to 4.4.5).
  static let mediaPlaylists: [ConformanceRule] = [
    ConformanceRule(
      "rfc-4.4.3.5-live", .must, "A playlist that drops segments has no EXT-X-PLAYLIST-TYPE",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard let type = stream.playlist.type, stream.playlist.mediaSequence > 0, stream.isLive
      else { return nil }
      return Fault(
        "no playlist type where segments were removed", found: "\(type)",
        at: stream.place(of: "EXT-X-PLAYLIST-TYPE"))
    },
    ConformanceRule(
      "rung-no-segments", .should, "A media playlist has segments",
      each: { $0.mediaStreams }
    ) { stream, _ in
      let isEmpty = stream.segments.isEmpty && stream.playlist.skip == nil
      return .unless(
        !isEmpty || stream.playlist.unfinishedSegment != nil, "segments", found: "none")
    },
    ConformanceRule(
      "rfc-4.4.2.2-start", .should, "EXT-X-START lies within the playlist",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard let offset = stream.playlist.start?.timeOffset else { return nil }
      let magnitude = offset < .zero ? .zero - offset : offset
      return .unless(
        magnitude <= stream.duration, "a TIME-OFFSET of at most \(stream.duration) s",
        found: "\(offset) s")
    },
    ConformanceRule(
      "rfc-4.4.2.2-start-live", .should,
      "EXT-X-START of a live playlist is no closer to its end than three target durations",
      each: { $0.mediaStreams.filter(\.isLive) }
    ) { stream, _ in
      guard let offset = stream.playlist.start?.timeOffset else { return nil }
      let place = offset < .zero ? stream.duration + offset : offset
      let limit = stream.duration - stream.threeTargets
      return .unless(
        place <= limit, "a start of at most \(limit) s", found: "\(place) s")
    },
    ConformanceRule(
      "rfc-4.4.4.1-integer", .must, "Durations are whole numbers below version 3",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard (stream.playlist.declaredVersion ?? 1) < 3,
        let index = stream.segments.firstIndex(where: { !$0.duration.isWhole })
      else { return nil }
      let needed = stream.playlist.neededVersion ?? stream.playlist.requiredVersion
      return Fault(
        "a whole number, or EXT-X-VERSION:\(needed)", found: "\(stream.segments[index].duration)",
        fix: .version(needed), at: stream.place(ofSegment: index))
    },
    ConformanceRule(
      "rung-byte-range-overlap", .should, "Byte ranges of a resource do not overlap",
      each: { $0.playStreams }
    ) { stream, _ in
      var ends: [String: UInt64] = [:]
      var faults: [Fault] = []
      for (index, segment) in stream.segments.enumerated() {
        guard let range = segment.byteRange, let end = range.end else { continue }
        if let last = ends[segment.uri], range.offset < last {
          faults.append(
            Fault(
              "an offset of at least \(last)", found: "\(range.offset)",
              at: stream.place(ofSegment: index)))
        }
        ends[segment.uri] = max(end, ends[segment.uri] ?? 0)
      }
      return faults
    },
    ConformanceRule(
      "rfc-4.4.4.8-bit-rate", .must, "EXT-X-BITRATE is within 10 % of each segment's rate",
      each: { $0.mediaStreams }
    ) { stream, _ in
      stream.segments.indices.compactMap { index in
        let segment = stream.segments[index]
        guard let declared = segment.bitRate, segment.byteRange == nil,
          let size = stream.sizes[index],
          let rate = HLSPlaylist.BitRate(bytes: size, over: segment.duration)?.roundedUp
        else { return nil }
        return Fault.unless(
          isWithinTenPercent(declared.multipliedReportingOverflow(by: 1000).partialValue, of: rate),
          "a rate within 10 % of \(rate / 1000) kbit/s", found: "\(declared) kbit/s"
        )?.at(stream.place(ofSegment: index))
      }
    },
    ConformanceRule(
      "rung-only-gaps", .should, "Some segment is not a gap", each: { $0.mediaStreams }
    ) { stream, _ in
      .unless(
        stream.segments.isEmpty || stream.segments.contains { !$0.isGap },
        "a segment that can be played", found: "\(stream.segments.count) gaps")
    },
    ConformanceRule(
      "rfc-4.4.4.6-order", .must, "Dates do not run backwards", each: { $0.mediaStreams }
    ) { stream, _ in
      var last: (date: DateTime, index: Int)?
      var faults: [Fault] = []
      for (index, segment) in stream.segments.enumerated() {
        guard let date = segment.programDateTime else { continue }
        if let last, date < last.date {
          faults.append(
            Fault(
              "a date after \(last.date)", found: "\(date)", at: stream.place(ofSegment: index)))
        }
        last = (date, index)
      }
      return faults
    },
    ConformanceRule(
      "rfc-4.4.4.6-discontinuity", .should,
      "A segment after a discontinuity has a date where others have one",
      each: { $0.mediaStreams }
    ) { stream, _ in
      guard stream.segments.contains(where: { $0.programDateTime != nil }) else { return [] }
      return stream.segments.indices.compactMap { index in
        let segment = stream.segments[index]
        guard segment.isDiscontinuity, segment.programDateTime == nil else { return nil }
        return Fault(
          "EXT-X-PROGRAM-DATE-TIME after the discontinuity", found: "none",
          at: stream.place(ofSegment: index))
      }
    },
    ConformanceRule(
      "rfc-4.4.3.6-byte-range", .must, "Key pictures do not include the initialisation section",
      each: { $0.trickPlayStreams }
    ) { stream, _ in
      stream.segments.indices.compactMap { index in
        let segment = stream.segments[index]
        guard let map = segment.initialization, map.uri == segment.uri,
          let end = map.byteRange?.end, let start = segment.byteRange?.offset
        else { return nil }
        return Fault.unless(
          start >= end, "an offset of at least \(end), where the section ends",
          found: "\(start)")?.at(stream.place(ofSegment: index))
      }
    },
    ConformanceRule(
      "rfc-4.4.3.6-parts", .should, "Playlists of key pictures have no parts",
      each: { $0.trickPlayStreams }
    ) { stream, _ in
      .unless(
        stream.playlist.segments.partCount == 0, "no EXT-X-PART",
        found: "\(stream.playlist.segments.partCount)")
    },
    ConformanceRule(
      "rung-key-method", .should, "The same key has the same method in every playlist",
      each: { $0.keyUses }
    ) { use, _ in
      .unless(
        use.key.method == use.first, "METHOD=\(use.first) for '\(use.key.uri)'",
        found: "METHOD=\(use.key.method)")
    },
  ]
}

/// A key of a playlist, and the method that the first key of its URI has.
private struct KeyUse: PlacedItem {
  let place: Place
  let key: EncryptionKey
  let first: EncryptionMethod
}

extension Presentation {
  /// The keys of all playlists.
  fileprivate var keyUses: [KeyUse] {
    var methods: [String: EncryptionMethod] = [:]
    return mediaStreams.flatMap { stream in
      stream.keys.map { key in
        let first = methods[key.uri] ?? key.method
        methods[key.uri] = first
        return KeyUse(place: stream.place, key: key, first: first)
      }
    }
  }
}

extension Fault {
  /// The same fault at another place.
  func at(_ place: Place) -> Fault {
    var fault = self
    fault.place = place
    return fault
  }
}

extension PlaylistFile {
  /// The version that the text declares, and the one that it needs.
  var versions: (declared: UInt64?, required: UInt64)? {
    switch playlist {
    case .multivariant(let playlist)?:
      (playlist.declaredVersion, UInt64(playlist.neededVersion ?? playlist.requiredVersion))
    case .media(let playlist)?:
      (playlist.declaredVersion, UInt64(playlist.neededVersion ?? playlist.requiredVersion))
    case nil: nil
    }
  }
}

extension MediaStream {
  /// Three target durations, in seconds.
  var threeTargets: ExactDecimal {
    ExactDecimal(Int64(clamping: playlist.targetDuration)) * 3
  }

  /// The keys of the segments, each once.
  var keys: [EncryptionKey] {
    var seen: Set<EncryptionKey> = []
    return segments.flatMap(\.keys).filter { seen.insert($0).inserted }
  }
}

/// Whether a declared number is at most 10 % off a measured one.
func isWithinTenPercent(_ declared: UInt64, of measured: UInt64) -> Bool {
  let (declared, measured) = (UInt128(declared) * 10, UInt128(measured))
  return declared >= measured * 9 && declared <= measured * 11
}
