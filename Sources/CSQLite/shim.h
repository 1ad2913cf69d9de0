// SPDX-License-Identifier: Apache-2.0
// Copyright the Rung authors

#ifndef RUNG_CSQLITE_SHIM_H
#define RUNG_CSQLITE_SHIM_H

#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast, which Swift does not import: SQLite copies the value.
static inline int CSQLite_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nonnull text, int size) {
  return sqlite3_bind_text(statement, index, text, size, SQLITE_TRANSIENT);
}

/// As `CSQLite_bind_text`, for bytes.
static inline int CSQLite_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, int size) {
  return sqlite3_bind_blob(statement, index, bytes, size, SQLITE_TRANSIENT);
}

#endif
