// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
internal import HLSEncoding
internal import LibAV

/// How loud tracks are.
public class AVAudioMix: NSObject {
  var values: [AVAudioMixInputParameters.Values]

  init(_ values: [AVAudioMixInputParameters.Values]) { self.values = values }

  /// How loud each track is; one that is not named is as loud as it is.
  public var inputParameters: [AVAudioMixInputParameters] {
    values.map(AVMutableAudioMixInputParameters.init)
  }
}

/// A mix that can be changed.
public final class AVMutableAudioMix: AVAudioMix {
  /// Creates a mix that changes nothing.
  public init() { super.init([]) }

  override init(_ values: [AVAudioMixInputParameters.Values]) { super.init(values) }

  /// How loud each track is; kept as it is when it is set.
  public override var inputParameters: [AVAudioMixInputParameters] {
    get { super.inputParameters }
    set { values = newValue.map(\.values) }
  }
}

/// How loud a track is.
public class AVAudioMixInputParameters: NSObject {
  /// Everything that is said.
  struct Values: Sendable {
    var trackID: CMPersistentTrackID
    /// Over the composition's time.
    var volume = Ramp()
  }

  var values: Values

  init(_ values: Values) { self.values = values }

  /// The track.
  public var trackID: CMPersistentTrackID { values.trackID }
}

/// Parameters that can be changed. Times that are no numbers count as 0.
public final class AVMutableAudioMixInputParameters: AVAudioMixInputParameters {
  /// Creates parameters for a track: as loud as it is.
  public init(track: AVAssetTrack?) {
    super.init(Values(trackID: track?.trackID ?? kCMPersistentTrackID_Invalid))
  }

  override init(_ values: Values) { super.init(values) }

  /// The track.
  public override var trackID: CMPersistentTrackID {
    get { super.trackID }
    set { values.trackID = newValue }
  }

  /// Sets the volume from a time on: 0 is silent, 1 as it is.
  public func setVolume(_ volume: Float, at time: CMTime) {
    values.volume.set(Double(volume), at: time.rational ?? Rational(0))
  }

  /// Lets the volume go from one value to another.
  public func setVolumeRamp(
    fromStartVolume start: Float, toEndVolume end: Float, timeRange: CMTimeRange
  ) {
    guard let range = try? timeRange.seconds() else { return }
    values.volume.change(from: Double(start), to: Double(end), over: range)
  }
}
