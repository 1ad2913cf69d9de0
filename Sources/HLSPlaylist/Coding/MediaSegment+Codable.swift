// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MediaSegment: Codable {
  private enum CodingKeys: CodingKey {
    case uri, duration, discontinuityCount, isGap, keys, parts, title, byteRange, initialization,
      programDateTime, bitRate, tiles
  }

  /// Reads a segment: the keys are the names of the properties, and absent ones keep the
  /// values that the initializer gives.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      uri: try container.decode(String.self, forKey: .uri),
      duration: try container.decode(ExactDecimal.self, forKey: .duration))
    discontinuityCount = try container.decode(0, forKey: .discontinuityCount)
    isGap = try container.decode(false, forKey: .isGap)
    keys = try container.decode([], forKey: .keys)
    parts = try container.decode([], forKey: .parts)
    title = try container.decodeIfPresent(forKey: .title)
    byteRange = try container.decodeIfPresent(forKey: .byteRange)
    initialization = try container.decodeIfPresent(forKey: .initialization)
    programDateTime = try container.decodeIfPresent(forKey: .programDateTime)
    bitRate = try container.decodeIfPresent(forKey: .bitRate)
    tiles = try container.decodeIfPresent(forKey: .tiles)
  }

  /// Writes a segment, without what is as the initializer gives it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(uri, forKey: .uri)
    try container.encode(duration, forKey: .duration)
    try container.encode(discontinuityCount, unless: 0, forKey: .discontinuityCount)
    try container.encode(isGap, unless: false, forKey: .isGap)
    try container.encode(keys, unless: [], forKey: .keys)
    try container.encode(parts, unless: [], forKey: .parts)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(byteRange, forKey: .byteRange)
    try container.encodeIfPresent(initialization, forKey: .initialization)
    try container.encodeIfPresent(programDateTime, forKey: .programDateTime)
    try container.encodeIfPresent(bitRate, forKey: .bitRate)
    try container.encodeIfPresent(tiles, forKey: .tiles)
  }
}
