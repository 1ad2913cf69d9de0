// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// What a segment of MPEG-2 transport stream holds (ISO/IEC 13818-1; RFC 8216bis 3.1.1).
struct TransportStream: Sendable {
  /// What one elementary stream holds.
  struct Elementary: Sendable {
    /// The type that the programme map gives.
    let type: UInt8
    /// The decoding times of its packets, in units of 1/90,000 s; of 33 bits.
    var decodeTimes: [Int64] = []
    /// The presentation times of its packets.
    var presentationTimes: [Int64] = []
    /// The beginning of what the packets hold, as far as parameter sets and headers reach.
    var head: [UInt8] = []
    /// Whether the head still grows.
    var isOpen = true

    /// The codec of pictures.
    var pictures: NALUnitCodec? {
      switch type {
      case 0x1B, 0xDB: .h264
      case 0x24: .hevc
      default: nil
      }
    }

    /// Whether the stream is of sound, encrypted samples included.
    var isSound: Bool { [0x03, 0x04, 0x0F, 0x11, 0x81, 0x87, 0xC1, 0xC2, 0xCF].contains(type) }
  }

  /// What is wrong of the segment's structure, in the order of the bytes.
  private(set) var faults: [StructureFault] = []
  /// The elementary streams by their packet identifiers.
  private(set) var streams: [UInt16: Elementary] = [:]
  /// Whether the association table comes first and the programme map second.
  private(set) var beginsWithTables = false
  /// The number of programmes.
  private(set) var programCount = 0

  private static let packetSize = 188
  /// The most bytes of an elementary stream that are looked into.
  private static let headLimit = 1 << 18
  private var mapIDs: Set<UInt16> = []
  private var hasMap = false

  /// Reads a segment, in time linear in its size.
  init(_ bytes: [UInt8]) {
    var at = 0
    var kinds: [UInt16] = []
    while bytes.count - at >= Self.packetSize {
      guard bytes[at] == 0x47 else {
        faults.append(
          StructureFault("the sync byte 0x47 at byte \(at)", "0x\(String(bytes[at], radix: 16))"))
        return
      }
      let id = UInt16(bytes[at + 1] & 0x1F) << 8 | UInt16(bytes[at + 2])
      if kinds.count < 2, id != 0x1FFF { kinds.append(id) }
      read(bytes[at..<at + Self.packetSize], id)
      at += Self.packetSize
    }
    if at != bytes.count || bytes.isEmpty {
      faults.append(
        StructureFault("packets of 188 bytes", "\(bytes.count - at) bytes after the last"))
    }
    beginsWithTables = kinds.count == 2 && kinds[0] == 0 && mapIDs.contains(kinds[1])
    if mapIDs.isEmpty {
      faults.append(StructureFault("a programme association table", "none", isOfTables: true))
    } else if !hasMap {
      faults.append(StructureFault("a programme map table", "none", isOfTables: true))
    }
  }

  private mutating func read(_ packet: ArraySlice<UInt8>, _ id: UInt16) {
    let start = packet.startIndex
    let isStart = packet[start + 1] & 0x40 != 0
    let control = packet[start + 3] >> 4 & 3
    guard control & 1 == 1 else { return }
    var payload = packet.dropFirst(4)
    if control == 3 { payload = payload.dropFirst(1 + Int(packet[start + 4])) }
    if id == 0 || mapIDs.contains(id) {
      // Tables of HLS fit one packet; what goes on in another one is not followed.
      guard isStart, let pointer = payload.first else { return }
      let section = payload.dropFirst(1 + Int(pointer))
      if id == 0 { readAssociations(section) } else { readMap(section) }
    } else if streams[id] != nil {
      if isStart { readHeader(&payload, id) }
      keep(payload, id)
    }
  }

  /// The bytes of a section after its header of 8 bytes, without the checksum.
  private static func body(_ section: ArraySlice<UInt8>, table: UInt8) -> ArraySlice<UInt8>? {
    guard section.count >= 8, section.first == table else { return nil }
    let start = section.startIndex
    let length = Int(section[start + 1] & 0xF) << 8 | Int(section[start + 2])
    guard length >= 9, length + 3 <= section.count else { return nil }
    return section[start + 8..<start + 3 + length - 4]
  }

  private mutating func readAssociations(_ section: ArraySlice<UInt8>) {
    guard var body = Self.body(section, table: 0) else { return }
    var ids: Set<UInt16> = []
    while body.count >= 4 {
      let at = body.startIndex
      let number = UInt16(body[at]) << 8 | UInt16(body[at + 1])
      // Programme 0 is the network's own.
      if number != 0 { ids.insert(UInt16(body[at + 2] & 0x1F) << 8 | UInt16(body[at + 3])) }
      body = body.dropFirst(4)
    }
    mapIDs.formUnion(ids)
    programCount = max(programCount, ids.count)
  }

  private mutating func readMap(_ section: ArraySlice<UInt8>) {
    guard var body = Self.body(section, table: 2), body.count >= 4 else { return }
    hasMap = true
    let at = body.startIndex
    body = body.dropFirst(4 + (Int(body[at + 2] & 0xF) << 8 | Int(body[at + 3])))
    while body.count >= 5 {
      let at = body.startIndex
      let id = UInt16(body[at + 1] & 0x1F) << 8 | UInt16(body[at + 2])
      if streams[id] == nil { streams[id] = Elementary(type: body[at]) }
      body = body.dropFirst(5 + (Int(body[at + 3] & 0xF) << 8 | Int(body[at + 4])))
    }
  }

  /// Reads the header of a packetised elementary stream's packet and goes past it.
  private mutating func readHeader(_ payload: inout ArraySlice<UInt8>, _ id: UInt16) {
    guard payload.count >= 9, payload.starts(with: [0, 0, 1]) else { return }
    let start = payload.startIndex
    let flags = payload[start + 7] >> 6
    let length = 9 + Int(payload[start + 8])
    guard length <= payload.count else { return }
    if flags >= 2, length >= 14 {
      let shown = Self.time(payload[(start + 9)...])
      let decoded = flags == 3 && length >= 19 ? Self.time(payload[(start + 14)...]) : shown
      streams[id]?.presentationTimes.append(shown)
      streams[id]?.decodeTimes.append(decoded)
    }
    payload = payload.dropFirst(length)
  }

  private static func time(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let b = bytes.prefix(5).map(Int64.init)
    return (b[0] >> 1 & 7) << 30 | b[1] << 22 | (b[2] >> 1) << 15 | b[3] << 7 | b[4] >> 1
  }

  private mutating func keep(_ payload: ArraySlice<UInt8>, _ id: UInt16) {
    guard let stream = streams[id], stream.isOpen else { return }
    let room = Self.headLimit - stream.head.count
    streams[id]?.head += payload.prefix(room)
    if payload.count >= room { streams[id]?.isOpen = false }
  }
}

/// Something that is wrong of a transport stream's packets.
struct StructureFault: Hashable, Sendable {
  var expected: String
  var found: String
  /// Whether a table is missing, which an initialisation section may have.
  var isOfTables: Bool

  init(_ expected: String, _ found: String, isOfTables: Bool = false) {
    self.expected = expected
    self.found = found
    self.isOfTables = isOfTables
  }
}
