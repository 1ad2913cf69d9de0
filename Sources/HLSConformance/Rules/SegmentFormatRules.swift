// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension ConformanceRule {
  /// Segments that are no fragmented MP4 (3.1.1, 3.1.3 to 3.1.5): transport streams, packed audio
  /// and the text of subtitles.
  static let segmentFormats: [ConformanceRule] = [
    ConformanceRule(
      "rfc-3.1.1-packets", .must, "A transport stream is whole packets and has its tables",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        // Tables may stand in the initialisation section.
        let fault = segment.structure.first { item.content.map == nil || !$0.isOfTables }
        return fault.map { Fault($0.expected, found: $0.found, at: item.place(index)) }
      }
    },
    ConformanceRule(
      "rfc-3.1.1-program", .must, "A transport stream has one programme", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        segment.programCount > 1
          ? Fault("1 programme", found: "\(segment.programCount)", at: item.place(index)) : nil
      }
    },
    ConformanceRule(
      "rfc-3.1.1-tables", .should, "A transport stream begins with its tables", needs: .media,
      why: "A client drops what comes before the tables: a segment must play without others.",
      each: { $0.readStreams.filter { $0.content.map == nil } }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        segment.beginsWithTables || !segment.structure.isEmpty
          ? nil
          : Fault(
            "the association table, then the programme map", found: "others first",
            at: item.place(index))
      }
    },
    ConformanceRule(
      "rung-packets-missing", .must, "No packet of a transport stream is missing", needs: .media,
      why: """
        Packets of one identifier are counted (ISO/IEC 13818-1 section 2.4.3.3): where the count \
        jumps, pictures or sound are broken.
        """,
      each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        segment.packetGap.map { Fault($0.expected, found: $0.found, at: item.place(index)) }
      }
    },
    ConformanceRule(
      "rung-parameter-sets-first", .must,
      "Pictures of a transport stream come after their parameter sets", needs: .media,
      why: "A client that begins with the segment cannot decode what stands before them.",
      each: { $0.readVideos }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        segment.lacksParameterSets
          ? Fault("a sequence parameter set", found: "a picture before any", at: item.place(index))
          : nil
      }
    },
    ConformanceRule(
      "rfc-6.2.1-format", .must, "Format and size change only at a discontinuity", needs: .media,
      why: "A decoder is set up anew at EXT-X-DISCONTINUITY alone.",
      each: { $0.mediaStreams.filter { !$0.contents.isEmpty && !$0.isTrickPlay } }
    ) { stream, _ in
      var faults: [Fault] = []
      var last: (index: Int, format: String)?
      for (index, formats) in stream.pictureFormats {
        let place = stream.place(ofSegment: index)
        if formats.count > 1 {
          faults.append(
            Fault(
              "one format", found: formats.joined(separator: ", then "), at: place))
        }
        guard let first = formats.first else { continue }
        let continues = last?.index == index - 1 && !stream.segments[index].isDiscontinuity
        if continues, let format = last?.format, format != first {
          faults.append(Fault("\(format), or EXT-X-DISCONTINUITY", found: first, at: place))
        }
        last = (index, formats.last ?? first)
      }
      return faults
    },
    ConformanceRule(
      "rfc-3.1.3-timestamp", .must, "Packed audio begins with the time of its first sample",
      needs: .media, why: "Clients do not play packed audio that does not say when.",
      each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        segment.hasTimestamp
          ? nil
          : Fault(
            "an ID3 frame PRIV of com.apple.streaming.transportStreamTimestamp", found: "none",
            at: item.place(index))
      }
    },
    ConformanceRule(
      "rfc-4.4.4.3-times", .must, "Times go on from segment to segment without a discontinuity",
      needs: .media,
      each: { $0.readStreams.filter { !$0.content.isFragmented && !$0.stream.isTrickPlay } }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let start = segment.decodeTimes?.lowerBound,
          let end = item.content.segments[index - 1]?.decodeTimes?.upperBound,
          !item.stream.segments[index].isDiscontinuity
        else { return nil }
        let gap = item.content.seconds(SegmentContent.distance(from: end, to: start))
        // The last packet of sound holds several frames, of which only the first has a time.
        guard abs(gap) > 0.5 else { return nil }
        return Fault(
          "EXT-X-DISCONTINUITY or the time at which the last segment ends",
          found: "\(seconds(gap)) s more", at: item.place(index))
      }
    },
    ConformanceRule(
      "apple-1.5", .must, "HEVC is in fragmented MP4", needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard !item.content.isFragmented, item.content.codec?.hasPrefix("hvc1") == true else {
        return nil
      }
      return Fault("fragmented MP4", found: "a transport stream")
    },
    ConformanceRule(
      "apple-2.17", .must, "A segment has one stream of sound", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        segment.soundCount > 1
          ? Fault("1", found: "\(segment.soundCount)", at: item.place(index)) : nil
      }
    },
    ConformanceRule(
      "rfc-3.1.4", .must, "A segment of WebVTT begins with its header", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let text = segment.subtitles, !text.hasHeader, item.content.map == nil else {
          return nil
        }
        return Fault("WEBVTT", found: "none", at: item.place(index))
      }
    },
    ConformanceRule(
      "rfc-3.1.4-cues", .must, "A cue of WebVTT has times, and ends after it starts",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let line = segment.subtitles?.brokenLine else { return nil }
        return Fault(
          "times such as 00:01.000 --> 00:02.000", found: "others in line \(line)",
          at: item.place(index))
      }
    },
    ConformanceRule(
      "apple-5.3", .must, "A segment of WebVTT says which media time its times count from",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let text = segment.subtitles, !text.hasTimestampMap else { return nil }
        return Fault("X-TIMESTAMP-MAP", found: "none", at: item.place(index))
      }
    },
    ConformanceRule(
      "rfc-3.1.5-document", .must, "A sample of IMSC1 is a document of TTML", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let text = segment.documents.first(where: { $0.error != nil || !$0.isTimedText })
        else { return nil }
        return Fault(
          "a document whose root is tt", found: text.error ?? "another root", at: item.place(index))
      }
    },
    ConformanceRule(
      "rfc-3.1.5-profile", .must, "IMSC1 is of the text profile", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let text = segment.documents.first(where: { !$0.isOfTextProfile }) else { return nil }
        return Fault(
          TimedText.textProfile,
          found: text.hasImages ? "images" : text.profiles.joined(separator: " "),
          at: item.place(index))
      }
    },
    ConformanceRule(
      "apple-5.10", .should, "Subtitles of IMSC1 stand in CODECS", needs: .media,
      each: { $0.variants },
      knowing: { presentation in
        let formats = presentation.renditions(of: .subtitles).compactMap { item in
          item.media?.content?.codec.map { (item.rendition.groupID, $0) }
        }
        return Dictionary(formats.filter { $0.1.hasPrefix("stpp") }) { first, _ in first }
      }
    ) { item, formats in
      guard let format = item.stream.subtitles.flatMap({ formats[$0] }) else { return nil }
      return .unless(
        item.stream.codecs.contains { $0.hasPrefix("stpp") }, "'\(format)' in CODECS",
        found: "'\(item.stream.codecs.joined(separator: ","))'")
    },
    ConformanceRule(
      "rfc-4.4.4.4-blocks", .must, "What is encrypted with AES-128 is whole blocks of 16 bytes",
      each: { $0.playStreams }
    ) { stream, _ in
      stream.segments.indices.compactMap { index in
        let segment = stream.segments[index]
        guard segment.byteRange == nil, let size = stream.sizes[index],
          segment.keys.contains(where: { $0.method == .aes128 }), size == 0 || size % 16 != 0
        else { return nil }
        return Fault(
          "a multiple of 16 bytes", found: "\(size)", at: stream.place(ofSegment: index))
      }
    },
  ]
}

extension MediaStream {
  /// What the pictures of the segments that were read are, in order.
  fileprivate var pictureFormats: [(index: Int, formats: [String])] {
    contents.flatMap { content in
      content.segments.map { index, segment in
        let declared = content.isFragmented ? content.video.map { [$0.pictures] } ?? [] : []
        return (index, declared + segment.pictureFormats)
      }
    }.sorted { $0.0 < $1.0 }
  }
}
