// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Joins the tags of one ID into one range. Each tag takes time by its own attributes alone,
/// however many its range has already.
struct DateRangeMerger {
  /// The ranges, in the order of their first tags.
  private(set) var ranges: [DateRange] = []
  private var indices: [String: Int] = [:]
  private var values: [Key: Attribute.Value] = [:]

  private struct Key: Hashable {
    var range: Int
    var name: String
  }

  /// Adds what a tag says.
  ///
  /// - Parameter tag: A tag, which need not be complete if an earlier one has its ID.
  /// - Returns: The index of the range, and the name of an attribute in which the tag contradicts
  ///   an earlier one, whose value is kept.
  mutating func add(_ tag: DateRange) -> (index: Int, conflict: String?) {
    let index = indices[tag.id] ?? ranges.count
    if index == ranges.count {
      indices[tag.id] = index
      ranges.append(DateRange(id: tag.id))
    }
    var conflict = ranges[index].take(propertiesOf: tag)
    for attribute in tag.clientAttributes where isNew(attribute, in: index, &conflict) {
      ranges[index].clientAttributes.append(attribute)
    }
    for attribute in tag.otherAttributes where isNew(attribute, in: index, &conflict) {
      ranges[index].otherAttributes.append(attribute)
    }
    return (index, conflict)
  }

  private mutating func isNew(
    _ attribute: Attribute, in range: Int, _ conflict: inout String?
  ) -> Bool {
    let key = Key(range: range, name: attribute.name.rawValue)
    guard let known = values[key] else {
      values[key] = attribute.value
      return true
    }
    if known != attribute.value { conflict = conflict ?? key.name }
    return false
  }
}

extension DateRange {
  /// Takes over the properties that a later tag adds; returns the name of one in which it
  /// contradicts the earlier ones.
  fileprivate mutating func take(propertiesOf later: DateRange) -> String? {
    var conflict: String?
    func join<Value: Equatable>(_ name: String, _ earlier: inout Value?, _ later: Value?) {
      guard let later else { return }
      if let earlier, earlier != later { conflict = conflict ?? name }
      earlier = earlier ?? later
    }
    join("CLASS", &rangeClass, later.rangeClass)
    join("START-DATE", &startDate, later.startDate)
    join("END-DATE", &endDate, later.endDate)
    join("DURATION", &duration, later.duration)
    join("PLANNED-DURATION", &plannedDuration, later.plannedDuration)
    join("SCTE35-CMD", &scte35Command, later.scte35Command)
    join("SCTE35-OUT", &scte35Out, later.scte35Out)
    join("SCTE35-IN", &scte35In, later.scte35In)
    for cue in later.cues where !cues.contains(cue) { cues.append(cue) }
    endsOnNext = endsOnNext || later.endsOnNext
    return conflict
  }
}

extension MediaPlaylist {
  /// The date ranges with the tags of one ID joined, in the order of their first tags.
  public func mergedDateRanges() -> [DateRange] {
    var merger = DateRangeMerger()
    for range in dateRanges { _ = merger.add(range) }
    return merger.ranges
  }
}
