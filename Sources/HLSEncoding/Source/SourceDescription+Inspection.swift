// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import ISOBMFF
public import LibAV

extension SourceDescription {
  /// Opens a file and reads what it holds, decoding the first frame of each track.
  ///
  /// Throws an ``EncodingError`` that names the file and what is wrong with it.
  public static func inspect(
    _ path: String, cancellation: Cancellation = Cancellation()
  ) throws -> SourceDescription {
    try inspect(MediaSource.openDemuxer(path, cancellation), path)
  }

  /// Describes an open source. One that cannot go back to its start is described by its headers
  /// alone, and nothing of it is read.
  static func inspect(
    _ demuxer: borrowing Demuxer, _ path: String, video: Int? = nil
  ) throws -> SourceDescription {
    var source = SourceDescription(
      path: path, container: demuxer.containerName,
      duration: demuxer.duration.map { Rational($0, 1_000_000) }, tracks: demuxer.streams,
      chapterCount: demuxer.chapterCount, findings: BitstreamFindings())
    if let video {
      guard source.tracks(.video).contains(where: { $0.index == video }) else {
        throw EncodingError(
          .source, path, "expected pictures in track \(video + 1), found none",
          hint: "'rung inspect' shows what the file holds")
      }
      source.chosenVideo = video
    }
    if demuxer.isSeekable {
      let wanted = (source.tracks(.video) + source.tracks(.audio)).map(\.index)
      let found = try firstFrames(demuxer, of: wanted)
      source.undecodable = found.undecodable
      for (index, frame) in found.frames {
        source.tracks[index].video?.refine(from: frame)
      }
      if let main = source.mainVideo, let frame = found.frames[main.index] {
        source.findings.hasClosedCaptions = frame.hasClosedCaptions
        source.findings.hasHDR10Plus = frame.hasDynamicHDR10Plus
        source.findings.hasDolbyVision = frame.hasDolbyVisionRPU
        source.gatherEvidence(demuxer.streams[main.index], frame, found.packets[main.index])
      }
    }
    if let main = source.mainVideo, let video = main.video {
      source.findings.hasDolbyVision = source.findings.hasDolbyVision || video.dolbyVision != nil
      source.findings.declaredColor = video.color
      source.findings.isColorAssumed = source.tracks[main.index].video?.assumeColor() ?? false
    }
    return source
  }

  /// How many packets are read in search of the first frames.
  private static let probePackets = 2_000

  /// The first frame and packet of each track within reach, and the tracks whose packets give no
  /// frame. A track that only starts later is in none of them.
  private static func firstFrames(
    _ demuxer: borrowing Demuxer, of indexes: [Int]
  ) throws -> (frames: [Int: Frame], packets: [Int: Packet], undecodable: Set<Int>) {
    var frames: [Int: Frame] = [:]
    var packets: [Int: Packet] = [:]
    let decoders = FirstFrameDecoders(demuxer, indexes)
    demuxer.keep(decoders.indexes)
    func take(_ frame: Frame, _ index: Int) { frames[index] = frames[index] ?? frame }
    for _ in 0..<probePackets where frames.count < decoders.indexes.count {
      guard let packet = try demuxer.read() else { break }
      packets[packet.streamIndex] = packets[packet.streamIndex] ?? packet
      try decoders.decode(packet, take)
    }
    try decoders.decode(nil, take)
    let silent = decoders.indexes.intersection(packets.keys).subtracting(frames.keys)
    return (frames, packets, silent.union(Set(indexes).subtracting(decoders.indexes)))
  }

  /// Collects what the places of the file say of a video track, and believes one of them.
  private mutating func gatherEvidence(
    _ declared: StreamDescription, _ frame: Frame, _ packet: Packet?
  ) {
    let index = declared.index
    guard var video = tracks[index].video else { return }
    let boxes =
      container.hasPrefix("mov") ? ContainerBoxes.read(path, track: index) : nil
    let entry = boxes?.entry
    evidence.color = Evidence(
      bitstream: frame.color.complete, box: entry?.color?.complete,
      sideData: declared.video?.color.complete)
    evidence.masteringDisplay = Evidence(
      bitstream: frame.masteringDisplay, box: entry?.masteringDisplay,
      sideData: video.masteringDisplay)
    evidence.contentLightLevel = Evidence(
      bitstream: frame.contentLightLevel, box: entry?.contentLightLevel,
      sideData: video.contentLightLevel)
    evidence.ambientViewingEnvironment = Evidence(
      bitstream: packet.flatMap { boxes?.ambientViewingEnvironment(in: $0.bytes) },
      box: entry?.ambientViewingEnvironment)
    video.masteringDisplay = evidence.masteringDisplay.value
    video.contentLightLevel = evidence.contentLightLevel.value
    pictureDelay = boxes?.pictureDelay ?? Rational(0)
    if let part = entry?.cleanAperture?.pixels(inWidth: video.width, height: video.height) {
      video.cropping = PictureRectangle(
        x: part.x.lowerBound, y: part.y.lowerBound, width: part.x.count, height: part.y.count)
    }
    tracks[index].video = video
  }
}

/// The decoders of some tracks, for as long as their first frames are wanted.
private final class FirstFrameDecoders {
  private final class Owner {
    let decoder: Decoder
    init(_ decoder: consuming Decoder) { self.decoder = decoder }
  }

  private var owners: [Int: Owner] = [:]

  var indexes: Set<Int> { Set(owners.keys) }

  init(_ demuxer: borrowing Demuxer, _ indexes: [Int]) {
    for index in indexes {
      guard let decoder = try? demuxer.decoder(for: index) else { continue }
      owners[index] = Owner(decoder)
    }
  }

  /// Decodes a packet, or at the end of the source what each decoder still holds back.
  func decode(_ packet: Packet?, _ body: (Frame, Int) -> Void) throws {
    for (index, owner) in owners where packet == nil || packet?.streamIndex == index {
      _ = try owner.decoder.decode(packet) { body($0, index) }
    }
  }
}

extension VideoParameters {
  /// Takes over what a decoded frame knows better than the container.
  fileprivate mutating func refine(from frame: Frame) {
    (width, height) = (frame.width, frame.height)
    pixelFormat = frame.pixelFormat
    isInterlaced = isInterlaced || frame.isInterlaced
    if frame.chromaLocation != .unspecified { chromaLocation = frame.chromaLocation }
    if frame.color.primaries != .unspecified { color.primaries = frame.color.primaries }
    if frame.color.transfer != .unspecified { color.transfer = frame.color.transfer }
    if frame.color.matrix != .unspecified { color.matrix = frame.color.matrix }
    color.isFullRange = color.isFullRange || frame.color.isFullRange
  }

  /// Fills in what nobody says: BT.709, or BT.601 below 720 by 577 (issue of old transfers).
  ///
  /// - Returns: Whether anything was assumed.
  fileprivate mutating func assumeColor() -> Bool {
    let isStandardDefinition = width < 720 || (width == 720 && height < 577)
    let isHDR = color.videoRange != .sdr
    // Of red, green and blue there is nothing to be said of a matrix.
    if pixelFormat.isRGB { color.matrix = .identity }
    let before = color
    if color.transfer == .unspecified {
      color.transfer = isStandardDefinition ? .bt601 : .bt709
    }
    if color.primaries == .unspecified {
      color.primaries =
        isHDR ? .bt2020 : !isStandardDefinition ? .bt709 : height > 480 ? .bt601PAL : .bt601NTSC
    }
    if color.matrix == .unspecified {
      color.matrix = isHDR ? .bt2020NonConstant : isStandardDefinition ? .bt601NTSC : .bt709
    }
    return color != before
  }
}
