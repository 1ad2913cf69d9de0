// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

extension FormatWriter {
  mutating func write(_ tree: ExpressionTree) {
    switch tree {
    case .constant(let value): write(value)
    case .evaluatedObject: text += "SELF"
    case .variable(let name): text += "$" + Self.name(name)
    case .keyPath(let base, let segments): write(base, segments)
    case .element(let base, let position):
      writeBase(base)
      write(position)
    case .aggregate(let parts):
      text += "{"
      write(list: parts, separator: ", ")
      text += "}"
    case .function(let function, let arguments): write(function, arguments)
    case .message(let receiver, let method, let arguments):
      text += "FUNCTION("
      write(receiver)
      text += ", " + Self.quoted(method.rawValue)
      // Apple's own printing has a blank before the comma of an argument.
      for argument in arguments {
        text += " , "
        write(argument)
      }
      text += ")"
    case .subquery(let collection, let variable, let predicate):
      text += "SUBQUERY("
      write(collection)
      text += ", $" + Self.name(variable) + ", "
      write(predicate)
      text += ")"
    case .ternary(let condition, let first, let second):
      text += "TERNARY("
      write(condition)
      text += ", "
      write(list: [first, second], separator: ", ")
      text += ")"
    }
  }

  private mutating func write(list: [ExpressionTree], separator: String) {
    for (index, part) in list.enumerated() {
      if index > 0 { text += separator }
      write(part)
    }
  }

  private mutating func write(_ base: ExpressionTree?, _ segments: [KeySegment]) {
    if let base { writeBase(base) }
    for (index, segment) in segments.enumerated() {
      let isFirst = index == 0 && base == nil
      if !isFirst { text += "." }
      switch segment {
      // Behind a full stop the word is no other than the key: a.@max.self
      case .name("self") where !isFirst: text += "self"
      case .name(let name): text += Self.key(name)
      case .variable(let name): text += "$" + Self.name(name)
      case .collection(let operation): text += "@" + operation.rawValue
      }
    }
  }

  /// What stands before a full stop or a bracket: an operator or a number needs parentheses.
  private mutating func writeBase(_ base: ExpressionTree) {
    let isAtom: Bool
    switch base {
    case .constant(let value): isAtom = value.numeric == nil
    case .function(let function, _): isAtom = function.infix == nil && function != .onesComplement
    default: isAtom = true
    }
    if isAtom { return write(base) }
    text += "("
    write(base)
    text += ")"
  }

  private mutating func write(_ position: Subscript) {
    switch position {
    case .first: text += "[FIRST]"
    case .last: text += "[LAST]"
    case .size: text += "[SIZE]"
    case .index(let index):
      text += "["
      write(index)
      text += "]"
    }
  }

  private mutating func write(_ function: PredicateFunction, _ arguments: [ExpressionTree]) {
    if let infix = function.infix, arguments.count == 2 {
      writeOperand(arguments[0])
      text += " " + infix.symbol + " "
      writeOperand(arguments[1])
    } else if function == .onesComplement, arguments.count == 1 {
      text += "~"
      writeOperand(arguments[0])
    } else if function == .cast {
      text += "CAST("
      write(list: arguments, separator: ", ")
      text += ")"
    } else {
      text += function.rawValue + "("
      write(list: arguments, separator: ", ")
      text += ")"
    }
  }

  /// An operand of arithmetic: another operation stands in parentheses.
  private mutating func writeOperand(_ tree: ExpressionTree) {
    guard case .function(let function, _) = tree, function.infix != nil else { return write(tree) }
    text += "("
    write(tree)
    text += ")"
  }
}

// MARK: - Literals

extension FormatWriter {
  private mutating func write(_ value: PredicateValue) {
    switch value {
    case .null: text += "nil"
    case .boolean(let value): text += value ? "1" : "0"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += Self.number(value)
    case .string(let value): text += Self.quoted(value)
    case .date(let seconds): text += "CAST(\(Self.number(seconds)), \"NSDate\")"
    case .list(let values):
      text += "{"
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        write(value)
      }
      text += "}"
    // Neither has a notation: these do not come out of a text, and do not go into one.
    case .dictionary, .object: text += value.words
    }
  }

  /// A number that reads back as the same Double: always with a point or an exponent, since
  /// `5 / 2` and `5 / 2.0` differ.
  private static func number(_ value: Double) -> String {
    value.isInfinite ? (value < 0 ? "-1e999" : "1e999") : "\(value)"
  }

  /// A string in double quotes with escapes.
  static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if scalar.properties.generalCategory == .control {
          text += escaped(scalar)
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text + "\""
  }

  /// A key's name: a reserved word has `#` before it.
  private static func key(_ name: String) -> String {
    (Keyword(name) == nil ? "" : "#") + self.name(name)
  }

  /// A name, with escapes for what cannot stand in one.
  private static func name(_ name: String) -> String {
    var text = ""
    for (index, scalar) in name.unicodeScalars.enumerated() {
      let isPlain =
        scalar.isASCII
        ? Lexer.continuesIdentifier(UInt8(scalar.value))
          && !(index == 0 && Lexer.isDigit(UInt8(scalar.value)))
        : scalar.properties.isIDContinue
      if isPlain { text.unicodeScalars.append(scalar) } else { text += escaped(scalar) }
    }
    return text
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
