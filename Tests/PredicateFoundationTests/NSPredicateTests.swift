// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import PredicateFormat
import PredicateFoundation
import Testing

/// A model that knows its keys.
struct Song: PredicateKeyed, Equatable {
  struct Album: PredicateKeyed, Equatable {
    var title: String
    static let predicateKeys = KeyTable<Album>(.string("title") { $0.title })
  }

  var name: String
  var length: Double
  var isLive = false
  var album: Album?
  var tags: [String] = []

  static let predicateKeys = KeyTable<Song>(
    .string("name") { $0.name },
    .number("length") { $0.length },
    .boolean("isLive") { $0.isLive },
    .object("album", Album.predicateKeys) { $0.album },
    .list("tags", of: .string) { $0.tags })
}

#if !canImport(ObjectiveC)
  @Suite struct NSPredicateTests {
    @Test(arguments: [
      ("5", "SELF == 5 AND SELF / 2 == 2"), ("5.0", "SELF == 5 AND SELF / 2 == 2.5"),
      ("true", "SELF == YES"), ("null", "SELF == nil"), ("\"é\"", "SELF == 'é'"),
      ("[1, {\"a\": [null]}]", "SELF[0] == 1 AND SELF[1].a[0] == nil AND SELF[1].a[SIZE] == 1"),
      ("18446744073709551615", "SELF > 18446744073709540000.0"),
    ])
    func `reads any JSON value, and keeps integers apart`(_ json: String, _ format: String) throws {
      let value = try PredicateValue(json: Data(json.utf8))
      #expect(try PredicateTree(format).evaluate(value))
    }

    @Test func `nested JSON without end is an error`() {
      let json = String(repeating: "[", count: 1_000_000)
      #expect(throws: (any Error).self) { try PredicateValue(json: Data(json.utf8)) }
    }

    private let song = Song(
      name: "Aria", length: 240, album: Song.Album(title: "Goldberg"), tags: ["piano", "bach"])

    @Test func `makes predicates from format strings, as on Apple's systems`() {
      #expect(NSPredicate(format: "name == %@", "Aria").evaluate(with: song))
      #expect(!NSPredicate(format: "length < %d", 200).evaluate(with: song))
      #expect(
        NSPredicate(format: "%K >= %f AND tags CONTAINS %@", "length", 200.5, "bach")
          .evaluate(with: song))
      #expect(
        NSPredicate(format: "%d IN list", argumentArray: [2]).evaluate(with: ["list": [1, 2]]))
      #expect(NSPredicate(format: "album.title BEGINSWITH[cd] 'GÖLD'").evaluate(with: song))
      #expect(NSPredicate(format: "SELF MATCHES '[0-9]+'").evaluate(with: "42"))
      #expect(NSPredicate(format: "author != %@", "X").evaluate(with: ["author": NSNull()]))
      #expect(NSPredicate(format: "SELF = nil").evaluate(with: nil))
      #expect(NSPredicate(format: "TRUEPREDICATE").evaluate(with: nil))
    }

    @Test func `reads Foundation's objects`() {
      let date = Date(timeIntervalSinceReferenceDate: 100)
      let object: [String: Any] = [
        "number": NSNumber(value: 5), "fraction": NSNumber(value: 5.0), "text": "x" as NSString,
        "date": date, "array": ["a", 1, NSNull()] as [Any], "set": Set([1, 2]),
        "nested": ["key": ["deep": true]],
      ]
      for format in [
        "number / 2 == 2", "fraction / 2 == 2.5", "text == 'x'", "array[2] == nil",
        "array.@count == 3", "set CONTAINS 2", "nested.key.deep == YES", "missing == nil",
        "date < CAST(101, 'NSDate')",
      ] {
        #expect(NSPredicate(format: format).evaluate(with: object), "\(format)")
      }
      #expect(NSPredicate(format: "date == %@", date).evaluate(with: object))
      #expect(NSPredicate(format: "date == %@", date as NSDate).evaluate(with: object))
      #expect(NSPredicate(format: "number == %f", CGFloat(5)).evaluate(with: object))
      #expect(NSPredicate(format: "text == %@", "xy".prefix(1)).evaluate(with: object))
    }

    @Test func `works within Foundation's compounds, and the tree comes back`() throws {
      let first = NSPredicate(format: "name == %@", "Aria")
      let second = NSPredicate(format: "length > 100 OR isLive == YES")
      let both = NSCompoundPredicate(andPredicateWithSubpredicates: [first, second])
      #expect(both.evaluate(with: song))
      #expect(both.canonicalFormat == "name == \"Aria\" AND (length > 100 OR isLive == 1)")
      let neither = NSCompoundPredicate(
        notPredicateWithSubpredicate: NSCompoundPredicate(
          orPredicateWithSubpredicates: [first, NSPredicate(value: false)]))
      #expect(!neither.evaluate(with: song))
      #expect(neither.canonicalFormat == "NOT (name == \"Aria\" OR FALSEPREDICATE)")
      #expect(try neither.predicateTree == PredicateTree("NOT (name == 'Aria' OR FALSEPREDICATE)"))
      let bound = try both.predicateTree.bound(to: Song.predicateKeys)
      #expect(try bound.evaluate(song))
    }

    @Test func `a block is a leaf of the tree`() throws {
      let block = NSPredicate { object, _ in (object as? Song)?.tags.isEmpty == false }
      let both = NSCompoundPredicate(
        andPredicateWithSubpredicates: [NSPredicate(format: "length > 100"), block])
      #expect(both.canonicalFormat == "length > 100 AND BLOCKPREDICATE")
      let bound = try both.predicateTree.bound(to: Song.predicateKeys)
      #expect(try bound.evaluate(song))
      #expect(try !bound.evaluate(Song(name: "x", length: 200)))
    }

    @Test func `a tree becomes a predicate`() throws {
      let tree = try PredicateTree("length > 100") && PredicateTree("name LIKE 'A*'")
      let predicate = NSPredicate(tree: tree)
      #expect(predicate.evaluate(with: song))
      #expect(predicate.predicateTree == tree)
    }

    @Test func `takes variables`() {
      let predicate = NSPredicate(format: "name == $NAME")
      #expect(predicate.evaluate(with: song, substitutionVariables: ["NAME": "Aria"]))
      #expect(!predicate.evaluate(with: song, substitutionVariables: ["NAME": "Bolero"]))
      #expect(!predicate.evaluate(with: song))
    }

    @Test func `a malformed format matches nothing and says why`() {
      let predicate = NSPredicate(format: "name = = %@", "Aria")
      #expect(!predicate.evaluate(with: song))
      #expect(predicate.formatError?.code == .unexpectedToken)
      let compound = NSCompoundPredicate(
        orPredicateWithSubpredicates: [NSPredicate(value: true), predicate])
      #expect(compound.formatError?.code == .unexpectedToken)
      #expect(throws: PredicateFormatError.self) { try compound.evaluateOrThrow(with: song) }
      #expect(NSPredicate(format: "name == %@", "x").formatError == nil)
    }

    @Test func `an error in evaluating is false, and thrown where that is asked for`() {
      let predicate = NSPredicate(format: "nam == 'Aria'")
      #expect(!predicate.evaluate(with: song))
      let error = #expect(throws: PredicateFormatError.self) {
        try predicate.evaluateOrThrow(with: song)
      }
      #expect(error?.description == "unknown key 'nam' (did you mean 'name'?)")
    }

    @Test func `filters collections`() {
      let names = ["Ben", "Melissa", "Nick"]
      let predicate = NSPredicate(format: "SELF IN {'Ben', 'Nick'}")
      #expect(names.filter { predicate.evaluate(with: $0) } == ["Ben", "Nick"])
    }
  }
#endif
