// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV

/// Where subtitles come from: a file of text, or tracks inside a container.
struct TextSource: Sendable {
  /// The file, and what the user says of it.
  let input: CopyInput
  /// The tracks of a container; `nil` for a file of text.
  let streams: [LibAV.StreamDescription]?

  /// Takes the text tracks of a container that are wanted; `nil` when there are none.
  init?(_ input: CopyInput, inside streams: [LibAV.StreamDescription]) {
    let wanted = streams.filter { stream in
      SubtitleReader.codecs.contains(stream.codecName)
        && (input.tracks.isEmpty || input.tracks.contains(stream.index + 1))
    }
    guard !wanted.isEmpty else { return nil }
    self.input = input
    self.streams = wanted
  }

  /// Takes a file that holds subtitles.
  ///
  /// - Throws: ``PackagingError`` for a container without text.
  init(file input: CopyInput) throws {
    guard let streams = try? MediaSpool.streams(of: input.path) else {
      // What libavformat does not know: WebVTT and TTML are read here.
      self.input = input
      self.streams = nil
      return
    }
    guard let source = TextSource(input, inside: streams) else {
      throw PackagingError(.source, input.path, "expected subtitles that are text, found none")
    }
    self = source
  }

  /// Reads the cues.
  ///
  /// - Parameter origin: The package's 0 on the file's clock, in seconds.
  /// - Returns: A rendition for each track.
  /// - Throws: ``PackagingError`` when the file cannot be read.
  func read(origin: Double) throws -> [TextRendition] {
    guard let streams else { return [try TextRendition(file: input, origin: origin)] }
    return try TextRendition.reading(input, streams, origin: origin)
  }
}
