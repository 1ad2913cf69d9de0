// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// Looks for repetitions within repetitions in a regular expression, such as `(a+)+`: an engine
/// that goes back and forth tries every way to share a text among them.
struct PatternLint {
  /// Whether some text may take exponential time.
  private(set) var isCatastrophic = false

  struct Group {
    /// Whether something in the group may repeat without bound.
    var repeats = false
    /// Whether each repetition must take a character that no inner repetition can take instead.
    var hasFixedPart = false
    /// The first characters of the alternatives, and whether two of them are the same.
    var firsts: Set<Character> = []
    var isAmbiguous = false
    var startsAlternative = true
    /// `(?>…)` never gives back what it took.
    var isAtomic = false
  }

  init(_ pattern: String) {
    let characters = Array(pattern)
    var groups = [Group()]
    var index = 0
    while index < characters.count {
      switch characters[index] {
      case "(":
        var group = Group()
        index += 1
        if index < characters.count, characters[index] == "?" {
          group.isAtomic = index + 1 < characters.count && characters[index + 1] == ">"
          while index < characters.count, "?:=!<>imsx-".contains(characters[index]) { index += 1 }
        }
        groups.append(group)
      case ")" where groups.count > 1:
        let group = groups.removeLast()
        index += 1
        let quantifier = Self.quantifier(characters, &index)
        let isRisky = group.repeats && !group.hasFixedPart || group.isAmbiguous
        if quantifier == .unbounded, isRisky, !group.isAtomic { isCatastrophic = true }
        groups[groups.count - 1].repeats =
          groups[groups.count - 1].repeats || quantifier == .unbounded
          || group.repeats && !group.isAtomic
        if quantifier == .none, group.hasFixedPart { groups[groups.count - 1].hasFixedPart = true }
        groups[groups.count - 1].startsAlternative = false
      case "|":
        index += 1
        groups[groups.count - 1].startsAlternative = true
        groups[groups.count - 1].hasFixedPart = false
      default:
        let atom = Self.atom(characters, &index)
        let quantifier = Self.quantifier(characters, &index)
        groups[groups.count - 1].take(atom, quantifier)
      }
    }
  }

  enum Quantifier { case none, bounded, unbounded, possessive }

  /// Takes a character, an escape or a class, and gives the character that stands for it: `.` for
  /// what matches nearly anything, as `\w` does.
  private static func atom(_ characters: [Character], _ index: inout Int) -> Character {
    let first = characters[index]
    index += 1
    if first == "\\", index < characters.count {
      index += 1
      let escaped = characters[index - 1]
      return "wWdDS".contains(escaped) ? "." : escaped == "." ? first : escaped
    }
    if first == "[" {
      var isFirst = true
      while index < characters.count, characters[index] != "]" || isFirst {
        isFirst = characters[index] == "^" && isFirst
        index += characters[index] == "\\" ? 2 : 1
      }
      index = min(index + 1, characters.count)
    }
    return first
  }

  private static func quantifier(_ characters: [Character], _ index: inout Int) -> Quantifier {
    guard index < characters.count else { return .none }
    var quantifier = Quantifier.none
    switch characters[index] {
    case "*", "+": quantifier = .unbounded
    case "?": quantifier = .bounded
    case "{":
      guard let end = characters[index...].firstIndex(of: "}") else { return .none }
      quantifier = characters[end - 1] == "," ? .unbounded : .bounded
      index = end
    default: return .none
    }
    index += 1
    if index < characters.count, characters[index] == "+" || characters[index] == "?" {
      if characters[index] == "+" { quantifier = .possessive }
      index += 1
    }
    return quantifier
  }
}

extension PatternLint.Group {
  mutating func take(_ atom: Character, _ quantifier: PatternLint.Quantifier) {
    if startsAlternative {
      if !firsts.insert(atom).inserted || firsts.contains(".") && firsts.count > 1 {
        isAmbiguous = true
      }
      startsAlternative = false
    }
    switch quantifier {
    case .unbounded: repeats = true
    case .none: if !"^$.".contains(atom) { hasFixedPart = true }
    case .bounded, .possessive: break
    }
  }
}
