// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// What a subcommand is called, what it takes, and how it is used: the one table from which
/// arguments are parsed and help is printed.
public struct CommandSpecification: Sendable {
  /// The subcommand's name, such as `package`.
  public var name: String

  /// One line that says what the subcommand does.
  public var abstract: String

  /// Positional arguments, in order.
  public var operands: [Operand]

  /// Named options and flags, in the order in which help lists them.
  public var options: [Option]

  /// A command line that works, shown at the end of the help.
  public var example: String

  /// Creates a specification. Every command also has `--help`, `--json` and `--quiet`.
  public init(
    name: String, abstract: String, operands: [Operand] = [], options: [Option] = [],
    example: String
  ) {
    self.name = name
    self.abstract = abstract
    self.operands = operands
    self.options = options + Option.common
    self.example = example
  }
}

extension CommandSpecification {
  /// A positional argument.
  public struct Operand: Sendable {
    /// How many values the operand takes.
    public enum Arity: Sendable { case one, optional, oneOrMore, any }

    /// The name shown in the usage line, in capitals.
    public var name: String

    /// What the operand is.
    public var help: String

    /// How many values it takes.
    public var arity: Arity

    /// Creates a positional argument.
    public init(_ name: String, _ help: String, _ arity: Arity = .one) {
      self.name = name
      self.help = help
      self.arity = arity
    }
  }

  /// A named option or flag.
  public struct Option: Sendable {
    /// The long name with its dashes, such as `--output`.
    public var name: String

    /// The short name with its dash, such as `-o`.
    public var short: String?

    /// The placeholder of the value, or `nil` for a flag.
    public var value: String?

    /// Whether the option may be given more than once.
    public var repeats: Bool

    /// What the option does.
    public var help: String

    /// An option with a value.
    public static func option(
      _ name: String, short: String? = nil, _ value: String, repeats: Bool = false, _ help: String
    ) -> Option {
      Option(name: name, short: short, value: value, repeats: repeats, help: help)
    }

    /// A flag.
    public static func flag(_ name: String, short: String? = nil, _ help: String) -> Option {
      Option(name: name, short: short, value: nil, repeats: false, help: help)
    }

    /// What every command takes.
    static let common: [Option] = [
      .flag("--json", "print one JSON object on standard output"),
      .flag("--quiet", short: "-q", "print nothing but errors"),
      .flag("--help", short: "-h", "show this help"),
    ]

    /// How the option is written in help and in messages: `--output <dir>`.
    var synopsis: String { value.map { "\(name) <\($0)>" } ?? name }

    /// Whether the option answers to a name as typed.
    func answers(to typed: String) -> Bool { typed == name || typed == short }
  }
}
