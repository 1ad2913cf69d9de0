// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import LibAV

extension ExportPlan.Output {
  init(
    _ request: ExportRequest, _ source: SourceDescription, _ format: SourceFormat?,
    _ programs: [AudioProgram], number: Int
  ) throws(EncodingError) {
    self.request = request
    picture = nil
    sound = []
    copied = []
    let settings: OutputSettings
    switch request.content {
    case .settings(let own): settings = own
    case .preset(let preset):
      try preset.check(source, request.fileType)
      if preset == .passthrough {
        copied = source.copyable(into: request.fileType)
        return
      }
      settings = preset.settings(for: format) ?? OutputSettings()
    }
    if let video = settings.video, let format, let parameters = source.mainVideo?.video {
      try LadderPlan.checkBaseLayer(of: parameters, source.path)
      try video.validate()
      var rung = VideoRung(video, of: format, number: number)
      try video.validate(making: rung.range)
      rung.coding.keepsHDR10Plus =
        source.findings.hasHDR10Plus && rung.codec == .hevc && rung.range == .pq
        && format.range == .pq
      rung.coding.dolbyVision = rung.kept(parameters.dolbyVision, of: format)
      picture = rung
    }
    if let audio = settings.audio {
      try audio.validate()
      let heard = request.fileType == .m4a ? programs.filter(\.isDefault) : programs
      sound = heard.enumerated().map { index, program in
        AudioRendition(audio, of: program, directory: "\(number)/sound-\(index)")
      }
    }
    guard picture != nil || !sound.isEmpty else {
      throw EncodingError(
        .source, source.path, "expected a track that '\(request.path)' could hold, found none",
        hint: "'rung inspect' shows what the file holds")
    }
  }

  /// What is lost in this file alone.
  func warnings(for source: SourceDescription, _ programs: [AudioProgram]) -> [String] {
    if isCopy {
      let kept = Set(copied.map(\.index))
      return source.tracks.filter { !kept.contains($0.index) }.map {
        "track \($0.index) (\($0.codecName)) is left out: .\(request.fileType.fileExtension) does "
          + "not hold it"
      } + copied.compactMap(\.renaming)
    }
    var warnings: [String] = []
    if sound.count < programs.count, !sound.isEmpty {
      warnings.append("\(request.path) holds the default sound alone")
    }
    if picture == nil, source.mainVideo != nil {
      warnings.append("\(request.path) holds sound alone")
    }
    return warnings
  }
}

extension ExportPreset {
  /// Whether a preset can export a source into a kind of file; `nil` asks for any kind.
  public func compatibility(with source: SourceDescription, fileType: FileType?) -> Bool {
    do {
      try check(source, fileType)
      return true
    } catch {
      return false
    }
  }

  /// The kinds of files that a preset can export a source into.
  public func fileTypes(compatibleWith source: SourceDescription) -> [FileType] {
    fileTypes.filter { compatibility(with: source, fileType: $0) }
  }

  /// Refuses what the preset cannot make of a source.
  func check(_ source: SourceDescription, _ fileType: FileType?) throws(EncodingError) {
    if let refusal {
      throw EncodingError(
        .settings, commandName, refusal,
        hint: "take '\(Self.hevcHighestQuality.commandName)', or encode on an Apple device")
    }
    if let fileType, !fileTypes.contains(fileType) {
      let types = fileTypes.map { "." + $0.fileExtension }.joined(separator: ", ")
      throw EncodingError(
        .settings, commandName, "the preset makes \(types), not .\(fileType.fileExtension)",
        hint: "name a file that ends in one of them")
    }
    switch family {
    case .passthrough:
      let types = fileType.map { [$0] } ?? fileTypes
      guard types.contains(where: { !source.copyable(into: $0).isEmpty }) else {
        throw EncodingError(
          .source, source.path, "no track can be copied into such a file",
          hint: "'rung inspect' shows the codecs; encode with another preset")
      }
    case .audio:
      guard !source.usableAudio.isEmpty else {
        throw EncodingError(
          .source, source.path, "the preset '\(commandName)' needs sound, found none",
          hint: "take a preset with pictures")
      }
    case .h264, .hevc, .hevcWithAlpha, .mvHEVC, .proRes422, .proRes4444:
      guard let video = source.mainVideo?.video else {
        throw EncodingError(
          .source, source.path, "the preset '\(commandName)' needs pictures, found none",
          hint: "take '\(Self.m4a.commandName)'")
      }
      try LadderPlan.checkBaseLayer(of: video, source.path)
    }
  }
}

extension SourceDescription {
  /// The tracks that a kind of file can hold as they are stored.
  func copyable(into fileType: FileType) -> [StreamDescription] {
    tracks.filter { track in
      (track.kind == .audio || track.kind == .video && fileType != .m4a)
        && fileType.codecs.contains(track.codecName)
    }
  }
}

extension VideoRung {
  /// The Dolby Vision that stays true: profiles 8.1 and 8.2, whose units say what players make of
  /// these very pictures; of another size or range they would not be these.
  fileprivate func kept(
    _ source: VideoParameters.DolbyVision?, of format: SourceFormat
  ) -> VideoParameters.DolbyVision? {
    guard let source, source.profile == 8, [1, 2].contains(source.compatibility), codec == .hevc,
      (width, height) == (format.width, format.height), content == nil, color == format.keptColor
    else { return nil }
    return source
  }
}

extension AudioRendition {
  /// The sound of an export.
  init(_ settings: OutputSettings.Audio, of program: AudioProgram, directory: String) {
    var program = program
    program.sampleRate = settings.sampleRate ?? program.sampleRate
    let own = settings.codec.layout(for: program.layout)
    let layout: ChannelLayout =
      switch settings.channels {
      case 1: .mono
      case 2: .stereo
      case 6: .surround51
      default: own
      }
    let channels = layout.channels.count
    let rate = settings.codec.pcmBitDepth.map { $0 * channels * program.sampleRate }
    self.init(
      program: program, codec: settings.codec, layout: layout,
      bitRate: rate ?? settings.bitRate ?? settings.codec.bitRate(channels: channels),
      isLowRate: false, directory: directory)
  }
}
