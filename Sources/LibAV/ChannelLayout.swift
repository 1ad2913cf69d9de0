// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// Which loudspeakers the channels of a sound are for, in order.
public struct ChannelLayout: Hashable, Sendable {
  /// FFmpeg's name of the layout, such as `5.1(side)`.
  public let name: String

  /// FFmpeg's names of the channels in order, such as `FL`, `FR`, `FC`, `LFE`, `SL`, `SR`.
  public let channels: [String]

  /// Looks up a layout; `nil` when FFmpeg knows none of that name, or when the name does not say
  /// what the channels are, as `16 channels` does not.
  ///
  /// - Parameter name: FFmpeg's name of a layout (`stereo`, `7.1`), or its channels joined by plus
  ///   signs (`FL+FR+LFE`).
  public init?(_ name: String) {
    var layout = unsafe AVChannelLayout()
    // FFmpeg describes an unusual layout as `2 channels (FL+LFE)`, which it does not read itself.
    let list = name.split(separator: "(").last?.dropLast() ?? ""
    let text = name.contains(" channels (") ? String(list) : name
    guard unsafe av_channel_layout_from_string(&layout, text) == 0 else { return nil }
    defer { unsafe av_channel_layout_uninit(&layout) }
    guard unsafe layout.order == AV_CHANNEL_ORDER_NATIVE else { return nil }
    self.name = unsafe AudioParameters.name(of: layout)
    var channels: [String] = []
    for index in unsafe 0..<UInt32(clamping: layout.nb_channels) {
      let channel = unsafe av_channel_layout_channel_from_index(&layout, index)
      channels.append(
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
          unsafe av_channel_name(buffer.baseAddress, buffer.count, channel)
          return unsafe buffer.baseAddress.map { unsafe String(cString: $0) } ?? ""
        })
    }
    self.channels = channels
  }

  /// One channel, in the middle.
  public static let mono = ChannelLayout(known: "mono", ["FC"])

  /// Left and right.
  public static let stereo = ChannelLayout(known: "stereo", ["FL", "FR"])

  /// Three in front, two at the sides and one for low frequencies, as AC-3 has them.
  public static let surround51 = ChannelLayout(
    known: "5.1(side)", ["FL", "FR", "FC", "LFE", "SL", "SR"])

  /// Three in front and two at the sides.
  public static let surround50 = ChannelLayout(known: "5.0(side)", ["FL", "FR", "FC", "SL", "SR"])

  private init(known name: String, _ channels: [String]) {
    self.name = name
    self.channels = channels
  }
}
