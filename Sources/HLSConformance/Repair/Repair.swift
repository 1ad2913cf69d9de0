// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// Playlists changed so that they keep the rules that they broke, as far as playlists can.
///
/// Only the lines that have to change do; media is never touched. Repairing what was repaired
/// changes nothing.
public struct Repair: Sendable {
  /// A playlist before and after.
  public struct Change: Hashable, Sendable {
    /// Where the playlist is.
    public var file: String
    /// Its text as it is.
    public var old: [UInt8]
    /// Its text as it should be.
    public var new: [UInt8]

    /// Creates a change.
    public init(file: String, old: [UInt8], new: [UInt8]) {
      self.file = file
      self.old = old
      self.new = new
    }
  }

  /// The playlists that change, in the order of the stream.
  public private(set) var changes: [Change] = []

  /// The stream as it is when the changes have been made.
  public private(set) var presentation: Presentation

  /// The most rounds: a change can bring another one, as durations change rates.
  private static let roundLimit = 24

  /// Finds the changes that a stream needs.
  public init(of presentation: Presentation, against selection: RuleSelection = RuleSelection()) {
    self.presentation = presentation
    let rules = selection.rules(for: presentation)
    let codes = Set(rules.compactMap(\.readerCode))
    for _ in 0..<Self.roundLimit {
      let isRespelled = repairAll { $0.respelled(for: codes) }
      // Of every rule all findings: reports leave some out.
      let findings = rules.flatMap { $0.findings(in: self.presentation) }
      let fixes = Dictionary(grouping: findings.filter { $0.fix != nil }, by: \.place.file)
      let isFixed = repairAll { file in fixes[file.name].flatMap(file.applying) }
      guard isRespelled || isFixed else { break }
    }
    changes = zip(presentation.files, self.presentation.files).compactMap { old, new in
      old.bytes == new.bytes
        ? nil : Change(file: old.name, old: old.bytes, new: new.bytes)
    }
  }

  /// Repairs each playlist by itself, and says whether one changed.
  private mutating func repairAll(_ repair: (PlaylistFile) -> PlaylistFile?) -> Bool {
    let changed = presentation.files.compactMap(repair)
    guard !changed.isEmpty else { return false }
    presentation = presentation.replacing(changed)
    return true
  }
}

extension Presentation {
  /// The stream with other texts of some playlists; what is known of the media stays.
  fileprivate func replacing(_ changed: [PlaylistFile]) -> Presentation {
    let byName = Dictionary(changed.map { ($0.name, $0) }) { first, _ in first }
    let files = self.files.map { byName[$0.name] ?? $0 }
    let streams = mediaStreams.map { stream -> MediaStream in
      guard case .media(let playlist)? = byName[stream.file]?.playlist else {
        return stream
      }
      return MediaStream(stream, with: playlist)
    }
    var presentation = Presentation(files: files, mediaStreams: streams)
    presentation.provides = provides
    presentation.notes = notes
    return presentation
  }
}

extension MediaStream {
  /// A stream with another text of the same segments.
  fileprivate init(_ stream: MediaStream, with playlist: MediaPlaylist) {
    let sizes = Dictionary(
      zip(stream.segments, stream.sizes).compactMap { segment, size in
        size.map { (URIReference.resolve(segment.uri, against: stream.base), $0) }
      }, uniquingKeysWith: { first, _ in first })
    self.init(file: stream.file, base: stream.base, playlist: playlist) { sizes[$0] }
    contents = stream.contents
  }
}
