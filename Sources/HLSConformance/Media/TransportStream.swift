// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ISOBMFF

/// What a segment of MPEG-2 transport stream holds (ISO/IEC 13818-1; RFC 8216bis 3.1.1).
struct TransportStream: Sendable {
  /// What one elementary stream holds.
  struct Elementary: Sendable {
    /// The type that the programme map gives.
    let type: UInt8
    /// What is known of one packet that says when it is decoded.
    struct Packet: Sendable {
      /// When it is decoded, in units of 1/90,000 s; of 33 bits.
      var decodeTime: Int64
      /// When it is shown.
      var presentationTime: Int64
      /// How many pictures or frames begin in it and in those without a time after it.
      var unitCount = 0
      /// Whether decoding can start with a picture of it.
      var isSync = false
    }
    /// Its packets that have times.
    var packets: [Packet] = []
    /// The pictures.
    var scan: PictureScan?
    /// The frames of sound.
    var frames = FrameCount()
    /// The beginning of sound.
    var head: [UInt8] = []
    /// Whether bytes that come after the segment go on with its last picture.
    var isCut: Bool?

    init(type: UInt8) {
      self.type = type
      scan = pictures.map(PictureScan.init)
    }

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
  /// What is missing before the first packet that does not continue the one of its identifier.
  private(set) var gap: StructureFault?

  private static let packetSize = 188
  /// The most bytes of sound that are kept.
  private static let headLimit = 1 << 14
  private var mapIDs: Set<UInt16> = []
  private var hasMap = false
  /// The last packet of each identifier.
  private var last: [UInt16: ArraySlice<UInt8>] = [:]

  /// Reads a segment, in time linear in its size.
  ///
  /// - Parameters:
  ///   - bytes: The segment.
  ///   - tables: What stands before it and has its tables: an initialisation section, or the
  ///     beginning of the file that it is a part of.
  ///   - ahead: What stands after it in its file, as far as it was read.
  init(_ bytes: [UInt8], tables: [UInt8] = [], ahead: [UInt8] = []) {
    readTables(tables)
    read(bytes)
    lookAhead(ahead)
  }

  /// Takes the tables of packets that are no part of the segment.
  private mutating func readTables(_ bytes: [UInt8]) {
    var at = 0
    while bytes.count - at >= Self.packetSize, bytes[at] == 0x47 {
      let packet = bytes[at..<at + Self.packetSize]
      at += Self.packetSize
      guard let payload = Self.payload(packet) else { continue }
      readTable(
        payload, Self.identifier(packet), isStart: packet[packet.startIndex + 1] & 0x40 != 0)
    }
    // What the segment has is what counts.
    programCount = 0
  }

  /// Whether the pictures that the segment ends with go on after it.
  private mutating func lookAhead(_ bytes: [UInt8]) {
    var at = 0
    while bytes.count - at >= Self.packetSize, bytes[at] == 0x47 {
      let packet = bytes[at..<at + Self.packetSize]
      at += Self.packetSize
      let id = Self.identifier(packet)
      guard let stream = streams[id], let scan = stream.scan, stream.isCut == nil,
        let payload = Self.payload(packet), !payload.isEmpty
      else { continue }
      let isStart = packet[packet.startIndex + 1] & 0x40 != 0
      streams[id]?.isCut = !isStart && scan.continuesPicture(with: payload)
    }
  }

  private static func identifier(_ packet: ArraySlice<UInt8>) -> UInt16 {
    UInt16(packet[packet.startIndex + 1] & 0x1F) << 8 | UInt16(packet[packet.startIndex + 2])
  }

  /// What a packet holds after its header and its adaptation field; `nil` where it holds nothing.
  private static func payload(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let control = packet[packet.startIndex + 3] >> 4 & 3
    guard control & 1 == 1 else { return nil }
    let payload = packet.dropFirst(4)
    return control == 3 ? payload.dropFirst(1 + Int(packet[packet.startIndex + 4])) : payload
  }

  private mutating func read(_ bytes: [UInt8]) {
    var at = 0
    var kinds: [UInt16] = []
    while bytes.count - at >= Self.packetSize {
      guard bytes[at] == 0x47 else {
        faults.append(
          StructureFault("the sync byte 0x47 at byte \(at)", "0x\(String(bytes[at], radix: 16))"))
        return
      }
      let packet = bytes[at..<at + Self.packetSize]
      let id = Self.identifier(packet)
      if kinds.count < 2, id != 0x1FFF { kinds.append(id) }
      if id != 0x1FFF { read(packet, id) }
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
    guard var payload = Self.payload(packet), isNext(packet, id) else { return }
    let isStart = packet[packet.startIndex + 1] & 0x40 != 0
    if id == 0 || mapIDs.contains(id) {
      readTable(payload, id, isStart: isStart)
    } else if streams[id] != nil {
      if isStart { readHeader(&payload, id) }
      add(payload, id)
    }
  }

  /// Whether a packet is another one than the last of its identifier, which may be sent twice; it
  /// is noted where those between are missing (ISO/IEC 13818-1 section 2.4.3.3).
  private mutating func isNext(_ packet: ArraySlice<UInt8>, _ id: UInt16) -> Bool {
    let start = packet.startIndex
    let counter = packet[start + 3] & 0xF
    guard let previous = last.updateValue(packet, forKey: id) else { return true }
    let mayJump =
      packet[start + 3] & 0x20 != 0 && packet[start + 4] > 0 && packet[start + 5] & 0x80 != 0
    let expected = (previous[previous.startIndex + 3] + 1) & 0xF
    guard counter != expected, !mayJump else { return true }
    guard packet != previous else { return false }
    gap =
      gap
      ?? StructureFault(
        "the continuity counter \(expected) in the packet at byte \(start)", "\(counter)")
    return true
  }

  private mutating func readTable(_ payload: ArraySlice<UInt8>, _ id: UInt16, isStart: Bool) {
    guard id == 0 || mapIDs.contains(id) else { return }
    // Tables of HLS fit one packet; what goes on in another one is not followed.
    guard isStart, let pointer = payload.first else { return }
    let section = payload.dropFirst(1 + Int(pointer))
    if id == 0 { readAssociations(section) } else { readMap(section) }
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
      streams[id]?.packets.append(
        Elementary.Packet(decodeTime: decoded, presentationTime: shown))
    }
    payload = payload.dropFirst(length)
  }

  private static func time(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let b = bytes.prefix(5).map(Int64.init)
    return (b[0] >> 1 & 7) << 30 | b[1] << 22 | (b[2] >> 1) << 15 | b[3] << 7 | b[4] >> 1
  }

  private mutating func add(_ payload: ArraySlice<UInt8>, _ id: UInt16) {
    // Taken out so that it is not copied.
    guard var stream = streams.removeValue(forKey: id) else { return }
    defer { streams[id] = stream }
    stream.add(payload, headLimit: Self.headLimit)
  }
}

extension TransportStream.Elementary {
  /// Looks at what a packet holds.
  fileprivate mutating func add(_ payload: ArraySlice<UInt8>, headLimit: Int) {
    var begun = 0
    var isSync = false
    if scan != nil {
      let before = scan?.pictureCount ?? 0
      scan?.add(payload)
      begun = (scan?.pictureCount ?? 0) - before
      isSync = begun > 0 && [.idr, .randomAccess].contains(scan?.lastPicture)
    } else if isSound {
      if head.count < headLimit { head += payload.prefix(headLimit - head.count) }
      let before = frames.count
      frames.add(payload)
      begun = frames.count - before
    }
    guard !packets.isEmpty else { return }
    packets[packets.count - 1].unitCount += begun
    if isSync { packets[packets.count - 1].isSync = true }
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
