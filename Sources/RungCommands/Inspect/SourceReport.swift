// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HDRColor
internal import HLSEncoding
internal import ISOBMFF
internal import LibAV

/// A source as `rung inspect --json` prints it. Keys are a contract.
struct SourceReport: Encodable {
  struct Track: Encodable {
    var index: Int
    var kind: String
    var codec: String
    var profile: String?
    /// As the codec's headers write it: 150 is level 5 of HEVC.
    var level: Int?
    var codecTag: String?
    var language: String?
    var title: String?
    var flags: [String]
    /// Seconds.
    var startTime: Double?
    /// Seconds.
    var duration: Double?
    var frameCount: Int64?
    var bitRate: Int64?
    var video: Video?
    var audio: Audio?
  }

  struct Video: Encodable {
    var width: Int
    var height: Int
    var sampleAspect: String
    var rotation: Int
    var isMirrored: Bool
    /// The clean aperture, where it is not the whole picture.
    var cropping: PictureRectangle?
    var frameRate: String
    var averageFrameRate: String
    var pixelFormat: String
    var bitDepth: Int
    var chroma: String
    var chromaLocation: String
    var isInterlaced: Bool
    var range: String
    var color: Color
    var masteringDisplay: Display?
    var contentLightLevel: LightLevel?
    var dolbyVision: VideoParameters.DolbyVision?
  }

  /// Code points of ITU-T H.273.
  struct Color: Encodable {
    var primaries: UInt8
    var transfer: UInt8
    var matrix: UInt8
    var isFullRange: Bool
    var isAssumed: Bool
  }

  /// Chromaticities as CIE 1931 x and y; luminances in cd/m².
  struct Display: Encodable {
    var red: [Double]
    var green: [Double]
    var blue: [Double]
    var whitePoint: [Double]
    var minimumLuminance: Double
    var maximumLuminance: Double
  }

  /// In cd/m².
  struct LightLevel: Encodable {
    var maxCLL: UInt16
    var maxFALL: UInt16
  }

  struct Audio: Encodable {
    var sampleRate: Int
    var channels: Int
    var layout: String
  }

  var path: String
  var container: String
  /// Seconds.
  var duration: Double?
  var chapters: Int
  var hasClosedCaptions: Bool
  var hasHDR10Plus: Bool
  var hasDolbyVision: Bool
  /// The light around the viewer, in lux.
  var ambientIlluminance: Double?
  var tracks: [Track]

  init(_ source: SourceDescription) {
    path = source.path
    container = source.container
    duration = source.duration?.value
    chapters = source.chapterCount
    hasClosedCaptions = source.findings.hasClosedCaptions
    hasHDR10Plus = source.findings.hasHDR10Plus
    hasDolbyVision = source.findings.hasDolbyVision
    ambientIlluminance = source.evidence.ambientViewingEnvironment.value.map {
      Double($0.illuminance) / 10_000
    }
    let assumed = source.findings.isColorAssumed ? source.mainVideo?.index : nil
    tracks = source.tracks.map { Track($0, isColorAssumed: $0.index == assumed) }
  }
}

extension SourceReport.Track {
  init(_ stream: StreamDescription, isColorAssumed: Bool) {
    func seconds(_ time: Int64?) -> Double? { time.map { Double($0) * stream.timeBase.value } }
    index = stream.index
    kind = stream.kind.rawValue
    codec = stream.codecName
    profile = stream.profileName
    level = stream.level
    codecTag = stream.codecTag
    language = stream.language
    title = stream.title
    flags = stream.flags.sorted()
    startTime = seconds(stream.startTime)
    duration = seconds(stream.duration)
    frameCount = stream.frameCount
    bitRate = stream.bitRate
    video = stream.video.map { SourceReport.Video($0, isColorAssumed) }
    audio = stream.audio.map {
      SourceReport.Audio(
        sampleRate: $0.sampleRate, channels: $0.channelCount, layout: $0.channelLayout)
    }
  }
}

extension SourceReport.Video {
  init(_ video: VideoParameters, _ isColorAssumed: Bool) {
    width = video.width
    height = video.height
    sampleAspect = "\(video.sampleAspect.numerator):\(video.sampleAspect.denominator)"
    rotation = video.orientation.rotation
    isMirrored = video.orientation.isMirrored
    cropping = video.cropping
    frameRate = video.frameRate.description
    averageFrameRate = video.averageFrameRate.description
    pixelFormat = video.pixelFormat.name
    bitDepth = video.pixelFormat.bitDepth
    chroma = video.pixelFormat.chromaSubsampling
    chromaLocation = video.chromaLocation.rawValue
    isInterlaced = video.isInterlaced
    range = video.videoRange.rawValue
    color = SourceReport.Color(
      primaries: video.color.primaries.rawValue, transfer: video.color.transfer.rawValue,
      matrix: video.color.matrix.rawValue, isFullRange: video.color.isFullRange,
      isAssumed: isColorAssumed)
    masteringDisplay = video.masteringDisplay.map { SourceReport.Display($0) }
    contentLightLevel = video.contentLightLevel.map { SourceReport.LightLevel($0) }
    dolbyVision = video.dolbyVision
  }
}

extension SourceReport.LightLevel {
  init(_ level: ContentLightLevel) {
    maxCLL = level.maximumContentLightLevel
    maxFALL = level.maximumFrameAverageLightLevel
  }
}

extension SourceReport.Display {
  init(_ display: MasteringDisplay) {
    func point(_ point: MasteringDisplay.Chromaticity) -> [Double] {
      [Double(point.x) / 50_000, Double(point.y) / 50_000]
    }
    red = point(display.red)
    green = point(display.green)
    blue = point(display.blue)
    whitePoint = point(display.whitePoint)
    minimumLuminance = Double(display.minimumLuminance) / 10_000
    maximumLuminance = display.peak
  }
}
