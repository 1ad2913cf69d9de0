// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What is computed over a list of numbers.
struct Statistics {
  private let numbers: [Numeric]

  /// Takes the numbers of a list; anything else in it is an error that names the function.
  init(_ values: [PredicateValue], _ function: String) throws(PredicateFormatError) {
    var numbers: [Numeric] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      guard let number = value.numeric else {
        throw PredicateFormatError(
          .typeMismatch, "expected numbers for '\(function)', found \(value.kind)")
      }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  /// The sum: an integer if all are and it fits.
  var sum: PredicateValue {
    var integer: Int64 = 0
    var number = 0.0
    var isInteger = true
    for value in numbers {
      number += value.double
      guard isInteger, case .integer(let next) = value else {
        isInteger = false
        continue
      }
      let (result, overflow) = integer.addingReportingOverflow(next)
      integer = result
      isInteger = !overflow
    }
    return isInteger ? .integer(integer) : .number(number)
  }

  /// The mean; 0 for none.
  var mean: PredicateValue { numbers.isEmpty ? .integer(0) : .number(average) }

  private var average: Double {
    numbers.reduce(0) { $0 + $1.double } / Double(numbers.count)
  }

  /// The number in the middle, or the mean of the two there; nil for none.
  var median: PredicateValue {
    let sorted = numbers.sorted { $0.order(to: $1) == .before }
    guard !sorted.isEmpty else { return .null }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1
      ? sorted[middle].value
      : .number((sorted[middle - 1].double + sorted[middle].double) / 2)
  }

  /// The standard deviation of the whole population; 0 for none.
  var standardDeviation: PredicateValue {
    guard !numbers.isEmpty else { return .integer(0) }
    let mean = average
    let squares = numbers.reduce(0) { $0 + ($1.double - mean) * ($1.double - mean) }
    return .number((squares / Double(numbers.count)).squareRoot())
  }

  /// The first or last of values by their order, nil left out; nil for none.
  static func extreme(
    _ values: [PredicateValue], _ wanted: Order
  ) throws(PredicateFormatError) -> PredicateValue {
    var extreme: PredicateValue?
    for value in values where !value.isNull {
      guard let best = extreme else {
        extreme = value
        continue
      }
      if try value.order(to: best) == wanted { extreme = value }
    }
    return extreme ?? .null
  }
}

/// Values without repetition, in the order in which they first come.
struct DistinctValues {
  private(set) var values: [PredicateValue] = []
  /// How often each value came.
  private(set) var counts: [PredicateValue: Int] = [:]

  init(_ all: [PredicateValue]) {
    for value in all {
      counts[value, default: 0] += 1
      if counts[value] == 1 { values.append(value) }
    }
  }

  /// The values that came most often.
  var mode: [PredicateValue] {
    let most = counts.values.max()
    return values.filter { counts[$0] == most }
  }
}
