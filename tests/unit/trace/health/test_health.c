/* SPDX-License-Identifier: Apache-2.0
 *
 * The rows of the health table and their words: none is without, and all keep to the form that their readers rely
 * on. */

#include <glib.h>
#include <string.h>

#include "trace/health/health_words.h"

/* ---- the table ---- */

static void
test_gravest_come_first (void)
{
  HealthTable table;
  HealthId ids[N_HEALTH_IDS];
  const HealthId expected[] = { HEALTH_GZIP_TRUNCATED, HEALTH_EVENT_TIME_INVALID, HEALTH_JSON_HEADER_DAMAGED,
                                HEALTH_JSON_QUOTE,     HEALTH_JSON_BOM,           HEALTH_FLOW_UNMATCHED };

  health_table_init (&table);
  g_assert_cmpuint (health_table_order (&table, ids), ==, 0);
  for (size_t i = G_N_ELEMENTS (expected); i-- > 0;)
    health_table_add (&table, expected[i], 1 + i, -1, HEALTH_NO_OFFSET);
  g_assert_cmpuint (health_table_order (&table, ids), ==, G_N_ELEMENTS (expected));
  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpstr (health_id_name (ids[i]), ==, health_id_name (expected[i]));
}

static void
test_every_row_can_be_listed (void)
{
  HealthTable table;
  HealthId ids[N_HEALTH_IDS];

  health_table_init (&table);
  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    health_table_add (&table, id, 1, 0, 0);
  g_assert_cmpuint (health_table_order (&table, ids), ==, N_HEALTH_IDS);
  for (int i = 1; i < N_HEALTH_IDS; i++)
    g_assert_cmpint (health_id_severity (ids[i - 1]), >=, health_id_severity (ids[i]));
}

static void
test_first_place_stays (void)
{
  HealthTable table;
  const HealthRow *row = &table.rows[HEALTH_JSON_UTF8];

  health_table_init (&table);
  health_table_add (&table, HEALTH_JSON_UTF8, 0, 3, 10);
  g_assert_cmpint (row->first_source, ==, -1);
  health_table_add (&table, HEALTH_JSON_UTF8, 2, 1, 70);
  health_table_add (&table, HEALTH_JSON_UTF8, 5, 0, 20);
  g_assert_cmpuint (row->count, ==, 7);
  g_assert_cmpint (row->first_source, ==, 1);
  g_assert_cmpint (row->first_offset, ==, 70);
}

/* ---- the ids ---- */

/* "json.event_skipped": what scripts compare, each once. */
static void
test_names_are_words_and_unique (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    {
      const char *name = health_id_name (id);

      g_assert_nonnull (name);
      g_assert_true (g_regex_match_simple ("^[a-z]+\\.[a-z0-9_]+$", name, 0, 0));
      g_assert_true (g_hash_table_add (seen, (gpointer) name));
    }
}

static void
test_what_is_lost_is_told_of_losses_alone (void)
{
  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    {
      bool is_loss = health_id_severity (id) == HEALTH_DATA_LOSS;

      g_assert_true ((health_id_loss (id) != HEALTH_LOSES_NOTHING) == is_loss);
      if (health_id_loss (id) == HEALTH_LOSES_EVENTS)
        g_assert_cmpint (health_id_unit (id), ==, HEALTH_COUNTS_EVENTS);
    }
}

/* ---- the words ---- */

static void
check_sentence (const char *text)
{
  size_t length = strlen (text);

  g_assert_cmpuint (length, >, 8);
  g_assert_cmpuint (length, <=, 160);
  g_assert_true (g_str_is_ascii (text));
  g_assert_true (g_ascii_isupper (text[0]));
  g_assert_cmpint (text[length - 1], ==, '.');
  g_assert_null (strchr (text, '%'));
  g_assert_null (strchr (text, '\n'));
  g_assert_null (strstr (text, "  "));
}

/* An id that was added without its words is found here. */
static void
test_every_id_has_its_words (void)
{
  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    {
      const HealthWords *words = health_id_words (id);
      g_autofree char *message = health_id_message (id);

      if (words->what == NULL || words->effect == NULL)
        g_error ("%s has no words", health_id_name (id));
      g_autofree char *what = g_strconcat (words->what, ".", NULL);
      check_sentence (what);
      g_assert_cmpint (words->what[strlen (words->what) - 1], !=, '.');
      check_sentence (words->effect);
      if (words->advice != NULL)
        check_sentence (words->advice);

      /* One sentence; the effect begins with a word that is small within one. */
      g_assert_true (g_ascii_islower (words->effect[1]));
      g_assert_null (strstr (words->effect, ". "));
      g_assert_true (g_str_has_prefix (message, words->what));
      g_assert_true (g_str_has_suffix (message, words->effect + 1));
      g_assert_cmpint (message[strlen (words->what)], ==, ';');
    }
}

/* Who loses data wants to know what to do. */
static void
test_every_loss_has_advice (void)
{
  for (HealthId id = 0; id < N_HEALTH_IDS; id++)
    if (health_id_severity (id) >= HEALTH_ERROR && health_id_words (id)->advice == NULL)
      g_error ("%s has no advice", health_id_name (id));
}

static void
test_message_is_one_sentence (void)
{
  g_autofree char *message = health_id_message (HEALTH_JSON_EVENT_SKIPPED);

  g_assert_cmpstr (message, ==,
                   "Events are not valid JSON and could not be repaired; no number includes them.");
}

static unsigned
count_numbers (const char *text)
{
  unsigned n = 0;

  for (const char *at = strchr (text, '%'); at != NULL; at = strchr (at + 1, '%'))
    {
      g_assert_cmpint (at[1], ==, 's');
      n++;
    }
  return n;
}

static void
test_every_unit_has_its_noun (void)
{
  for (HealthUnit unit = 0; unit < N_HEALTH_UNITS; unit++)
    {
      const HealthNoun *noun = health_unit_noun (unit), *share = health_unit_share (unit);

      g_assert_true (noun->one != NULL && noun->many != NULL);
      g_assert_cmpstr (noun->one, !=, noun->many);
      g_assert_cmpuint (count_numbers (noun->one), ==, 1);
      g_assert_cmpuint (count_numbers (noun->many), ==, 1);
      if (share == NULL)
        continue;
      g_assert_cmpuint (count_numbers (share->one), ==, 2);
      g_assert_cmpuint (count_numbers (share->many), ==, 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/health/gravest_come_first", test_gravest_come_first);
  g_test_add_func ("/health/every_row_can_be_listed", test_every_row_can_be_listed);
  g_test_add_func ("/health/first_place_stays", test_first_place_stays);
  g_test_add_func ("/health/names_are_words_and_unique", test_names_are_words_and_unique);
  g_test_add_func ("/health/what_is_lost_is_told_of_losses_alone", test_what_is_lost_is_told_of_losses_alone);
  g_test_add_func ("/health/every_id_has_its_words", test_every_id_has_its_words);
  g_test_add_func ("/health/every_loss_has_advice", test_every_loss_has_advice);
  g_test_add_func ("/health/message_is_one_sentence", test_message_is_one_sentence);
  g_test_add_func ("/health/every_unit_has_its_noun", test_every_unit_has_its_noun);
  return g_test_run ();
}
