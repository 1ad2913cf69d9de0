// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import PredicateFormat
import Testing

/// A model with every kind of key.
struct Film: Sendable {
  struct Cast: Sendable {
    var name: String
    var age: Int?
  }

  struct Video: Sendable {
    var range: String
    var codecs: [Int]
    var isHDR: Bool
  }

  var title = "Sintel"
  var rating: Double?
  var year = 2010
  var video: Video? = Video(range: "AVVideoRangePQ", codecs: [1_752_589_105], isHDR: true)
  var actors = [Cast(name: "Halina", age: 40), Cast(name: "Thom", age: nil)]

  static let castKeys = KeyTable<Cast>(
    .string("name") { $0.name },
    .integer("age") { $0.age })

  static let videoKeys = KeyTable<Video>(
    .string("range") { $0.range },
    .list("codecs", of: .integer) { $0.codecs },
    .boolean("isHDR") { $0.isHDR },
    .opaque("dimensions") { _ in true })

  static let keys = KeyTable<Film>(
    .string("title") { $0.title },
    .number("rating") { $0.rating },
    .integer("year") { $0.year },
    .object("video", videoKeys) { $0.video },
    .objects("actors", castKeys) { $0.actors })
}

@Suite struct KeyTableTests {
  @Test(arguments: [
    ("title == 'Sintel'", true),
    ("title != 'Sintel'", false),
    ("title < 'T'", true),
    ("'Sintel' == title", true),
    ("year > 2009 AND year < 2011", true),
    ("2009 < year", true),
    ("year == 2010.0", true),
    ("year >= 2010.5", false),
    ("rating == nil", true),
    ("rating < 5", false),
    ("rating != 5", true),
    ("rating > year", false),
    ("video.range == 'AVVideoRangePQ'", true),
    ("video.isHDR == YES", true),
    ("video.isHDR != YES", false),
    ("video.isHDR > 0", true),
    ("1752589105 IN video.codecs", true),
    ("video.codecs CONTAINS 1635148593", false),
    ("ANY video.codecs == 1752589105", true),
    ("video.codecs.@count == 1", true),
    ("video.codecs[0] == 1752589105", true),
    ("video != nil", true),
    ("video.dimensions == nil", false),
    ("actors.@count == 2", true),
    ("ANY actors.name == 'Thom'", true),
    ("ANY actors.age > 39", true),
    ("ALL actors.age > 39", false),
    ("actors.@max.age == 40", true),
    ("actors.@sum.age == 40", true),
    ("actors[0].name == 'Halina'", true),
    ("SUBQUERY(actors, $c, $c.age == nil).@count == 1", true),
    ("SUBQUERY(actors, $c, $c.age < year).@count == 1", true),
    ("title.length == 6", true),
    ("SELF.title == 'Sintel'", true),
  ])
  func `reads keys of every type`(_ format: String, _ expected: Bool) throws {
    let bound = try PredicateTree(format).bound(to: Film.keys)
    #expect(try bound.evaluate(Film()) == expected)
  }

  @Test(arguments: [
    ("video == nil", true),
    ("video.range == nil", true),
    ("video.range != 'AVVideoRangePQ'", true),
    ("video.range == 'AVVideoRangeSDR'", false),
    ("1 IN video.codecs", false),
    ("video.isHDR == NO", false),
    ("ANY video.codecs == 1", false),
  ])
  func `an absent object makes its keys nil`(_ format: String, _ expected: Bool) throws {
    let bound = try PredicateTree(format).bound(to: Film.keys)
    #expect(try bound.evaluate(Film(video: nil)) == expected)
  }

  @Test(arguments: [
    ("titel == 'x'", "unknown key 'titel' (did you mean 'title'?)"),
    ("TITLE == 'x'", "unknown key 'TITLE' (did you mean 'title'?)"),
    ("video.rang == 'x'", "unknown key 'rang' of 'video' (did you mean 'range'?)"),
    ("actors.nam == 'x'", "unknown key 'nam' of 'actors' (did you mean 'name'?)"),
    ("title.lenght == 1", "unknown key 'lenght' of 'title' (did you mean 'length'?)"),
    ("somethingElse == 1", "unknown key 'somethingElse'"),
    ("video.dimensions.width == 1", "unknown key 'width' of 'video.dimensions'"),
  ])
  func `an unknown key is an error with a suggestion`(_ format: String, _ message: String) throws {
    let tree = try PredicateTree(format)
    let error = #expect(throws: PredicateFormatError.self) { try tree.bound(to: Film.keys) }
    #expect(error?.code == .unknownKey)
    #expect(error?.description == message)
  }

  @Test(arguments: [
    "title < 5", "year < 'x'", "video < 1", "title MATCHES 5", "year BEGINSWITH '2'",
    "1 IN year", "year BETWEEN 5", "video.codecs > 3",
  ])
  func `a comparison that would always raise is refused`(_ format: String) throws {
    let tree = try PredicateTree(format)
    let error = #expect(throws: PredicateFormatError.self) { try tree.bound(to: Film.keys) }
    #expect(error?.code == .typeMismatch)
  }

  @Test func `predicates combine with conditions in code`() throws {
    let recent = PredicateLeaf("recent", plainEnglish: "the film is recent") { (film: Film) in
      film.year > 2005
    }
    let rule =
      try PredicateTree("title == %@", "Sintel") && .leaf(recent)
      && .compare(.key("rating"), .equal, .constant(nil))
    #expect(rule.predicateFormat == "title == \"Sintel\" AND recent AND rating == nil")
    let bound = try rule.bound(to: Film.keys)
    #expect(try bound.evaluate(Film()))
    #expect(try !bound.evaluate(Film(year: 1999)))
    #expect(throws: PredicateFormatError(.typeMismatch, "")) {
      try rule.bound(to: KeyTable<PredicateValue>.values)
    }
  }
}
