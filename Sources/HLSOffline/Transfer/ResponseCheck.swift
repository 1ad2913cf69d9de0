// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import HLSPlaylist

/// What is to be done with an answer, by its head alone.
enum ResponseCheck {
  /// The body is what was asked for.
  case accept(Accepted)
  /// The resource is somewhere else.
  case redirect(String)
  /// The body is not what was asked for.
  case fail(FetchFailure)

  /// A body that is taken.
  struct Accepted {
    /// Its version.
    var validator: Validator
    /// Its length, where that is known.
    var length: UInt64?
    /// Whether it begins at the beginning, in place of the bytes that are there.
    var restarts: Bool
  }

  /// Judges an answer.
  ///
  /// - Parameters:
  ///   - head: The answer.
  ///   - order: What is wanted.
  ///   - received: How many bytes of it are there.
  init(_ head: ResponseHead, to order: FetchOrder, received: UInt64) {
    func fail(_ code: OfflineError.Code, _ reason: String) -> ResponseCheck {
      .fail(.final(OfflineError(code, order.place, reason)))
    }
    switch head.status {
    case 200:
      guard order.byteRange == nil else {
        self = fail(
          .status, "expected status 206 for a byte range, found 200: the origin takes no ranges")
        return
      }
      self = Self.whole(head, order, received)
    case 206 where order.byteRange != nil || received > 0:
      self = Self.part(head, order, received)
    case 301, 302, 303, 307, 308:
      guard let location = head.fields["location"], !location.isEmpty else {
        self = fail(.status, "expected a place to go to, found status \(head.status) without one")
        return
      }
      self = .redirect(location)
    case 408, 425, 429, 500...599:
      self = .fail(
        .transient(
          OfflineError(.status, order.place, "expected status 200, found \(head.status)"),
          retryAfter: RetryPolicy.retryAfter(head.fields)))
    default:
      self = fail(.status, "expected status 200, found \(head.status)")
    }
  }

  private static func whole(
    _ head: ResponseHead, _ order: FetchOrder, _ received: UInt64
  ) -> ResponseCheck {
    if let failure = commonFailure(head, order) { return .fail(failure) }
    // The length of a compressed body says nothing of what comes out of it.
    let length = head.fields["content-encoding"] == nil ? Self.length(head) : nil
    return .accept(
      Accepted(validator: Validator(head.fields), length: length, restarts: received > 0))
  }

  private static func part(
    _ head: ResponseHead, _ order: FetchOrder, _ received: UInt64
  ) -> ResponseCheck {
    if let failure = commonFailure(head, order) { return .fail(failure) }
    let first = (order.byteRange?.offset ?? 0) &+ received
    guard let found = ContentRange(head.fields["content-range"] ?? ""), found.first == first else {
      return .fail(
        .final(
          OfflineError(
            .status, order.place,
            "expected bytes from \(first), found '\(head.fields["content-range"] ?? "")'")))
    }
    let last = order.byteRange.map { $0.offset &+ $0.length &- 1 } ?? found.total.map { $0 &- 1 }
    guard last == nil || last == found.last else {
      return .fail(
        .final(
          OfflineError(
            .status, order.place,
            "expected bytes up to \(last ?? 0), found up to \(found.last): the resource is shorter"
          )))
    }
    return .accept(
      Accepted(
        validator: Validator(head.fields), length: found.last - found.first + 1, restarts: false))
  }

  /// What is wrong with any body: another version, too much of it, or in a coding nobody asked for.
  private static func commonFailure(
    _ head: ResponseHead, _ order: FetchOrder
  ) -> FetchFailure? {
    if let known = order.validator, known.differs(from: Validator(head.fields)) {
      return .final(
        OfflineError(
          .sourceChanged, order.place, "the source changed during the download",
          remedy: "'--force' starts again"))
    }
    if let length = Self.length(head), length > order.limit {
      return .final(
        OfflineError(
          .tooLarge, order.place, "expected at most \(order.limit) bytes, found \(length)"))
    }
    if !order.acceptsCompression, let coding = head.fields["content-encoding"],
      coding.lowercased() != "identity"
    {
      return .final(
        OfflineError(.status, order.place, "expected bytes as they are, found encoding '\(coding)'")
      )
    }
    return nil
  }

  private static func length(_ head: ResponseHead) -> UInt64? {
    head.fields["content-length"].flatMap(UInt64.init)
  }
}

/// `Content-Range` of a part (RFC 9110 section 14.4).
struct ContentRange: Hashable {
  /// The first byte.
  let first: UInt64
  /// The last byte.
  let last: UInt64
  /// The length of the whole resource; `nil` where the origin does not know.
  let total: UInt64?

  /// Reads `bytes 0-99/1000`.
  init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = UInt64(bounds[0]), let last = UInt64(bounds[1]),
      first <= last, last < .max
    else { return nil }
    let total = UInt64(parts[1])
    guard total != nil || parts[1] == "*", total.map({ last < $0 }) ?? true else { return nil }
    (self.first, self.last, self.total) = (first, last, total)
  }
}
