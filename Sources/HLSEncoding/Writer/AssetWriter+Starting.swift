// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import LibAV
internal import Synchronization

extension AssetWriter {
  /// Why an input cannot be added; `nil` where it can.
  private func refusal(of input: AssetWriterInput, _ state: State) -> EncodingError? {
    guard case .unknown = state.status else {
      return EncodingError(.order, "add", "the writer has been started already")
    }
    if input.takesPictures, state.inputs.contains(where: \.takesPictures) {
      return EncodingError(.settings, "add", "the writer has an input of pictures already")
    }
    switch (destination, input.content) {
    case (.file(_, let type), .pictures(let settings, _)):
      if type == .m4a || (settings.codec.isProRes && type != .mov) {
        return EncodingError(
          .settings, "add", ".\(type.fileExtension) holds no \(settings.codec.codecType)",
          hint: "take .mov, which holds all codecs")
      }
    case (.file(_, let type), .sound(let settings)):
      if settings.codec.pcmBitDepth != nil, type != .mov {
        return EncodingError(
          .settings, "add", ".\(type.fileExtension) holds no linear PCM",
          hint: "take .mov, or AAC")
      }
    case (.segments(let options, _), let content):
      if options.profile == .mpeg4CMAFCompliant, !state.inputs.isEmpty {
        return EncodingError(
          .settings, "add", "a track of CMAF stands alone",
          hint: "make a writer for each track, or take the profile mpeg4AppleHLS")
      }
      if !content.isOfHLS {
        return EncodingError(
          .settings, "add", "segments hold H.264, HEVC and AAC, found another codec")
      }
    }
    return nil
  }

  /// Whether an input can be added.
  public func canAdd(_ input: AssetWriterInput) -> Bool {
    state.withLock { refusal(of: input, $0) == nil }
  }

  /// Adds an input, which becomes a track.
  ///
  /// - Throws: ``EncodingError`` for an input that does not go with the file or the others, for one
  ///   of another writer, and once the writer has been started.
  public func add(_ input: AssetWriterInput) throws(EncodingError) {
    let refusal = state.withLock { state -> EncodingError? in
      if let refusal = self.refusal(of: input, state) { return refusal }
      guard input.attach(to: self) else {
        return EncodingError(.order, "add", "the input belongs to a writer already")
      }
      state.inputs.append(input)
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Starts the writer.
  ///
  /// - Throws: ``EncodingError`` where it has been started already or has no inputs, and where the
  ///   file cannot be written; the writer has failed then.
  public func startWriting() throws {
    try state.withLock { state in
      guard case .unknown = state.status else {
        throw EncodingError(
          .order, "startWriting", "the writer has been started already",
          hint: "make a new writer for another file")
      }
      guard !state.inputs.isEmpty else {
        throw EncodingError(.order, "startWriting", "the writer has no inputs", hint: "add one")
      }
      do {
        if case .file(let draft, let type) = destination {
          try draft.check()
          state.file = try ExportFile(
            state.names, type, at: draft.stage("samples"), options.metadata,
            state.inputs.first(where: \.takesPictures)?.orientation ?? .upright)
        }
        state.status = .writing
      } catch {
        (state.status, state.error) = (.failed, error)
        throw error
      }
    }
  }
}

extension AssetWriterInput.Content {
  /// Whether segments hold it.
  fileprivate var isOfHLS: Bool {
    switch self {
    case .pictures(let settings, _): !settings.codec.isProRes
    case .sound(let settings): settings.codec.pcmBitDepth == nil
    }
  }
}
