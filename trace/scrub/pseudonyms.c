/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/scrub/pseudonyms.h"

#include <string.h>

/* 48 bits: one in a million sets of 20,000 names has two that are alike. */
#define DIGEST_DIGITS 12

struct Pseudonyms
{
  GHashTable *names[N_PSEUDONYMS]; /* GBytes -> text */
  GBytes *key;                     /* NULL: names are counted */
};

Pseudonyms *
pseudonyms_new (const uint8_t *key, size_t n_key)
{
  Pseudonyms *pseudonyms = g_new0 (Pseudonyms, 1);

  for (int i = 0; i < N_PSEUDONYMS; i++)
    pseudonyms->names[i] =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, g_free);
  if (n_key > 0)
    pseudonyms->key = g_bytes_new (key, n_key);
  return pseudonyms;
}

void
pseudonyms_free (Pseudonyms *pseudonyms)
{
  for (int i = 0; i < N_PSEUDONYMS; i++)
    g_hash_table_unref (pseudonyms->names[i]);
  g_clear_pointer (&pseudonyms->key, g_bytes_unref);
  g_free (pseudonyms);
}

const char *
pseudonym_word (PseudonymKind kind)
{
  static const char *const words[N_PSEUDONYMS] = { "path",       "user",   "host",  "word",
                                                   "annotation", "key",    "value", "module",
                                                   "operator",   "kernel", "track", "label" };

  return words[kind];
}

static char *
digest (GBytes *key, PseudonymKind kind, const char *text, size_t length)
{
  size_t n_key;
  const uint8_t *bytes = g_bytes_get_data (key, &n_key);
  const char *word = pseudonym_word (kind);
  GHmac *hmac = g_hmac_new (G_CHECKSUM_SHA256, bytes, n_key);

  g_hmac_update (hmac, (const guchar *) word, (gssize) strlen (word) + 1);
  for (size_t at = 0; at < length; at += MIN (length - at, (size_t) 1 << 20))
    g_hmac_update (hmac, (const guchar *) text + at, (gssize) MIN (length - at, (size_t) 1 << 20));
  char *name = g_strdup_printf ("%s-%.*s", word, DIGEST_DIGITS, g_hmac_get_string (hmac));
  g_hmac_unref (hmac);
  return name;
}

const char *
pseudonyms_get (Pseudonyms *pseudonyms, PseudonymKind kind, const char *text, size_t length)
{
  GHashTable *names = pseudonyms->names[kind];
  GBytes *bytes = g_bytes_new (text, length);
  char *name = g_hash_table_lookup (names, bytes);

  if (name != NULL)
    {
      g_bytes_unref (bytes);
      return name;
    }
  name = pseudonyms->key != NULL
           ? digest (pseudonyms->key, kind, text, length)
           : g_strdup_printf ("%s-%u", pseudonym_word (kind), g_hash_table_size (names) + 1);
  g_hash_table_insert (names, bytes, name);
  return name;
}

unsigned
pseudonyms_count (const Pseudonyms *pseudonyms, PseudonymKind kind)
{
  return g_hash_table_size (pseudonyms->names[kind]);
}
