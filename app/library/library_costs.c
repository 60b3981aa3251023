/* SPDX-License-Identifier: Apache-2.0 */

#include "app/library/library_costs.h"

#include <string.h>

#include "app/library/library_private.h"

static bool
is_price (const LibraryPrice *price)
{
  return price->per_hour >= 0 && price->per_hour <= LIBRARY_PRICE_MAX && price->gpus_per_node >= 0
         && price->gpus_per_node <= LIBRARY_GPUS_PER_NODE_MAX;
}

static bool
is_samples (int64_t samples)
{
  return samples > 0 && samples <= LIBRARY_SAMPLES_MAX;
}

/* Cut where a character begins. */
static void
copy_currency (char *to, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  size_t n = MIN (strlen (valid), LIBRARY_CURRENCY_MAX - 1);

  while (n > 0 && (valid[n] & 0xc0) == 0x80)
    n--;
  memcpy (to, valid, n);
  to[n] = '\0';
}

bool
library_price (Library *library, const char *hardware, LibraryPrice *ret_price)
{
  sqlite3_stmt *statement = library_prepare (
    library, "SELECT per_hour, currency, gpus_per_node FROM price WHERE hardware = ?1", NULL);
  bool is_there = false;

  *ret_price = (LibraryPrice){ 0 };
  if (statement == NULL)
    return false;
  sqlite3_bind_text (statement, 1, hardware, -1, SQLITE_TRANSIENT);
  if (sqlite3_step (statement) == SQLITE_ROW)
    {
      ret_price->per_hour = sqlite3_column_double (statement, 0);
      copy_currency (ret_price->currency, (const char *) sqlite3_column_text (statement, 1));
      ret_price->gpus_per_node = sqlite3_column_int64 (statement, 2);
      is_there = is_price (ret_price);
    }
  sqlite3_finalize (statement);
  return is_there;
}

/* Takes the statement, which may be NULL. */
static bool
run (sqlite3_stmt *statement)
{
  bool ok = statement != NULL && sqlite3_step (statement) == SQLITE_DONE;

  sqlite3_finalize (statement);
  return ok;
}

static bool
write_price (Library *library, const char *hardware, const LibraryPrice *price)
{
  sqlite3_stmt *statement = library_prepare (
    library,
    price != NULL
      ? "INSERT INTO price (hardware, per_hour, currency, gpus_per_node) VALUES (?1, ?2, ?3, ?4) "
        "ON CONFLICT (hardware) DO UPDATE SET per_hour = excluded.per_hour, currency = excluded.currency,"
        " gpus_per_node = excluded.gpus_per_node"
      : "DELETE FROM price WHERE hardware = ?1",
    NULL);

  if (statement == NULL)
    return false;
  sqlite3_bind_text (statement, 1, hardware, -1, SQLITE_TRANSIENT);
  if (price != NULL)
    {
      char currency[LIBRARY_CURRENCY_MAX];

      copy_currency (currency, price->currency);
      sqlite3_bind_double (statement, 2, price->per_hour);
      sqlite3_bind_text (statement, 3, currency, -1, SQLITE_TRANSIENT);
      sqlite3_bind_int64 (statement, 4, price->gpus_per_node);
    }
  return run (statement);
}

bool
library_set_price (Library *library, const char *hardware, const LibraryPrice *price)
{
  if (price != NULL && !is_price (price))
    return false;
  return library_tell_unless (library, library_begin (library)
                                         && library_end (library, write_price (library, hardware, price)));
}

int64_t
library_samples (Library *library, const uint8_t key[TRACE_KEY_BYTES])
{
  sqlite3_stmt *statement = library_prepare (library, "SELECT samples FROM batch WHERE key = ?1", key);
  int64_t samples = 0;

  if (statement != NULL && sqlite3_step (statement) == SQLITE_ROW)
    samples = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return is_samples (samples) ? samples : 0;
}

static bool
write_samples (Library *library, const uint8_t key[TRACE_KEY_BYTES], int64_t samples)
{
  sqlite3_stmt *statement =
    library_prepare (library,
                     samples != 0 ? "INSERT INTO batch (key, samples) VALUES (?1, ?2) "
                                    "ON CONFLICT (key) DO UPDATE SET samples = excluded.samples"
                                  : "DELETE FROM batch WHERE key = ?1",
                     key);

  if (statement != NULL && samples != 0)
    sqlite3_bind_int64 (statement, 2, samples);
  return run (statement);
}

bool
library_set_samples (Library *library, const uint8_t key[TRACE_KEY_BYTES], int64_t samples)
{
  if (library_key_is_nobodys (key) || (samples != 0 && !is_samples (samples)))
    return false;
  return library_tell_unless (library, library_begin (library)
                                         && library_end (library, write_samples (library, key, samples)));
}
