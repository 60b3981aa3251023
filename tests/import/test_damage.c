/* SPDX-License-Identifier: Apache-2.0
 *
 * Real traces, damaged 2,000 times from fixed seeds: cut, bytes changed, ranges removed or
 * repeated, as text and in the compressed bytes. Whatever comes out keeps every promise of
 * trace/model/trace.h (trace_check.h), the same bytes give the same profile, and an event is lost only
 * where the damage is.
 *
 * Without real traces ($STEPSCOPE_TRACES) the damage is done to the cases of chrome/ strung
 * together. */

#include <stdio.h>
#include <string.h>
#include <glib.h>
#include <glib/gstdio.h>

#include "tests/import/event_spans.h"
#include "tests/import/gzip_text.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#define SEED             20240403
#define OPEN_SECONDS_MAX 20

/* One mutant in so many is opened twice and compared. */
#define COMPARED_EVERY 25

typedef struct
{
  char *name;
  GByteArray *text;
  GArray *spans; /* of its events */
  double share;  /* of the mutants: large texts take longer */
} Input;

static GPtrArray *inputs;
static char *mutant_folder, *mutant_path;

/* ---- what is damaged ---- */

static const struct
{
  const char *path;
  double share;
} real_files[] = {
  { "kineto/TraceLens__h100__gaunernst_bert-small-uncased__1016001.json.gz", 0.15 },
  { "kineto/HTA__with_gpu_user_annotation__step_based_trace_2543932.json.gz", 0.35 },
  { "kineto/kineto__test__gpu_metrics_input.json", 0.5 },
};

static void
add_input (const char *name, GByteArray *text, double share)
{
  Input *input = g_new (Input, 1);

  *input = (Input){
    .name = g_path_get_basename (name),
    .text = text,
    .spans = event_spans_find ((const char *) text->data, text->len),
    .share = share,
  };
  g_assert_cmpuint (input->spans->len, >, 0);
  g_ptr_array_add (inputs, input);
}

static void
free_input (void *data)
{
  Input *input = data;

  g_free (input->name);
  g_byte_array_unref (input->text);
  g_array_unref (input->spans);
  g_free (input);
}

static bool
add_real_file (const char *root, const char *name, double share)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  g_autofree char *data = NULL;
  gsize length;

  if (!g_file_get_contents (path, &data, &length, NULL))
    {
      g_test_message ("skipped: %s is not there", path);
      return false;
    }
  if (g_str_has_suffix (name, ".gz"))
    add_input (name, gzip_text_inflate (data, length), share);
  else
    add_input (name, g_byte_array_append (g_byte_array_new (), (const guint8 *) data, (guint) length), share);
  return true;
}

/* Whether a case is a plain trace: then its events are those of its text. */
static bool
is_clean (const char *path, const GArray *spans)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);

  if (trace == NULL || trace_event_counts (trace)->total != spans->len)
    return false;
  for (int id = HEALTH_DIRECTORY_FILE_SKIPPED; id <= HEALTH_EVENT_NAME_MISSING; id++)
    if (trace_health (trace)->rows[id].count > 0)
      return false;
  return true;
}

static void
append_events (GByteArray *out, const char *text, const GArray *spans)
{
  for (guint i = 0; i < spans->len; i++)
    {
      const EventSpan *span = &g_array_index (spans, EventSpan, i);

      if (out->data[out->len - 1] == '}')
        g_byte_array_append (out, (const guint8 *) ",\n", 2);
      g_byte_array_append (out, (const guint8 *) text + span->begin, (guint) (span->end - span->begin));
    }
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_cases (const char *source)
{
  static const char head[] = "{\"schemaVersion\": 1, \"traceEvents\": [\n",
                    tail[] = "\n], \"traceName\": \"t\"}\n";
  g_autofree char *folder = g_build_filename (source, "tests", "import", "chrome", NULL);
  GByteArray *text = g_byte_array_append (g_byte_array_new (), (const guint8 *) head, sizeof head - 1);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_assert_nonnull (directory);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_prefix (name, "y_") && g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (names, compare_names);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *data = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (names->pdata[i], &data, &length, NULL));
      g_autoptr (GArray) spans = event_spans_find (data, length);
      if (is_clean (names->pdata[i], spans))
        append_events (text, data, spans);
    }
  g_byte_array_append (text, (const guint8 *) tail, sizeof tail - 1);
  add_input ("cases", text, 1);
}

static void
find_inputs (void)
{
  const char *source = g_getenv ("STEPSCOPE_SOURCE"), *root = g_getenv ("STEPSCOPE_TRACES");
  g_autofree char *beside = g_build_filename (source != NULL ? source : ".", "..", "shared", "traces", NULL);

  inputs = g_ptr_array_new_with_free_func (free_input);
  for (size_t i = 0; i < G_N_ELEMENTS (real_files); i++)
    add_real_file (root != NULL ? root : beside, real_files[i].path, real_files[i].share);
  if (inputs->len == 0)
    add_cases (source != NULL ? source : ".");
}

/* ---- opening mutants ---- */

static Trace *
open_mutant (void)
{
  g_autoptr (GError) error = NULL;
  gint64 begin_us = g_get_monotonic_time ();
  Trace *trace = trace_open (mutant_path, NULL, &error);

  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, OPEN_SECONDS_MAX * G_USEC_PER_SEC);
  if (trace == NULL)
    {
      if (!g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE))
        g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
      return NULL;
    }
  g_autofree char *broken = trace_check (trace);
  g_assert_cmpstr (broken, ==, NULL);
  return trace;
}

/* The profile that the bytes give; NULL when they are refused. */
static Trace *
open_bytes (const void *data, size_t length, unsigned i)
{
  FILE *file = fopen (mutant_path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data, 1, length, file), ==, length);
  g_assert_cmpint (fclose (file), ==, 0);

  Trace *trace = open_mutant ();
  if (trace != NULL && i % COMPARED_EVERY == 0)
    {
      g_autoptr (Trace) again = open_mutant ();
      g_autoptr (GString) first = g_string_new (NULL), second = g_string_new (NULL);

      g_assert_nonnull (again);
      trace_text_append (first, trace);
      trace_text_append (second, again);
      g_assert_true (g_string_equal (first, second));
    }
  return trace;
}

static guint
n_kept (const Trace *trace)
{
  return trace == NULL ? 0 : (guint) trace_event_counts (trace)->total;
}

/* A number in [0, n). */
static size_t
random_below (GRand *random, size_t n)
{
  return (size_t) g_rand_int_range (random, 0, (gint32) n);
}

/* ---- how much is lost ---- */

#define LOSS_MAX 8

/* How many mutants lost so many events more than the damage explains; the last entry: or more. */
typedef struct
{
  guint n[LOSS_MAX + 1];
  guint n_refused;
} Losses;

/* Now and then damage runs into a neighbour: a lost quotation mark takes the next event along. */
#define UNEXPLAINED_EVENTS_MAX 2
#define UNEXPLAINED_SHARE_MAX  0.02

static void
losses_add (Losses *losses, const Trace *trace, guint expected)
{
  guint kept = n_kept (trace), lost = kept < expected ? expected - kept : 0;

  losses->n_refused += trace == NULL;
  losses->n[MIN (lost, LOSS_MAX)]++;
}

static void
losses_check (const Losses *losses, const Input *input)
{
  g_autoptr (GString) line = g_string_new (NULL);
  guint n_mutants = 0;

  for (int i = 0; i <= LOSS_MAX; i++)
    {
      n_mutants += losses->n[i];
      if (losses->n[i] > 0)
        g_string_append_printf (line, " %u lost %d%s,", losses->n[i], i, i == LOSS_MAX ? " or more" : "");
    }
  g_test_message ("%s:%s %u refused", input->name, line->str, losses->n_refused);
  for (int i = UNEXPLAINED_EVENTS_MAX + 1; i <= LOSS_MAX; i++)
    g_assert_cmpuint (losses->n[i], ==, 0);
  g_assert_cmpfloat (n_mutants - losses->n[0], <=, MAX (1, n_mutants * UNEXPLAINED_SHARE_MAX));
}

/* ---- the kinds of damage ---- */

typedef void (*Damage) (const Input *input, GRand *random, unsigned i, Losses *losses);

static void
damage_inputs (Damage damage, unsigned n)
{
  double shares = 0;

  for (guint f = 0; f < inputs->len; f++)
    shares += ((const Input *) inputs->pdata[f])->share;
  for (guint f = 0; f < inputs->len; f++)
    {
      const Input *input = inputs->pdata[f];
      GRand *random = g_rand_new_with_seed (SEED + n + f);
      Losses losses = { 0 };

      for (unsigned i = 0; i < (unsigned) (n * input->share / shares + 0.5); i++)
        damage (input, random, i, &losses);
      losses_check (&losses, input);
      g_rand_free (random);
    }
}

static void
cut (const Input *input, GRand *random, unsigned i, Losses *losses)
{
  size_t at = random_below (random, input->text->len);
  guint complete = event_spans_count_before (input->spans, at);
  g_autoptr (Trace) trace = open_bytes (input->text->data, at, i);

  g_assert_cmpuint (n_kept (trace), ==, complete);
  if (trace == NULL)
    g_assert_cmpuint (at, <=, g_array_index (input->spans, EventSpan, 0).begin);
  else
    g_assert_cmpuint (trace_event_counts (trace)->skipped, <=, 1);
  losses_add (losses, trace, complete);
}

static void
flip (const Input *input, GRand *random, unsigned i, Losses *losses)
{
  g_autofree guint8 *bytes = g_memdup2 (input->text->data, input->text->len);
  guint n_flips = 1 + (guint) random_below (random, 8);

  for (guint k = 0; k < n_flips; k++)
    {
      size_t at = random_below (random, input->text->len);

      if (i % 2 == 0)
        bytes[at] ^= (guint8) (1u << random_below (random, 8));
      else
        bytes[at] = (guint8) random_below (random, 256);
    }
  g_autoptr (Trace) trace = open_bytes (bytes, input->text->len, i);
  losses_add (losses, trace, input->spans->len > n_flips ? input->spans->len - n_flips : 0);
}

static void
remove_range (const Input *input, GRand *random, unsigned i, Losses *losses)
{
  size_t begin = random_below (random, input->text->len);
  size_t length = 1 + random_below (random, i % 2 == 0 ? 64 : 8192);
  size_t end = MIN (begin + length, input->text->len);
  guint touched = event_spans_count_touching (input->spans, begin, end);
  g_autoptr (GByteArray) bytes = g_byte_array_sized_new (input->text->len);

  g_byte_array_append (bytes, input->text->data, (guint) begin);
  g_byte_array_append (bytes, input->text->data + end, (guint) (input->text->len - end));
  g_autoptr (Trace) trace = open_bytes (bytes->data, bytes->len, i);
  /* Without the key of its events it may be any JSON. */
  if (trace != NULL || begin > g_array_index (input->spans, EventSpan, 0).begin)
    losses_add (losses, trace, input->spans->len - touched);
}

static void
repeat_range (const Input *input, GRand *random, unsigned i, Losses *losses)
{
  size_t begin = random_below (random, input->text->len);
  size_t length = 1 + random_below (random, i % 2 == 0 ? 64 : 8192);
  size_t end = MIN (begin + length, input->text->len);
  g_autoptr (GByteArray) bytes = g_byte_array_sized_new ((guint) (input->text->len + length));

  g_byte_array_append (bytes, input->text->data, (guint) end);
  g_byte_array_append (bytes, input->text->data + begin, (guint) (input->text->len - begin));
  g_autoptr (Trace) trace = open_bytes (bytes->data, bytes->len, i);
  losses_add (losses, trace, input->spans->len - 1);
}

static void
cut_compressed (const Input *input, GRand *random, unsigned i, Losses *losses)
{
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, input->text->data, input->text->len);
  size_t at = 2 + random_below (random, gzip->len - 2);
  g_autoptr (GByteArray) left = gzip_text_inflate (gzip->data, at);
  guint complete = event_spans_count_before (input->spans, left->len);
  g_autoptr (Trace) trace = open_bytes (gzip->data, at, i);

  g_assert_cmpuint (n_kept (trace), ==, complete);
  losses_add (losses, trace, complete);
}

static void
flip_compressed (const Input *input, GRand *random, unsigned i, Losses *losses)
{
  g_autoptr (GByteArray) gzip = g_byte_array_new ();

  gzip_text_append (gzip, input->text->data, input->text->len);
  size_t at = 2 + random_below (random, gzip->len - 2);
  g_autoptr (GByteArray) before = gzip_text_inflate (gzip->data, at);
  guint complete = event_spans_count_before (input->spans, before->len);
  gzip->data[at] ^= (guint8) (1u << random_below (random, 8));
  g_autoptr (Trace) trace = open_bytes (gzip->data, gzip->len, i);

  losses_add (losses, trace, complete);
}

/* ---- tests ---- */

static void
cut_keeps_every_complete_event (void)
{
  damage_inputs (cut, 500);
}

static void
flipped_bytes_lose_only_their_events (void)
{
  damage_inputs (flip, 700);
}

static void
removed_range_loses_only_the_events_it_touches (void)
{
  damage_inputs (remove_range, 300);
}

static void
repeated_range_loses_only_the_event_it_is_in (void)
{
  damage_inputs (repeat_range, 200);
}

static void
cut_gzip_keeps_every_complete_event (void)
{
  damage_inputs (cut_compressed, 150);
}

static void
flipped_gzip_keeps_what_is_before_it (void)
{
  damage_inputs (flip_compressed, 150);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  mutant_folder = g_dir_make_tmp ("stepscope-damage-XXXXXX", NULL);
  g_assert_nonnull (mutant_folder);
  mutant_path = g_build_filename (mutant_folder, "mutant.json", NULL);
  find_inputs ();

  g_test_add_func ("/damage/text/cut_keeps_every_complete_event", cut_keeps_every_complete_event);
  g_test_add_func ("/damage/text/flipped_bytes_lose_only_their_events", flipped_bytes_lose_only_their_events);
  g_test_add_func ("/damage/text/removed_range_loses_only_the_events_it_touches",
                   removed_range_loses_only_the_events_it_touches);
  g_test_add_func ("/damage/text/repeated_range_loses_only_the_event_it_is_in",
                   repeated_range_loses_only_the_event_it_is_in);
  g_test_add_func ("/damage/gzip/cut_keeps_every_complete_event", cut_gzip_keeps_every_complete_event);
  g_test_add_func ("/damage/gzip/flipped_byte_keeps_what_is_before_it", flipped_gzip_keeps_what_is_before_it);
  int status = g_test_run ();

  g_ptr_array_unref (inputs);
  g_unlink (mutant_path);
  g_rmdir (mutant_folder);
  g_free (mutant_path);
  g_free (mutant_folder);
  return status;
}
