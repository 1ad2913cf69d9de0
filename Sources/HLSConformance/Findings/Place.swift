// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Where in a stream a fault is.
public struct Place: Hashable, Sendable, Codable {
  /// A playlist or another file, as the stream names it.
  public var file: String
  /// The line, counted from 1.
  public var line: Int?
  /// The column in bytes, counted from 1.
  public var column: Int?
  /// The index of a segment, counted from 0.
  public var segment: Int?
  /// A path of boxes, such as `moov/trak/tkhd`.
  public var box: String?
  /// The presentation time, in seconds.
  public var time: Double?

  /// What the line is found by: a tag and the index of its item. It is no part of JSON.
  var anchor: Anchor?

  /// A tag of a playlist.
  struct Anchor: Hashable, Sendable {
    /// The tag's name, or `nil` for a URI line.
    var tag: String?
    /// The index of the item that the tag belongs to.
    var item: Int
  }

  private enum CodingKeys: CodingKey { case file, line, column, segment, box, time }

  /// Creates a place in a file.
  public init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place of a tag.
  init(file: String, tag: String?, item: Int = 0) {
    self.init(file: file)
    anchor = Anchor(tag: tag, item: item)
  }

  /// The place of a segment.
  init(file: String, segment: Int) {
    self.init(file: file, tag: "EXTINF", item: segment)
    self.segment = segment
  }

  /// The same place with a path of boxes.
  func inBox(_ path: String) -> Place {
    var place = self
    place.box = path
    return place
  }

  /// The same place with a presentation time.
  func at(_ seconds: Double) -> Place {
    var place = self
    place.time = seconds
    return place
  }
}

extension Place: CustomStringConvertible {
  /// `file:line:column`, and the segment and box where they are known.
  public var description: String {
    var text = file
    if let line {
      text += ":\(line)"
      if let column { text += ":\(column)" }
    }
    if let segment { text += " segment \(segment)" }
    if let box { text += " \(box)" }
    return text
  }
}
