// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// A piece of compressed media: a frame of a video track or some frames of an audio track.
///
/// A packet is written by the library call that fills it; ``Remuxer`` alone moves one in time, before
/// anybody else has it.
@safe
public final class Packet: Sendable {
  // Set once in `init`; the packet it points to is not written once it is shared.
  nonisolated(unsafe) let raw: UnsafeMutablePointer<AVPacket>

  init() throws(LibAVError) {
    unsafe raw = try LibAVError.allocated(av_packet_alloc(), "a packet")
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = unsafe raw
    unsafe av_packet_free(&packet)
  }

  /// The index of the stream that the packet belongs to.
  public var streamIndex: Int { unsafe Int(raw.pointee.stream_index) }

  /// When it is presented, in the stream's time base.
  public var presentationTime: Int64? { unsafe Timestamp.optional(raw.pointee.pts) }

  /// When it is decoded, in the stream's time base.
  public var decodeTime: Int64? { unsafe Timestamp.optional(raw.pointee.dts) }

  /// How long it lasts, in the stream's time base; 0 when unknown.
  public var duration: Int64 { unsafe raw.pointee.duration }

  /// Whether the container says that decoding can start here. Not the same as an IDR.
  public var isKey: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }

  /// Whether the packet was cut short or is known to be damaged.
  public var isCorrupt: Bool { unsafe raw.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 }

  /// The number of payload bytes.
  public var byteCount: Int { unsafe Int(raw.pointee.size) }

  /// A copy of the payload.
  public var bytes: [UInt8] {
    guard let data = unsafe raw.pointee.data else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: data, count: byteCount))
  }
}

/// Timestamps as the library has them, with a number that means "none".
enum Timestamp {
  /// The timestamp, or `nil` for the library's "none".
  static func optional(_ value: Int64) -> Int64? {
    value == CLibAV_AV_NOPTS_VALUE() ? nil : value
  }
}
