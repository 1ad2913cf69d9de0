// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding
internal import LibAV

/// Puts tracks, layers and volumes in Apple's names together as one composition.
struct CompositionAssembly {
  private let tracks: [TrackTimeline]

  init(_ tracks: [TrackTimeline]) { self.tracks = tracks }

  /// The composition, and what its pictures are.
  ///
  /// - Parameters:
  ///   - video: Which pictures lie where; without it each clip is fitted.
  ///   - audio: How loud the tracks are.
  ///   - size: The size of pictures that nothing else is said of; zero where nothing is.
  /// - Returns: Both.
  /// - Throws: `EncodingError` for what cannot be shown.
  func composition(
    _ video: AVVideoComposition.Values? = nil,
    _ audio: [AVAudioMixInputParameters.Values]? = nil, size: CGSize = .zero
  ) throws(EncodingError) -> (Composition, VideoComposition) {
    var composition = Composition()
    composition.minimumDuration = tracks.map(\.duration).max() ?? Rational(0)
    for track in tracks where track.mediaType == .audio {
      let volume = audio?.last { $0.trackID == track.trackID }?.volume ?? Ramp()
      composition.clips += track.clips.map { clip in
        var clip = clip
        clip.volume = volume.advanced(by: clip.start)
        return clip
      }
    }
    guard let video else {
      for track in tracks where track.mediaType == .video { composition.clips += track.clips }
      let isSized = size.width > 0 && size.height > 0
      return (
        composition,
        VideoComposition(
          size: isSized ? try AVVideoComposition.Values.size(size, "naturalSize") : nil)
      )
    }
    var end: Rational?
    for instruction in video.instructions {
      let range = try instruction.timeRange.seconds()
      if let end, range.start < end {
        throw EncodingError(
          .settings, "instructions",
          "expected instructions that follow one another, found one "
            + "from \(range.start.value) s on before \(end.value) s")
      }
      end = range.end
      composition.clips += try clips(instruction, range)
    }
    return (composition, try video.videoComposition())
  }

  /// What an instruction shows.
  private func clips(
    _ instruction: AVVideoCompositionInstruction.Values, _ range: TimeRange
  ) throws(EncodingError) -> [Composition.Clip] {
    var shown: [Composition.Clip] = []
    for (depth, layer) in instruction.layers.reversed().enumerated() {
      guard let track = tracks.first(where: { $0.trackID == layer.trackID }) else {
        throw EncodingError(
          .settings, "layerInstructions", "expected a track of the asset, found \(layer.trackID)")
      }
      for part in layer.parts(of: range) {
        for clip in track.clips {
          guard var clip = clip.part(part), clip.hasPictures else { continue }
          clip.layer = depth
          clip.placement = try layer.placement(of: clip, at: part.start)
          shown.append(clip)
        }
      }
    }
    return shown
  }
}

extension AVVideoCompositionLayerInstruction.Values {
  /// The parts of a range in which nothing but the opacity changes.
  fileprivate func parts(of range: TimeRange) -> [TimeRange] {
    let times = (transforms.map(\.time) + crops.map(\.time))
      .filter { range.start < $0 && $0 < range.end }
    let bounds = ([range.start, range.end] + times).sorted()
    return zip(bounds, bounds.dropFirst()).filter { $0 < $1 }
      .map { TimeRange(start: $0, end: $1) }
  }

  /// Where a clip lies at a time.
  fileprivate func placement(
    of clip: Composition.Clip, at time: Rational
  ) throws(EncodingError) -> Placement {
    let stored = clip.source.mainVideo?.video
    let whole = CGRect(x: 0, y: 0, width: stored?.width ?? 0, height: stored?.height ?? 0)
    let transform = transforms.last { $0.time <= time }?.transform ?? .identity
    guard let orientation = transform.orientation else {
      throw EncodingError(
        .settings, clip.source.path,
        "expected a transform that keeps to rows and columns, found \(transform)",
        hint: "turn by quarters: other angles are not made")
    }
    let crop = crops.last { $0.time <= time }?.rectangle.intersection(whole)
    let place = (crop ?? whole).applying(transform)
    guard let frame = PictureRectangle(place), crop.map({ PictureRectangle($0) != nil }) ?? true
    else {
      throw EncodingError(
        .settings, clip.source.path, "expected a place in pixels, found \(place)")
    }
    return Placement(
      crop: crop.flatMap(PictureRectangle.init), orientation: orientation, frame: frame,
      opacity: opacity.advanced(by: clip.start))
  }
}

extension PictureRectangle {
  /// The nearest whole pixels; `nil` for what is beyond all pictures.
  fileprivate init?(_ rectangle: CGRect) {
    guard let x = Int(exactly: rectangle.minX.rounded()),
      let y = Int(exactly: rectangle.minY.rounded()),
      let width = Int(exactly: rectangle.width.rounded()),
      let height = Int(exactly: rectangle.height.rounded())
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
