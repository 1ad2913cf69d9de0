// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import HLSPackaging
import ISOBMFF
import RungTestSupport
import Testing

/// A film made with FFmpeg whose edit lists are replaced, byte by byte.
struct EditedFilm {
  /// The bytes of the file, whose `moov` is its last box: no place of media depends on its size.
  private var bytes: [UInt8]

  /// Takes the bytes of a file.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Replaces the edit list of a track, counted from 0 on.
  ///
  /// - Parameters:
  ///   - edits: The edits.
  ///   - track: The track.
  ///   - count: The number of edits that the list claims; `nil` for the true one.
  /// - Throws: An error where the film has no such track.
  mutating func setEdits(_ edits: [Edit], track: Int, claiming count: UInt32? = nil) throws {
    let moov = try #require(children(of: 0..<bytes.count).last { $0.type == "moov" })
    let tracks = children(of: content(moov.range)).filter { $0.type == "trak" }
    let inside = children(of: content(tracks[track].range))
    var list: [UInt8] = Array("elst".utf8) + [1, 0, 0, 0] + number(count ?? UInt32(edits.count))
    for edit in edits {
      list += number(UInt32(edit.duration >> 32)) + number(UInt32(edit.duration & 0xFFFF_FFFF))
      let time = UInt64(bitPattern: edit.mediaTime)
      list += number(UInt32(time >> 32)) + number(UInt32(time & 0xFFFF_FFFF))
      list += number(UInt32(bitPattern: edit.rate))
    }
    list = number(UInt32(list.count + 4)) + list
    list = number(UInt32(list.count + 8)) + Array("edts".utf8) + list
    let old = inside.first { $0.type == "edts" }?.range
    // Without a list it stands before `mdia`.
    let media = try #require(inside.first { $0.type == "mdia" }).range.lowerBound
    let place = old ?? media..<media
    let growth = list.count - place.count
    bytes.replaceSubrange(place, with: list)
    for box in [moov, tracks[track]] {
      let start = box.range.lowerBound
      bytes.replaceSubrange(start..<start + 4, with: number(UInt32(box.range.count + growth)))
    }
  }

  /// Writes the file.
  func write(to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

  private func content(_ box: Range<Int>) -> Range<Int> { box.lowerBound + 8..<box.upperBound }

  private func number(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }

  private func children(of range: Range<Int>) -> [(type: String, range: Range<Int>)] {
    var found: [(type: String, range: Range<Int>)] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let size = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      guard size >= 8 else { break }
      found.append((type, place..<place + size))
      place += size
    }
    return found
  }
}

/// A packet as `ffprobe` lists it, which keeps edit lists.
struct ProbedPacket: Hashable, CustomStringConvertible {
  /// When it is presented, in milliseconds.
  var time: Int
  /// The hash of its bytes.
  var hash: Substring
  var description: String { "\(time):\(hash.suffix(4))" }

  /// The packets of a stream that are shown, in order of presentation, the first at 0.
  static func list(_ path: String, _ stream: String) throws -> [ProbedPacket] {
    let lines = try Program.probe(
      path, "-select_streams", stream, "-show_data_hash", "md5", "-show_entries",
      "packet=pts_time,flags,data_hash")
    var packets: [(time: Double, hash: Substring)] = []
    for line in lines {
      let fields = line.split(separator: ",")
      // What an edit list cuts off is marked 'D', to be decoded and not shown, and in fragments has
      // a time before 0.
      guard fields.count >= 3, let time = Double(fields[0]), time > -0.001,
        !fields[1].contains("D")
      else { continue }
      packets.append((time, fields[2]))
    }
    packets.sort { $0.time < $1.time }
    let first = packets.first?.time ?? 0
    return packets.map { packet in
      ProbedPacket(time: Int(((packet.time - first) * 1000).rounded()), hash: packet.hash)
    }
  }
}
