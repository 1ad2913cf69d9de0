// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import LibAV

/// What a source file holds.
public struct SourceDescription: Sendable {
  /// The path as given; `-` is standard input.
  public var path: String

  /// FFmpeg's name of the container, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  public var container: String

  /// How long the container says it lasts, in seconds.
  public var duration: Rational?

  /// Every track, in the container's order.
  public var tracks: [StreamDescription]

  /// The number of chapters.
  public var chapterCount: Int

  /// What only decoded frames tell of the video track that is encoded.
  public var findings: BitstreamFindings

  /// What the places of the file say of the colour and light of the video track that is encoded.
  public var evidence = VideoEvidence()

  /// How much later than ``tracks`` say the pictures that are encoded are shown, in seconds.
  public var pictureDelay = Rational(0)

  /// The video and audio tracks of which no frame could be decoded.
  public var undecodable: Set<Int> = []

  /// The place of the video track that the user chose.
  public var chosenVideo: Int?

  /// The audio tracks that are encoded.
  public var usableAudio: [StreamDescription] {
    tracks(.audio).filter { !undecodable.contains($0.index) }
  }

  /// The tracks of one kind.
  public func tracks(_ kind: StreamDescription.Kind) -> [StreamDescription] {
    tracks.filter { $0.kind == kind }
  }

  /// The video track that is encoded: the one that was chosen, else the one flagged as default, else
  /// the first.
  public var mainVideo: StreamDescription? {
    let videos = tracks(.video).filter { !undecodable.contains($0.index) }
    if let chosenVideo { return videos.first { $0.index == chosenVideo } }
    return videos.first { $0.flags.contains("default") } ?? videos.first
  }
}

/// What stands in the bitstream and nowhere in the container.
public struct BitstreamFindings: Hashable, Sendable {
  /// CEA-608 or CEA-708 captions in the pictures.
  public var hasClosedCaptions = false

  /// HDR10+ metadata (SMPTE ST 2094-40).
  public var hasHDR10Plus = false

  /// Dolby Vision reference processing units.
  public var hasDolbyVision = false

  /// Whether the colour description was assumed because neither container nor bitstream says.
  public var isColorAssumed = false

  /// The colour as the file declares it, unspecified where it says nothing.
  public var declaredColor: ColorDescription?
}

extension StreamDescription {
  /// Whether the track holds subtitles that become a rendition of text.
  public var isReadableText: Bool { kind == .subtitle && SubtitleReader.codecs.contains(codecName) }
}

extension VideoParameters {
  /// The size of the upright picture with square pixels.
  public var displaySize: (width: Int, height: Int) {
    let shown = cropping ?? PictureRectangle(width: width, height: height)
    let square = max(1, Int(sampleAspect.multiplied(by: Int64(shown.width))))
    return orientation.swapsSides ? (shown.height, square) : (square, shown.height)
  }

  /// The range that the transfer characteristics stand for.
  public var videoRange: VideoRange { color.videoRange }

  /// The pictures a second that come out: of interlaced sources a picture a field.
  ///
  /// Containers count either fields or frames as the nominal rate; the mean counts frames.
  public var pictureRate: Rational {
    guard isInterlaced else { return frameRate }
    let mean = averageFrameRate.numerator > 0 ? averageFrameRate : frameRate
    let countsFields = frameRate.value > mean.value * 1.5
    return countsFields ? frameRate : Rational(frameRate.numerator * 2, frameRate.denominator)
  }
}
