// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSPlaylist
internal import ISOBMFF
internal import LibAV

/// The sample entry of a copied track: the source's, in the forms that HLS plays.
struct CopySampleEntry: Sendable {
  /// The entry.
  let sampleEntry: SampleEntry
  /// Its RFC 6381 string.
  let codec: String
  /// Whether key pictures lose parameter sets that stand in the entry now.
  let stripsParameterSets: Bool
  /// What the user should know.
  let notes: [String]

  /// Makes the entry of a track.
  ///
  /// - Throws: ``PackagingError`` when HLS does not play such samples.
  init(_ track: CopyTrack, _ survey: TrackSurvey) throws {
    var notes: [String] = []
    var strips = false
    let entry = track.track.sampleEntries.first
    let isEncrypted = entry?.protection != nil
    guard !isEncrypted || track.keys != nil else { throw Self.encrypted(track) }
    switch entry?.unprotected {
    case .video(let entry):
      // The stretches of encrypted samples count parameter sets too.
      strips = try !isEncrypted && survey.canStrip(entry, track, &notes)
      sampleEntry = .video(try VideoSampleEntry(copying: entry, survey, strips: strips, &notes))
    case .audio(let entry): sampleEntry = .audio(entry)
    case .subtitle(let entry): sampleEntry = .subtitle(entry)
    case .other(let box): throw Self.unsupported(track, "\(box.type)")
    case nil: throw Self.unsupported(track, "nothing")
    }
    guard let codec = CodecString(sampleEntry), Self.isPlayed(sampleEntry) else {
      throw Self.unsupported(track, "'\(sampleEntry.format)'")
    }
    self.codec = codec.description
    stripsParameterSets = strips
    self.notes = notes
  }

  private static func isPlayed(_ entry: SampleEntry) -> Bool {
    guard case .video(let video) = entry, case .other = video.configuration else { return true }
    return false
  }

  private static func encrypted(_ track: CopyTrack) -> PackagingError {
    PackagingError(
      .source, track.name, "expected samples in the clear, found encrypted ones",
      hint: "'--decrypt <key>' decrypts them")
  }

  private static func unsupported(_ track: CopyTrack, _ found: String) -> PackagingError {
    PackagingError(
      .source, track.name, "expected a codec that HLS plays, found \(found)",
      hint: "without '--copy' the track is encoded")
  }
}

extension CopySampleEntry {
  /// The entry of pictures.
  var video: VideoSampleEntry? {
    if case .video(let entry) = sampleEntry { entry } else { nil }
  }

  /// The entry of sound.
  var audio: AudioSampleEntry? {
    if case .audio(let entry) = sampleEntry { entry } else { nil }
  }

  /// The range of pictures.
  var videoRange: HDRColor.VideoRange {
    if let dolbyVision = video?.dolbyVision, dolbyVision.profile == 5 { return .pq }
    return video?.color?.videoRange ?? .sdr
  }

  /// The size at which pictures are shown, with square pixels.
  var displaySize: (width: Int, height: Int) {
    guard let video else { return (0, 0) }
    let ratio = video.pixelAspectRatio ?? .square
    guard ratio.horizontal > 0, ratio.vertical > 0 else {
      return (Int(video.width), Int(video.height))
    }
    let width = Rational(Int64(ratio.horizontal), Int64(ratio.vertical))
      .multiplied(by: Int64(video.width))
    return (Int(width), Int(video.height))
  }

  /// A short name of the codec for folders and groups.
  var family: String {
    switch sampleEntry {
    case .video(let entry):
      switch entry.configuration {
      case .avc: return "h264"
      case .hevc: return entry.format == "dvh1" ? "dv" : "hevc"
      case .av1: return "av1"
      case .other, nil: return "video"
      }
    case .audio(let entry):
      switch entry.configuration {
      case .mpeg4(let descriptor):
        switch descriptor.audioSpecificConfig?.codecObjectType {
        case 5, 29: return "heaac"
        case 42: return "xheaac"
        case nil, 32, 33, 34: return "mp3"
        default: return "aac"
        }
      case .ac3: return "ac3"
      case .eac3(let record): return record.objectComplexity == nil ? "eac3" : "atmos"
      case .other, nil: return "\(entry.format)".lowercased()
      }
    case .subtitle: return "ttml"
    case .other: return "text"
    }
  }

  /// What CHANNELS says.
  var channels: AudioChannels? {
    guard let audio else { return nil }
    if case .eac3(let record) = audio.configuration, let objects = record.objectComplexity {
      return AudioChannels(rawValue: "\(objects)/JOC")
    }
    return AudioChannels(count: audio.configuration?.channels ?? Int(audio.channels))
  }
}

// MARK: - Pictures

extension TrackSurvey {
  /// Whether parameter sets of key pictures can stand in the sample entry instead.
  fileprivate func canStrip(
    _ entry: VideoSampleEntry, _ track: CopyTrack, _ notes: inout [String]
  ) throws -> Bool {
    guard keys.contains(where: { $0.strippedSample != nil }), let units else { return false }
    guard let conflict = units.conflict else { return true }
    let keepsThem = ["avc1", "hvc1", "dvh1", "dva1"].contains(entry.format)
    guard keepsThem else {
      throw PackagingError(
        .source, track.name,
        "expected parameter sets that stay, found that \(conflict) changes on the way",
        hint: "without '--copy' the pictures are encoded")
    }
    notes.append("\(track.name): \(conflict) changes on the way; its pictures are left as they are")
    return false
  }
}

extension VideoSampleEntry {
  /// The entry in the form that keeps parameter sets out of samples, with the colour and the HDR
  /// metadata that the stream itself says.
  fileprivate init(
    copying entry: VideoSampleEntry, _ survey: TrackSurvey, strips: Bool, _ notes: inout [String]
  ) throws {
    self = entry
    if strips, let units = survey.units, let lengthSize = entry.configuration?.lengthSize {
      switch units.codec {
      case .h264:
        var record = try AVCConfiguration(units)
        record.lengthSize = lengthSize
        configuration = .avc(record)
      case .hevc:
        var record = try HEVCConfiguration(units)
        record.lengthSize = lengthSize
        configuration = .hevc(record)
      }
    }
    format = Self.outOfBandFormats[format] ?? format
    hasQuickTimeColor = false
    takeColor(survey.units?.metadata ?? [], &notes)
    if pixelAspectRatio == nil { pixelAspectRatio = streamAspectRatio }
  }

  /// The names of the forms that keep parameter sets in the sample entry alone (authoring rule
  /// 1.10).
  private static let outOfBandFormats: [FourCC: FourCC] = [
    "avc3": "avc1", "hev1": "hvc1", "dvhe": "dvh1", "dvav": "dva1",
  ]

  private mutating func takeColor(_ messages: [SEIMessage], _ notes: inout [String]) {
    if var stream = streamColor {
      for case .alternativeTransfer(let transfer) in messages { stream.transfer = transfer }
      if let color, color.videoRange != stream.videoRange {
        notes.append(
          "the container says \(color.videoRange.rawValue), the pictures say "
            + "\(stream.videoRange.rawValue): the pictures are believed")
      }
      color = stream
    }
    for message in messages {
      switch message {
      case .masteringDisplay(let display): masteringDisplay = masteringDisplay ?? display
      case .contentLightLevel(let level): contentLightLevel = contentLightLevel ?? level
      case .ambientViewingEnvironment(let light):
        ambientViewingEnvironment = ambientViewingEnvironment ?? light
      default: break
      }
    }
  }

  private var streamAspectRatio: PixelAspectRatio? {
    switch configuration {
    case .avc(let record): (try? record.sequenceParameterSet())?.usability.pixelAspectRatio
    case .hevc(let record): (try? record.sequenceParameterSet())?.usability.pixelAspectRatio
    case .av1, .other, nil: nil
    }
  }
}
