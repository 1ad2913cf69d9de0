// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
internal import HDRColor
internal import HLSEncoding
internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// What will be copied and where it is cut: decided before anything is written.
struct CopyPlan: Sendable {
  /// The renditions in the order in which the master lists them: pictures, then sound.
  private(set) var renditions: [CopyRendition] = []
  /// The subtitles.
  private(set) var texts: [TextRendition] = []
  /// Where they are cut.
  private(set) var cuts: CutList
  /// What the user should know.
  private(set) var warnings: [String]

  /// Sound that starts this much before the pictures, in seconds, moves the package's 0 to its own
  /// start; less is decoded and not heard.
  private static let keptLead = 0.25

  /// Opens the inputs and looks at their tracks.
  ///
  /// - Throws: ``PackagingError`` when there is nothing to copy, or no common place to cut.
  init(
    _ inputs: [CopyInput], _ options: CopyOptions, in output: OutputDirectory,
    _ cancellation: Cancellation
  ) throws {
    var selection = TrackSelection(
      decryptedBy: options.decryption, in: output, cancellation)
    for input in inputs { try selection.add(input) }
    guard !selection.renditions.isEmpty else { throw selection.nothing(of: inputs) }
    warnings = selection.warnings
    renditions = Self.aligned(selection.renditions)
    let seconds = Rational(Int64((options.segmentDuration * 1000).rounded()), 1000)
    let encoding = PictureEncoding(speed: options.speed, in: output, cancellation)
    if options.renewsMisaligned {
      let rungs = renditions.filter(\.isRung)
      let (renewed, notes) = try RungAlignment(rungs, every: seconds, options)
        .renewed(with: encoding)
      renditions = renewed + renditions.dropFirst(rungs.count)
      warnings += notes
    }
    let videos = renditions.filter(\.isRung)
    if videos.isEmpty {
      let end = renditions.map { Rational($0.end, $0.timescale) }.max() ?? Rational(0)
      cuts = CutList(every: seconds, until: end)
    } else {
      cuts = try CutList(
        videos, every: seconds, allowsOpenGroups: options.allowsOpenGroups)
    }
    warnings += cuts.notes
    if options.joinsInputs, !selection.texts.isEmpty {
      warnings.append("\(inputs[0].path): subtitles are left out where inputs are joined")
    } else {
      texts = try selection.texts.flatMap { try $0.read(origin: origin(of: $0.input.path)) }
    }
    if options.hasDenseTrickPlay {
      let (added, notes) = try encoding.trickPlay(of: videos, until: end)
      renditions.insert(contentsOf: added, at: videos.count)
      warnings += notes
    }
    name()
    texts.name()
  }

  /// Gives all inputs one time 0: that of the first picture, or of sound that leads it by much.
  private static func aligned(_ renditions: [CopyRendition]) -> [CopyRendition] {
    let files = Set(renditions.map(\.track.path))
    var starts: [String: Double] = [:]
    var lead = 0.0
    for file in files {
      let own = renditions.filter { $0.track.path == file }
      let sound = own.filter { $0.track.kind != .video }.map(\.firstShown).min()
      guard let picture = own.filter({ $0.track.kind == .video }).map(\.firstShown).min() else {
        // Sound of its own file begins at its movie's 0, or where it says that it does.
        starts[file] = sound.map { abs($0) > keptLead ? $0 : 0 }
        continue
      }
      starts[file] = picture
      if let sound, picture - sound > keptLead { lead = max(lead, picture - sound) }
    }
    return renditions.map { rendition in
      var rendition = rendition
      let hasPictures = renditions.contains {
        $0.track.path == rendition.track.path && $0.track.kind == .video
      }
      rendition.originSeconds = (starts[rendition.track.path] ?? 0) - (hasPictures ? lead : 0)
      return rendition
    }
  }

  /// What recordings that follow one another must have in common: the tracks by codec, and the range
  /// of pictures or the channels of sound.
  var shape: [String] {
    renditions.map { rendition in
      rendition.track.kind == .video
        ? "\(rendition.entry.family) \(rendition.entry.videoRange.rawValue)"
        : "\(rendition.entry.family) \(rendition.entry.channels?.rawValue ?? "")"
    }
  }

  /// The end of the last rendition, in seconds.
  var end: Rational { renditions.map { Rational($0.end, $0.timescale) }.max() ?? Rational(0) }

  /// The package's 0 on the clock of a file, in seconds.
  private func origin(of path: String) -> Double {
    renditions.first { $0.track.path == path }?.originSeconds ?? 0
  }

  /// Names the folders.
  private mutating func name() {
    var taken: Set<String> = []
    for index in renditions.indices {
      let stem = renditions[index].folderStem
      var name = stem
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(stem)-\(number)"
        number += 1
      }
      renditions[index].directory = name
    }
  }
}

extension CopyRendition {
  /// When something is first shown or heard, in seconds on the movie's clock: what an edit list
  /// cuts off before it does not count.
  var firstShown: Double {
    Double(max(survey.start, timeline.start)) / Double(timescale)
  }

  fileprivate var folderStem: String {
    let kilobits = max(1, bitRate / 1000)
    switch track.kind {
    case .video:
      let range = entry.videoRange.rawValue.lowercased()
      let size = entry.displaySize
      let kind = isTrickPlay ? "iframes" : "video"
      return "\(kind)-\(entry.family)-\(range)-\(min(size.width, size.height))p-\(kilobits)k"
    case .audio, .subtitles, nil:
      let language = (label.language ?? "und").lowercased()
      let channels = entry.channels?.count ?? 2
      let layout = channels == 2 ? "" : "-\(channels)ch"
      return "audio-\(entry.family)\(layout)-\(kilobits)k-\(language)"
    }
  }
}
