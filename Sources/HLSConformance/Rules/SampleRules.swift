// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist
internal import ISOBMFF

extension ConformanceRule {
  /// Segments and their samples (3.1.2; CMAF 7.3; authoring rules 1, 6, 7 and 8).
  static let samples: [ConformanceRule] = [
    ConformanceRule(
      "rfc-3.1-segment", .must, "A segment can be read", needs: .media, each: { $0.readStreams }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        if let error = segment.error {
          return Fault("a segment", found: error, at: item.place(index))
        }
        // Key pictures are cut out of their fragments; others are not.
        guard segment.isCut, !item.stream.isTrickPlay else { return nil }
        return Fault("the samples to their end", found: "less", at: item.place(index))
      }
    },
    ConformanceRule(
      "rfc-3.1.2-decode-time", .must, "Every track fragment says when it is decoded",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in item.faults("tfdt in every traf", found: "none", unless: \.hasDecodeTimes) },
    ConformanceRule(
      "rfc-3.1.2-addressing", .must, "Places of samples count from their fragment",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      item.faults("default-base-is-moof and no offset", found: "other", unless: \.isRelative)
    },
    ConformanceRule(
      "rfc-3.1.2-track-id", .must, "Fragments are of the tracks that the movie has",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      item.faults("a track of the movie", found: "another", unless: \.hasKnownTracks)
    },
    ConformanceRule(
      "cmaf-7.3.2.3", .must, "A fragment has one run of one track", needs: .media,
      each: { $0.readStreams }
    ) { item, _ in
      item.faults("one traf with one trun", found: "another number", unless: \.hasSingleRuns)
    },
    ConformanceRule(
      "apple-7.4", .must, "Segments of video start with an IDR picture",
      needs: .media,
      why: """
        The kind of the NAL unit decides: containers flag pictures of open GOPs as key frames too, \
        and a change of variant there shows broken pictures.
        """,
      each: { $0.readVideos }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let picture = segment.firstPicture, picture != .idr else { return nil }
        return Fault("an IDR picture", found: picture.words, at: item.place(index))
      }
    },
    ConformanceRule(
      "cmaf-7.3.2.4", .must, "Every fragment of video starts where decoding can",
      needs: .media, each: { $0.readVideos }
    ) { item, _ in
      item.faults("a sync sample", found: "another", unless: \.fragmentsStartInSync)
    },
    ConformanceRule(
      "apple-1.13", .should, "There is a key picture every two seconds", needs: .media,
      each: { $0.readVideos }
    ) { item, _ in
      let times = item.segments.flatMap { $0.segment.syncTimes }.map(item.content.seconds)
      guard item.isWhole,
        let longest = zip(times, times.dropFirst()).max(by: { $0.1 - $0.0 < $1.1 - $1.0 })
      else { return nil }
      let distance = longest.1 - longest.0
      // A GOP of 2.002 s, and one whose last picture had to wait.
      return .unless(
        distance < 2.1, "at most 2 s", found: "\(seconds(distance)) s after \(seconds(longest.0)) s"
      )
    },
    ConformanceRule(
      "apple-1.10-samples", .should, "Samples of avc1 and hvc1 have no parameter sets",
      needs: .media, each: { $0.readStreams }
    ) { item, _ in
      guard ["avc1", "hvc1"].contains(item.content.codec?.prefix(4)),
        let index = item.segments.first(where: { $0.segment.hasParameterSets })?.index
      else { return nil }
      return Fault(
        "them in the sample entry alone", found: "them in samples", at: item.place(index))
    },
    ConformanceRule(
      "cmaf-7.3.2.2", .must, "Decode times go on from segment to segment without a gap",
      needs: .media,
      each: { $0.readStreams.filter { $0.content.isFragmented && !$0.stream.isTrickPlay } }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let start = segment.decodeTimes?.lowerBound,
          let end = item.content.segments[index - 1]?.decodeTimes?.upperBound,
          !item.stream.segments[index].isDiscontinuity, start != end
        else { return nil }
        return Fault(
          "a decode time of \(end)", found: "\(start)", at: item.place(index))
      }
    },
    ConformanceRule(
      "apple-8.1", .must, "EXTINF is within a frame of what the samples last",
      needs: .media,
      why: "The sum of any run of segments counts: rounding must not add up.",
      each: { $0.readStreams.filter { !$0.stream.isTrickPlay } }
    ) { item, _ in
      let frame = item.content.seconds(Int64(item.content.sampleDuration ?? 0))
      var drift = 0.0
      return item.segments.compactMap { index, segment in
        guard let times = segment.decodeTimes, let track = item.content.track else { return nil }
        let declared = item.stream.segments[index].duration
        // What an edit takes off the first segment of a section is not shown, and may not count.
        let edit = item.stream.startsSection(index) ? item.content.editOffset : 0
        let whole = item.content.seconds(times.length)
        let shown = whole - item.content.seconds(edit)
        let real =
          abs(declared.doubleValue - shown) < abs(declared.doubleValue - whole) ? shown : whole
        drift += declared.doubleValue - real
        guard abs(declared.doubleValue - real) > frame || abs(drift) > frame else { return nil }
        drift = 0
        let fix = ExactDecimal(
          times.length &- edit, over: Int64(max(track.timescale, 1)))
        return Fault(
          "\(fix.map { "\($0)" } ?? seconds(real)) s", found: "\(declared) s",
          fix: fix.map { .duration(segment: index, $0) }, at: item.place(index))
      }
    },
    ConformanceRule(
      "rfc-6.2.4-timestamps", .must, "Segments of variants start at the same times",
      needs: .media,
      why: "A client that changes the variant goes on at the same number of segment.",
      each: { $0.readVideos.filter { !$0.stream.isLive } }
    ) { item, presentation in
      guard let first = presentation.readVideos.first(where: { !$0.stream.isLive }),
        first.stream.file != item.stream.file
      else { return nil }
      let frame = item.content.seconds(Int64(item.content.sampleDuration ?? 1))
      for (index, segment) in item.segments {
        guard let own = segment.presentationStart,
          let other = first.content.segments[index]?.presentationStart
        else { continue }
        let (a, b) = (
          item.content.seconds(own &- item.content.editOffset),
          first.content.seconds(other &- first.content.editOffset)
        )
        if abs(a - b) > frame {
          return Fault(
            "\(seconds(b)) s as in '\(first.stream.file)'", found: "\(seconds(a)) s",
            at: item.place(index))
        }
      }
      return nil
    },
    ConformanceRule(
      "rfc-6.2.4-start", .must, "All playlists of a VOD stream start at the same media time",
      needs: .media, each: { $0.readStreams.filter { !$0.stream.isLive } }
    ) { item, presentation in
      guard let first = presentation.readVideos.first(where: { !$0.stream.isLive }),
        let start = first.start, let own = item.start
      else { return nil }
      // One frame of video, and one of sound.
      return .unless(
        abs(own - start) < 0.07, "\(seconds(start)) s as '\(first.stream.file)' has",
        found: "\(seconds(own)) s")
    },
    ConformanceRule(
      "apple-6.10", .must, "A segment of a key picture includes its movie fragment",
      needs: .media, each: { $0.readStreams.filter(\.stream.isTrickPlay) }
    ) { item, _ in
      item.faults("moof first", found: "another box", unless: \.startsWithFragment)
    },
    ConformanceRule(
      "rfc-4.4.3.6-picture", .must, "Every segment of an I-frame playlist is a key picture",
      needs: .media, each: { $0.readStreams.filter(\.stream.isTrickPlay) }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard let picture = segment.firstPicture, picture != .idr, picture != .randomAccess else {
          return nil
        }
        return Fault("a key picture", found: picture.words, at: item.place(index))
      }
    },
    ConformanceRule(
      "rfc-4.4.3.6-whole", .must, "A segment of an I-frame playlist holds its whole picture",
      needs: .media, each: { $0.readStreams.filter(\.stream.isTrickPlay) }
    ) { item, _ in
      item.segments.compactMap { index, segment in
        guard segment.cutsFirstSample else { return nil }
        let length = item.stream.segments[index].byteRange?.length
        return Fault(
          "the picture to its end",
          found: "\(length ?? UInt64(segment.byteCount)) bytes, which end within it",
          at: item.place(index))
      }
    },
    ConformanceRule(
      "rung-all-key-pictures", .should, "An I-frame playlist has every key picture of its video",
      needs: .media, each: { $0.readStreams.filter(\.stream.isTrickPlay) },
      knowing: { presentation in
        let whole = presentation.readVideos.filter(\.isWhole)
        return Dictionary(whole.map { ($0.picturePlace, $0) }) { first, _ in first }
      }
    ) { item, videos in
      guard item.content.track != nil, let video = videos[item.picturePlace] else { return nil }
      let count = video.content.segments.values.reduce(0) { $0 + $1.syncTimes.count }
      return .unless(
        item.stream.segments.count >= count, "\(count) key pictures as '\(video.stream.file)' has",
        found: "\(item.stream.segments.count)")
    },
  ]
}

extension ReadStream {
  /// What key pictures have in common with the video that they are of: the folder and the size.
  fileprivate var picturePlace: [String] {
    [String(stream.folder), content.size.map { "\($0)" } ?? ""]
  }

  /// When the first segment is shown, in seconds.
  fileprivate var start: Double? {
    content.segments[0]?.presentationStart.map { content.seconds($0 &- content.editOffset) }
  }
}

extension MediaStream {
  /// Whether a segment is the first of the playlist or of a run with another initialisation
  /// section, where an edit applies anew.
  fileprivate func startsSection(_ index: Int) -> Bool {
    index == 0 || segments[index - 1].initialization != segments[index].initialization
  }

  /// The folder of the playlist.
  fileprivate var folder: Substring { file[..<(file.lastIndex(of: "/") ?? file.startIndex)] }
}

extension NALUnitType.Role {
  /// The kind of picture, in words.
  fileprivate var words: String {
    switch self {
    case .randomAccess: "a random-access picture of an open GOP"
    case .leading: "a leading picture"
    default: "a picture that needs earlier ones"
    }
  }
}

extension Range<Int64> {
  /// The length; it stays at the greatest number at overflow.
  fileprivate var length: Int64 {
    let (length, overflow) = upperBound.subtractingReportingOverflow(lowerBound)
    return overflow ? .max : length
  }
}
