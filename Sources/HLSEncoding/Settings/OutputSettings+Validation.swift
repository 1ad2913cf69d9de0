// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor

extension OutputSettings.Video {
  /// Checks what the types cannot say: combinations that no encoder or player takes.
  ///
  /// - Throws: ``EncodingError`` that names the key and the remedy.
  public func validate() throws(EncodingError) {
    try validateSize()
    try validateColor()
    try validateProfile()
    try validateRates()
    try validateMetadata()
    if let encoder { _ = try VideoEncoder.named(encoder, for: codec) }
  }

  private func validateSize() throws(EncodingError) {
    guard (width == nil) == (height == nil) else {
      throw EncodingError(
        .settings, width == nil ? SettingsKey.width : SettingsKey.height,
        "the key is missing: width and height come together",
        hint: "give both, or none to follow the source")
    }
    if let width, let height, width % 2 != 0 || height % 2 != 0 {
      throw EncodingError(
        .settings, width % 2 != 0 ? SettingsKey.width : SettingsKey.height,
        "expected an even number, found \(width % 2 != 0 ? width : height)",
        hint: "pictures with chroma at half the size have even sides: take one pixel less")
    }
    if scaling != nil, width == nil {
      throw EncodingError(
        .settings, SettingsKey.scalingMode, "there is no size to scale to",
        hint: "give '\(SettingsKey.width)' and '\(SettingsKey.height)', or leave the key out")
    }
  }

  private func validateColor() throws(EncodingError) {
    guard let color else { return }
    guard ColorProperties.isLegal(color) else {
      throw EncodingError(
        .settings, SettingsKey.colorProperties,
        "\(color.primaries.rawValue)/\(color.transfer.rawValue)/\(color.matrix.rawValue) is no "
          + "combination that players know",
        hint: "take one of \(ColorProperties.text)")
    }
    if codec == .h264, color.videoRange != .sdr {
      throw EncodingError(
        .settings, SettingsKey.codec,
        "H.264 carries no HDR, which '\(SettingsKey.transfer)' asks for",
        hint: "name hvc1 or a ProRes codec, or BT.709 in '\(SettingsKey.colorProperties)'")
    }
  }

  private func validateProfile() throws(EncodingError) {
    let key = SettingsKey.profileLevel
    guard let profile = compression.profile else { return }
    if codec.isProRes {
      throw EncodingError(
        .settings, key, "ProRes has no profiles of this kind, found '\(profile.name)'",
        hint: "leave the key out: the codec itself names the kind of ProRes")
    }
    guard profile.codec == codec else {
      throw EncodingError(
        .settings, key, "'\(profile.name)' is no profile of \(codec.codecType)",
        hint: "take one of "
          + CodecProfile.all.filter { $0.codec == codec }.map(\.name).joined(separator: ", "))
    }
    if let color { try validateDepth(for: color.videoRange) }
    if compression.entropyMode == .cabac, profile.profile == "Constrained Baseline" {
      throw EncodingError(
        .settings, SettingsKey.entropyMode, "Baseline has no arithmetic coding (CABAC)",
        hint: "take CAVLC, or a Main or High profile")
    }
  }

  private func validateDepth(for range: VideoRange) throws(EncodingError) {
    guard codec == .hevc, range != .sdr, let profile = compression.profile, profile.bitDepth < 10
    else { return }
    throw EncodingError(
      .settings, SettingsKey.profileLevel,
      "HDR in HEVC needs 10 bits, '\(profile.name)' has \(profile.bitDepth)",
      hint: "take \(CodecProfile.hevcMain10.name)")
  }

  /// Checks what settings without colours leave to the source.
  ///
  /// - Parameter range: The range of the pictures that they make of it.
  /// - Throws: ``EncodingError`` that names the key and the remedy.
  func validate(making range: VideoRange) throws(EncodingError) {
    try validateDepth(for: range)
    try validateMetadata(for: range)
  }

  private func validateRates() throws(EncodingError) {
    if codec != .h264, compression.entropyMode != nil {
      throw EncodingError(
        .settings, SettingsKey.entropyMode, "only H.264 has a choice of entropy coding",
        hint: "leave the key out")
    }
    if compression.averageBitRate != nil, compression.quality != nil {
      throw EncodingError(
        .settings, SettingsKey.quality, "a rate and a quality contradict each other",
        hint: "keep '\(SettingsKey.averageBitRate)' or '\(SettingsKey.quality)'")
    }
    guard codec.isProRes else { return }
    let keys = compression.dictionary.keys.filter {
      ![
        SettingsKey.expectedFrameRate, SettingsKey.masteringDisplay, SettingsKey.contentLightLevel,
      ].contains($0)
    }
    if let key = keys.min() {
      throw EncodingError(
        .settings, key, "ProRes has neither rates nor groups of frames to choose",
        hint: "leave the key out: the codec itself names the quality")
    }
  }

  private func validateMetadata() throws(EncodingError) {
    let display = compression.masteringDisplay
    let levels = compression.contentLightLevel
    // Without colours the source's own count, which may be PQ.
    try validateMetadata(for: codec == .h264 ? .sdr : color?.videoRange ?? .pq)
    if let reason = display?.implausibility {
      throw EncodingError(
        .settings, SettingsKey.masteringDisplay, reason,
        hint: "luminances count 0.0001 cd/m², chromaticities 0.00002")
    }
    if let reason = levels?.implausibility {
      throw EncodingError(
        .settings, SettingsKey.contentLightLevel, reason,
        hint: "leave the key out where nobody measured: 'rung inspect --measure-light' does")
    }
  }

  private func validateMetadata(for range: VideoRange) throws(EncodingError) {
    guard range != .pq,
      compression.masteringDisplay != nil || compression.contentLightLevel != nil
    else { return }
    throw EncodingError(
      .settings,
      compression.masteringDisplay == nil
        ? SettingsKey.contentLightLevel : SettingsKey.masteringDisplay,
      "static metadata describes PQ, and the pictures are none",
      hint: "leave the key out, or ask for HDR10 in '\(SettingsKey.colorProperties)'")
  }
}
