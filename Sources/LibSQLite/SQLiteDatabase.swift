// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

internal import CSQLite

/// A connection to a database file, in write-ahead mode: readers and one writer, of this and of
/// other processes, side by side.
@safe
public struct SQLiteDatabase: ~Copyable {
  private let raw: OpaquePointer

  private init(adopting raw: OpaquePointer) { unsafe self.raw = raw }

  deinit { unsafe _ = sqlite3_close_v2(raw) }

  /// Opens a database, creating the file where it is missing.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - patience: How long to wait for another connection's writing, in milliseconds.
  /// - Returns: The connection.
  /// - Throws: ``SQLiteError`` for a file that cannot be opened or is no database.
  public static func open(
    _ path: String, patience: Int32 = 20_000
  ) throws(SQLiteError) -> SQLiteDatabase {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard let raw = unsafe handle else { throw unsafe SQLiteError(code, nil) }
    let database = unsafe SQLiteDatabase(adopting: raw)  // a failed handle has to be closed too
    guard code == SQLITE_OK else { throw unsafe SQLiteError(code, raw) }
    unsafe _ = sqlite3_busy_timeout(raw, patience)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA synchronous = NORMAL")
    return database
  }

  /// Runs a statement and gives its rows.
  ///
  /// - Throws: ``SQLiteError`` for what SQLite does not take.
  @discardableResult
  public func execute(
    _ statement: String, _ values: SQLiteValue...
  ) throws(SQLiteError) -> [[SQLiteValue]] {
    let prepared = unsafe try Statement.prepare(statement, raw)
    try prepared.bind(values)
    return try prepared.rows()
  }

  /// Runs statements all or none of which take effect, alone among all connections.
  ///
  /// - Throws: What the body throws; then nothing takes effect.
  public func transaction<R>(_ body: () throws -> R) throws -> R {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      _ = try? execute("ROLLBACK")
      throw error
    }
  }
}

/// A statement that has been read.
@safe
private struct Statement: ~Copyable {
  private let raw: OpaquePointer
  private let connection: OpaquePointer

  private init(adopting raw: OpaquePointer, _ connection: OpaquePointer) {
    unsafe self.raw = raw
    unsafe self.connection = connection
  }

  deinit { unsafe _ = sqlite3_finalize(raw) }

  static func prepare(
    _ text: String, _ connection: OpaquePointer
  ) throws(SQLiteError) -> Statement {
    var handle: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, text, -1, &handle, nil)
    guard code == SQLITE_OK, let raw = unsafe handle else {
      throw unsafe SQLiteError(code, connection)
    }
    return unsafe Statement(adopting: raw, connection)
  }

  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    for (index, value) in zip(Int32(1)..., values) {
      let code: Int32
      switch value {
      case .null: code = unsafe sqlite3_bind_null(raw, index)
      case .integer(let number): code = unsafe sqlite3_bind_int64(raw, index, number)
      case .text(let text):
        code = unsafe CSQLite_bind_text(raw, index, text, Int32(clamping: text.utf8.count))
      case .blob(let bytes):
        code = unsafe CSQLite_bind_blob(raw, index, bytes, Int32(clamping: bytes.count))
      }
      guard code == SQLITE_OK else { throw unsafe SQLiteError(code, connection) }
    }
  }

  func rows() throws(SQLiteError) -> [[SQLiteValue]] {
    var rows: [[SQLiteValue]] = []
    while true {
      let code = unsafe sqlite3_step(raw)
      switch code {
      case SQLITE_ROW:
        let columns = unsafe sqlite3_column_count(raw)
        rows.append((0..<columns).map { value($0) })
      case SQLITE_DONE: return rows
      default: throw unsafe SQLiteError(code, connection)
      }
    }
  }

  private func value(_ column: Int32) -> SQLiteValue {
    switch unsafe sqlite3_column_type(raw, column) {
    case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(raw, column))
    case SQLITE_TEXT, SQLITE_FLOAT:
      guard let text = unsafe sqlite3_column_text(raw, column) else { return .null }
      return .text(unsafe String(cString: text))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(raw, column)
      let count = unsafe Int(sqlite3_column_bytes(raw, column))
      return .blob(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: return .null
    }
  }
}
