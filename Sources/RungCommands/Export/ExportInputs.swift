// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding
internal import LibAV

/// What `rung export` is to put into a file: one source, or clips one after another.
struct ExportInputs {
  /// The clips in their order.
  let clips: [ClipArgument]

  /// Reads operands and values of `--clip`.
  ///
  /// A clip stands in the place of the operand that names its file: the first for the first such
  /// operand, further ones for the next or behind the last. Clips of other files come behind all.
  init(_ operands: [String], _ texts: [String]) throws(UsageError) {
    var places = operands.map { [ClipArgument($0)] }
    var used = [Bool](repeating: false, count: operands.count)
    for text in texts {
      let clip = try ClipArgument(text) { path in
        operands.contains(path) || FileManager.default.fileExists(atPath: path)
      }
      if let free = operands.indices.first(where: { operands[$0] == clip.path && !used[$0] }) {
        places[free] = [clip]
        used[free] = true
      } else if let last = operands.lastIndex(of: clip.path) {
        places[last].append(clip)
      } else {
        places.append([clip])
      }
    }
    clips = places.flatMap(\.self)
    guard !clips.isEmpty else { throw UsageError("missing argument 'INPUT'") }
  }

  /// The source, where it is one and whole.
  var single: String? {
    clips.count == 1 && clips[0] == ClipArgument(clips[0].path) ? clips[0].path : nil
  }

  /// The clips on one timeline. Each file is inspected once.
  func composition(_ cancellation: Cancellation) throws -> Composition {
    var sources: [String: SourceDescription] = [:]
    var composition = Composition()
    for clip in clips {
      let source =
        try sources[clip.path]
        ?? SourceDescription.inspect(clip.path, cancellation: cancellation)
      sources[clip.path] = source
      try composition.append(source, start: clip.start, end: clip.end)
    }
    return composition
  }
}
