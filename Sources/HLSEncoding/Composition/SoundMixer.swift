// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// The sound of a composition: what is heard of its clips, each as loud as it is to be, added up.
final class SoundMixer {
  private let pieces: [CompositionPlan.Piece]
  private let format: SoundFormat
  private let open: (CompositionPlan.Piece) throws -> ClipSound?
  private var playing: [(piece: CompositionPlan.Piece, sound: ClipSound)] = []
  /// How many of the pieces have begun.
  private var begun = 0
  /// The samples so far.
  private(set) var position: Int64 = 0

  /// The most samples that are mixed at a time.
  private static let longestBlock: Int64 = 1024

  /// Prepares a mix.
  ///
  /// - Parameters:
  ///   - pieces: The clips.
  ///   - format: What comes out.
  ///   - open: Begins to read the sound of a clip.
  init(
    _ pieces: [CompositionPlan.Piece], _ format: SoundFormat,
    _ open: @escaping (CompositionPlan.Piece) throws -> ClipSound?
  ) {
    self.pieces = pieces.filter { !$0.samples.isEmpty }
      .sorted { $0.samples.lowerBound < $1.samples.lowerBound }
    self.format = format
    self.open = open
  }

  /// Mixes up to a time, in samples.
  func mix(upTo end: Int64, _ body: (Frame, Int64) throws -> Void) throws {
    while position < end {
      playing.removeAll { $0.piece.samples.upperBound <= position }
      while begun < pieces.count, pieces[begun].samples.lowerBound <= position {
        if let sound = try open(pieces[begun]) { playing.append((pieces[begun], sound)) }
        begun += 1
      }
      // Nothing begins or ends in the middle of a block.
      let next = begun < pieces.count ? pieces[begun].samples.lowerBound : .max
      let last = playing.map(\.piece.samples.upperBound).min() ?? .max
      let stop = min(end, position + Self.longestBlock, next, last)
      let bytes = try unsafe block(Int(stop - position)).withUnsafeBytes { unsafe Array($0) }
      let frame = try Frame.sound(
        bytes, format: format.sampleFormat, sampleRate: format.sampleRate, layout: format.layout)
      try body(frame, position)
      position = stop
    }
  }

  private func block(_ count: Int) throws -> [Float] {
    let channels = format.layout.channels.count
    if playing.count == 1, playing[0].piece.clip.volume.constant == 1 {
      return Array(try playing[0].sound.samples(count))
    }
    var block = [Float](repeating: 0, count: count * channels)
    for (piece, sound) in playing {
      let samples = try sound.samples(count)
      let constant = piece.clip.volume.constant
      let start = position - piece.samples.lowerBound
      for index in 0..<count {
        let time = Double(start + Int64(index)) / Double(format.sampleRate)
        let volume = Float(constant ?? piece.clip.volume.value(at: time))
        for channel in 0..<channels {
          let place = index * channels + channel
          block[place] += volume * samples[samples.startIndex + place]
        }
      }
    }
    return block
  }
}
