// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// When a request that failed is sent again: after a pause that doubles each time, with jitter so
/// that many clients do not come back at once.
public struct RetryPolicy: Hashable, Sendable {
  /// How often a resource is tried without a byte of progress.
  public var attempts = 8

  /// The first pause.
  public var firstDelay = Duration.milliseconds(250)

  /// The longest pause.
  public var longestDelay = Duration.seconds(20)

  /// The longest pause that an origin may ask for with `Retry-After`; a longer one is not waited
  /// for.
  public var longestRetryAfter = Duration.seconds(120)

  /// What the jitter comes from: the same seed gives the same pauses.
  public var seed: UInt64 = 0

  /// Creates the default policy.
  public init() {}

  /// The pause before the next attempt.
  ///
  /// - Parameters:
  ///   - failures: How often the resource has failed in a row, from 1.
  ///   - retryAfter: What the origin asked for.
  ///   - uri: The resource.
  /// - Returns: `nil` when it is not tried again.
  public func delay(after failures: Int, retryAfter: Duration? = nil, uri: String) -> Duration? {
    guard failures < attempts else { return nil }
    if let retryAfter {
      return retryAfter <= longestRetryAfter ? max(retryAfter, .zero) : nil
    }
    let doublings = min(max(0, failures - 1), 30)
    let full = min(firstDelay * (1 << doublings), longestDelay)
    // Between half of it and all of it.
    return full / 2 + full / 2 * jitter(failures, uri)
  }

  /// A number from 0 to 1.
  private func jitter(_ failures: Int, _ uri: String) -> Double {
    var checksum = Checksum("\(seed) \(failures)")
    checksum.add(uri)
    return Double(checksum.value >> 11) / 0x1p53
  }
}

extension RetryPolicy {
  /// What `Retry-After` asks for: seconds, or a date (RFC 9110 section 10.2.3) against the
  /// origin's own `Date`.
  static func retryAfter(_ fields: [String: String]) -> Duration? {
    guard let text = fields["retry-after"] else { return nil }
    if let seconds = UInt32(text) { return .seconds(Int64(seconds)) }
    guard let then = HTTPDate(text), let now = fields["date"].flatMap(HTTPDate.init) else {
      return nil
    }
    return .seconds(max(0, then.seconds - now.seconds))
  }
}

/// A date of HTTP in its preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section
/// 5.6.7).
struct HTTPDate: Hashable {
  /// Seconds since 1970.
  let seconds: Int64

  init?(_ text: String) {
    let words = text.split(separator: " ")
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])), let year = Int64(words[3]),
      (1970...9999).contains(year)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int64($0) }
    guard clock.count == 3, zip(clock, [24, 60, 61]).allSatisfy({ $0 >= 0 && $0 < $1 }) else {
      return nil
    }
    // Days before a year that begins in March, so that the leap day is the last.
    let months400 = Int64((month + 10) % 12)
    let marchYear = month < 2 ? year - 1 : year
    let days =
      365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
      + (153 * months400 + 2) / 5 + day - 719_469
    seconds = days * 86400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }
}
