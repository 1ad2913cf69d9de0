// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// The closed captions that pictures carry in SEI messages (ANSI/SCTE 128, ATSC A/53 part 4, CTA-608
/// and CTA-708), by the names of INSTREAM-ID.
struct CaptionServices: Sendable {
  /// How many pictures are looked at: ten seconds' worth and more.
  static let probedPictures = 300

  private var found: Set<String> = []

  /// The services in order: `CC1`, `CC3`, then `SERVICE1` and so on.
  var instreamIDs: [String] {
    found.sorted { ($0.count, $0) < ($1.count, $1) }
  }

  /// Takes what the head of a picture says.
  ///
  /// - Parameters:
  ///   - units: SEI units, each behind its length in four bytes; others are passed over.
  ///   - codec: The codec of the units.
  mutating func insert(from units: [UInt8], codec: NALUnitCodec) {
    guard let ranges = try? NALUnitFraming.fourByteLengths.units(in: units.span) else { return }
    for range in ranges {
      guard codec.type(ofUnitStartingWith: units[range.lowerBound]).role == .prefixSEI,
        let messages = try? SEIMessage.messages(
          in: units.span.extracting(range), codec: codec)
      else { continue }
      for case .other(type: 4, let payload) in messages { insert(payload) }
    }
  }

  /// Reads registered user data: country, provider, `GA94`, kind 3, a count, and triples.
  private mutating func insert(_ data: [UInt8]) {
    let start: [UInt8] = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03]
    guard data.starts(with: start), data.count > 10, data[8] & 0x40 != 0 else { return }
    for index in 0..<Int(data[8] & 0x1F) {
      let place = 10 + 3 * index
      guard place + 2 < data.count else { return }
      insert(data[place], data[place + 1], data[place + 2])
    }
  }

  private mutating func insert(_ header: UInt8, _ first: UInt8, _ second: UInt8) {
    guard header & 4 != 0 else { return }
    switch header & 3 {
    case 0 where first & 0x7F != 0 || second & 0x7F != 0: found.insert("CC1")
    case 1 where first & 0x7F != 0 || second & 0x7F != 0: found.insert("CC3")
    case 3:
      // The start of a packet: its header, and the header of its first block.
      let service = second >> 5
      if (1...6).contains(service), second & 0x1F > 0 { found.insert("SERVICE\(service)") }
    default: break
    }
  }
}
