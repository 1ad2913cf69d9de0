// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
package import ISOBMFF
internal import LibAV

extension CMAFTrack {
  /// The track of an encoded rendition.
  package init(_ track: EncodedTrack) throws {
    let entry: SampleEntry
    var language: String?
    var sampleDuration: UInt32?
    switch track.configuration {
    case .h264(let headers): entry = .video(try VideoSampleEntry(headers, .h264, track))
    case .hevc(let headers): entry = .video(try VideoSampleEntry(headers, .hevc, track))
    case .aac(let config):
      entry = .audio(AudioSampleEntry(try AudioSpecificConfig(parsing: config)))
    case .ac3(let frame):
      entry = .audio(AudioSampleEntry(.ac3(try AC3Configuration(syncFrame: frame)), track))
    case .eac3(let frame):
      entry = .audio(AudioSampleEntry(.eac3(try EAC3Configuration(syncFrame: frame)), track))
    case .none:
      throw EncodingError(
        .settings, track.rendition.directory, "expected a codec of HLS, found ProRes or PCM")
    }
    switch track.rendition {
    case .video(let rung):
      sampleDuration = UInt32(
        clamping: track.timescale * rung.frameRate.denominator / rung.frameRate.numerator)
    case .audio(let rendition): language = rendition.language
    }
    self.init(
      entry, timescale: UInt32(clamping: track.timescale), language: language,
      presentationStart: UInt32(clamping: track.decodingLead), sampleDuration: sampleDuration)
  }
}

extension AudioSampleEntry {
  fileprivate init(_ configuration: AudioConfiguration, _ track: EncodedTrack) {
    self.init(
      configuration: configuration, channels: UInt16(clamping: configuration.channels ?? 2),
      sampleRate: UInt32(clamping: track.timescale))
  }
}

extension VideoSampleEntry {
  /// An entry whose boxes say what the rung was asked to be, beside the encoder's own headers.
  fileprivate init(
    _ headers: [UInt8], _ codec: NALUnitCodec, _ track: EncodedTrack
  ) throws {
    let sets = try ParameterSets(codec: codec, in: headers.span, framing: .fourByteLengths)
    try self.init(sets, defaultColor: track.color ?? .bt709)
    masteringDisplay = track.metadata.masteringDisplay
    contentLightLevel = track.metadata.contentLightLevel
    ambientViewingEnvironment = track.metadata.ambientViewingEnvironment
  }
}
