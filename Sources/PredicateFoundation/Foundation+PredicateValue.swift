// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

public import Foundation
public import PredicateFormat

extension Date: PredicateValueConvertible {
  /// The date.
  public var predicateValue: PredicateValue { .date(timeIntervalSinceReferenceDate) }
}

extension CGFloat: PredicateValueConvertible {}
