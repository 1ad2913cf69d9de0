// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension Box {
  /// The bytes of fields before the boxes inside, for each type of box that holds others.
  private static let fields: [FourCC: Int] = {
    var fields: [FourCC: Int] = ["meta": 4, "stsd": 8, "dref": 8, "wave": 0]
    for type: FourCC in [
      "moov", "trak", "edts", "mdia", "minf", "dinf", "stbl", "mvex", "moof", "traf", "mfra",
      "udta", "sinf", "schi", "tref",
    ] {
      fields[type] = 0
    }
    for type: FourCC in [
      "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dva1", "dvav", "dav1", "av01", "vp08",
      "vp09",
      "encv",
    ] {
      fields[type] = 78
    }
    for type: FourCC in ["mp4a", "ac-3", "ec-3", "ac-4", "fLaC", "alac", "Opus", "enca"] {
      fields[type] = 28
    }
    return fields
  }()

  /// The boxes inside a box that is known to hold others; `nil` for one that is not, or that holds
  /// something else.
  ///
  /// This is for showing and comparing files: all that is in a box, and no guess where it does not
  /// fit. An `alac` box inside an `alac` sample entry, say, is a configuration.
  public var contents: [Box]? {
    guard let fields = Self.fields[type], content.remaining >= fields else { return nil }
    return try? children(after: fields)
  }

  /// The first box of a path through the boxes inside, such as `["trak", "mdia", "mdhd"]`.
  public func first(_ path: FourCC...) -> Box? {
    path.reduce(self) { box, type in box?.contents?.first { $0.type == type } }
  }
}
