// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CSQLite

/// What SQLite could not do.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// SQLite's result code, such as `SQLITE_BUSY` (5).
  public let code: Int32

  /// What SQLite says.
  public let reason: String

  init(_ code: Int32, _ connection: OpaquePointer?) {
    self.code = code
    if let connection = unsafe connection {
      reason = unsafe String(cString: sqlite3_errmsg(connection))
    } else {
      reason = unsafe String(cString: sqlite3_errstr(code))
    }
  }

  /// Whether the file is no database, or a damaged one.
  public var isDamage: Bool { code & 0xFF == SQLITE_CORRUPT || code & 0xFF == SQLITE_NOTADB }

  /// What SQLite says.
  public var description: String { reason }
}
