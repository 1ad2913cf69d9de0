// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import Foundation
package import HDRColor
internal import ISOBMFF

extension OutputSettings.Video {
  private static let keys = [
    SettingsKey.codec, SettingsKey.width, SettingsKey.height, SettingsKey.scalingMode,
    SettingsKey.colorProperties, SettingsKey.compressionProperties,
    SettingsKey.encoderSpecification,
  ]

  /// Reads the dictionary that a writer's video input takes.
  ///
  /// - Throws: ``EncodingError`` that names the key and the remedy.
  public init(dictionary: [String: Any]) throws(EncodingError) {
    let values = try SettingsDictionary(dictionary, keys: Self.keys)
    let codec = try values.text(SettingsKey.codec, VideoCodec.allCases.map(\.codecType)) { text in
      VideoCodec.allCases.first { $0.codecType == text }
    }
    guard let codec else {
      throw EncodingError(
        .settings, SettingsKey.codec, "expected a codec, found none",
        hint: "name one of \(VideoCodec.allCases.map(\.codecType).joined(separator: ", "))")
    }
    self.init(
      codec: codec, width: try values.integer(SettingsKey.width, in: 1...16_384),
      height: try values.integer(SettingsKey.height, in: 1...16_384))
    let modes = OutputSettings.ScalingMode.allCases.map(\.rawValue)
    scaling = try values.text(SettingsKey.scalingMode, modes) { .init(rawValue: $0) }
    if let colors = try values.dictionary(SettingsKey.colorProperties) {
      color = try ColorDescription(dictionary: colors)
    }
    if let properties = try values.dictionary(SettingsKey.compressionProperties) {
      compression = try OutputSettings.Compression(dictionary: properties)
    }
    if let specification = try values.dictionary(SettingsKey.encoderSpecification) {
      encoder = try Self.encoder(specification)
    }
    try validate()
  }

  private static func encoder(_ dictionary: [String: Any]) throws(EncodingError) -> String? {
    let values = try SettingsDictionary(
      dictionary,
      keys: [SettingsKey.encoderID, SettingsKey.enablesHardware, SettingsKey.requiresHardware])
    _ = try values.flag(SettingsKey.enablesHardware)
    if try values.flag(SettingsKey.requiresHardware) == true {
      throw EncodingError(
        .settings, SettingsKey.requiresHardware, "there are no encoders in hardware here",
        hint: "leave the key out, or give '\(SettingsKey.enablesHardware)', which is a wish")
    }
    return try values.text(SettingsKey.encoderID, []) { $0 }
  }

  /// The dictionary that a writer's video input takes.
  public var dictionary: [String: Any] {
    var values: [String: Any] = [SettingsKey.codec: codec.codecType]
    values[SettingsKey.width] = width
    values[SettingsKey.height] = height
    values[SettingsKey.scalingMode] = scaling?.rawValue
    values[SettingsKey.colorProperties] = color?.dictionary
    let properties = compression.dictionary
    if !properties.isEmpty { values[SettingsKey.compressionProperties] = properties }
    if let encoder { values[SettingsKey.encoderSpecification] = [SettingsKey.encoderID: encoder] }
    return values
  }
}

extension ColorDescription {
  /// Reads the dictionary of colours, whose three keys only make sense together.
  package init(dictionary: [String: Any]) throws(EncodingError) {
    let keys = [SettingsKey.primaries, SettingsKey.transfer, SettingsKey.matrix]
    let values = try SettingsDictionary(dictionary, keys: keys)
    func value<Value>(_ key: String, _ table: [(name: String, value: Value)]) throws(EncodingError)
      -> Value
    {
      let value = try values.text(key, table.map(\.name)) { text in
        table.first { $0.name == text }?.value
      }
      guard let value else {
        throw EncodingError(
          .settings, key, "the key is missing: primaries, transfer and matrix come together",
          hint: "give all three of \(keys.joined(separator: ", ")), or none to follow the source")
      }
      return value
    }
    self.init(
      primaries: try value(SettingsKey.primaries, ColorProperties.primaries),
      transfer: try value(SettingsKey.transfer, ColorProperties.transfers),
      matrix: try value(SettingsKey.matrix, ColorProperties.matrices))
  }

  /// The dictionary of colours, as far as its values have names.
  package var dictionary: [String: Any] {
    var values: [String: Any] = [:]
    values[SettingsKey.primaries] =
      ColorProperties.primaries.first { $0.value == primaries }?.name
    values[SettingsKey.transfer] = ColorProperties.transfers.first { $0.value == transfer }?.name
    values[SettingsKey.matrix] = ColorProperties.matrices.first { $0.value == matrix }?.name
    return values
  }
}

extension OutputSettings.Compression {
  private static let keys = [
    SettingsKey.averageBitRate, SettingsKey.quality, SettingsKey.profileLevel,
    SettingsKey.maximumKeyFrameInterval, SettingsKey.maximumKeyFrameIntervalDuration,
    SettingsKey.allowsFrameReordering, SettingsKey.expectedFrameRate, SettingsKey.entropyMode,
    SettingsKey.masteringDisplay, SettingsKey.contentLightLevel,
  ]

  init(dictionary: [String: Any]) throws(EncodingError) {
    let values = try SettingsDictionary(dictionary, keys: Self.keys)
    self.init()
    averageBitRate = try values.integer(SettingsKey.averageBitRate, in: 1...2_000_000_000)
    quality = try values.number(SettingsKey.quality, in: 0...1)
    profile = try values.text(SettingsKey.profileLevel, CodecProfile.all.map(\.name)) {
      CodecProfile($0)
    }
    maximumKeyFrameInterval = try values.integer(
      SettingsKey.maximumKeyFrameInterval, in: 0...1_000_000)
    maximumKeyFrameIntervalDuration = try values.number(
      SettingsKey.maximumKeyFrameIntervalDuration, in: 0...86_400)
    allowsFrameReordering = try values.flag(SettingsKey.allowsFrameReordering)
    expectedFrameRate = try values.number(SettingsKey.expectedFrameRate, in: 1...1000)
    entropyMode = try values.text(SettingsKey.entropyMode, ["CAVLC", "CABAC"]) {
      .init(rawValue: $0)
    }
    masteringDisplay = try values.bytes(SettingsKey.masteringDisplay, count: 24) {
      MasteringDisplay(payload: $0)
    }
    contentLightLevel = try values.bytes(SettingsKey.contentLightLevel, count: 4) {
      ContentLightLevel(payload: $0)
    }
  }

  var dictionary: [String: Any] {
    var values: [String: Any] = [:]
    values[SettingsKey.averageBitRate] = averageBitRate
    values[SettingsKey.quality] = quality
    values[SettingsKey.profileLevel] = profile?.name
    values[SettingsKey.maximumKeyFrameInterval] = maximumKeyFrameInterval
    values[SettingsKey.maximumKeyFrameIntervalDuration] = maximumKeyFrameIntervalDuration
    values[SettingsKey.allowsFrameReordering] = allowsFrameReordering
    values[SettingsKey.expectedFrameRate] = expectedFrameRate
    values[SettingsKey.entropyMode] = entropyMode?.rawValue
    values[SettingsKey.masteringDisplay] = masteringDisplay.map { Data($0.payload) }
    values[SettingsKey.contentLightLevel] = contentLightLevel.map { Data($0.payload) }
    return values
  }
}
