// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

extension Frame {
  /// The frame's HDR10+ metadata as the SEI message that carries it (SMPTE ST 2094-40 in a message
  /// of ITU-T T.35, as CTA-861 annex S lays it out); `nil` for none, and for the rare kinds that
  /// describe a display's peak cell by cell.
  package var hdr10PlusMessage: [UInt8]? {
    guard let entry = unsafe av_frame_get_side_data(raw, AV_FRAME_DATA_DYNAMIC_HDR_PLUS),
      unsafe entry.pointee.size >= MemoryLayout<AVDynamicHDRPlus>.size,
      let data = unsafe entry.pointee.data
    else { return nil }
    let metadata = unsafe UnsafeRawPointer(data).assumingMemoryBound(to: AVDynamicHDRPlus.self)
    return unsafe metadata.pointee.message
  }
}

extension AVDynamicHDRPlus {
  /// A country, a provider and its code: United States, Samsung, ST 2094-40.
  private static let header: [(value: Int, bits: Int)] = [
    (0xB5, 8), (0x003C, 16), (0x0001, 16), (4, 8),
  ]

  fileprivate var message: [UInt8]? {
    guard targeted_system_display_actual_peak_luminance_flag == 0,
      mastering_display_actual_peak_luminance_flag == 0, (1...3).contains(num_windows)
    else { return nil }
    var bits = BitWriter()
    for field in Self.header { bits.append(field.value, field.bits) }
    bits.append(Int(application_version), 8)
    bits.append(Int(num_windows), 2)
    let all = unsafe withUnsafeBytes(of: params) { bytes in
      unsafe Array(bytes.bindMemory(to: AVHDRPlusColorTransformParams.self))
    }
    let windows = all.prefix(Int(num_windows))
    for window in windows.dropFirst() { window.writeShape(to: &bits) }
    bits.append(targeted_system_display_maximum_luminance, times: 1, 27)
    bits.append(0, 1)
    for window in windows { window.writeLight(to: &bits) }
    bits.append(0, 1)
    for window in windows { window.writeCurve(to: &bits) }
    return bits.bytes
  }
}

extension AVHDRPlusColorTransformParams {
  fileprivate func writeShape(to bits: inout BitWriter) {
    for corner in [
      window_upper_left_corner_x, window_upper_left_corner_y, window_lower_right_corner_x,
      window_lower_right_corner_y,
    ] {
      bits.append(corner, times: 1, 16)
    }
    bits.append(Int(center_of_ellipse_x), 16)
    bits.append(Int(center_of_ellipse_y), 16)
    bits.append(Int(rotation_angle), 8)
    bits.append(Int(semimajor_axis_internal_ellipse), 16)
    bits.append(Int(semimajor_axis_external_ellipse), 16)
    bits.append(Int(semiminor_axis_external_ellipse), 16)
    bits.append(Int(overlap_process_option.rawValue), 1)
  }

  fileprivate func writeLight(to bits: inout BitWriter) {
    for light in [maxscl.0, maxscl.1, maxscl.2, average_maxrgb] {
      bits.append(light, times: 100_000, 17)
    }
    let count = min(Int(num_distribution_maxrgb_percentiles), 15)
    bits.append(count, 4)
    let percentiles = unsafe withUnsafeBytes(of: distribution_maxrgb) { bytes in
      unsafe Array(bytes.bindMemory(to: AVHDRPlusPercentile.self))
    }
    for percentile in percentiles.prefix(count) {
      bits.append(Int(percentile.percentage), 7)
      bits.append(percentile.percentile, times: 100_000, 17)
    }
    bits.append(fraction_bright_pixels, times: 1000, 10)
  }

  fileprivate func writeCurve(to bits: inout BitWriter) {
    bits.append(tone_mapping_flag == 0 ? 0 : 1, 1)
    if tone_mapping_flag != 0 {
      bits.append(knee_point_x, times: 4095, 12)
      bits.append(knee_point_y, times: 4095, 12)
      let count = min(Int(num_bezier_curve_anchors), 15)
      bits.append(count, 4)
      let anchors = unsafe withUnsafeBytes(of: bezier_curve_anchors) { bytes in
        unsafe Array(bytes.bindMemory(to: AVRational.self))
      }
      for anchor in anchors.prefix(count) { bits.append(anchor, times: 1023, 10) }
    }
    bits.append(color_saturation_mapping_flag == 0 ? 0 : 1, 1)
    if color_saturation_mapping_flag != 0 { bits.append(color_saturation_weight, times: 8, 6) }
  }
}

/// Bits one after the other, the highest first; the last byte is filled up with zeros.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var free = 0

  mutating func append(_ value: Int, _ count: Int) {
    for bit in (0..<count).reversed() {
      if free == 0 {
        bytes.append(0)
        free = 8
      }
      free -= 1
      if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(free) }
    }
  }

  /// Appends a ratio in steps of one over `scale`.
  mutating func append(_ ratio: AVRational, times scale: Int64, _ count: Int) {
    let steps = Rational(ratio).multiplied(by: scale)
    append(Int(min(max(0, steps), (1 << Int64(count)) - 1)), count)
  }
}
