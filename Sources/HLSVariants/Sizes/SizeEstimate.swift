// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist

/// How many bytes something takes, and how well that is known.
public struct SizeEstimate: Hashable, Sendable {
  /// Where a size comes from, the best known first.
  public enum Basis: String, Comparable, Sendable {
    /// Byte ranges of the segments, or the sizes of their files.
    case exact
    /// `EXT-X-BITRATE` of the segments, which is within a tenth.
    case bitRates = "bit-rates"
    /// `AVERAGE-BANDWIDTH` of the variant.
    case averageBandwidth = "average-bandwidth"
    /// `BANDWIDTH` of the variant: more than it will take.
    case bandwidth

    private var rank: Int {
      switch self {
      case .exact: 0
      case .bitRates: 1
      case .averageBandwidth: 2
      case .bandwidth: 3
      }
    }

    /// Whether a size is better known than another.
    public static func < (a: Basis, b: Basis) -> Bool { a.rank < b.rank }
  }

  /// The number of bytes.
  public var bytes: UInt64

  /// Where the number comes from; of a sum, the worst known part.
  public var basis: Basis

  /// Creates a size.
  public init(bytes: UInt64, basis: Basis) {
    self.bytes = bytes
    self.basis = basis
  }

  /// Nothing.
  static let zero = SizeEstimate(bytes: 0, basis: .exact)

  /// The sum; one that does not fit 64 bits is the greatest number.
  static func + (a: SizeEstimate, b: SizeEstimate) -> SizeEstimate {
    let (sum, overflow) = a.bytes.addingReportingOverflow(b.bytes)
    return SizeEstimate(bytes: overflow ? .max : sum, basis: max(a.basis, b.basis))
  }
}

extension SizeEstimate {
  /// The size of everything that a media playlist names, gaps aside; `nil` when some segment has
  /// neither byte range, nor file, nor bit rate.
  ///
  /// - Parameters:
  ///   - playlist: The playlist.
  ///   - uri: The playlist's own URI.
  ///   - fileSize: The size of a resource, where it is known without fetching it.
  public init?(
    of playlist: MediaPlaylist, at uri: String, fileSize: (String) -> UInt64? = { _ in nil }
  ) {
    var total = SizeEstimate.zero
    var initialization: MediaInitialization?
    for segment in playlist.segments where !segment.isGap {
      if let map = segment.initialization, map != initialization {
        initialization = map
        // A section of unknown size is too small to spoil an estimate.
        let size = map.byteRange?.length ?? fileSize(URIReference.resolve(map.uri, against: uri))
        total = total + SizeEstimate(bytes: size ?? 0, basis: .exact)
      }
      if let length = segment.byteRange?.length
        ?? fileSize(URIReference.resolve(segment.uri, against: uri))
      {
        total = total + SizeEstimate(bytes: length, basis: .exact)
      } else if let rate = segment.bitRate {
        let bytes = Double(rate) * 1000 / 8 * max(0, segment.duration.doubleValue)
        total = total + SizeEstimate(bytes: Self.clamped(bytes), basis: .bitRates)
      } else {
        return nil
      }
    }
    self = total
  }

  /// The size of content of a rate and a duration.
  init(bitsPerSecond: Double, seconds: Double, basis: Basis) {
    self.init(bytes: Self.clamped(bitsPerSecond * seconds / 8), basis: basis)
  }

  private static func clamped(_ bytes: Double) -> UInt64 {
    bytes.isNaN || bytes < 0 ? 0 : bytes >= 0x1p64 ? .max : UInt64(bytes)
  }
}

extension SizeEstimate: CustomStringConvertible {
  /// The size in words, such as `812 MB` or `about 812 MB (average-bandwidth)`.
  public var description: String {
    let size = RateText.bytes(bytes)
    return basis == .exact ? size : "about \(size) (by \(basis.rawValue))"
  }
}
