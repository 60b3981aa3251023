/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/import/broken_events.h"

#include <string.h>

/* ---- whole events ---- */

void
event_append (GString *out, EventLayout layout, guint i)
{
  switch (layout)
    {
    case LAYOUT_LINES:
      g_string_append_printf (
        out,
        "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"op %u\", \"pid\": 1, \"tid\": %u, "
        "\"ts\": %u.250, \"dur\": 5, \"args\": {\"k\": %u, \"dims\": [[1, 2], []]}}",
        i % 7, i % 3, 10 * i, i);
      break;
    case LAYOUT_KINETO:
      g_string_append_printf (
        out,
        "{\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::op_%u\", \"pid\": 1, \"tid\": %u,\n"
        "    \"ts\": %u.001, \"dur\": 5.125,\n    \"args\": {\n      \"External id\": %u, \"frames\": [{\"name\": \"f\", "
        "\"id\": 3}, {\"name\": \"g\", \"id\": 4}],\n      \"Call stack\": \"a.py(3): f;b.py(4): g\"\n    }\n  }",
        i % 7, i % 3, 10 * i, i);
      break;
    case LAYOUT_SORTED:
      g_string_append_printf (
        out,
        "{\"args\": {\"bytes\": %u, \"name\": \"n\"}, \"cat\": \"op\", \"dur\": 5, \"name\": "
        "\"op %u\", \"ph\": \"X\", \"pid\": 1, \"tid\": %u, \"ts\": %u}",
        i, i % 7, i % 3, 10 * i);
      break;
    case LAYOUT_COMPACT:
    default:
      g_string_append_printf (
        out, "{\"name\":\"op %u\",\"cat\":\"op\",\"ph\":\"X\",\"ts\":%u,\"dur\":5,\"pid\":1,\"tid\":%u}",
        i % 7, 10 * i, i % 3);
    }
}

const char *
event_separator (EventLayout layout)
{
  static const char *const separators[N_LAYOUTS] = { ",\n", ",\n  ", ", ", "," };

  return separators[layout];
}

/* ---- what is done to them ---- */

/* Byte n of what begins with that word, which is there. */
static gsize
place_of (const GString *event, const char *word, gsize n)
{
  const char *at = strstr (event->str, word);

  g_assert_nonnull (at);
  return (gsize) (at - event->str) + n;
}

static void
erase (GString *event, gsize place)
{
  g_string_erase (event, (gssize) place, 1);
}

static gsize
random_below (GRand *random, gsize n)
{
  return (gsize) g_rand_int_range (random, 0, (gint32) n);
}

/* The number behind "dur": up to the comma or brace. */
static void
value_is_a_word (GString *event, GRand *random)
{
  gsize place = place_of (event, "\"dur\":", strlen ("\"dur\":"));
  const char *end = strpbrk (event->str + place, ",}");

  (void) random;
  g_string_erase (event, (gssize) place, end - event->str - (gssize) place);
  g_string_insert (event, (gssize) place, " oops");
}

static void
value_is_lost (GString *event, GRand *random)
{
  gsize place = place_of (event, "\"dur\":", strlen ("\"dur\":"));
  const char *end = strpbrk (event->str + place, ",}");

  (void) random;
  g_string_erase (event, (gssize) place, end - event->str - (gssize) place);
}

/* Where the name of the event, as opposed to one in its arguments, begins. */
static gsize
name_place (const GString *event)
{
  const char *op = strstr (event->str, "op ");

  if (op == NULL)
    op = strstr (event->str, "aten::op_");
  g_assert_nonnull (op);
  return (gsize) (op - event->str);
}

static void
quote_before_the_name_is_lost (GString *event, GRand *random)
{
  (void) random;
  erase (event, name_place (event) - 1);
}

static void
quote_behind_the_name_is_lost (GString *event, GRand *random)
{
  (void) random;
  erase (event, (gsize) (strchr (event->str + name_place (event), '"') - event->str));
}

static void
quote_before_a_key_is_lost (GString *event, GRand *random)
{
  (void) random;
  erase (event, place_of (event, "\"pid\"", 0));
}

static void
quote_behind_a_key_is_lost (GString *event, GRand *random)
{
  (void) random;
  erase (event, place_of (event, "\"tid\"", 4));
}

static void
first_quote_is_lost (GString *event, GRand *random)
{
  (void) random;
  erase (event, place_of (event, "\"", 0));
}

static void
colon_is_lost (GString *event, GRand *random)
{
  (void) random;
  erase (event, place_of (event, "\"pid\":", 5));
}

static void
colons_are_lost (GString *event, GRand *random)
{
  (void) random;
  for (gsize i = 0; i < event->len; i++)
    if (event->str[i] == ':')
      event->str[i] = ' ';
}

static void
comma_is_lost (GString *event, GRand *random)
{
  (void) random;
  event->str[place_of (event, "\"pid\":", 0) + strcspn (strstr (event->str, "\"pid\":"), ",")] = ' ';
}

static void
comma_is_doubled (GString *event, GRand *random)
{
  (void) random;
  g_string_insert (event, (gssize) place_of (event, "\"tid\":", 0), ", ");
}

static void
opening_brace_is_lost (GString *event, GRand *random)
{
  (void) random;
  erase (event, 0);
}

static void
opening_brace_is_a_bracket (GString *event, GRand *random)
{
  (void) random;
  event->str[0] = '[';
}

static void
closing_brace_is_lost (GString *event, GRand *random)
{
  (void) random;
  g_string_truncate (event, event->len - 1);
}

static void
closing_brace_is_a_bracket (GString *event, GRand *random)
{
  (void) random;
  event->str[event->len - 1] = ']';
}

static void
end_is_lost (GString *event, GRand *random)
{
  g_string_truncate (event, event->len * 3 / 4 + random_below (random, event->len / 4));
}

static void
brace_is_opened_twice (GString *event, GRand *random)
{
  (void) random;
  g_string_insert (event, (gssize) place_of (event, "\"pid\"", 0), "{");
}

static void
bytes_are_zero (GString *event, GRand *random)
{
  gsize place = place_of (event, "\"ts\":", 0), n = 5 + random_below (random, 8);

  memset (event->str + place, 0, MIN (n, event->len - 1 - place));
}

static void
arguments_are_too_deep (GString *event, GRand *random)
{
  GString *deep = g_string_new ("\"deep\": ");
  int depth = g_rand_int_range (random, 300, 400);

  for (int i = 0; i < depth; i++)
    g_string_append (deep, i % 2 == 0 ? "[" : "{\"a\": ");
  g_string_append (deep, "0");
  for (int i = depth; i-- > 0;)
    g_string_append (deep, i % 2 == 0 ? "]" : "}");
  g_string_append (deep, ", ");
  g_string_insert (event, (gssize) place_of (event, "\"pid\"", 0), deep->str);
  g_string_free (deep, TRUE);
}

static void
argument_is_a_word (GString *event, GRand *random)
{
  (void) random;
  g_string_insert (event, (gssize) event->len - 1,
                   ", \"args\": {\"l\": [{\"name\": True}, {\"name\": \"x\"}]}");
}

static void
time_is_no_number (GString *event, GRand *random)
{
  (void) random;
  g_string_insert (event, (gssize) place_of (event, "\"ts\":", 5), "\"then\", \"x\":");
}

static void
phase_is_missing (GString *event, GRand *random)
{
  (void) random;
  memcpy (event->str + place_of (event, "\"ph\"", 1), "hp", 2);
}

static void
phase_is_unknown (GString *event, GRand *random)
{
  (void) random;
  event->str[place_of (event, "\"X\"", 1)] = 'x';
}

/* ---- what is understood all the same ---- */

static void
name_has_quotes (GString *event, GRand *random)
{
  static const char *const names[] = { "say \"hi\" ", "f\"{x}\" of ", "L[\"self\"], \"w\") ", "{\"k\": 1} ",
                                       "\"" };

  g_string_insert (event, (gssize) name_place (event), names[random_below (random, G_N_ELEMENTS (names))]);
}

static void
name_ends_in_a_backslash (GString *event, GRand *random)
{
  (void) random;
  g_string_insert (event, strchr (event->str + name_place (event), '"') - event->str, "\\");
}

static void
name_has_bad_bytes (GString *event, GRand *random)
{
  static const char *const bytes[] = { "\x01", "\n", "\xff", "\\q", "\\u0000", "\\ud800" };

  g_string_insert (event, (gssize) name_place (event), bytes[random_below (random, G_N_ELEMENTS (bytes))]);
}

static void
duration_has_a_comma (GString *event, GRand *random)
{
  gsize place = place_of (event, "\"dur\":", strlen ("\"dur\":"));
  const char *end = strpbrk (event->str + place, ",}");

  (void) random;
  g_string_erase (event, (gssize) place, end - event->str - (gssize) place);
  g_string_insert (event, (gssize) place, "1, \"x\": 0,015");
}

static void
comma_is_trailing (GString *event, GRand *random)
{
  (void) random;
  g_string_insert (event, (gssize) event->len - 1, ",");
}

static void
key_is_there_twice (GString *event, GRand *random)
{
  (void) random;
  g_string_insert (event, (gssize) place_of (event, "\"ts\":", 0), "\"ts\": 7, ");
}

const Breakage breakages[] = {
  { "a word for a value", value_is_a_word, FALSE },
  { "no value", value_is_lost, FALSE },
  { "no quotation mark before the name", quote_before_the_name_is_lost, FALSE },
  { "no quotation mark behind the name", quote_behind_the_name_is_lost, FALSE },
  { "no quotation mark before a key", quote_before_a_key_is_lost, FALSE },
  { "no quotation mark behind a key", quote_behind_a_key_is_lost, FALSE },
  { "no first quotation mark", first_quote_is_lost, FALSE },
  { "no colon", colon_is_lost, FALSE },
  { "no colons", colons_are_lost, FALSE },
  { "no comma", comma_is_lost, FALSE },
  { "two commas", comma_is_doubled, FALSE },
  { "no opening brace", opening_brace_is_lost, FALSE },
  { "a bracket for the opening brace", opening_brace_is_a_bracket, FALSE },
  { "no closing brace", closing_brace_is_lost, FALSE },
  { "a bracket for the closing brace", closing_brace_is_a_bracket, FALSE },
  { "no end", end_is_lost, FALSE },
  { "a second brace", brace_is_opened_twice, FALSE },
  { "bytes of 0", bytes_are_zero, FALSE },
  { "arguments too deep", arguments_are_too_deep, FALSE },
  { "a word among arguments", argument_is_a_word, FALSE },
  { "a time that is no number", time_is_no_number, FALSE },
  { "no phase", phase_is_missing, FALSE },
  { "an unknown phase", phase_is_unknown, FALSE },
  { "quotation marks in the name", name_has_quotes, TRUE },
  { "a backslash behind the name", name_ends_in_a_backslash, TRUE },
  { "bad bytes in the name", name_has_bad_bytes, TRUE },
  { "a decimal comma", duration_has_a_comma, TRUE },
  { "a trailing comma", comma_is_trailing, TRUE },
  { "a key twice", key_is_there_twice, TRUE },
};

const guint n_breakages = G_N_ELEMENTS (breakages);
