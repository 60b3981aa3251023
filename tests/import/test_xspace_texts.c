/* SPDX-License-Identifier: Apache-2.0
 *
 * XSpace files with texts that are too long to lie beside the cases of xspace/: made here. */

#include <string.h>
#include <glib.h>

#include "tests/import/import_cases.h"
#include "tests/import/protobuf_text.h"
#include "tests/import/trace_text.h"

#define NAME_BYTES_MAX (1024 * 1024)
#define STAT_BYTES_MAX (64 * 1024)

static Trace *
opened (const char *name, const char *stats)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = g_strdup_printf ("1: { 2: \"/device:TPU:0\"\n"
                                           "3: {1: 3 2: \"XLA Ops\" 4: {1: 1 3: 1000000}}\n"
                                           "4: {1: 1 2: {1: 1 2: \"%s\" %s}}\n"
                                           "5: {1: 1 2: {1: 1 2: \"text\"}}\n"
                                           "5: {1: 2 2: {1: 2 2: \"behind\"}}}\n",
                                           name, stats);
  g_autoptr (GByteArray) bytes = protobuf_text_bytes (text, "texts");
  Trace *trace = import_cases_open (bytes->data, bytes->len, &path, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (trace_slices (trace)->n, ==, 1);
  return trace;
}

static void
names_are_cut_behind_a_character (void)
{
  g_autoptr (GString) name = g_string_new ("a");

  for (size_t i = 0; i < NAME_BYTES_MAX / 2; i++)
    g_string_append (name, "é");
  g_autoptr (Trace) trace = opened (name->str, "");
  size_t length;
  const char *shown = trace_string (trace, trace_slices (trace)->name[0], &length);
  g_assert_cmpuint (length, ==, NAME_BYTES_MAX - 1);
  g_assert_true (strncmp (shown, name->str, NAME_BYTES_MAX - 1) == 0);
  g_assert_cmpuint (trace_health (trace)->rows[HEALTH_XSPACE_TEXT_CUT].count, ==, 1);

  g_string_truncate (name, NAME_BYTES_MAX - 1);
  g_autoptr (Trace) whole = opened (name->str, "");
  g_assert_cmpstr (trace_string (whole, trace_slices (whole)->name[0], &length), ==, name->str);
  g_assert_cmpuint (trace_health (whole)->rows[HEALTH_XSPACE_TEXT_CUT].count, ==, 0);
}

static void
stats_behind_large_ones_are_read (void)
{
  g_autofree char *large = g_strnfill (STAT_BYTES_MAX, 'x'), *half = g_strnfill (STAT_BYTES_MAX / 2, 'x');
  g_autofree char *one = g_strdup_printf ("5: {1: 1 5: \"%s\"} 5: {1: 2 3: 123456}", large);
  g_autofree char *many =
    g_strdup_printf ("5: {1: 1 5: \"%s\"} 5: {1: 1 5: \"%s\"} 5: {1: 1 5: \"%s\"} 5: {1: 2 3: 123456}", half,
                     half, half);
  g_autoptr (Trace) with_one = opened ("work", one);
  g_autoptr (Trace) with_many = opened ("work", many);
  g_autoptr (GString) text = g_string_new (NULL);

  trace_text_append (text, with_one);
  g_assert_nonnull (strstr (text->str, "\"behind\": 123456"));

  g_string_truncate (text, 0);
  trace_text_append (text, with_many);
  g_assert_nonnull (strstr (text->str, "\"behind\": 123456"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/import/xspace_texts/names_are_cut_behind_a_character", names_are_cut_behind_a_character);
  g_test_add_func ("/import/xspace_texts/stats_behind_large_ones_are_read", stats_behind_large_ones_are_read);
  return g_test_run ();
}
