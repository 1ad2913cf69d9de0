// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// How images are laid out in a segment of an image playlist (`EXT-X-TILES`, a vendor's tag).
public struct ImageTiles: Hashable, Sendable, Codable {
  /// The size of one image in pixels (`RESOLUTION`).
  public var resolution: Resolution?

  /// The columns and rows of images (`LAYOUT`).
  public var layout: Resolution?

  /// The seconds that one image stands for (`DURATION`).
  public var duration: ExactDecimal?

  /// Attributes that this version does not know.
  public var otherAttributes: [Attribute] = []

  /// Creates a layout.
  public init(
    resolution: Resolution? = nil, layout: Resolution? = nil, duration: ExactDecimal? = nil
  ) {
    self.resolution = resolution
    self.layout = layout
    self.duration = duration
  }
}

extension ImageTiles: AttributeMapped {
  mutating func map(with mapper: inout some AttributeMapper) throws(PlaylistError) {
    try mapper.resolution("RESOLUTION", &resolution)
    try mapper.resolution("LAYOUT", &layout)
    try mapper.decimal("DURATION", &duration)
    try mapper.others(&otherAttributes)
  }
}
