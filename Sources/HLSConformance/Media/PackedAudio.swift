// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A segment of packed audio (RFC 8216bis 3.1.3): an ID3 tag that says when the first sample is
/// played, and frames.
struct PackedAudio: Sendable {
  /// When the first sample is played, in units of 1/90,000 s; `nil` where no tag says so.
  let timestamp: Int64?
  /// The frames; `nil` where none follows the tags.
  let frames: AudioFrames?

  private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]

  /// Reads a segment.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    var timestamp: Int64?
    while rest.count >= 10, rest.starts(with: "ID3".utf8) {
      let start = rest.startIndex
      // Sizes are of 7 bits a byte (ID3 2.4 section 6.2), without header and footer.
      let size = rest[(start + 6)..<(start + 10)].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
      let footer = rest[start + 5] & 0x10 != 0 ? 10 : 0
      let tag = rest.dropFirst(10).prefix(size)
      timestamp = timestamp ?? Self.timestamp(in: tag)
      rest = rest.dropFirst(10 + size + footer)
    }
    self.timestamp = timestamp
    frames = AudioFrames(rest)
  }

  /// The 33 bits that stand after the owner of a private frame.
  private static func timestamp(in tag: ArraySlice<UInt8>) -> Int64? {
    guard let place = tag.firstRange(of: owner) else { return nil }
    let value = tag[place.upperBound...].prefix(8)
    guard value.count == 8 else { return nil }
    let time = value.reduce(0) { $0 << 8 | UInt64($1) }
    return time < 1 << 33 ? Int64(time) : nil
  }
}
