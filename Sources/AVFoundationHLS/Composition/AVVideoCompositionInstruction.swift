// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSEncoding
internal import LibAV

/// What is shown in a range of time.
public class AVVideoCompositionInstruction: NSObject {
  /// Everything that is said.
  struct Values: Sendable {
    var timeRange = CMTimeRange.invalid
    var layers: [AVVideoCompositionLayerInstruction.Values] = []
  }

  var values: Values

  init(_ values: Values) { self.values = values }

  /// When.
  public var timeRange: CMTimeRange { values.timeRange }
  /// Which tracks, the uppermost first.
  public var layerInstructions: [AVVideoCompositionLayerInstruction] {
    values.layers.map(AVMutableVideoCompositionLayerInstruction.init)
  }
}

/// An instruction that can be changed.
public final class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
  /// Creates an instruction that says nothing yet.
  public init() { super.init(Values()) }

  override init(_ values: Values) { super.init(values) }

  /// When.
  public override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { values.timeRange = newValue }
  }

  /// Which tracks, the uppermost first; kept as it is when it is set.
  public override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { super.layerInstructions }
    set { values.layers = newValue.map(\.values) }
  }
}

/// How the pictures of a track are shown.
public class AVVideoCompositionLayerInstruction: NSObject {
  /// Everything that is said.
  struct Values: Sendable {
    var trackID: CMPersistentTrackID
    /// In the order of their times, in seconds.
    var transforms: [(time: Rational, transform: CGAffineTransform)] = []
    var crops: [(time: Rational, rectangle: CGRect)] = []
    /// Over the composition's time.
    var opacity = Ramp()
  }

  var values: Values

  init(_ values: Values) { self.values = values }

  /// The track.
  public var trackID: CMPersistentTrackID { values.trackID }
}

/// A layer instruction that can be changed. Times that are no numbers count as 0.
public final class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
  /// Creates an instruction for a track: as it is stored, from the upper left corner on, opaque.
  public init(assetTrack track: AVAssetTrack) { super.init(Values(trackID: track.trackID)) }

  override init(_ values: Values) { super.init(values) }

  /// Puts the pictures somewhere from a time on: moved, in another size, turned by quarters and
  /// mirrored. An export refuses slanted ones.
  public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    let time = time.rational ?? Rational(0)
    values.transforms.removeAll { $0.time == time }
    values.transforms.append((time, transform))
    values.transforms.sort { $0.time < $1.time }
  }

  /// Shows a part of the pictures alone from a time on, in pixels as they are stored.
  public func setCropRectangle(_ rectangle: CGRect, at time: CMTime) {
    let time = time.rational ?? Rational(0)
    values.crops.removeAll { $0.time == time }
    values.crops.append((time, rectangle))
    values.crops.sort { $0.time < $1.time }
  }

  /// Sets how much of what lies behind is hidden, from 0 to 1, from a time on.
  public func setOpacity(_ opacity: Float, at time: CMTime) {
    values.opacity.set(Double(opacity), at: time.rational ?? Rational(0))
  }

  /// Lets the opacity go from one value to another.
  public func setOpacityRamp(
    fromStartOpacity start: Float, toEndOpacity end: Float, timeRange: CMTimeRange
  ) {
    guard let range = try? timeRange.seconds() else { return }
    values.opacity.change(from: Double(start), to: Double(end), over: range)
  }
}
