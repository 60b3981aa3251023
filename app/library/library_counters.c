/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_counters.h"

#include "app/library/library_private.h"

bool
library_counters_shift (Library *library,
                        const uint8_t key[TRACE_KEY_BYTES],
                        const uint8_t file[TRACE_KEY_BYTES],
                        CountersShift *ret_shift)
{
  sqlite3_stmt *statement =
    library_prepare (library, "SELECT shift_ns, interval_ns FROM counters WHERE key = ?1 AND file = ?2", key);
  bool is_there = false;

  *ret_shift = (CountersShift){ 0 };
  if (statement == NULL)
    return false;
  sqlite3_bind_blob (statement, 2, file, TRACE_KEY_BYTES, SQLITE_TRANSIENT);
  if (sqlite3_step (statement) == SQLITE_ROW)
    {
      ret_shift->shift_ns = trace_time_clamp (sqlite3_column_int64 (statement, 0));
      ret_shift->interval_ns = CLAMP (sqlite3_column_int64 (statement, 1), 0, TRACE_TIME_MAX_NS);
      is_there = true;
    }
  sqlite3_finalize (statement);
  return is_there;
}

static bool
write_shift (Library *library, const uint8_t *key, const uint8_t *file, const CountersShift *shift)
{
  sqlite3_stmt *statement = library_prepare (
    library,
    "INSERT INTO counters (key, file, shift_ns, interval_ns) VALUES (?1, ?2, ?3, ?4) "
    "ON CONFLICT (key, file) DO UPDATE SET shift_ns = excluded.shift_ns, interval_ns = excluded.interval_ns",
    key);

  if (statement == NULL)
    return false;
  sqlite3_bind_blob (statement, 2, file, TRACE_KEY_BYTES, SQLITE_TRANSIENT);
  sqlite3_bind_int64 (statement, 3, shift->shift_ns);
  sqlite3_bind_int64 (statement, 4, shift->interval_ns);
  bool ok = sqlite3_step (statement) == SQLITE_DONE;
  sqlite3_finalize (statement);
  return ok;
}

bool
library_set_counters_shift (Library *library,
                            const uint8_t key[TRACE_KEY_BYTES],
                            const uint8_t file[TRACE_KEY_BYTES],
                            const CountersShift *shift)
{
  if (library_key_is_nobodys (key))
    return true;
  return library_tell_unless (library, library_begin (library)
                                         && library_end (library, write_shift (library, key, file, shift)));
}
