// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// The lines of one tag, in canonical form: an entry for each time the tag is written.
struct PlaylistSection {
  var tag: Tag
  /// The text of each entry, with its line ends.
  var entries: [[UInt8]]
  /// What each entry is recognised by when others change around it.
  var keys: [String]

  private init(_ tag: Tag, _ entries: [[UInt8]], keys: [String]? = nil) {
    self.tag = tag
    self.entries = entries
    self.keys = keys ?? entries.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A tag without a value, written where a condition holds.
  init(_ tag: Tag, if condition: Bool) {
    self.init(tag, condition ? [Array("#\(tag.rawValue)\n".utf8)] : [])
  }

  /// A tag with a value that is text already.
  init(_ tag: Tag, text: String?) {
    self.init(tag, text.map { [Array("#\(tag.rawValue):\($0)\n".utf8)] } ?? [])
  }

  /// A tag with attributes, once for each value, recognised by its text or what a key says.
  init<Value: AttributeMapped>(
    _ tag: Tag, each values: [Value], by key: ((Value) -> String)? = nil
  ) throws(PlaylistError) {
    var entries: [[UInt8]] = []
    for var value in values {
      var bytes: [UInt8] = []
      try bytes.append(tag: "#\(tag.rawValue):", &value)
      entries.append(bytes)
    }
    self.init(tag, entries, keys: key.map(values.map))
  }

  /// A tag with attributes, where there is a value.
  init(_ tag: Tag, _ value: (some AttributeMapped)?) throws(PlaylistError) {
    try self.init(tag, each: value.map { [$0] } ?? [])
  }

  /// Variants, each with its URI line.
  init(_ variants: [VariantStream]) throws(PlaylistError) {
    try self.init(.streamInformation, each: variants, by: \.uri)
    for (index, variant) in variants.enumerated() {
      try WritableText.check(variant.uri, in: "URI", .uriLine)
      entries[index].append(variant.uri + "\n")
    }
  }
}

extension [UInt8] {
  /// Appends the entries of sections.
  mutating func append(_ sections: [PlaylistSection]) {
    for section in sections {
      for entry in section.entries { append(contentsOf: entry) }
    }
  }
}

/// The version tag, where one is needed.
extension PlaylistSection {
  init(version: Int) { self.init(.version, text: version > 1 ? "\(version)" : nil) }
}
