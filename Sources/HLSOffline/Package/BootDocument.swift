// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import XMLText

/// `boot.xml`, which lists what a package holds, in the publicly known shape of `.movpkg`.
struct BootDocument: Hashable, Sendable {
  static let name = "boot.xml"
  static let namespace = "http://apple.com/IMG/Schemas/HLSMoviePackage"

  /// A stream: the folder of a media playlist.
  struct Stream: Hashable, Sendable {
    var id: String
    var path: String
    var networkURL: String
    var isComplete: Bool
  }

  /// A file beside the streams.
  struct DataItem: Hashable, Sendable {
    var id: String
    var category: String
    var name: String
    var path: String
    var role: String?
  }

  var masterURL: String
  var streams: [Stream]
  var dataItems: [DataItem]

  /// Whether every stream is complete.
  var isComplete: Bool { streams.allSatisfy(\.isComplete) && !streams.isEmpty }

  /// The document as text.
  func text() throws -> [UInt8] {
    let writer = try XMLWriter.document()
    try writer.element("HLSMoviePackage", ["xmlns": Self.namespace]) { () throws(XMLTextError) in
      try writer.element("Version", text: "1.0")
      try writer.element("HLSMoviePackageType", text: "PersistedStore")
      try writer.element("Streams") { () throws(XMLTextError) in
        for stream in streams {
          try writer.element(
            "Stream", ["ID": stream.id, "Path": stream.path, "NetworkURL": stream.networkURL]
          ) { () throws(XMLTextError) in
            try writer.element("Complete", text: stream.isComplete ? "YES" : "NO")
          }
        }
      }
      try writer.element("MasterPlaylist") { () throws(XMLTextError) in
        try writer.element("NetworkURL", text: masterURL)
      }
      try writer.element("DataItems", ["Directory": OfflinePackage.dataFolder]) {
        () throws(XMLTextError) in
        for item in dataItems {
          try writer.element("DataItem") { () throws(XMLTextError) in
            try writer.element("ID", text: item.id)
            try writer.element("Category", text: item.category)
            try writer.element("Name", text: item.name)
            try writer.element("DataPath", text: item.path)
            if let role = item.role { try writer.element("Role", text: role) }
          }
        }
      }
    }
    return try writer.finish()
  }
}

extension BootDocument {
  /// Reads a document; paths that lead out of the package are refused.
  init(parsing text: [UInt8], at place: String) throws(OfflineError) {
    let root: XMLElement
    do throws(XMLTextError) {
      root = try XMLElement(parsing: text)
    } catch {
      throw OfflineError(.unreadable, place, "\(error)")
    }
    guard root.name == "HLSMoviePackage" else {
      throw OfflineError(.unreadable, place, "expected HLSMoviePackage, found '\(root.name)'")
    }
    masterURL = root.child("MasterPlaylist")?.child("NetworkURL")?.text ?? ""
    streams = []
    for stream in root.child("Streams")?.children ?? [] {
      streams.append(
        Stream(
          id: stream["ID"] ?? "", path: try Self.safe(stream["Path"], place),
          networkURL: stream["NetworkURL"] ?? "",
          isComplete: stream.child("Complete")?.text == "YES"))
    }
    dataItems = []
    let items = root.child("DataItems")
    for item in items?.children ?? [] {
      let path = try Self.safe(item.child("DataPath")?.text, place)
      dataItems.append(
        DataItem(
          id: item.child("ID")?.text ?? "", category: item.child("Category")?.text ?? "",
          name: item.child("Name")?.text ?? "", path: path, role: item.child("Role")?.text))
    }
  }

  static func safe(_ path: String?, _ place: String) throws(OfflineError) -> String {
    guard let safe = SafePath(path ?? "") else {
      throw OfflineError(
        .unreadable, place, "expected a path inside the package, found '\(path ?? "")'")
    }
    return safe.text
  }
}
