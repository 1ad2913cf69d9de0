// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HDRColor
public import LibAV

/// A video rung of a ladder: what is encoded, and how it is capped.
public struct VideoRung: Hashable, Sendable {
  /// The codec.
  public var codec: VideoCodec
  /// The dynamic range.
  public var range: VideoRange
  /// Pixels in a row; even, square.
  public var width: Int
  /// Rows; even.
  public var height: Int
  /// Every which frame of the full rate is taken: 1, or 2 for half.
  public var divisor: Int
  /// Frames a second.
  public var frameRate: Rational
  /// Mean bits a second.
  public var bitRate: Int
  /// Bits a second at which the decoder's buffer fills.
  public var maximumRate: Int
  /// The decoder's buffer, in bits.
  public var bufferSize: Int
  /// How full the buffer is where a chunk starts, from 0 to 1.
  public var initialFullness: Double
  /// Whether the rung goes with the audio group for slow networks.
  public var usesLowRateAudio: Bool
  /// What the numbers mean: BT.709 for SDR, BT.2100 for HDR, in video range; exports may keep what
  /// the source has.
  public var color: ColorDescription
  /// What the rung says of display and light where that is not what the source says.
  public var metadata: StaticMetadata?
  /// How the codec works, where that is not as in every ladder.
  public var coding = VideoCoding()
  /// Whether it is one picture a second for players that wind, and no variant.
  public internal(set) var isTrickPlay = false
  /// The size to which pictures are scaled where that is not the rung's: what lies outside is cut
  /// off, what is missing is black.
  var content: PictureSize?
  /// The name of the rung where its own is not enough to tell it from others.
  public var label: String?

  /// The folder of the rung, such as `video-hevc-pq-1080p-7000k`.
  public var name: String {
    if let label { return label }
    let range = range.rawValue.lowercased()
    return "video-\(codec.rawValue)-\(range)-\(min(width, height))p-\(bitRate / 1000)k"
  }

  /// Pixels of a picture.
  var pixels: Int { width * height }

  /// The most that a variant for cellular networks may peak at (authoring rule 9.21), in b/s.
  public static let cellularPeak = 192_000

  /// Creates a rung capped at one and a half times its mean rate, over a buffer of one second.
  init(
    codec: VideoCodec, range: VideoRange, width: Int, height: Int, divisor: Int,
    fullRate: Rational, bitRate: Int
  ) {
    self.codec = codec
    self.range = range
    self.width = width
    self.height = height
    self.divisor = divisor
    frameRate = Rational(fullRate.numerator, fullRate.denominator * Int64(divisor))
    self.bitRate = bitRate
    maximumRate = bitRate * 3 / 2
    bufferSize = maximumRate
    initialFullness = 0.2
    usesLowRateAudio = false
    color = range.color
  }

  /// Caps the rung so that with audio of 48 kb/s the variant peaks at 192 kb/s at most.
  ///
  /// Audio takes 58 kb/s with its container and its swings, the video's own container 4 kb/s. Over
  /// a run of segments a capped encoder may spend the run's worth of its cap and the buffer once:
  /// with half a second of buffer and the usual shortest run of three seconds, 3.5 / 3 of the cap.
  /// Shorter runs get a smaller buffer in proportion.
  ///
  /// - Parameter run: The shortest run that counts, in seconds.
  mutating func capForCellular(over run: Double) {
    let budget = Self.cellularPeak - 58_000 - 4_000
    maximumRate = min(maximumRate, budget * 6 / 7 / 1000 * 1000)
    bufferSize = Int(Double(maximumRate) * min(run, 3) / 6)
    // Of so small a buffer a chunk's first picture needs half.
    initialFullness = 0.5
    bitRate = min(bitRate, maximumRate * 95 / 100) / 1000 * 1000
  }
}
