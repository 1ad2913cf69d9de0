// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import PredicateFormat
import PredicateFoundation
import RungTestSupport
import Testing

@Suite struct PredicateFoundationDocumentationTests {
  @Test func `the article's examples do what it says`() throws {
    let song = Song(name: "Aria", length: 240)
    let songs = [song, Song(name: "Bolero", length: 100)]

    do {
      let rule = try PredicateTree("name BEGINSWITH[cd] 'ELEVE' AND name MATCHES '\\\\w+'")
      let isMatch = try rule.evaluate(["name": "Élève"], environment: ICUEnvironment())

      #expect(isMatch)
    }

    let first = NSPredicate(format: "length < %d", 300)
    let both = NSCompoundPredicate(
      andPredicateWithSubpredicates: [first, NSPredicate(format: "%K == %@", "name", "Aria")])
    let isFound = both.evaluate(with: song)
    let text = both.canonicalFormat

    #expect(isFound)
    #expect(text == "length < 300 AND name == \"Aria\"")

    let predicate = try PredicateTree("length > 200").predicate(on: Song.self)
    let long = try songs.filter(predicate)

    #expect(long == [song])

    let macro = #Predicate<Song> { $0.length > 200 && $0.name == "Aria" }
    let tree = try PredicateTree(macro, keys: [\.length: "length", \.name: "name"])

    #expect(try tree == PredicateTree("length > 200.0 AND name == 'Aria'"))
  }

  @Test func `the examples stand in this file`() throws {
    let examples = try DocumentationExamples(
      article: "Sources/PredicateFoundation/PredicateFoundation.docc/PredicateFoundation.md")
    #expect(examples.examples.count == 4)
    #expect(try examples.missing(from: #filePath) == [])
  }
}
