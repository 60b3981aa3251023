/* SPDX-License-Identifier: Apache-2.0
 *
 * What a search among known profiles finds, also against a second, simple reading of what was typed, and in which order
 * profiles are listed. */

#include <string.h>

#include "app/known/known_order.h"
#include "app/known/known_search.h"

/* name | tags | note | status | created_s | hardware | steps; "-": none. All were created in 2022 or 2026. */
static KnownProfile *
profile_new (const char *path,
             const char *name,
             const char *tags,
             const char *note,
             EntryStatus status,
             int64_t created_s)
{
  LibraryEntry *entry = library_entry_new (path);

  library_entry_set (&entry->display_name, name);
  library_entry_set (&entry->tags, tags);
  library_entry_set (&entry->note, note);
  entry->status = status;
  entry->created_s = created_s;
  entry->kind = ENTRY_KIND_KINETO;
  library_entry_set (&entry->hardware, "8 × H100 80GB");
  return known_profile_new (entry);
}

static bool
finds (const char *typed, const KnownProfile *profile)
{
  g_autoptr (KnownSearch) search = known_search_new (typed);

  return known_search_finds (search, profile);
}

static void
test_words_and_fields (void)
{
  /* 2026-11-20 12:00 UTC */
  g_autoptr (KnownProfile) profile =
    profile_new ("/runs/exp7/rank0.pt.trace.json.gz", "Große Nacht", "nightly h100", "Two GPUs were hot.",
                 ENTRY_FAILED, 1795176000);
  static const char *const found[] = {
    "",
    "  ",
    "nacht",
    "GROSSE",
    "große nacht",
    "\"große nacht\"",
    "exp7",
    "rank0",
    "nightly hot",
    "h100",
    "status:failed",
    "status:fail",
    "Status:FAILED",
    "tag:nightly",
    "tags:H100",
    "note:\"were hot\"",
    "name:rank0",
    "gpu:h100",
    "kind:pytorch",
    "folder:exp7",
    "date:2026-11",
    "date:2026-11-20",
    "date:>2026-10",
    "date:>=2026-11-20",
    "date:<=2026-11-20",
    "date:<2027",
    "2026-11-20",
    "-debug",
    "-status:completed",
    "status:",
    "tag:",
    "-",
    "nacht -debug tag:nightly status:failed",
  };
  static const char *const not_found[] = {
    "nach tag:night", "tag:night",        "status:completed", "date:2026-12",   "date:>2026-11",
    "date:<2026-11",  "date:<2026-11-20", "-nacht",           "-tag:nightly",   "\"nacht große\"",
    "name:exp7",      "note:nacht",       "https://a",        "unknown:failed",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (found); i++)
    if (!finds (found[i], profile))
      g_error ("“%s” does not find the profile", found[i]);
  for (size_t i = 0; i < G_N_ELEMENTS (not_found); i++)
    if (finds (not_found[i], profile))
      g_error ("“%s” finds the profile", not_found[i]);
}

static void
test_what_is_not_known_has_no_date (void)
{
  g_autoptr (KnownProfile) profile = profile_new ("/a.json", "", "", "", ENTRY_COMPLETED, -1);

  g_assert_true (finds ("completed", profile));
  g_assert_false (finds ("date:<2999", profile));
  g_assert_false (finds ("date:>1", profile));
  g_assert_true (finds ("-date:2026", profile));
}

/* ---- against a simple reading ---- */

static const char *const words[] = { "alpha", "beta", "gamma",   "delta",  "al",
                                     "ta",    "h100", "nightly", "Failed", "2026" };
static const char *const fields[] = { "", "", "", "name", "tag", "note", "status", "date" };

/* Of one word that was typed without quotes, by texts that are all plain ASCII. */
static bool
is_there (const char *field, const char *word, const KnownProfile *profile)
{
  const LibraryEntry *entry = profile->entry;
  g_autofree char *low = g_ascii_strdown (word, -1);
  g_autofree char *name = g_ascii_strdown (profile->name, -1);
  g_autofree char *path = g_ascii_strdown (entry->path, -1);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *status = g_ascii_strdown (known_status_word (entry->status), -1);
  g_autofree char *hardware = g_ascii_strdown (entry->hardware, -1);
  g_auto (GStrv) tags = g_strsplit (entry->tags, " ", -1);
  bool in_name = strstr (name, low) != NULL || strstr (base, low) != NULL;

  if (strcmp (field, "name") == 0)
    return in_name;
  if (strcmp (field, "tag") == 0)
    return g_strv_contains ((const char *const *) tags, low);
  if (strcmp (field, "note") == 0)
    return strstr (entry->note, low) != NULL;
  if (strcmp (field, "status") == 0)
    return strstr (status, low) != NULL;
  if (strcmp (field, "date") == 0)
    return g_str_has_prefix (profile->created, low);
  return in_name || strstr (entry->tags, low) != NULL || strstr (entry->note, low) != NULL
         || strstr (status, low) != NULL || strstr (profile->created, low) != NULL
         || strstr (hardware, low) != NULL || strstr (path, low) != NULL || strstr ("pytorch", low) != NULL;
}

static void
append_words (GRand *random, GString *text, int n_most)
{
  for (int n = g_rand_int_range (random, 0, n_most + 1); n > 0; n--)
    {
      const char *word = words[g_rand_int_range (random, 0, 8)];

      /* As the library has them: each tag once. */
      if (strstr (text->str, word) == NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", word);
    }
}

static KnownProfile *
random_profile (GRand *random, int number)
{
  g_autoptr (GString) tags = g_string_new (NULL), note = g_string_new (NULL);
  g_autofree char *path =
    g_strdup_printf ("/runs/%s/%d.json", words[g_rand_int_range (random, 0, 7)], number);
  const char *name = g_rand_boolean (random) ? words[g_rand_int_range (random, 0, 7)] : "";

  append_words (random, tags, 3);
  append_words (random, note, 4);
  return profile_new (path, name, tags->str, note->str,
                      (EntryStatus) g_rand_int_range (random, 1, N_ENTRY_STATUSES),
                      g_rand_boolean (random) ? 1661203440 : 1795176000);
}

typedef struct
{
  const char *field, *word;
  bool is_refused;
} Typed;

static void
check_search (GRand *random, const GPtrArray *profiles)
{
  Typed typed[4];
  int n = g_rand_int_range (random, 0, (int) G_N_ELEMENTS (typed));
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    {
      typed[i].field = fields[g_rand_int_range (random, 0, (int) G_N_ELEMENTS (fields))];
      typed[i].word = words[g_rand_int_range (random, 0, (int) G_N_ELEMENTS (words))];
      typed[i].is_refused = g_rand_int_range (random, 0, 4) == 0;
      g_string_append_printf (text, " %s%s%s%s", typed[i].is_refused ? "-" : "", typed[i].field,
                              *typed[i].field != '\0' ? ":" : "", typed[i].word);
    }
  g_autoptr (KnownSearch) search = known_search_new (text->str);
  for (guint i = 0; i < profiles->len; i++)
    {
      bool is_wanted = true;

      for (int j = 0; j < n; j++)
        is_wanted &= is_there (typed[j].field, typed[j].word, profiles->pdata[i]) != typed[j].is_refused;
      if (known_search_finds (search, profiles->pdata[i]) != is_wanted)
        g_error ("“%s” is wrong about %s", text->str, ((KnownProfile *) profiles->pdata[i])->entry->path);
    }
}

static void
test_against_a_simple_reading (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (18);
  g_autoptr (GPtrArray) profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) known_profile_unref);

  for (int i = 0; i < 300; i++)
    g_ptr_array_add (profiles, random_profile (random, i));
  for (int i = 0; i < 2000; i++)
    check_search (random, profiles);
}

/* ---- order ---- */

static void
add (GPtrArray *profiles, const char *path, int64_t n_steps, int64_t size_bytes)
{
  KnownProfile *profile = profile_new (path, "", "", "", ENTRY_COMPLETED, 1795176000);

  profile->entry->n_steps = n_steps;
  profile->entry->size_bytes = size_bytes;
  g_ptr_array_add (profiles, profile);
}

static GHashTable *loaded; /* NULL: nothing is */

static void
assert_order (GPtrArray *profiles, KnownOrder order, bool is_descending, const char *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  known_order_sort (profiles, order, is_descending, loaded);
  for (guint i = 0; i < profiles->len; i++)
    g_string_append_printf (found, " %s", ((KnownProfile *) profiles->pdata[i])->name);
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_order (void)
{
  g_autoptr (GPtrArray) profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) known_profile_unref);

  add (profiles, "/run10.json", 6, 300);
  add (profiles, "/run2.json", -1, 100);
  add (profiles, "/Run1.json", 24, 100);
  assert_order (profiles, KNOWN_BY_NAME, false, " Run1 run2 run10");
  assert_order (profiles, KNOWN_BY_NAME, true, " run10 run2 Run1");
  /* What is not known comes last, either way. */
  assert_order (profiles, KNOWN_BY_STEPS, false, " run10 Run1 run2");
  assert_order (profiles, KNOWN_BY_STEPS, true, " Run1 run10 run2");
  /* Equal ones by their paths. */
  assert_order (profiles, KNOWN_BY_SIZE, false, " Run1 run2 run10");
  assert_order (profiles, KNOWN_BY_SIZE, true, " run10 Run1 run2");
}

static void
test_every_column_sorts (void)
{
  g_autoptr (GPtrArray) profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) known_profile_unref);
  LibraryEntry *a, *b, *c;

  add (profiles, "/z/a.json", 1, 1);
  add (profiles, "/y/b.json", 1, 1);
  add (profiles, "/x/c.json", 1, 1);
  a = ((KnownProfile *) profiles->pdata[0])->entry;
  b = ((KnownProfile *) profiles->pdata[1])->entry;
  c = ((KnownProfile *) profiles->pdata[2])->entry;
  assert_order (profiles, KNOWN_BY_FOLDER, false, " c b a");

  a->created_s = 30;
  b->created_s = 10;
  c->created_s = -1;
  assert_order (profiles, KNOWN_BY_CREATED, false, " b a c");
  assert_order (profiles, KNOWN_BY_CREATED, true, " a b c");

  a->status = ENTRY_FAILED;
  b->status = ENTRY_IN_PROGRESS;
  c->status = ENTRY_STATUS_UNKNOWN;
  assert_order (profiles, KNOWN_BY_STATUS, false, " b a c");

  a->kind = ENTRY_KIND_UNKNOWN;
  b->kind = ENTRY_KIND_RANKS;
  c->kind = ENTRY_KIND_KINETO;
  assert_order (profiles, KNOWN_BY_KIND, false, " c b a");

  a->n_ranks = 64;
  b->n_ranks = -1;
  c->n_ranks = 8;
  assert_order (profiles, KNOWN_BY_RANKS, true, " a c b");

  library_entry_set (&a->hardware, "8 × H100");
  library_entry_set (&b->hardware, "8 × A100");
  library_entry_set (&a->tags, "debug");
  library_entry_set (&c->tags, "nightly");
  assert_order (profiles, KNOWN_BY_HARDWARE, false, " b a c");
  assert_order (profiles, KNOWN_BY_TAGS, true, " c a b");

  a->opened_ms = 5;
  b->opened_ms = 9;
  c->opened_ms = 7;
  a->modified_ns = b->modified_ns = c->modified_ns = 0;
  assert_order (profiles, KNOWN_BY_RECENT, true, " b c a");
  loaded = g_hash_table_new (g_str_hash, g_str_equal);
  g_hash_table_add (loaded, a->path);
  assert_order (profiles, KNOWN_BY_LOADED, false, " a b c");
  assert_order (profiles, KNOWN_BY_LOADED, true, " c b a");
  g_clear_pointer (&loaded, g_hash_table_unref);
}

int
main (int argc, char **argv)
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/known_search/words_and_fields", test_words_and_fields);
  g_test_add_func ("/known_search/what_is_not_known_has_no_date", test_what_is_not_known_has_no_date);
  g_test_add_func ("/known_search/against_a_simple_reading", test_against_a_simple_reading);
  g_test_add_func ("/known_search/order", test_order);
  g_test_add_func ("/known_search/every_column_sorts", test_every_column_sorts);
  return g_test_run ();
}
