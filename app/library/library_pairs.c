/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_pairs.h"

#include <string.h>

#include "app/library/library_private.h"

NamePairing *
name_pairing_new (const char *name, const char *other, PairDecision decision)
{
  NamePairing *pairing = g_new (NamePairing, 1);

  *pairing = (NamePairing){ { g_strdup (name), g_strdup (other) }, decision };
  return pairing;
}

void
name_pairing_free (NamePairing *pairing)
{
  g_free (pairing->names[0]);
  g_free (pairing->names[1]);
  g_free (pairing);
}

/* Names are stored as bytes: they need not be UTF-8. */
static char *
name_at (sqlite3_stmt *statement, int column)
{
  const void *bytes = sqlite3_column_blob (statement, column);

  return bytes != NULL ? g_strndup (bytes, (gsize) sqlite3_column_bytes (statement, column)) : g_strdup ("");
}

GPtrArray *
library_pairings (Library *library)
{
  GPtrArray *pairings = g_ptr_array_new_with_free_func ((GDestroyNotify) name_pairing_free);
  sqlite3_stmt *statement =
    library_prepare (library, "SELECT name, other, is_apart FROM kernel_pair ORDER BY number DESC", NULL);

  while (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    {
      NamePairing *pairing = g_new0 (NamePairing, 1);

      pairing->names[0] = name_at (statement, 0);
      pairing->names[1] = name_at (statement, 1);
      pairing->decision = sqlite3_column_int (statement, 2) != 0 ? PAIR_APART : PAIR_TOGETHER;
      g_ptr_array_add (pairings, pairing);
    }
  sqlite3_finalize (statement);
  return pairings;
}

/* In the order in which two names are stored. */
static bool
run_on_names (Library *library, const char *sql, const NamePairing *pairing)
{
  sqlite3_stmt *statement = library_prepare (library, sql, NULL);
  bool is_turned = strcmp (pairing->names[0], pairing->names[1]) > 0;

  if (statement == NULL)
    return false;
  for (int i = 0; i < 2; i++)
    {
      const char *name = pairing->names[is_turned ? 1 - i : i];

      sqlite3_bind_blob (statement, i + 1, name, (int) strlen (name), SQLITE_TRANSIENT);
    }
  if (sqlite3_bind_parameter_count (statement) > 2)
    sqlite3_bind_int (statement, 3, pairing->decision == PAIR_APART);
  bool ok = sqlite3_step (statement) == SQLITE_DONE;
  sqlite3_finalize (statement);
  return ok;
}

static bool
write_pairing (Library *library, const NamePairing *pairing)
{
  return run_on_names (library, "DELETE FROM kernel_pair WHERE name = ?1 AND other = ?2", pairing)
         && (pairing->decision == PAIR_FORGOTTEN
             || run_on_names (library, "INSERT INTO kernel_pair (name, other, is_apart) VALUES (?1, ?2, ?3)",
                              pairing));
}

bool
library_set_pairing (Library *library, const NamePairing *pairing)
{
  return library_tell_unless (library, library_begin (library)
                                         && library_end (library, write_pairing (library, pairing)));
}
