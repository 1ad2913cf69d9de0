// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
public import HLSEncoding
public import HLSPlaylist
internal import LibAV

extension LadderPlan {
  /// The master playlist that the plan leads to, with the rates that its caps guarantee: no
  /// variant of the finished master peaks higher.
  ///
  /// Levels in CODECS are those that encoders choose at most for the size and rate; codec types,
  /// sizes, frame rates and ranges are those of the finished master.
  public var guaranteedMaster: MultivariantPlaylist { guaranteedContents.playlist }

  /// The master playlist while the first segments are all that is there: rates are those that the
  /// caps guarantee, codecs and captions those of what was written.
  func master(whileWriting records: [String: RenditionRecord]) -> MultivariantPlaylist {
    var contents = guaranteedContents
    for index in contents.pictures.indices {
      guard let record = records[contents.pictures[index].directory] else { continue }
      contents.pictures[index].codecs = [record.codec]
      contents.pictures[index].captions = record.captions
    }
    for index in contents.sound.indices {
      guard let record = records[contents.sound[index].directory] else { continue }
      contents.sound[index].codecs = [record.codec]
    }
    return contents.playlist
  }

  /// The target duration of a ladder that lasts at least a segment, in seconds, before it is
  /// written. Segments of sound may be longer than those of pictures by a frame; AC-3's are the
  /// longest.
  var expectedTargetDuration: UInt64 {
    let frame = allAudio.map { 1536 / Double($0.sampleRate) }.max() ?? 0
    return UInt64(max(1, (grid.segmentDuration.value + frame).rounded()))
  }

  private var guaranteedContents: MasterContents {
    var contents = MasterContents()
    contents.pictures = rungs.map { rung in
      let codec = rung.codec == .h264 ? "avc1.640034" : "hvc1.2.4.L153.90"
      return MasterContents.Pictures(
        rung, codec: codec, rates: .known(peak: peak(of: rung), average: rung.bitRate),
        iFrameRates: nil)
    }
    contents.sound = allAudio.map { sound in
      MasterContents.Sound(
        sound, codec: sound.codec.codecString,
        rates: .known(peak: Self.peak(of: sound), average: sound.bitRate))
    }
    contents.variants = MasterContents.variants(of: rungs, with: allAudio)
    return contents
  }

  /// The most that a run of segments can take: its time's worth of the cap and the whole buffer
  /// once, over the shortest run that counts, half a target duration; 4 kb/s are for boxes.
  private func peak(of rung: VideoRung) -> Int {
    let target = max(1, grid.segmentDuration.value.rounded())
    let shortest = min(target / 2, duration ?? .infinity)
    let burst = Double(rung.bufferSize) / max(shortest, 0.1)
    return rung.maximumRate + Int(burst.rounded(.up)) + 4_000
  }

  /// AAC swings about its mean, most of all at low rates; boxes take some too.
  private static func peak(of sound: AudioRendition) -> Int {
    sound.bitRate + max(10_000, sound.bitRate / 10)
  }
}

extension Bandwidth {
  /// Rates in whole bits a second.
  fileprivate static func known(peak: Int, average: Int) -> Bandwidth {
    func rate(_ bits: Int) -> BitRate {
      BitRate(bytes: UInt64(clamping: bits), over: ExactDecimal(8)) ?? .zero
    }
    return Bandwidth(peak: rate(peak), average: rate(average))
  }
}

extension AudioCodec {
  /// The codec string of what the encoders make; that of the finished master is read from it.
  fileprivate var codecString: String {
    switch self {
    case .aac: "mp4a.40.2"
    case .ac3: "ac-3"
    case .eac3: "ec-3"
    case .pcm16, .pcm24: "lpcm"
    }
  }
}
