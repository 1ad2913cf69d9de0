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
  }

  /// The playlists that change, in the order of the stream.
  public private(set) var changes: [Change] = []

  /// The stream as it is when the changes have been made.
  public private(set) var presentation: Presentation

  /// The most rounds: a change can bring another one, as durations change rates.
  private static let roundLimit = 6

  /// Finds the changes that a stream needs.
  public init(of presentation: Presentation, against selection: RuleSelection = RuleSelection()) {
    self.presentation = presentation
    let rules = selection.rules(for: presentation)
    let codes = Set(rules.compactMap(\.readerCode))
    repairAll { $0.respelled(for: codes) }
    for _ in 0..<Self.roundLimit {
      // Of every rule all findings: reports leave some out.
      let findings = rules.flatMap { $0.findings(in: self.presentation) }
      let fixes = Dictionary(grouping: findings.filter { $0.fix != nil }, by: \.place.file)
      guard repairAll({ file in fixes[file.name].flatMap(file.applying) }) else { break }
    }
    changes = zip(presentation.files, self.presentation.files).compactMap { old, new in
      old.bytes == new.bytes
        ? nil : Change(file: old.name, old: old.bytes, new: new.bytes)
    }
  }

  /// Repairs each playlist by itself, and says whether one changed.
  @discardableResult
  private mutating func repairAll(_ repair: (PlaylistFile) -> PlaylistFile?) -> Bool {
    let changed = presentation.files.compactMap(repair)
    guard !changed.isEmpty else { return false }
    presentation = presentation.replacing(changed)
    return true
  }
}

extension PlaylistFile {
  /// The most times that a text is read for its spelling, as a line can have several faults: fewer
  /// of long texts.
  private var spellingLimit: Int { min(512, max(16, (256 << 20) / max(bytes.count, 1))) }

  /// The playlist with the spelling of its text repaired, or `nil` where nothing changes.
  func respelled(for codes: Set<String>) -> PlaylistFile? {
    var file = self
    for _ in 0..<spellingLimit {
      let repairs = file.remarks(atMost: ReadingLimits().segments).filter {
        codes.contains($0.code)
      }
      .compactMap(\.textRepair)
      guard !repairs.isEmpty else { break }
      let text = file.bytes.repaired(by: repairs)
      guard text != file.bytes else { break }
      file = file.with(text)
    }
    return file.bytes == bytes ? nil : file
  }

  /// The same file with another text.
  fileprivate func with(_ text: [UInt8]) -> PlaylistFile {
    PlaylistFile(
      name: name, bytes: text, variables: importedVariables, referrer: referrer, base: base,
      delivery: delivery)
  }
}

extension PlaylistFile {
  /// The playlist with the fixes of findings, or `nil` where they change nothing.
  func applying(_ findings: [Finding]) -> PlaylistFile? {
    guard let playlist else { return nil }
    var text: [UInt8] = []
    do {
      switch playlist {
      case .multivariant(var master):
        for finding in findings { master.apply(finding) }
        try master.write(to: &text)
      case .media(var media):
        for finding in findings { media.apply(finding) }
        try media.write(to: &text)
      }
    } catch {
      return nil
    }
    for fix in findings.compactMap(\.fix) {
      switch fix {
      case .version(let version): text = text.declaring("#EXT-X-VERSION:", version)
      // One that was missing is no change of the playlist as it was read.
      case .targetDuration(let seconds):
        text = text.declaring("#EXT-X-TARGETDURATION:", seconds)
      default: break
      }
    }
    guard text != bytes else { return nil }
    return with(text)
  }
}

extension MultivariantPlaylist {
  /// Makes the change that a finding asks for, of the item that it is about.
  fileprivate mutating func apply(_ finding: Finding) {
    guard let fix = finding.fix else { return }
    let item = finding.place.anchor?.item ?? 0
    switch (finding.place.anchor?.tag, fix) {
    case (_, .independentSegments): hasIndependentSegments = true
    case ("EXT-X-STREAM-INF", .frameRate(let rate)): variants[item].frameRate = rate
    case ("EXT-X-STREAM-INF", _): variants[item].apply(fix)
    case ("EXT-X-I-FRAME-STREAM-INF", _): iFrameStreams[item].apply(fix)
    case ("EXT-X-MEDIA", .channels(let count)):
      renditions[item].channels = AudioChannels(count: count)
    case ("EXT-X-MEDIA", .language(let tag)): renditions[item].language = tag
    case ("EXT-X-MEDIA", .autoselect): renditions[item].isAutoselected = true
    default: break
    }
  }
}

extension StreamDescription {
  /// Makes a change of what a stream declares.
  fileprivate mutating func apply(_ fix: Fix) {
    switch fix {
    case .bandwidth(let rate): bandwidth = rate
    case .averageBandwidth(let rate): averageBandwidth = rate
    case .codecs(let list): codecs = list
    case .videoRange(let range): videoRange = range
    case .resolution(let size): resolution = size
    default: break
    }
  }
}

extension MediaPlaylist {
  /// Makes the change that a finding asks for.
  fileprivate mutating func apply(_ finding: Finding) {
    switch finding.fix {
    case .targetDuration(let seconds)?: targetDuration = seconds
    case .duration(let segment, let seconds)?: segments[segment].duration = seconds
    case .playlistType(let type)?: self.type = type
    case .independentSegments?: hasIndependentSegments = true
    default: break
    }
  }
}

extension [UInt8] {
  /// The text of a playlist with another value of a tag: in its place, or after the header.
  fileprivate func declaring(_ name: String, _ value: some BinaryInteger) -> [UInt8] {
    let tag = Array(name.utf8)
    // Characters would not do: a return and a line feed are one.
    var lines = split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let end: [UInt8] = lines.first?.last == 0x0D ? [0x0D] : []
    let line = tag + Array(String(value).utf8) + end
    if let index = lines.firstIndex(where: { $0.starts(with: tag) }) {
      lines[index] = line
    } else {
      lines.insert(line, at: Swift.min(1, lines.count))
    }
    return Array(lines.joined(separator: [0x0A]))
  }
}

extension Presentation {
  /// The stream with other texts of some playlists; what is known of the media stays.
  fileprivate func replacing(_ changed: [PlaylistFile]) -> Presentation {
    let byName = Dictionary(changed.map { ($0.name, $0) }) { first, _ in first }
    let files = self.files.map { byName[$0.name] ?? $0 }
    let streams = mediaStreams.map { stream -> MediaStream in
      guard case .media(let playlist)? = byName[stream.file]?.playlist else {
        return stream.withoutRoles
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
  /// The stream before it is known who names it.
  fileprivate var withoutRoles: MediaStream {
    var stream = self
    stream.roles = []
    return stream
  }

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
