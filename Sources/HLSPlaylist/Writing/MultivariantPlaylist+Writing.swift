// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MultivariantPlaylist {
  /// Appends the playlist's text in canonical order, made from the model alone.
  func writeCanonical(to bytes: inout [UInt8]) throws(PlaylistError) {
    bytes.append("#EXTM3U\n")
    bytes.append(try sections())
  }

  /// What follows `#EXTM3U`, in canonical order.
  func sections() throws(PlaylistError) -> [PlaylistSection] {
    [
      PlaylistSection(version: requiredVersion),
      PlaylistSection(.independentSegments, if: hasIndependentSegments),
      try PlaylistSection(.start, start),
      try PlaylistSection(.define, each: definitions, by: \.name),
      try PlaylistSection(.contentSteering, contentSteering),
      try PlaylistSection(.sessionData, each: sessionData, by: \.dataID),
      try PlaylistSection(.sessionKey, each: sessionKeys),
      try PlaylistSection(.media, each: renditions) { "\($0.type) \($0.groupID) \($0.name)" },
      try PlaylistSection(variants),
      try PlaylistSection(.iFrameStreamInformation, each: iFrameStreams, by: \.uri),
      try PlaylistSection(.imageStreamInformation, each: imageStreams, by: \.uri),
    ]
  }
}
