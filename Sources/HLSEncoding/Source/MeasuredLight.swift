// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import ColorKernel
public import HDRColor
public import LibAV

/// How bright a PQ source gets, measured in its pictures (CTA-861.3 annex P).
public struct MeasuredLight: Hashable, Sendable {
  /// The brightest pixel, in cd/m².
  public var peak: Double
  /// MaxCLL and MaxFALL, in whole cd/m².
  public var contentLightLevel: ContentLightLevel

  /// Creates a measurement.
  public init(peak: Double, contentLightLevel: ContentLightLevel) {
    self.peak = peak
    self.contentLightLevel = contentLightLevel
  }

  /// Decodes a source, or a part of it, and measures every picture.
  ///
  /// - Parameters:
  ///   - source: What inspection found; it is opened anew.
  ///   - range: The part to measure.
  ///   - cancellation: Stops the work where it stands.
  /// - Returns: The light, or `nil` for a source that is not PQ.
  /// - Throws: `EncodingError` for standard input, which cannot be read twice, and for a source of
  ///   which no picture decodes.
  public static func measure(
    _ source: SourceDescription, _ range: SourceRange = SourceRange(),
    cancellation: Cancellation = Cancellation()
  ) throws -> MeasuredLight? {
    guard let stream = source.mainVideo, let video = stream.video, video.videoRange == .pq else {
      return nil
    }
    guard source.path != "-" else {
      throw EncodingError(
        .settings, "-", "expected a file to measure the light of, found standard input",
        hint: "it can be read once only: leave out --measure-light")
    }
    let demuxer = try MediaSource.openDemuxer(source.path, cancellation)
    demuxer.keep([stream.index])
    let start = Double(stream.startTime ?? 0) * stream.timeBase.value + range.start
    if range.start > 0, demuxer.isSeekable { try demuxer.seek(to: Int64(start * 1_000_000)) }
    let pass = try LightPass(
      stream, video, demuxer.decoder(for: stream.index),
      from: start - 0.0005, to: range.duration.map { start + $0 - 0.0005 })
    while let packet = try demuxer.read() {
      guard !cancellation.isCancelled else { throw EncodingError(.interrupted, "", "interrupted") }
      guard packet.streamIndex == stream.index else { continue }
      if try pass.take(packet) { break }
    }
    try pass.finish()
    guard let light = pass.light else {
      throw EncodingError(
        .source, source.path, "expected pictures to measure the light of, found none that decodes")
    }
    return light
  }
}

/// One pass over the pictures of a source.
private final class LightPass {
  private let stream: StreamDescription
  private var video: VideoParameters
  private let decoder: Decoder
  private let start: Double
  private let end: Double?
  private var graph: PictureGraph?
  private var meter: LightMeter?
  private var count: Int64 = 0
  private var isPastEnd = false

  init(
    _ stream: StreamDescription, _ video: VideoParameters, _ decoder: consuming Decoder,
    from start: Double, to end: Double?
  ) {
    self.stream = stream
    self.video = video
    self.decoder = decoder
    self.start = start
    self.end = end
  }

  /// What was measured; `nil` before the first picture.
  var light: MeasuredLight? {
    guard count > 0, let meter else { return nil }
    return MeasuredLight(peak: meter.peak, contentLightLevel: meter.contentLightLevel)
  }

  /// Measures what a packet holds; whether the part is over.
  func take(_ packet: Packet) throws -> Bool {
    _ = try decoder.decode(packet) { try measure($0) }
    return isPastEnd
  }

  /// Measures what the decoder still holds.
  func finish() throws {
    guard !isPastEnd else { return }
    _ = try decoder.decode(nil) { try measure($0) }
  }

  private func measure(_ frame: Frame) throws {
    let time = frame.presentationTime.map { Double($0) * stream.timeBase.value } ?? start
    if let end, time >= end { isPastEnd = true }
    guard time >= start, !isPastEnd, !frame.isDamaged else { return }
    if graph == nil { try lay(for: frame) }
    // A change of size in the middle would need a new graph: such pictures are left out.
    guard frame.width == video.width, frame.height == video.height,
      frame.pixelFormat == video.pixelFormat
    else { return }
    try graph?.push(frame, at: count)
    count += 1
    while let picture = try graph?.pull(0) {
      let layout = PictureLayout(
        width: picture.width, height: picture.height, lumaStride: picture.stride(of: 0),
        chromaStride: picture.stride(of: 1))
      try picture.withPlanes { try meter?.measure(layout, luma: $0, cb: $1, cr: $2) }
    }
  }

  /// Lays out the way to 10 bits of 4:2:0 in the source's own size.
  private func lay(for frame: Frame) throws {
    (video.width, video.height, video.pixelFormat) = (frame.width, frame.height, frame.pixelFormat)
    video.orientation = .upright
    let input = PictureInput(video, timeBase: Rational(1, 1000))
    let size = input.picture
    let key = PictureKey(
      range: .pq, width: size.width, height: size.height, divisor: 1, bitDepth: 10)
    graph = try PictureGraph.make(from: input, to: [key])
    meter = try LightMeter(.pq, format: video.convertedFormat)
  }
}
