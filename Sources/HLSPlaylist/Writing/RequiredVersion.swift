// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The least protocol version that a playlist must declare for what it contains
/// (RFC 8216bis section 8).
struct RequiredVersion {
  private(set) var value = 1

  /// Takes a feature into account.
  mutating func require(_ version: Int, if condition: Bool) {
    if condition { value = max(value, version) }
  }

  /// Takes variables into account.
  mutating func require(_ definitions: [VariableDefinition]) {
    require(8, if: !definitions.isEmpty)
    require(11, if: definitions.contains { $0.origin == .query })
  }

  /// Takes a key into account.
  mutating func require(_ key: EncryptionKey) {
    require(2, if: key.initializationVector != nil)
    require(5, if: key.method == .sampleAES)
    require(5, if: key.keyFormat != nil || !key.keyFormatVersions.isEmpty)
  }

  /// Takes attributes into account that clients must understand.
  mutating func require(_ attributes: [Attribute]) {
    require(12, if: attributes.contains { $0.name.rawValue.hasPrefix("REQ-") })
  }

  /// Takes a stream into account.
  mutating func require(_ stream: some StreamDescription) {
    require(12, if: !stream.requiredVideoLayouts.isEmpty)
    require(stream.otherAttributes)
  }
}

extension MultivariantPlaylist {
  /// The least protocol version that the playlist must declare for what it contains; it is
  /// written when it is above 1.
  public var requiredVersion: Int {
    var version = RequiredVersion()
    version.require(definitions)
    for key in sessionKeys { version.require(key) }
    for rendition in renditions {
      let service = rendition.inStreamID?.hasPrefix("SERVICE") ?? false
      version.require(7, if: service)
      version.require(
        13, if: rendition.inStreamID != nil && rendition.type != .closedCaptions)
      version.require(rendition.otherAttributes)
    }
    for variant in variants { version.require(variant) }
    for stream in iFrameStreams { version.require(stream) }
    for stream in imageStreams { version.require(stream) }
    return version.value
  }
}

extension MediaPlaylist {
  /// The least protocol version that the playlist must declare for what it contains; it is
  /// written when it is above 1.
  ///
  /// Segment durations are written with decimals, which takes version 3.
  public var requiredVersion: Int {
    var version = RequiredVersion()
    version.require(definitions)
    version.require(3, if: !segments.isEmpty)
    version.require(4, if: isIFramesOnly)
    version.require(9, if: skip != nil)
    version.require(10, if: skip?.recentlyRemovedDateRanges != nil)
    version.require(4, if: segments.records.contains { $0.flags.contains(.hasByteRange) })
    for context in segments.tables.contexts {
      for key in context.keys { version.require(key) }
      version.require(isIFramesOnly ? 5 : 6, if: context.initialization != nil)
      for key in context.initialization?.keys ?? [] { version.require(key) }
    }
    if let unfinishedSegment {
      for key in unfinishedSegment.keys { version.require(key) }
      version.require(isIFramesOnly ? 5 : 6, if: unfinishedSegment.initialization != nil)
    }
    return version.value
  }
}
