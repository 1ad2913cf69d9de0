// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSEncoding
internal import LibAV

/// A file of another container than MP4, brought into one: its tracks are copied once to a file that
/// nobody sees, from which they are packaged like all others.
struct MediaSpool {
  /// The movie with the tracks that can be copied.
  let movie: MovieFile
  /// The number of each track in the file that the user gave, from 1 on.
  let numbers: [Int]
  /// The tracks of text.
  let texts: [LibAV.StreamDescription]
  /// What cannot be copied, in words.
  let left: [String]

  /// Copies the tracks of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - tracks: The numbers of tracks that are wanted; empty for all.
  ///   - output: The folder of the package, which has room for media.
  ///   - cancellation: Stops the work where it stands.
  /// - Throws: ``PackagingError`` when nothing of the file can be copied.
  init(
    _ path: String, _ tracks: [Int], in output: OutputDirectory, _ cancellation: Cancellation
  ) throws {
    let streams = try Self.streams(of: path)
    if let missing = tracks.first(where: { !streams.indices.contains($0 - 1) }) {
      throw PackagingError(
        .source, path, "expected a track \(missing), found \(streams.count) tracks")
    }
    let wanted = streams.filter { stream in
      (stream.kind == .video || stream.kind == .audio)
        && (tracks.isEmpty || tracks.contains(stream.index + 1))
    }
    let usable = wanted.filter { Remuxer.codecs.contains($0.codecName) }
    left = wanted.filter { !Remuxer.codecs.contains($0.codecName) }.map { stream in
      "\(path)#\(stream.index + 1) is left out: \(stream.codecName) is no codec that HLS plays"
    }
    texts = streams.filter {
      $0.kind == .subtitle && SubtitleReader.codecs.contains($0.codecName)
    }
    guard !usable.isEmpty else {
      let found = wanted.map(\.codecName).joined(separator: ", ")
      throw PackagingError(
        .source, path, "expected a codec that HLS plays, found \(found.isEmpty ? "none" : found)",
        hint: "without '--copy' the tracks are encoded")
    }
    let name = "spool-\(UUID().uuidString).mp4"
    let file = output.root.url.appending(path: name)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try Remuxer.remux(
        path,
        usable.map { stream in
          Remuxer.Track(stream, frameRate: stream.video.map { FrameRate.snapped($0.frameRate) })
        }, to: file.path, cancellation: cancellation)
    } catch {
      throw PackagingError(.source, path, error.reason ?? "\(error)")
    }
    // The open file outlives its name.
    movie = try MovieFile(SourceFile(file.path))
    numbers = usable.map { $0.index + 1 }
  }

  /// The tracks of a file.
  static func streams(of path: String) throws -> [LibAV.StreamDescription] {
    do { return try Demuxer.open(path).streams } catch {
      let isForeign = error.code == .invalidData && error.reason == nil
      throw PackagingError(
        .source, path,
        isForeign ? "expected a media file, found data that is none" : error.reason ?? "\(error)")
    }
  }
}
