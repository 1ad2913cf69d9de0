// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

import Foundation
import PredicateFormat
import PredicateFoundation
import Testing

@Suite struct PredicateBridgeTests {
  private let song = Song(
    name: "Aria", length: 240, album: Song.Album(title: "Goldberg"), tags: ["piano", "bach"])

  private static var keys: [PartialKeyPath<Song>: String] {
    [
      \.name: "name", \.length: "length", \.isLive: "isLive", \.album: "album",
      \.tags: "tags",
    ]
  }

  @Test func `a format string becomes one of Foundation's predicates`() throws {
    let predicate = try PredicateTree("length > 200 AND album.title == 'Goldberg'")
      .predicate(on: Song.self)
    #expect(try predicate.evaluate(song))
    #expect(try [song, Song(name: "x", length: 1)].filter(predicate) == [song])
    #expect(throws: PredicateFormatError.self) {
      try PredicateTree("nam == 1").predicate(on: Song.self)
    }
  }

  @Test func `it is encoded as its canonical form`() throws {
    let predicate = try PredicateTree("length>200").predicate(on: Song.self)
    let expression = try #require(predicate.expression as? FormatExpression<Song>)
    let data = try JSONEncoder().encode(expression)
    let again = try JSONDecoder().decode(FormatExpression<Song>.self, from: data)
    #expect(again.tree == expression.tree)
    #expect(String(decoding: data, as: UTF8.self).contains("length > 200"))
  }

  @Test func `what a macro says is said in the format language`() throws {
    let limit = 5.5
    let cases: [(Predicate<Song>, String)] = [
      (#Predicate { $0.length < limit }, "length < 5.5"),
      (#Predicate { $0.name == "x" && !($0.isLive) }, "name == \"x\" AND NOT isLive == 1"),
      (#Predicate { $0.name != "x" || $0.length >= 2 }, "name != \"x\" OR length >= 2.0"),
      (#Predicate { $0.album == nil }, "album == nil"),
      (#Predicate { $0.tags.contains("bach") }, "\"bach\" IN tags"),
      (#Predicate { $0.tags.count > 1 }, "tags.@count > 1"),
      (#Predicate { $0.name.contains("ri") }, "name CONTAINS \"ri\""),
      (#Predicate { $0.name.starts(with: "A") }, "name BEGINSWITH \"A\""),
      (#Predicate { $0.length + 1 > 2 }, "length + 1.0 > 2.0"),
      (#Predicate { (1.0...5.0).contains($0.length) }, "length BETWEEN {1.0, 5.0}"),
    ]
    for (predicate, format) in cases {
      let tree = try PredicateTree(predicate, keys: Self.keys)
      #expect(tree.predicateFormat == format)
      let bound = try tree.bound(to: Song.predicateKeys)
      #expect(try bound.evaluate(song) == predicate.evaluate(song), "\(format)")
    }
  }

  @Test func `a format predicate within a macro keeps its tree`() throws {
    let tree = try PredicateTree("length > 200")
    let predicate = try tree.predicate(on: Song.self)
    #expect(try PredicateTree(predicate, keys: Self.keys) == tree)
  }

  @Test func `what has no counterpart is an error`() throws {
    let unknown = #Predicate<Song> { $0.name.count > 2 }
    #expect(throws: PredicateFormatError.self) { try PredicateTree(unknown, keys: [:]) }
    let unreadable = #Predicate<Song> { $0.tags.allSatisfy { $0.isEmpty } }
    let error = #expect(throws: PredicateFormatError.self) {
      try PredicateTree(unreadable, keys: Self.keys)
    }
    #expect(error?.code == .unreadable)
  }
}
