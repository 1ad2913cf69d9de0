// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist
import RungTestSupport

/// Changes that an application could make to a playlist, picked by a seeded generator.
struct PlaylistEdits {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func name() -> String { "edited-\(pick(1000)).m4s" }

  /// Changes a playlist in one way.
  mutating func edit(_ playlist: inout Playlist) {
    switch playlist {
    case .media(var media):
      edit(&media)
      playlist = .media(media)
    case .multivariant(var multivariant):
      edit(&multivariant)
      playlist = .multivariant(multivariant)
    }
  }

  private mutating func edit(_ playlist: inout MediaPlaylist) {
    switch pick(10) {
    case 0: playlist.targetDuration += 1
    case 1: playlist.mediaSequence = UInt64(pick(100))
    case 2: playlist.hasEndList.toggle()
    case 3: playlist.type = playlist.type == nil ? .event : nil
    case 4:
      if playlist.dateRanges.isEmpty || pick(2) == 0 {
        let start = DateTime("2020-01-01T00:00:0\(pick(10)).000Z")
        playlist.dateRanges.append(DateRange(id: name(), startDate: start))
      } else {
        playlist.dateRanges.remove(at: pick(playlist.dateRanges.count))
      }
    case 5: playlist.start = StartPoint(timeOffset: ExactDecimal(Int64(pick(9))))
    default:
      edit(&playlist.segments)
      let last = playlist.segments.last?.initialization
      if playlist.unfinishedSegment != nil { playlist.unfinishedSegment?.initialization = last }
    }
  }

  private mutating func edit(_ segments: inout MediaSegments) {
    guard !segments.isEmpty else {
      return segments.append(MediaSegment(uri: name(), duration: 4))
    }
    let index = pick(segments.count)
    switch pick(14) {
    case 0: segments[index].uri = name()
    case 1: segments[index].title = segments[index].title == nil ? "a title, edited" : nil
    case 2: segments[index].duration += 0.125
    case 3: segments.remove(at: index)
    case 4:
      // A copy, since what is in force before it cannot end.
      var copy = segments[index]
      copy.uri = name()
      segments.insert(copy, at: index)
    case 5:
      let other = pick(segments.count)
      (segments[index].uri, segments[other].uri) = (segments[other].uri, segments[index].uri)
    case 6: segments[index].isDiscontinuity.toggle()
    case 7: segments[index].isGap.toggle()
    case 8: segments[index].byteRange = ByteRange(length: 100, offset: UInt64(pick(1000)))
    case 9: segments[index].programDateTime = DateTime("2021-05-05T00:00:0\(pick(10)).000Z")
    case 10:
      segments[index].keys = [EncryptionKey(method: .sampleAES, uri: name())]
    case 11: segments[index].keys = []
    case 12:
      // A map cannot end, so it changes from here on.
      let map = MediaInitialization(uri: name(), keys: segments[index].keys)
      for later in index..<segments.count { segments[later].initialization = map }
    default:
      segments[index].parts.append(PartialSegment(uri: name(), duration: 1))
    }
  }

  private mutating func edit(_ playlist: inout MultivariantPlaylist) {
    switch pick(9) {
    case 0: playlist.variants.append(VariantStream(uri: name(), bandwidth: UInt64(pick(9999))))
    case 1: playlist.variants.shuffle(using: &generator)
    case 2 where !playlist.variants.isEmpty:
      playlist.variants.remove(at: pick(playlist.variants.count))
    case 3 where !playlist.variants.isEmpty:
      playlist.variants[pick(playlist.variants.count)].bandwidth = UInt64(pick(9999))
    case 4 where !playlist.renditions.isEmpty:
      playlist.renditions[pick(playlist.renditions.count)].name = name()
    case 5 where !playlist.iFrameStreams.isEmpty: playlist.iFrameStreams.removeLast()
    case 6: playlist.hasIndependentSegments.toggle()
    case 7: playlist.sessionData.append(SessionData(dataID: name(), value: "value"))
    default: playlist.start = StartPoint(timeOffset: ExactDecimal(Int64(pick(9))))
    }
  }
}
