// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import XMLText

/// `StreamInfoBoot.xml`, which lists the segments of a stream, in the publicly known shape of
/// `.movpkg`.
struct StreamInfoDocument: Hashable, Sendable {
  static let name = "StreamInfoBoot.xml"
  static let namespace = "http://apple.com/IMG/Schemas/HLSPersistentStreamInfo"

  /// A segment, or an initialization section, which has no times.
  struct Segment: Hashable, Sendable {
    var duration = ""
    var start = ""
    var number: Int
    var path: String
    var offset: UInt64
    var length: UInt64
    var url: String
  }

  var isComplete: Bool
  var peakBandwidth: UInt64
  var playlistURL: String
  var mediaTypes: [String]
  var isMain: Bool
  var segments: [Segment] = []
  var initializations: [Segment] = []
  var storedBytes: UInt64 = 0
  var identifier: String

  /// The document as text.
  func text() throws -> [UInt8] {
    let writer = try XMLWriter.document()
    try writer.element("StreamInfo", ["xmlns": Self.namespace]) { () throws(XMLTextError) in
      try writer.element("Version", text: "1.0")
      try writer.element("Complete", text: isComplete ? "YES" : "NO")
      try writer.element("PeakBandwidth", text: "\(peakBandwidth)")
      try writer.element("Compressable", text: "NO")
      try writer.element("MediaPlaylist") { () throws(XMLTextError) in
        try writer.element("NetworkURL", text: playlistURL)
        try writer.element("PathToLocalCopy", text: "playlist.m3u8")
      }
      try writer.element("MediaTypeList") { () throws(XMLTextError) in
        for type in mediaTypes { try writer.element("MediaType", ["type": type]) }
      }
      try writer.element("Type", text: isMain ? "Main" : "Supplemental")
      try writer.element("EvictionPolicy", text: "ApplicationControl")
      try writer.element("MediaSegments") { () throws(XMLTextError) in
        for segment in segments {
          try writer.element(
            "SEG",
            [
              "Dur": segment.duration, "Len": "\(segment.length)",
              "Off": "\(segment.offset)", "PATH": segment.path, "SeqNum": "\(segment.number)",
              "Tim": segment.start, "URL": segment.url,
            ])
        }
      }
      try writer.element("MediaInitializationSegments") { () throws(XMLTextError) in
        for segment in initializations {
          try writer.element(
            "ISEG",
            [
              "Len": "\(segment.length)", "Off": "\(segment.offset)", "PATH": segment.path,
              "SeqNum": "\(segment.number)", "URL": segment.url,
            ])
        }
      }
      try writer.element("MediaBytesStored", text: "\(storedBytes)")
      try writer.element("UniqueIdentifier", text: identifier)
    }
    return try writer.finish()
  }
}

extension StreamInfoDocument {
  /// Reads a document; paths that lead out of the package are refused.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - folder: The stream's folder, which its paths are relative to.
  ///   - place: The document, for messages.
  /// - Throws: ``OfflineError/Code/unreadable``.
  init(parsing text: [UInt8], in folder: String, at place: String) throws(OfflineError) {
    let root: XMLElement
    do throws(XMLTextError) {
      root = try XMLElement(parsing: text)
    } catch {
      throw OfflineError(.unreadable, place, "\(error)")
    }
    guard root.name == "StreamInfo" else {
      throw OfflineError(.unreadable, place, "expected StreamInfo, found '\(root.name)'")
    }
    isComplete = root.child("Complete")?.text == "YES"
    peakBandwidth = UInt64(root.child("PeakBandwidth")?.text ?? "") ?? 0
    playlistURL = root.child("MediaPlaylist")?.child("NetworkURL")?.text ?? ""
    mediaTypes = root.child("MediaTypeList")?.children.compactMap { $0["type"] } ?? []
    isMain = root.child("Type")?.text == "Main"
    storedBytes = UInt64(root.child("MediaBytesStored")?.text ?? "") ?? 0
    identifier = root.child("UniqueIdentifier")?.text ?? ""
    segments = try Self.segments(root.child("MediaSegments"), folder, place)
    initializations = try Self.segments(root.child("MediaInitializationSegments"), folder, place)
  }

  private static func segments(
    _ list: XMLElement?, _ folder: String, _ place: String
  ) throws(OfflineError) -> [Segment] {
    var result: [Segment] = []
    for element in list?.children ?? [] {
      // A file that another stream stores stands beside this one's folder, never further away.
      let path = element["PATH"] ?? ""
      let inPackage = path.hasPrefix("../") ? String(path.dropFirst(3)) : "\(folder)/\(path)"
      _ = try BootDocument.safe(inPackage, place)
      result.append(
        Segment(
          duration: element["Dur"] ?? "", start: element["Tim"] ?? "",
          number: element["SeqNum"].flatMap { Int($0) } ?? result.count, path: path,
          offset: UInt64(element["Off"] ?? "") ?? 0, length: UInt64(element["Len"] ?? "") ?? 0,
          url: element["URL"] ?? ""))
    }
    return result
  }
}
