// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import HLSPlaylist
internal import ISOBMFF

/// How the media of a package are encrypted.
public enum EncryptionScheme: String, Sendable, CaseIterable {
  /// Whole segments with AES-128 in CBC mode (METHOD=AES-128).
  case wholeSegments = "aes-128"
  /// Samples in the scheme `cbcs` of Common Encryption (METHOD=SAMPLE-AES).
  case samples = "cbcs"

  /// METHOD of EXT-X-KEY.
  public var method: EncryptionMethod {
    switch self {
    case .wholeSegments: .aes128
    case .samples: .sampleAES
    }
  }
}

/// What a rendition shows, as far as licences tell renditions apart.
public enum KeyClass: String, Sendable, CaseIterable {
  /// Sound.
  case audio
  /// Pictures of at most 768 by 576 pixels.
  case sd
  /// Pictures of at most 1920 by 1080 pixels.
  case hd
  /// Larger pictures.
  case uhd

  /// The class of samples; pictures by their number of pixels, whatever their shape.
  init(_ entry: SampleEntry) {
    guard case .video(let video) = entry else {
      self = .audio
      return
    }
    switch Int(video.width) * Int(video.height) {
    case ...(768 * 576): self = .sd
    case ...(1920 * 1080): self = .hd
    default: self = .uhd
    }
  }
}
