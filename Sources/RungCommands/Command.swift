// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

/// A subcommand of `rung`.
public protocol Command: Sendable {
  /// Its name, arguments, help and example.
  static var specification: CommandSpecification { get }

  /// Reads the options; what it throws is a usage error.
  init(_ arguments: ParsedArguments) throws(UsageError)

  /// Does the work and prints the result; what it throws is printed as one line.
  func run(_ console: Console) async throws -> ExitCode
}

/// The exit status of a command.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
  /// The status that the process ends with.
  public var rawValue: Int32

  /// Creates an exit code from a status.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Done.
  public static let success = ExitCode(rawValue: 0)
  /// The input or the work failed, or a check found an error.
  public static let failure = ExitCode(rawValue: 1)
  /// The command line could not be understood.
  public static let usage = ExitCode(rawValue: 2)
  /// The work was interrupted.
  public static let interrupted = ExitCode(rawValue: 130)
}

/// An error that knows the remedy.
///
/// A command's errors print as `rung: <description>`; the remedy follows as `hint: <hint>`.
protocol RemediableError: Error {
  /// What to do about it, or `nil`.
  var hint: String? { get }
}
