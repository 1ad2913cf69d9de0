// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What subtitles are written as.
public enum TextFormat: String, Sendable, CaseIterable {
  /// Segments of WebVTT text (RFC 8216bis section 3.1.4), which every player reads.
  case webVTT = "webvtt"
  /// IMSC1 text in fragmented MP4 (RFC 8216bis section 3.1.2, codec `stpp.ttml.im1t`).
  case imsc1
}
