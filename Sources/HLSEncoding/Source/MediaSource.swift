// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
public import LibAV

/// A source that has been inspected and is open at its start, ready to be encoded.
public struct MediaSource: ~Copyable {
  /// What the source holds.
  public let description: SourceDescription

  let demuxer: Demuxer

  /// The bytes of the file when it was opened; `nil` for what is no regular file.
  private let size: Int?

  /// Opens and inspects a file, or y4m on standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - video: The place of the video track that is encoded, from 0 on; `nil` leaves it to the
  ///     file.
  ///   - cancellation: Stops the reading.
  /// - Returns: The source.
  /// - Throws: An ``EncodingError`` that names the file and what is wrong with it.
  public static func open(
    _ path: String, video: Int? = nil, cancellation: Cancellation = Cancellation()
  ) throws -> MediaSource {
    let size = Self.size(of: path)
    let demuxer = try openDemuxer(path, cancellation)
    let description = try SourceDescription.inspect(demuxer, path, video: video)
    // Not every container finds its first packet again, so a file is opened anew.
    let fresh = demuxer.isSeekable ? try openDemuxer(path, cancellation) : demuxer
    return MediaSource(description: description, demuxer: fresh, size: size)
  }

  private init(description: SourceDescription, demuxer: consuming Demuxer, size: Int?) {
    self.description = description
    self.demuxer = demuxer
    self.size = size
  }

  private static func size(of path: String) -> Int? {
    guard path != "-" else { return nil }
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return attributes?[.size] as? Int
  }

  /// Refuses a file that has become shorter since it was opened: what was read of it is not whole.
  func checkSize() throws(EncodingError) {
    guard let size, let now = Self.size(of: description.path), now < size else { return }
    throw EncodingError(
      .source, description.path,
      "the file shrank while it was read: expected \(size) bytes, found \(now)")
  }

  /// Opens a source, checking first for what libavformat would report in its own words.
  static func openDemuxer(
    _ path: String, _ cancellation: Cancellation, orStill isStill: Bool = false
  ) throws -> Demuxer {
    if path != "-" { try checkFile(path) }
    do {
      return try Demuxer.open(path, cancellation: cancellation, orStill: isStill)
    } catch {
      let isForeign = error.code == .invalidData && error.reason == nil
      throw EncodingError(
        .source, path,
        isForeign ? "expected a media file, found data that is none" : error.reason ?? "\(error)")
    }
  }

  private static func checkFile(_ path: String) throws(EncodingError) {
    let files = FileManager.default
    let resolved = URL(filePath: path).resolvingSymlinksInPath().path
    guard let attributes = try? files.attributesOfItem(atPath: resolved) else {
      throw EncodingError(.source, path, "no such file")
    }
    if attributes[.type] as? FileAttributeType == .typeDirectory {
      throw EncodingError(.source, path, "expected a media file, found a directory")
    }
    guard files.isReadableFile(atPath: resolved) else {
      throw EncodingError(.source, path, "no permission to read")
    }
    if attributes[.size] as? Int == 0, attributes[.type] as? FileAttributeType == .typeRegular {
      throw EncodingError(.source, path, "expected a media file, found an empty file")
    }
  }
}
