// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

extension Composition {
  /// The clips in the order of their starts.
  ///
  /// - Throws: ``EncodingError`` where there are none, and where they are not as they must be.
  func checkedClips() throws(EncodingError) -> [Clip] {
    var checked: [Clip] = []
    for clip in clips { checked.append(try clip.checked()) }
    guard checked.contains(where: { $0.hasPictures || $0.hasSound }) else {
      throw EncodingError(
        .settings, "composition", "expected at least one clip, found none",
        hint: "append a source")
    }
    checked = checked.enumerated()
      .sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    try Self.checkOverlaps(checked)
    return checked
  }

  private static func checkOverlaps(_ clips: [Clip]) throws(EncodingError) {
    var last: [Int: Clip] = [:]
    for clip in clips where clip.hasPictures {
      if let before = last[clip.layer], before.end > clip.start {
        throw EncodingError(
          .settings, clip.source.path,
          "its pictures start at \(clip.start.secondsText) s, those of '\(before.source.path)' on "
            + "the same layer end at \(before.end.secondsText) s",
          hint: "move one of them, or put it on a layer of its own")
      }
      last[clip.layer] = clip
    }
  }
}

extension Composition.Clip {
  /// The clip, whose range the source has.
  fileprivate func checked() throws(EncodingError) -> Composition.Clip {
    var clip = self
    clip.range = try source.checked(range)
    guard start >= Rational(0) else {
      throw EncodingError(
        .settings, source.path,
        "expected a place on the timeline from 0 s on, found \(start.secondsText) s")
    }
    guard hasPictures || hasSound else {
      let wanted = media == .sound ? "sound" : media == .pictures ? "pictures" : "media"
      throw EncodingError(
        .settings, source.path, "expected a source with \(wanted) for the clip, found none")
    }
    guard volume.values.allSatisfy({ (0...16).contains($0) }) else {
      throw EncodingError(
        .settings, source.path, "expected volumes from 0 to 16, found \(volume.values)")
    }
    guard placement.opacity.values.allSatisfy({ (0...1).contains($0) }) else {
      throw EncodingError(
        .settings, source.path,
        "expected opacities from 0 to 1, found \(placement.opacity.values)")
    }
    try checkPlacement()
    return clip
  }

  private static let longestSide = 16_384

  private func checkPlacement() throws(EncodingError) {
    if let frame = placement.frame {
      let places = -Self.longestSide...Self.longestSide
      let isInside = places.contains(frame.x) && places.contains(frame.y)
      guard isInside, (2...Self.longestSide).contains(frame.width),
        (2...Self.longestSide).contains(frame.height)
      else {
        throw EncodingError(
          .settings, source.path,
          "expected a frame of 2 to \(Self.longestSide) pixels a side, found "
            + "\(frame.width)x\(frame.height) at \(frame.x),\(frame.y)")
      }
    }
    guard let crop = placement.crop, let video = source.mainVideo?.video else { return }
    guard crop.x >= 0, crop.y >= 0, crop.width >= 2, crop.height >= 2,
      crop.x <= video.width - crop.width, crop.y <= video.height - crop.height
    else {
      throw EncodingError(
        .settings, source.path,
        "expected a crop inside of \(video.width)x\(video.height), found "
          + "\(crop.width)x\(crop.height) at \(crop.x),\(crop.y)")
    }
  }

  /// What is heard of the clip; `nil` for nothing.
  func program() throws(EncodingError) -> AudioProgram? {
    guard hasSound else { return nil }
    let programs = try AudioProgram.programs(of: source, maps: []).programs
    return programs.first(where: \.isDefault) ?? programs.first
  }
}
