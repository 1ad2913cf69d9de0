// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MultivariantPlaylist {
  /// Appends the playlist's text in canonical order, made from the model alone.
  ///
  /// - Throws: ``PlaylistError`` with code ``PlaylistError/Code/unwritable`` when a value cannot
  ///   stand in a playlist, such as a line end in a URI.
  func writeCanonical(to bytes: inout [UInt8]) throws(PlaylistError) {
    let version = requiredVersion
    bytes.append("#EXTM3U\n")
    if version > 1 { bytes.append(tag: "#EXT-X-VERSION:", UInt64(version)) }
    bytes.append(tag: "#EXT-X-INDEPENDENT-SEGMENTS", if: hasIndependentSegments)
    try bytes.append(tag: "#EXT-X-START:", optional: start)
    try bytes.append(tag: "#EXT-X-DEFINE:", each: definitions)
    try bytes.append(tag: "#EXT-X-CONTENT-STEERING:", optional: contentSteering)
    try bytes.append(tag: "#EXT-X-SESSION-DATA:", each: sessionData)
    try bytes.append(tag: "#EXT-X-SESSION-KEY:", each: sessionKeys)
    try bytes.append(tag: "#EXT-X-MEDIA:", each: renditions)
    for var variant in variants {
      try bytes.append(tag: "#EXT-X-STREAM-INF:", &variant)
      try WritableText.check(variant.uri, in: "URI", .uriLine)
      bytes.append(variant.uri + "\n")
    }
    try bytes.append(tag: "#EXT-X-I-FRAME-STREAM-INF:", each: iFrameStreams)
    try bytes.append(tag: "#EXT-X-IMAGE-STREAM-INF:", each: imageStreams)
  }
}
