// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MultivariantPlaylist: Codable {
  private enum CodingKeys: CodingKey {
    case variants, hasIndependentSegments, definitions, sessionData, sessionKeys, renditions,
      iFrameStreams, imageStreams, start, contentSteering
  }

  /// Reads a playlist: the keys are the names of the properties, and absent ones keep the
  /// values that the initializer gives.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    variants = try container.decode([VariantStream].self, forKey: .variants)
    hasIndependentSegments = try container.decode(false, forKey: .hasIndependentSegments)
    definitions = try container.decode([], forKey: .definitions)
    sessionData = try container.decode([], forKey: .sessionData)
    sessionKeys = try container.decode([], forKey: .sessionKeys)
    renditions = try container.decode([], forKey: .renditions)
    iFrameStreams = try container.decode([], forKey: .iFrameStreams)
    imageStreams = try container.decode([], forKey: .imageStreams)
    start = try container.decodeIfPresent(forKey: .start)
    contentSteering = try container.decodeIfPresent(forKey: .contentSteering)
  }

  /// Writes a playlist, without what is as the initializer gives it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(variants, forKey: .variants)
    try container.encode(hasIndependentSegments, unless: false, forKey: .hasIndependentSegments)
    try container.encode(definitions, unless: [], forKey: .definitions)
    try container.encode(sessionData, unless: [], forKey: .sessionData)
    try container.encode(sessionKeys, unless: [], forKey: .sessionKeys)
    try container.encode(renditions, unless: [], forKey: .renditions)
    try container.encode(iFrameStreams, unless: [], forKey: .iFrameStreams)
    try container.encode(imageStreams, unless: [], forKey: .imageStreams)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(contentSteering, forKey: .contentSteering)
  }
}
