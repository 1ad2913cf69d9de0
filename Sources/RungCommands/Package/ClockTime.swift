// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Times as people type them.
enum ClockTime {
  /// The seconds of `90`, `1:30`, `00:01:30.5`; `nil` for anything else.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      guard let value = Double(part), value >= 0, value.isFinite, value < 1e9,
        index == 0 || value < 60, part.allSatisfy({ $0.isNumber || $0 == "." })
      else { return nil }
      total = total * 60 + value
    }
    return total
  }

  /// `1:30` or `1:02:03`.
  static func text(_ seconds: Double) -> String {
    let total = Int(max(0, seconds).rounded())
    let (hours, minutes, rest) = (total / 3600, total / 60 % 60, total % 60)
    func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return hours > 0
      ? "\(hours):\(padded(minutes)):\(padded(rest))" : "\(minutes):\(padded(rest))"
  }
}
