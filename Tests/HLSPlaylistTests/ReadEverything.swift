// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import HLSPlaylist

/// Reads bytes as a playlist in both dialects and holds the laws of reading and writing against
/// it: what mutation tests and the fuzzer drive.
func readEverything(_ bytes: [UInt8]) {
  for options in [ReadingOptions.strict, .lenient] {
    guard let playlist = try? Playlist(parsing: bytes, options: options) else { continue }
    var written: [UInt8] = []
    do throws(PlaylistError) {
      try playlist.write(to: &written)
    } catch {
      preconditionFailure("an untouched playlist is not written: \(error)")
    }
    precondition(written == bytes, "an untouched playlist is written otherwise")
    checkCanonical(playlist, options)
    checkEdited(playlist, options)
  }
}

/// What is written from the model alone reads back as the same model.
private func checkCanonical(_ playlist: Playlist, _ options: ReadingOptions) {
  guard let text = try? playlist.canonical.text() else { return }
  let again = try? Playlist(parsing: text, options: reading(options))
  precondition(again == playlist, "what was written is not what is read:\n\(text)")
}

/// A changed playlist reads back as it was changed.
private func checkEdited(_ playlist: Playlist, _ options: ReadingOptions) {
  var edited = playlist
  switch playlist {
  case .media(var media):
    media.targetDuration = media.targetDuration == .max ? 1 : media.targetDuration + 1
    if media.segments.count > 1 { media.segments.removeFirst() }
    if !media.segments.isEmpty { media.segments[media.segments.count - 1].title = "edited" }
    edited = .media(media)
  case .multivariant(var multivariant):
    if !multivariant.variants.isEmpty {
      multivariant.variants.removeFirst()
    } else {
      multivariant.variants.append(VariantStream(uri: "added.m3u8", bandwidth: 1))
    }
    edited = .multivariant(multivariant)
  }
  guard let text = try? edited.text() else { return }
  do throws(PlaylistError) {
    let again = try Playlist(parsing: text, options: reading(options))
    precondition(again == edited, "what was edited is not what is read:\n\(text)")
  } catch {
    // Of a text that was tolerated alone, an edit may leave what is not: a stray URI, say.
    precondition(!playlist.diagnostics.isEmpty, "what was edited is not read: \(error)\n\(text)")
  }
}

/// What an edit leads to may be tolerated alone, such as a variant's group without the variant.
private func reading(_ options: ReadingOptions) -> ReadingOptions {
  var options = options
  options.dialect = .lenient
  return options
}
