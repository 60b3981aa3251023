/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "trace/import/tracks/row_args.h"

/* Returns the arguments as "key=value key=value". Transfer full. */
static char *
text_of (TraceBuilder *builder, uint64_t at)
{
  const ArgsBlob *blob = trace_builder_args_blob (builder);
  GString *text = g_string_new (NULL);
  ArgIter iter;
  Arg arg;

  g_assert_true (arg_iter_init (&iter, blob->tail.at, blob->tail.n, at, trace_builder_strings (builder),
                                trace_builder_arg_keys (builder)));
  while (arg_iter_next (&iter, &arg))
    {
      g_string_append_printf (text, "%s%s=", text->len > 0 ? " " : "",
                              string_table_get (trace_builder_strings (builder), arg.key, NULL));
      g_string_append_len (text, arg.text, (gssize) arg.length);
    }
  arg_iter_clear (&iter);
  return g_string_free (text, FALSE);
}

static uint32_t
key (TraceBuilder *builder, const char *name)
{
  return trace_builder_string (builder, name, strlen (name));
}

static void
check_number (TraceBuilder *builder, double value)
{
  g_autofree char *expected = NULL, *found = NULL;
  char text[40];
  RowArgs args;

  for (int digits = 15; digits <= 17; digits++)
    {
      g_autofree char *form = g_strdup_printf ("%%.%dg", digits);

      g_ascii_formatd (text, sizeof text, form, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  expected = g_strconcat ("n=", text, NULL);
  row_args_begin (&args, builder);
  row_args_number (&args, key (builder, "n"), value);
  found = text_of (builder, row_args_end (&args));
  g_assert_cmpstr (found, ==, expected);
}

static void
numbers_have_the_shortest_text_that_reads_as_them (void)
{
  static const double some[] = {
    0,
    -0.0,
    1,
    -1,
    0.5,
    50.5,
    100,
    0.1,
    0.2,
    0.3,
    1e-4,
    9.9e-5,
    0.05,
    -0.05,
    1234.5678,
    1e14,
    1e15 - 1,
    1e15,
    1e15 + 1,
    1e16,
    1e22,
    1e300,
    5e-324,
    0.1 + 0.2,
    1 / 3.0,
    2 / 3.0,
    123456789.123456789,
    999999999999999.5,
    99999999999999.9,
    0.000123456789,
    1e9 + 1e-6,
    72.916666666666671,
    3.1415926535897931,
  };
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (size_t i = 0; i < G_N_ELEMENTS (some); i++)
    check_number (builder, some[i]);
  for (int i = 0; i < 20000; i++)
    {
      double unit = pow (10, g_rand_int_range (random, -6, 12));

      check_number (builder, g_rand_int_range (random, -1000000, 1000000) / unit);
      check_number (builder, g_rand_double (random) * unit);
    }
}

static void
texts_are_escaped_wherever_json_needs_it (void)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new ();

  for (size_t length = 1; length < 40; length++)
    for (size_t at = 0; at < length; at++)
      {
        g_autofree char *text = g_strnfill (length, 'a'), *found = NULL;
        g_autoptr (GString) expected = g_string_new ("t=");
        RowArgs args;

        text[at] = "\"\\\x01\x1f\x7f\xff"[at % 6];
        g_string_append_len (expected, text, (gssize) at);
        g_string_append (
          expected, (const char *const[]){ "\\\"", "\\\\", "\\u0001", "\\u001f", "\x7f", "\xff" }[at % 6]);
        g_string_append (expected, text + at + 1);
        row_args_begin (&args, builder);
        row_args_text (&args, key (builder, "t"), text, length);
        found = text_of (builder, row_args_end (&args));
        g_assert_cmpstr (found, ==, expected->str);
      }
}

/* Writes a part behind a key, by copying it if that can be. Returns whether it was copied. */
static bool
put_part (TraceBuilder *builder, const char *before, RowArgsPart *part, U8Column *bytes, char **ret_text)
{
  RowArgs args;
  bool is_copied;

  row_args_begin (&args, builder);
  row_args_integer (&args, key (builder, before), 1);
  is_copied = row_args_repeat (&args, part, bytes);
  if (!is_copied)
    {
      RowArgsMark mark = row_args_mark (&args);
      row_args_integer (&args, key (builder, "x"), -70000);
      row_args_quoted (&args, key (builder, "y"), "a longer text", 13);
      row_args_keep (&args, mark, part, bytes);
    }
  row_args_integer (&args, key (builder, "z"), 2);
  *ret_text = text_of (builder, row_args_end (&args));
  return is_copied;
}

static void
a_part_is_copied_behind_the_same_keys (void)
{
  static const struct
  {
    const char *before;
    bool is_copied;
  } uses[] = { { "a", false }, { "a", true }, { "a", true }, { "b", false }, { "b", true }, { "a", false } };
  g_autoptr (TraceBuilder) builder = trace_builder_new ();
  RowArgsPart part = { 0 };
  U8Column bytes = { 0 };
  size_t n_bytes = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (uses); i++)
    {
      g_autofree char *expected = g_strdup_printf ("%s=1 x=-70000 y=a longer text z=2", uses[i].before);
      g_autofree char *found = NULL;

      g_assert_true (put_part (builder, uses[i].before, &part, &bytes, &found) == uses[i].is_copied);
      g_assert_cmpstr (found, ==, expected);
      g_assert_cmpuint (bytes.n, ==, i == 0 ? bytes.n : n_bytes);
      n_bytes = bytes.n;
    }
  u8_column_clear (&bytes);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row_args/numbers_have_the_shortest_text_that_reads_as_them",
                   numbers_have_the_shortest_text_that_reads_as_them);
  g_test_add_func ("/row_args/texts_are_escaped_wherever_json_needs_it",
                   texts_are_escaped_wherever_json_needs_it);
  g_test_add_func ("/row_args/a_part_is_copied_behind_the_same_keys", a_part_is_copied_behind_the_same_keys);
  return g_test_run ();
}
