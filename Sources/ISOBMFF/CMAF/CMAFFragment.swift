// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A fragment of a CMAF track, ready to be written: the bytes of `moof` and of the header of
/// `mdat`, after which the samples' bytes follow as they are.
///
/// The caller writes ``header`` and then the samples, for instance with one `writev`; they are
/// never copied here.
public struct CMAFFragment: Hashable, Sendable {
  /// The bytes before the first sample.
  public var header: [UInt8]

  /// The bytes of all samples.
  public var payloadSize: UInt64

  /// The bytes from the start of `moof` to the end of the first sample: the length of the byte
  /// range in an I-frame playlist.
  public var firstSampleEnd: UInt64

  /// How long the samples last, in the track's timescale.
  public var duration: UInt64

  /// The bytes of the whole fragment.
  public var size: UInt64 { UInt64(header.count) + payloadSize }

  /// Lays out a fragment with one `traf` and one `trun`, whose defaults are all in the fragment
  /// itself (ISO/IEC 23000-19 section 7.7, brand `cmf2`).
  ///
  /// - Parameters:
  ///   - sequenceNumber: Its number, from 1 on.
  ///   - trackID: The track.
  ///   - baseDecodeTime: The duration of all samples of the track before it.
  ///   - samples: The samples in decoding order; for video the first is a sync sample.
  ///   - encryption: How the samples are encrypted, where players must be told.
  public init(
    sequenceNumber: UInt32, trackID: UInt32, baseDecodeTime: UInt64, samples: [CMAFSample],
    encryption: FragmentEncryption? = nil
  ) {
    var track = TrackFragment(trackID: trackID, baseDecodeTime: baseDecodeTime)
    // The second sample is the one that is like the others: the first is the key picture.
    let typical = samples.dropFirst().first ?? samples.first
    let flags = samples.map { $0.isSync ? SampleFlags.sync : .nonSync }
    let typicalFlags = flags.dropFirst().first ?? flags.first ?? .sync
    track.defaultDuration = typical?.duration ?? 0
    track.defaultSize = typical?.size ?? 0
    track.defaultFlags = typicalFlags

    var run = TrackRun(count: samples.count, dataOffset: 0)
    if samples.contains(where: { $0.duration != typical?.duration }) {
      run.durations = samples.map(\.duration)
    }
    if samples.contains(where: { $0.size != typical?.size }) { run.sizes = samples.map(\.size) }
    if flags.dropFirst().contains(where: { $0 != typicalFlags }) {
      run.flags = flags
    } else if let first = flags.first, first != typicalFlags {
      run.firstSampleFlags = first
    }
    if samples.contains(where: { $0.compositionOffset != 0 }) {
      run.compositionOffsets = samples.map(\.compositionOffset)
    }
    track.runs = [run]
    if let encryption { track.add(encryption, sampleCount: samples.count) }

    payloadSize = samples.reduce(0) { $0 + UInt64($1.size) }
    duration = samples.reduce(0) { $0 + UInt64($1.duration) }
    var fragment = MovieFragment(sequenceNumber: sequenceNumber, tracks: [track])
    fragment.otherBoxes = encryption?.systems ?? []
    header = Self.header(fragment, payloadSize: payloadSize)
    firstSampleEnd = UInt64(header.count) + UInt64(samples.first?.size ?? 0)
  }

  /// Writes `moof` and the header of `mdat`. The size of `moof` is not known before it is written
  /// but does not depend on the offsets in it, so it is written twice.
  private static func header(_ fragment: MovieFragment, payloadSize: UInt64) -> [UInt8] {
    let dataHeaderSize = payloadSize + 8 > UInt32.max ? 16 : 8
    var fragment = fragment
    var writer = ByteWriter()
    fragment.write(to: &writer)
    fragment.tracks[0].setEncryptionOffset(endOfFragment: writer.count)
    fragment.tracks[0].runs[0].dataOffset = Int32(clamping: writer.count + dataHeaderSize)
    writer = ByteWriter(capacity: writer.count + dataHeaderSize)
    fragment.write(to: &writer)
    if dataHeaderSize == 8 {
      writer.uint32(UInt32(clamping: payloadSize + 8))
      writer.fourCC("mdat")
    } else {
      writer.uint32(1)
      writer.fourCC("mdat")
      writer.uint64(payloadSize + 16)
    }
    return writer.bytes
  }
}
