// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

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
  private func with(_ text: [UInt8]) -> PlaylistFile {
    PlaylistFile(
      name: name, bytes: text, variables: importedVariables, referrer: referrer, base: base,
      delivery: delivery)
  }

  /// The playlist with the fixes of findings, or `nil` where they change nothing.
  ///
  /// A fix changes what it is about and nothing else of a line: references to variables and
  /// attributes that mean nothing to Rung stay as they are.
  func applying(_ findings: [Finding]) -> PlaylistFile? {
    guard let playlist else { return nil }
    let places = PlaylistLines(playlist)
    var lines = TextLines(bytes)
    let targets = findings.compactMap { finding in
      finding.fix.map { ($0.target, finding.place.anchor) }
    }
    for (target, anchor) in targets {
      lines.change(anchor.flatMap { places.line(of: $0.tag, item: $0.item) }, target)
    }
    // Lines that are added move the others, and come last.
    for (target, _) in targets { lines.declare(target) }
    return lines.text == bytes ? nil : with(lines.text)
  }
}

/// The lines of a text, each of which may be changed by itself.
private struct TextLines {
  private var lines: [[UInt8]]
  /// What stands before the line feed that ends the first line.
  private let lineEnd: [UInt8]

  init(_ text: [UInt8]) {
    // Characters would not do: a return and a line feed are one.
    lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    lineEnd = lines[0].last == 0x0D ? [0x0D] : []
  }

  var text: [UInt8] { Array(lines.joined(separator: [0x0A])) }

  /// Makes the change of a fix that is about a line, counted from 1.
  mutating func change(_ line: Int?, _ target: Fix.Target) {
    switch target {
    case .attribute(let name, let value):
      edit(line) { _ = $0.setAttribute(name, to: value) }
    case .duration(let seconds): edit(line) { $0.setDuration(seconds) }
    // The spelling is repaired before anything else.
    case .tag, .text: break
    }
  }

  private mutating func edit(_ line: Int?, _ change: (inout [UInt8]) -> Void) {
    guard let line, lines.indices.contains(line - 1) else { return }
    let hasReturn = lines[line - 1].last == 0x0D
    if hasReturn { lines[line - 1].removeLast() }
    change(&lines[line - 1])
    if hasReturn { lines[line - 1].append(0x0D) }
  }

  /// Writes a tag that stands once: in its place, or after the header.
  mutating func declare(_ target: Fix.Target) {
    guard case .tag(let name, let value) = target else { return }
    let tag = Array("#\(name)".utf8)
    let text = value.map { tag + Array(":\($0)".utf8) } ?? tag
    if let index = lines.firstIndex(where: { $0.tagName.elementsEqual(tag) }) {
      edit(index + 1) { $0 = text }
    } else {
      lines.insert(text + lineEnd, at: min(1, lines.count))
    }
  }
}
