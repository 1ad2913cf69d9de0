// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import ISOBMFF

/// Reads bytes as everything that this library reads, as far as each goes: what mutation tests and
/// the fuzzer drive. It returns how much was understood, so that nothing is optimised away.
@discardableResult
func readEverything(_ bytes: [UInt8]) -> Int {
  var understood = 0
  understood += readBoxes((try? Box.list(in: bytes)) ?? [])
  if let header = try? InitializationSegment(parsing: bytes) {
    understood += 1
    let again = try? InitializationSegment(parsing: header.bytes)
    precondition(again == header, "what was read is not what is written")
    for track in header.movie.tracks { understood += read(track, in: bytes) }
  }
  for box in (try? Box.list(in: bytes)) ?? [] where box.type == "moov" {
    // As a packager reads it: tracks that cannot be read are left out.
    var unreadable: [ISOBMFFError] = []
    guard let movie = try? Movie(parsing: box, unreadableTracks: &unreadable) else { continue }
    for track in movie.tracks { understood += read(track, in: bytes) }
    understood += unreadable.count
  }
  understood += readInPlace(bytes)
  if let segment = try? MediaSegment(parsing: bytes) { understood += segment.fragments.count }
  let box = OpaqueBox(type: "senc", content: bytes)
  for size: UInt8 in [0, 8, 16] {
    understood += (try? SampleEncryption(parsing: box, vectorSize: size))?.entries.count ?? 0
  }
  understood += (try? ProtectionSystem(parsing: box))?.data.count ?? 0
  understood += (try? AV1SequenceHeader(inUnits: bytes))?.width ?? 0
  understood += readUnits(bytes)
  understood += (try? AudioSpecificConfig(parsing: bytes))?.channels ?? 0
  understood += (try? EAC3Configuration(parsing: bytes))?.channels ?? 0
  understood += (try? AV1Configuration(parsing: bytes)) == nil ? 0 : 1
  if let text = String(validating: bytes.prefix(256), as: UTF8.self) {
    let codecs = CodecString.list(parsing: text)
    for codec in codecs where codec.matches(CodecString(parsing: "\(codec)")) { understood += 1 }
  }
  return understood
}

/// Reads movies without taking their tables into memory.
private func readInPlace(_ bytes: [UInt8]) -> Int {
  let file = MemorySource(content: bytes)
  var count = 0
  for box in (try? Box.list(in: bytes)) ?? [] where box.type == "moov" {
    var unreadable: [ISOBMFFError] = []
    let movie = try? Movie(
      in: file, at: UInt64(box.range.lowerBound), size: UInt64(box.range.count),
      unreadableTracks: &unreadable)
    for track in movie?.tracks ?? [] {
      var samples = SampleIterator(
        track.sampleTable, fileSize: UInt64(bytes.count), source: file)
      while let sample = try? samples.next() {
        precondition(sample.offset + UInt64(sample.size) <= UInt64(bytes.count))
        count += 1
      }
    }
  }
  return count
}

/// A file in memory.
struct MemorySource: ByteSource {
  let content: [UInt8]

  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    guard let start = Int(exactly: offset), start < content.count else { return [] }
    return Array(content[start..<start + min(max(0, count), content.count - start)])
  }
}

private func readBoxes(_ boxes: [Box]) -> Int {
  var count = boxes.count
  for box in boxes where box.type != "mdat" {
    count += readBoxes(box.contents ?? (try? box.children()) ?? [])
  }
  return count
}

private func read(_ track: Track, in bytes: [UInt8]) -> Int {
  var count = 0
  var samples = SampleIterator(track.sampleTable, fileSize: UInt64(bytes.count))
  while let sample = try? samples.next() {
    precondition(sample.offset + UInt64(sample.size) <= UInt64(bytes.count))
    count += 1
  }
  for entry in track.sampleEntries {
    if CodecString(entry) != nil { count += 1 }
    count += protect(track, entry, in: bytes)
    guard case .video(let video) = entry else { continue }
    if video.supplementalCodecs != nil { count += 1 }
    switch video.configuration {
    case .avc(let record): count += (try? record.sequenceParameterSet())?.width ?? 0
    case .hevc(let record):
      count += (try? record.sequenceParameterSet())?.width ?? 0
      count += record.messages.count
    case .av1, .other, nil: break
    }
  }
  if let segment = try? MediaSegment(parsing: bytes) {
    for fragment in segment.fragments {
      let samples = try? fragment.movieFragment.samples(
        of: track, at: UInt64(fragment.range.lowerBound))
      count += samples?.count ?? 0
    }
  }
  return count
}

/// Looks for what is encrypted of each sample, and of what is no sample.
private func protect(_ track: Track, _ entry: SampleEntry, in bytes: [UInt8]) -> Int {
  guard var ranges = try? ProtectedRanges(entry), !ranges.coversWholeSamples else { return 0 }
  var count = 0
  func protect(_ sample: Span<UInt8>) {
    guard let list = try? ranges.subsamples(of: sample) else { return }
    precondition(
      list.reduce(0) { $0 + Int($1.clear) + Int($1.protected) } == sample.count,
      "subsamples cover a sample")
    count += list.count
  }
  var samples = SampleIterator(track.sampleTable, fileSize: UInt64(bytes.count))
  while let sample = try? samples.next() {
    protect(bytes.span.extracting(Int(sample.offset)..<Int(sample.offset) + Int(sample.size)))
  }
  protect(bytes.span)
  return count
}

private func readUnits(_ bytes: [UInt8]) -> Int {
  var count = 0
  for codec in [NALUnitCodec.h264, .hevc] {
    for framing in [NALUnitFraming.startCodes, .fourByteLengths, .lengths(2), .lengths(1)] {
      count +=
        (try? ParameterSets(codec: codec, in: bytes.span, framing: framing))?
        .sequence.count ?? 0
      let filter = NALUnitFilter(codec: codec, framing: framing)
      count += (try? filter.sample(from: bytes.span))?.count ?? 0
    }
    count += (try? SEIMessage.messages(in: bytes.span, codec: codec))?.count ?? 0
  }
  count += (try? H264SequenceParameterSet(parsing: bytes.span))?.width ?? 0
  count += (try? HEVCSequenceParameterSet(parsing: bytes.span))?.width ?? 0
  return count
}
