// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import LibAV

/// Where the pictures of a clip lie on those of a composition.
public struct Placement: Hashable, Sendable {
  /// The part of the picture that is shown, in pixels as they are stored, before anything is turned;
  /// `nil` for all of it.
  public var crop: PictureRectangle?
  /// How the picture is turned; `nil` as the source says.
  public var orientation: Orientation?
  /// Where it lies, in pixels of the composition; what lies outside is not seen. `nil` fits it
  /// into the middle, with black around where its shape is another.
  public var frame: PictureRectangle?
  /// How much of what lies behind it is hidden, from 0 to 1.
  public var opacity: Ramp

  /// Creates a placement; by default as large as it fits, and opaque.
  public init(
    crop: PictureRectangle? = nil, orientation: Orientation? = nil,
    frame: PictureRectangle? = nil, opacity: Ramp = Ramp()
  ) {
    self.crop = crop
    self.orientation = orientation
    self.frame = frame
    self.opacity = opacity
  }
}

extension Placement {
  /// A source's pictures as the placement shows them.
  func applied(to video: VideoParameters) -> VideoParameters {
    var shown = video
    let whole =
      video.cropping ?? PictureRectangle(width: video.width, height: video.height)
    shown.cropping = crop.map { $0.intersection(whole) } ?? video.cropping
    shown.orientation = orientation ?? video.orientation
    return shown
  }
}
