// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension DateRange {
  /// Takes over what a later tag of the same ID adds.
  ///
  /// - Returns: The name of an attribute that the two tags contradict each other in, of which the
  ///   earlier value is kept.
  mutating func merge(_ later: DateRange) -> String? {
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
    cues += later.cues.filter { !cues.contains($0) }
    endsOnNext = endsOnNext || later.endsOnNext
    Self.add(later.clientAttributes, to: &clientAttributes, &conflict)
    Self.add(later.otherAttributes, to: &otherAttributes, &conflict)
    return conflict
  }

  private static func add(
    _ later: [Attribute], to earlier: inout [Attribute], _ conflict: inout String?
  ) {
    for attribute in later {
      if let known = earlier[attribute.name.rawValue] {
        if known != attribute.value { conflict = conflict ?? attribute.name.rawValue }
      } else {
        earlier.append(attribute)
      }
    }
  }
}

extension MediaPlaylist {
  /// The date ranges with the tags of one ID joined, in the order of their first tags.
  public func mergedDateRanges() -> [DateRange] {
    var merged: [DateRange] = []
    var indices: [String: Int] = [:]
    for range in dateRanges {
      if let index = indices[range.id] {
        _ = merged[index].merge(range)
      } else {
        indices[range.id] = merged.count
        merged.append(range)
      }
    }
    return merged
  }
}
