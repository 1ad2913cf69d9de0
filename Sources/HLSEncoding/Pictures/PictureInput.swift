// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ColorKernel
internal import HDRColor
internal import LibAV

/// What a graph of filters is fed with.
struct PictureInput {
  /// Which frames hold two fields that become a picture each, by the names of `bwdif`.
  enum Fields: String {
    /// Those that say so: pictures in between stay whole.
    case marked = "interlaced"
    /// All: the container says so, and the frames say nothing.
    case all
  }

  /// Pixels in a row, as stored.
  var width: Int
  /// Rows, as stored.
  var height: Int
  var format: PixelFormat
  var color: ColorDescription
  /// Where chroma lies.
  var chromaLocation: ChromaLocation
  /// Where the chroma of what comes out shall lie.
  var targetChroma = ChromaLocation.left
  /// The part of the frame to show, as the container says.
  var cropping: PictureRectangle?
  var orientation = Orientation.upright
  var fields: Fields?
  /// What the times of frames count.
  var timeBase: Rational
  /// The constant rate to bring frames to; `nil` where they have one.
  var frameRate: Rational?

  /// The part of the frame that is used, without the odd lines that subsampled chroma leaves half.
  var crop: PictureRectangle {
    let whole = PictureRectangle(width: width, height: height)
    var crop = cropping.map { $0.intersection(whole) } ?? whole
    (crop.x, crop.y) = (crop.x & ~1, crop.y & ~1)
    let even = PictureSize(width: crop.width, height: crop.height).even
    (crop.width, crop.height) = (even.width, even.height)
    return crop
  }

  /// The upright picture.
  var picture: PictureTree.Picture {
    let (width, height) =
      orientation.swapsSides ? (crop.height, crop.width) : (crop.width, crop.height)
    return PictureTree.Picture(width: width, height: height, divisor: 1, color: color)
  }
}

extension PictureInput {
  /// The upright pictures of whole frames, one every tick, that a ``SourceGraph`` makes of this.
  var evened: PictureInput {
    var evened = self
    (evened.width, evened.height) = (picture.width, picture.height)
    evened.cropping = nil
    evened.orientation = .upright
    evened.fields = nil
    evened.timeBase = frameRate?.inverse ?? timeBase
    evened.frameRate = nil
    return evened
  }

  /// The frames of a source.
  init(
    _ video: VideoParameters, _ fields: Fields? = nil, timeBase: Rational,
    frameRate: Rational? = nil
  ) {
    self.init(
      width: video.width, height: video.height, format: video.pixelFormat, color: video.color,
      chromaLocation: video.chromaLocation == .unspecified ? .left : video.chromaLocation,
      targetChroma: video.rungChroma, cropping: video.cropping, orientation: video.orientation,
      fields: fields, timeBase: timeBase, frameRate: frameRate)
  }
}

extension VideoParameters {
  /// Where the chroma of rungs of the source's own range lies: where the source has it, if that is
  /// one of the two places that players know for the range, else left.
  var rungChroma: ChromaLocation {
    videoRange != .sdr && chromaLocation == .topLeft ? .topLeft : .left
  }

  /// How pictures of the source's own range lie where a colour stage or a light meter takes them.
  var convertedFormat: PlaneFormat {
    PlaneFormat(bitDepth: 10, chromaLocation: rungChroma == .topLeft ? .topLeft : .left)
  }
}
