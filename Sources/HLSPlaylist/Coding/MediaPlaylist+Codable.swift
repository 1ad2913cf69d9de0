// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension MediaPlaylist: Codable {
  private enum CodingKeys: CodingKey {
    case targetDuration, segments, mediaSequence, discontinuitySequence, hasEndList,
      isIFramesOnly, isImagesOnly, hasIndependentSegments, definitions, dateRanges, preloadHints,
      renditionReports, type, start, partInformation, serverControl, skip, unfinishedSegment
  }

  /// Reads a playlist: the keys are the names of the properties, and absent ones keep the
  /// values that the initializer gives.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(targetDuration: try container.decode(UInt64.self, forKey: .targetDuration))
    segments = try container.decode(MediaSegments.self, forKey: .segments)
    mediaSequence = try container.decode(0, forKey: .mediaSequence)
    discontinuitySequence = try container.decode(0, forKey: .discontinuitySequence)
    hasEndList = try container.decode(false, forKey: .hasEndList)
    isIFramesOnly = try container.decode(false, forKey: .isIFramesOnly)
    isImagesOnly = try container.decode(false, forKey: .isImagesOnly)
    hasIndependentSegments = try container.decode(false, forKey: .hasIndependentSegments)
    definitions = try container.decode([], forKey: .definitions)
    dateRanges = try container.decode([], forKey: .dateRanges)
    preloadHints = try container.decode([], forKey: .preloadHints)
    renditionReports = try container.decode([], forKey: .renditionReports)
    type = try container.decodeIfPresent(forKey: .type)
    start = try container.decodeIfPresent(forKey: .start)
    partInformation = try container.decodeIfPresent(forKey: .partInformation)
    serverControl = try container.decodeIfPresent(forKey: .serverControl)
    skip = try container.decodeIfPresent(forKey: .skip)
    unfinishedSegment = try container.decodeIfPresent(forKey: .unfinishedSegment)
  }

  /// Writes a playlist, without what is as the initializer gives it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(targetDuration, forKey: .targetDuration)
    try container.encode(segments, forKey: .segments)
    try container.encode(mediaSequence, unless: 0, forKey: .mediaSequence)
    try container.encode(discontinuitySequence, unless: 0, forKey: .discontinuitySequence)
    try container.encode(hasEndList, unless: false, forKey: .hasEndList)
    try container.encode(isIFramesOnly, unless: false, forKey: .isIFramesOnly)
    try container.encode(isImagesOnly, unless: false, forKey: .isImagesOnly)
    try container.encode(hasIndependentSegments, unless: false, forKey: .hasIndependentSegments)
    try container.encode(definitions, unless: [], forKey: .definitions)
    try container.encode(dateRanges, unless: [], forKey: .dateRanges)
    try container.encode(preloadHints, unless: [], forKey: .preloadHints)
    try container.encode(renditionReports, unless: [], forKey: .renditionReports)
    try container.encodeIfPresent(type, forKey: .type)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(partInformation, forKey: .partInformation)
    try container.encodeIfPresent(serverControl, forKey: .serverControl)
    try container.encodeIfPresent(skip, forKey: .skip)
    try container.encodeIfPresent(unfinishedSegment, forKey: .unfinishedSegment)
  }
}
