// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CLibAV

/// A call into FFmpeg's libraries that failed: the library's code, and what was being done.
public struct LibAVError: Error, Sendable {
  /// A code of FFmpeg's `AVERROR` family.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The negative number that the library returned.
    public var rawValue: Int32

    /// Creates a code from the library's number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The data are not what the format says. The corresponding C constant is
    /// `AVERROR_INVALIDDATA`.
    public static let invalidData = Code(rawValue: CLibAV_AVERROR_INVALIDDATA())

    /// The call was interrupted by a ``Cancellation``. The corresponding C constant is
    /// `AVERROR_EXIT`.
    public static let interrupted = Code(rawValue: CLibAV_AVERROR_EXIT())

    /// Memory ran out. The corresponding C error is `ENOMEM`.
    public static let noMemory = Code(rawValue: CLibAV_AVERROR(ENOMEM))

    /// An argument is outside what the library takes. The corresponding C error is `EINVAL`.
    public static let invalidArgument = Code(rawValue: CLibAV_AVERROR(EINVAL))

    /// A feature that FFmpeg does not decode. The corresponding C constant is
    /// `AVERROR_PATCHWELCOME`.
    public static let unsupported = Code(rawValue: CLibAV_AVERROR_PATCHWELCOME())

    /// Whether it is the data's fault, so that later data may still decode.
    var isDamage: Bool { self == .invalidData || self == .unsupported }

    static let endOfFile = Code(rawValue: CLibAV_AVERROR_EOF())
    static let tryAgain = Code(rawValue: CLibAV_AVERROR(EAGAIN))
  }

  /// The library's code.
  public var code: Code

  /// What was being done, as the end of a sentence: `open 'film.mov'`.
  public var operation: String

  /// What is wrong in our own words, where the library's text would mislead.
  public var reason: String?

  init(_ code: Code, _ operation: String, reason: String? = nil) {
    self.code = code
    self.operation = operation
    self.reason = reason
  }

  /// Throws when a library call returned an error.
  @discardableResult
  static func check(
    _ result: Int32, _ operation: @autoclosure () -> String
  ) throws(LibAVError) -> Int32 {
    guard result < 0 else { return result }
    throw LibAVError(Code(rawValue: result), operation())
  }

  /// The object of an allocation, or an error that says memory ran out.
  static func allocated<Pointer>(
    _ pointer: Pointer?, _ what: String
  ) throws(LibAVError) -> Pointer {
    guard let pointer else { throw LibAVError(.noMemory, "allocate \(what)") }
    return pointer
  }
}

extension LibAVError: Equatable {
  /// Errors are equal when their codes are; the words are for people.
  public static func == (a: LibAVError, b: LibAVError) -> Bool { a.code == b.code }
}

extension LibAVError: CustomStringConvertible {
  /// `cannot open 'film.mov': no such file or directory`.
  public var description: String { "cannot \(operation): \(reason ?? libraryText)" }

  private var libraryText: String {
    let capacity = Int(AV_ERROR_MAX_STRING_SIZE)
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      unsafe av_strerror(code.rawValue, buffer.baseAddress, capacity)
      return unsafe buffer.baseAddress.map { unsafe String(cString: $0) } ?? ""
    }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
