// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension UnfinishedSegment: Codable {
  private enum CodingKeys: CodingKey {
    case discontinuityCount, keys, parts, initialization, programDateTime
  }

  /// Reads a segment: the keys are the names of the properties, and absent ones keep the
  /// values that the initializer gives.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init()
    discontinuityCount = try container.decode(0, forKey: .discontinuityCount)
    keys = try container.decode([], forKey: .keys)
    parts = try container.decode([], forKey: .parts)
    initialization = try container.decodeIfPresent(forKey: .initialization)
    programDateTime = try container.decodeIfPresent(forKey: .programDateTime)
  }

  /// Writes a segment, without what is as the initializer gives it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(discontinuityCount, unless: 0, forKey: .discontinuityCount)
    try container.encode(keys, unless: [], forKey: .keys)
    try container.encode(parts, unless: [], forKey: .parts)
    try container.encodeIfPresent(initialization, forKey: .initialization)
    try container.encodeIfPresent(programDateTime, forKey: .programDateTime)
  }
}
