// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HLSPlaylist
internal import LibAV

/// Whether what was decrypted can be decoded: the only sign that the key was the right one.
enum DecryptionCheck {
  /// The most frames that are decoded of a segment.
  private static let frames = 1000
  /// The share of frames, one in so many, that may be damaged: sources are too, here and there, and
  /// of what a wrong key makes, decoders take more than half for pictures.
  private static let tolerance = 20

  /// Decodes each segment of a rendition in which a key was first used.
  ///
  /// - Parameters:
  ///   - record: The rendition.
  ///   - folder: The folder with its files.
  /// - Throws: ``PackagingError`` when too many of its frames cannot be decoded.
  static func check(_ record: CopyRecord, in folder: OutputFolder) throws {
    for index in record.decryptedSegments where record.segments.indices.contains(index) {
      try check(record.segments[index], of: record, in: folder)
    }
  }

  private static func check(
    _ segment: RenditionRecord.Segment, of record: CopyRecord, in folder: OutputFolder
  ) throws {
    let path = folder.url.appending(path: "check-\(UUID().uuidString).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try media(segment, record.initialization, in: folder).write(to: URL(filePath: path))
    var (decoded, damaged) = (0, 0)
    do {
      let input = try Demuxer.open(path)
      let decoder = try input.decoder(for: 0, isStrict: true)
      while decoded + damaged < frames, let packet = try input.read() {
        let isWhole = try decoder.decode(packet) { (frame: Frame) in
          if frame.isDamaged { damaged += 1 } else { decoded += 1 }
        }
        if !isWhole { damaged += 1 }
      }
    } catch is LibAVError { damaged += frames }
    guard damaged * tolerance > decoded + damaged else { return }
    let track = record.rendition.track
    throw PackagingError(
      .protection, track.name,
      "expected the key of its samples in \(track.keys?.name ?? "the key file"), found another: what "
        + "it decrypts cannot be decoded")
  }

  /// The init segment and a segment.
  private static func media(
    _ segment: RenditionRecord.Segment, _ map: MediaInitialization?, in folder: OutputFolder
  ) throws -> Data {
    var data = Data()
    if let map {
      let file = try Data(contentsOf: folder.url.appending(path: map.uri), options: .alwaysMapped)
      data += map.byteRange.map { file[Int($0.offset)..<Int($0.offset + $0.length)] } ?? file
    }
    let file = try Data(
      contentsOf: folder.url.appending(path: segment.name), options: .alwaysMapped)
    return data + (segment.offset.map { file[Int($0)..<Int($0 + segment.size)] } ?? file)
  }
}
