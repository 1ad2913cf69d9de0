// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CX265

/// An HEVC encoder of libx265, through the library's own API.
///
/// One encoder works on one thread and gives the same bytes for the same frames wherever the CPU
/// has the same features: with wavefront rows and two or more workers a rate-capped encode differs
/// from run to run. Encoders side by side fill the cores.
@safe
public struct HEVCEncoder: ~Copyable {
  /// A coded picture.
  public struct AccessUnit: Sendable {
    /// The NAL units of the picture, each behind its length in four bytes; without parameter sets
    /// and static metadata, which stand in the sample entry.
    public var bytes: [UInt8]

    /// When it is presented, in frames from the first.
    public var presentationIndex: Int64

    /// Whether it is an IDR picture.
    public var isIDR: Bool
  }

  private let library: UnsafePointer<x265_api>
  private let parameters: UnsafeMutablePointer<x265_param>
  private let encoder: OpaquePointer
  private let bitDepth: Int32
  private let picture: UnsafeMutablePointer<x265_picture>
  private let output: UnsafeMutablePointer<x265_picture>

  private init(
    _ library: UnsafePointer<x265_api>, _ parameters: UnsafeMutablePointer<x265_param>,
    _ encoder: OpaquePointer, _ picture: UnsafeMutablePointer<x265_picture>,
    _ output: UnsafeMutablePointer<x265_picture>, bitDepth: Int
  ) {
    self.bitDepth = Int32(clamping: bitDepth)
    unsafe self.library = library
    unsafe self.parameters = parameters
    unsafe self.encoder = encoder
    unsafe self.picture = picture
    unsafe self.output = output
  }

  deinit {
    unsafe library.pointee.encoder_close(encoder)
    unsafe library.pointee.picture_free(output)
    unsafe library.pointee.picture_free(picture)
    unsafe library.pointee.param_free(parameters)
  }

  /// The library's version, such as `3.5+1-f0c1022b6`; `nil` where it cannot encode 10 bits.
  public static var libraryVersion: String? {
    guard let library = unsafe CX265_api_get(10) else { return nil }
    return unsafe String(cString: library.pointee.version_str)
  }

  /// Opens an encoder.
  public static func open(_ settings: HEVCSettings) throws(X265Error) -> HEVCEncoder {
    guard let library = unsafe CX265_api_get(Int32(clamping: settings.bitDepth)) else {
      throw X265Error(
        description: "cannot encode HEVC: libx265 is built without \(settings.bitDepth) bits")
    }
    guard let parameters = unsafe library.pointee.param_alloc() else {
      throw X265Error(description: "cannot encode HEVC: memory ran out")
    }
    do throws(X265Error) {
      try unsafe settings.apply(to: parameters, library)
    } catch {
      unsafe library.pointee.param_free(parameters)
      throw error
    }
    guard let encoder = unsafe library.pointee.encoder_open(parameters) else {
      unsafe library.pointee.param_free(parameters)
      throw X265Error(
        description: "cannot encode HEVC: libx265 refuses \(settings.width)x\(settings.height) at"
          + " \(settings.bitRate) b/s")
    }
    guard let picture = unsafe library.pointee.picture_alloc(),
      let output = unsafe library.pointee.picture_alloc()
    else {
      unsafe library.pointee.encoder_close(encoder)
      unsafe library.pointee.param_free(parameters)
      throw X265Error(description: "cannot encode HEVC: memory ran out")
    }
    unsafe library.pointee.picture_init(parameters, picture)
    unsafe library.pointee.picture_init(parameters, output)
    return unsafe HEVCEncoder(
      library, parameters, encoder, picture, output, bitDepth: settings.bitDepth)
  }

  /// The NAL units for the sample entry, each behind its length in four bytes: VPS, SPS, PPS, and
  /// the SEI messages of the mastering display and the light levels where they are set.
  public func headers() throws(X265Error) -> [UInt8] {
    var units: UnsafeMutablePointer<x265_nal>?
    var count: UInt32 = 0
    guard unsafe library.pointee.encoder_headers(encoder, &units, &count) > 0,
      let units = unsafe units
    else { throw X265Error(description: "cannot encode HEVC: libx265 gave no headers") }
    return (0..<Int(count)).flatMap { unsafe Self.bytes(of: units[$0]) }
  }

  /// How many pictures may be decoded ahead of the one that is shown, because of B-frames.
  public var reorderDepth: Int {
    guard unsafe parameters.pointee.bframes > 0 else { return 0 }
    return unsafe parameters.pointee.bBPyramid != 0 ? 2 : 1
  }

  /// Encodes a picture of planar 4:2:0.
  ///
  /// - Parameters:
  ///   - luma: The luma plane: a byte a sample at 8 bits, at 10 bits two, low byte first.
  ///   - cb: The plane of blue differences.
  ///   - cr: The plane of red differences.
  ///   - strides: The distance between the rows of each plane, in bytes.
  ///   - index: The picture's place in presentation order, from 0.
  ///   - isIDR: Whether decoding must be able to start at it.
  ///   - message: The payload of an SEI message of ITU-T T.35 that goes with the picture.
  /// - Returns: A picture in decoding order, or `nil` while the encoder looks ahead.
  /// - Throws: ``X265Error`` when the library fails.
  package func encode(
    luma: RawSpan, cb: RawSpan, cr: RawSpan, strides: (Int, Int, Int), index: Int64, isIDR: Bool,
    message: [UInt8]? = nil
  ) throws(X265Error) -> AccessUnit? {
    try unsafe luma.withUnsafeBytes { luma throws(X265Error) in
      try unsafe cb.withUnsafeBytes { cb throws(X265Error) in
        try unsafe cr.withUnsafeBytes { cr throws(X265Error) in
          // libx265 copies the planes before the call returns and never writes to them.
          unsafe picture.pointee.planes = (
            UnsafeMutableRawPointer(mutating: luma.baseAddress),
            UnsafeMutableRawPointer(mutating: cb.baseAddress),
            UnsafeMutableRawPointer(mutating: cr.baseAddress)
          )
          unsafe picture.pointee.stride = (
            Int32(clamping: strides.0), Int32(clamping: strides.1), Int32(clamping: strides.2)
          )
          unsafe picture.pointee.bitDepth = bitDepth
          unsafe picture.pointee.colorSpace = X265_CSP_I420
          unsafe picture.pointee.pts = index
          unsafe picture.pointee.sliceType = isIDR ? X265_TYPE_IDR : X265_TYPE_AUTO
          guard var message else { return try unsafe encode(picture) }
          return try unsafe message.withUnsafeMutableBufferPointer { bytes throws(X265Error) in
            // libx265 copies the message before the call returns.
            var payload = unsafe x265_sei_payload(
              payloadSize: Int32(clamping: bytes.count),
              payloadType: USER_DATA_REGISTERED_ITU_T_T35,
              payload: bytes.baseAddress)
            defer { unsafe picture.pointee.userSEI = x265_sei(numPayloads: 0, payloads: nil) }
            return try unsafe withUnsafeMutablePointer(to: &payload) { list throws(X265Error) in
              unsafe picture.pointee.userSEI = x265_sei(numPayloads: 1, payloads: list)
              return try unsafe encode(picture)
            }
          }
        }
      }
    }
  }

  /// Gives the next picture that is still held back, or `nil` when all are out.
  public func finish() throws(X265Error) -> AccessUnit? { try unsafe encode(nil) }

  private func encode(
    _ input: UnsafeMutablePointer<x265_picture>?
  ) throws(X265Error) -> AccessUnit? {
    var units: UnsafeMutablePointer<x265_nal>?
    var count: UInt32 = 0
    let result = unsafe library.pointee.encoder_encode(encoder, &units, &count, input, output)
    guard result >= 0 else { throw X265Error(description: "libx265 failed to encode a picture") }
    guard result > 0, let units = unsafe units else { return nil }
    var bytes: [UInt8] = []
    var isIDR = false
    for index in 0..<Int(count) {
      let unit = unsafe units[index]
      switch unsafe NalUnitType(unit.type) {
      case NAL_UNIT_VPS, NAL_UNIT_SPS, NAL_UNIT_PPS: continue
      case NAL_UNIT_PREFIX_SEI where unsafe !Self.isRegistered(unit): continue
      case NAL_UNIT_CODED_SLICE_IDR_W_RADL, NAL_UNIT_CODED_SLICE_IDR_N_LP: isIDR = true
      default: break
      }
      bytes += unsafe Self.bytes(of: unit)
    }
    return AccessUnit(
      bytes: bytes, presentationIndex: unsafe output.pointee.pts, isIDR: isIDR)
  }

  /// Whether a unit behind its length in four bytes is an SEI message of ITU-T T.35 (payload 4),
  /// which belongs to its picture; all others stand in the sample entry.
  private static func isRegistered(_ unit: x265_nal) -> Bool {
    unsafe unit.sizeBytes > 6 && unit.payload[6] == 4
  }

  private static func bytes(of unit: x265_nal) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: unit.payload, count: Int(unit.sizeBytes)))
  }
}
