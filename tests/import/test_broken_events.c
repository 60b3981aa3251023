/* SPDX-License-Identifier: Apache-2.0
 *
 * What is read and what is skipped are together the events of a text, however broken they are: texts are made of a known
 * number of events, broken ones among them in known ways (broken_events.h), alone, in rows of one kind, and of all kinds
 * mixed; small ones, and some of several chunks. */

#include <inttypes.h>
#include <string.h>
#include <glib.h>

#include "tests/fuzz/seen_events.h"
#include "tests/import/broken_events.h"
#include "tests/import/import_outcome.h"
#include "trace/import/chrome/text_chunk.h"

#define SEED 20240404

/* Small texts. */
#define N_EVENTS 40

/* Of several chunks. */
#define LARGE_TEXT_BYTES ((gsize) 5 * TEXT_CHUNK_BYTES)

typedef struct
{
  GString *text;
  guint n, n_read;   /* events; those that have to be read */
  gsize last;        /* where the last one begins */
  gboolean is_valid; /* that one */
} BrokenText;

/* What has lost its end and what has lost its begin are one object of valid JSON, if nothing else is wrong with them. */
static gboolean
is_valid_event (const char *text, gsize n)
{
  g_autofree char *array = g_strdup_printf ("[%.*s]", (int) n, text);
  uint64_t n_events;

  return seen_events_count (array, strlen (array), &n_events) && n_events == 1;
}

static void
text_begin (BrokenText *made)
{
  *made = (BrokenText){ .text = g_string_new ("{\"schemaVersion\": 1, \"traceEvents\": [\n") };
}

/* breakage: NULL for a whole event. */
static void
text_add (BrokenText *made, EventLayout layout, const Breakage *breakage, GRand *random)
{
  g_autoptr (GString) event = g_string_new (NULL);

  event_append (event, layout, made->n);
  if (breakage != NULL)
    breakage->apply (event, random);
  if (made->n > 0)
    g_string_append (made->text, event_separator (layout));
  gsize begin = made->text->len;
  g_string_append_len (made->text, event->str, (gssize) event->len);

  gboolean is_valid = is_valid_event (event->str, event->len);
  if (!is_valid && !made->is_valid
      && is_valid_event (made->text->str + made->last, made->text->len - made->last))
    {
      made->is_valid = TRUE;
      return;
    }
  made->last = begin;
  made->is_valid = is_valid;
  made->n++;
  made->n_read += breakage == NULL || breakage->is_read;
}

static void
text_end (BrokenText *made)
{
  g_string_append (made->text, "\n], \"traceName\": \"t\"}\n");
}

static void
text_clear (BrokenText *made)
{
  g_string_free (made->text, TRUE);
}

/* The counts that an outcome begins with. */
static void
get_counts (const char *outcome, guint *ret_read, guint *ret_skipped)
{
  char *at;

  g_assert_true (g_str_has_prefix (outcome, "events "));
  *ret_read = (guint) g_ascii_strtoull (outcome + strlen ("events "), &at, 10);
  g_assert_true (g_str_has_prefix (at, " skipped "));
  *ret_skipped = (guint) g_ascii_strtoull (at + strlen (" skipped "), NULL, 10);
}

/* False: the counts are not those of the text, and it was told. */
static gboolean
counts_are_right (const BrokenText *made, const char *what)
{
  g_autofree char *outcome = import_outcome_of_text ("broken.json", made->text->str, made->text->len, 0);
  guint n_read, n_skipped;

  get_counts (outcome, &n_read, &n_skipped);
  if (n_read >= made->n_read && n_read + n_skipped == made->n)
    return TRUE;
  const char *folder = g_getenv ("STEPSCOPE_BROKEN_TEXTS");
  if (folder != NULL)
    {
      g_autofree char *name = g_strdup_printf ("%s/%s %u.json", folder, what, g_str_hash (made->text->str));
      g_file_set_contents (name, made->text->str, (gssize) made->text->len, NULL);
    }
  g_test_fail_printf ("%s: %u events, of which %u can be read: %s", what, made->n, made->n_read, outcome);
  return FALSE;
}

static EventLayout
random_layout (GRand *random)
{
  return (EventLayout) g_rand_int_range (random, 0, N_LAYOUTS);
}

/* One broken event, at the begin, amid others and at the end; then several in a row. */
static void
kind_loses_no_count (gconstpointer data)
{
  const Breakage *breakage = data;
  GRand *random = g_rand_new_with_seed (SEED);

  for (EventLayout layout = 0; layout < N_LAYOUTS; layout++)
    for (guint n_broken = 1; n_broken <= 8; n_broken++)
      for (guint first = 0; first <= N_EVENTS - n_broken; first += first == 0 ? 3 : N_EVENTS - n_broken - 3)
        {
          g_autofree char *what =
            g_strdup_printf ("%s, layout %d, %u from %u", breakage->name, (int) layout, n_broken, first);
          BrokenText made;

          text_begin (&made);
          for (guint i = 0; i < N_EVENTS; i++)
            text_add (&made, layout, i >= first && i < first + n_broken ? breakage : NULL, random);
          text_end (&made);
          counts_are_right (&made, what);
          text_clear (&made);
        }
  g_rand_free (random);
}

/* Each kind before each other one, which is where one loses what the other one is told by. */
static void
neighbours_lose_no_count (void)
{
  GRand *random = g_rand_new_with_seed (SEED);

  for (EventLayout layout = 0; layout < N_LAYOUTS; layout++)
    for (guint i = 0; i < n_breakages; i++)
      for (guint j = 0; j < n_breakages; j++)
        {
          g_autofree char *what =
            g_strdup_printf ("%s before %s, layout %d", breakages[i].name, breakages[j].name, (int) layout);
          const Breakage *const kinds[] = { NULL, &breakages[i], &breakages[j], NULL };
          BrokenText made;

          text_begin (&made);
          for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
            text_add (&made, layout, kinds[k], random);
          text_end (&made);
          counts_are_right (&made, what);
          text_clear (&made);
        }
  g_rand_free (random);
}

/* Of every second event or so, all kinds mixed; sometimes in one text events of all layouts. */
static void
make_mixture (BrokenText *made, gsize n_bytes, GRand *random)
{
  gboolean is_mixed = g_rand_boolean (random);
  EventLayout layout = random_layout (random);
  int share = g_rand_int_range (random, 1, 100);

  text_begin (made);
  while (made->text->len < n_bytes)
    {
      gboolean is_broken = g_rand_int_range (random, 0, 100) < share;

      if (is_mixed)
        layout = random_layout (random);
      text_add (made, layout,
                is_broken ? &breakages[g_rand_int_range (random, 0, (gint32) n_breakages)] : NULL, random);
    }
  text_add (made, layout, NULL, random);
  text_end (made);
}

static void
mixtures_lose_no_count (void)
{
  GRand *random = g_rand_new_with_seed (SEED);

  for (int i = 0; i < 400; i++)
    {
      BrokenText made;

      make_mixture (&made, (gsize) g_rand_int_range (random, 100, 8000), random);
      counts_are_right (&made, "a mixture");
      text_clear (&made);
    }
  g_rand_free (random);
}

static void
chunks_lose_no_count (void)
{
  GRand *random = g_rand_new_with_seed (SEED);

  for (int i = 0; i < 12; i++)
    {
      BrokenText made;

      make_mixture (&made, LARGE_TEXT_BYTES, random);
      counts_are_right (&made, "chunks");
      text_clear (&made);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < n_breakages; i++)
    {
      g_autofree char *path = g_strconcat ("/broken_events/", breakages[i].name, NULL);

      g_strdelimit (path + strlen ("/broken_events/"), " ", '_');
      g_test_add_data_func (path, &breakages[i], kind_loses_no_count);
    }
  g_test_add_func ("/broken_events/neighbours_lose_no_count", neighbours_lose_no_count);
  g_test_add_func ("/broken_events/mixtures_lose_no_count", mixtures_lose_no_count);
  g_test_add_func ("/broken_events/chunks_lose_no_count", chunks_lose_no_count);
  return g_test_run ();
}
