/* SPDX-License-Identifier: Apache-2.0 */

#include "app/known/known_order.h"

#include <stdlib.h>
#include <string.h>

/* More than all milliseconds since 1970. */
#define BEFORE_ALL (INT64_C (1) << 60)

/* What a profile is sorted by: a number or a text, computed once. */
typedef struct
{
  KnownProfile *profile;
  bool is_known;
  int64_t number;
  char *text; /* owned; NULL: the number counts */
} Key;

/* "run2" comes before "run10". */
static char *
text_key (const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return g_utf8_collate_key_for_filename (folded, -1);
}

static void
set_text (Key *key, const char *text)
{
  key->is_known = *text != '\0';
  key->text = text_key (text);
}

static void
set_number (Key *key, int64_t number, int64_t not_known)
{
  key->is_known = number != not_known;
  key->number = number;
}

static int64_t
recent_ms (const LibraryEntry *entry)
{
  return MAX (entry->opened_ms, entry->modified_ns / 1000000);
}

static Key
key_of (KnownProfile *profile, KnownOrder order, GHashTable *loaded)
{
  const LibraryEntry *entry = profile->entry;
  Key key = { .profile = profile };

  switch (order)
    {
    case KNOWN_BY_NAME:
      set_text (&key, profile->name);
      break;
    case KNOWN_BY_CREATED:
      set_number (&key, entry->created_s, -1);
      break;
    case KNOWN_BY_STATUS:
      set_number (&key, entry->status, ENTRY_STATUS_UNKNOWN);
      break;
    case KNOWN_BY_RANKS:
      set_number (&key, entry->n_ranks, -1);
      break;
    case KNOWN_BY_STEPS:
      set_number (&key, entry->n_steps, -1);
      break;
    case KNOWN_BY_HARDWARE:
      set_text (&key, entry->hardware);
      break;
    case KNOWN_BY_SIZE:
      set_number (&key, entry->size_bytes, -1);
      break;
    case KNOWN_BY_KIND:
      set_number (&key, entry->kind, ENTRY_KIND_UNKNOWN);
      break;
    case KNOWN_BY_TAGS:
      set_text (&key, entry->tags);
      break;
    case KNOWN_BY_FOLDER:
      set_text (&key, profile->folder);
      break;
    case KNOWN_BY_LOADED:
      key.is_known = true;
      key.number = -recent_ms (entry);
      if (loaded != NULL && g_hash_table_contains (loaded, entry->path))
        key.number -= BEFORE_ALL;
      break;
    case KNOWN_BY_RECENT:
    case N_KNOWN_ORDERS:
      set_number (&key, recent_ms (entry), 0);
      break;
    }
  return key;
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Key *left = a, *right = b;
  const bool *is_descending = data;
  int order;

  if (left->is_known != right->is_known)
    return left->is_known ? -1 : 1;
  if (left->text != NULL)
    order = strcmp (left->text, right->text);
  else
    order = (left->number > right->number) - (left->number < right->number);
  if (order != 0)
    return *is_descending ? -order : order;
  return strcmp (left->profile->entry->path, right->profile->entry->path);
}

void
known_order_sort (GPtrArray *profiles, KnownOrder order, bool is_descending, GHashTable *loaded)
{
  g_autofree Key *keys = g_new (Key, profiles->len + 1);

  for (guint i = 0; i < profiles->len; i++)
    keys[i] = key_of (profiles->pdata[i], order, loaded);
  g_qsort_with_data (keys, (int) profiles->len, sizeof *keys, compare, &is_descending);
  for (guint i = 0; i < profiles->len; i++)
    {
      profiles->pdata[i] = keys[i].profile;
      g_free (keys[i].text);
    }
}
