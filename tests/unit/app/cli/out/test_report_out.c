/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/report_out.h"

#define REPLACEMENT "\xef\xbf\xbd"

/* What a file may call a kernel to upset whoever prints it. */
static const struct
{
  const char *bytes;
  size_t length;
} hostile[] = {
#define BYTES(literal)            \
  {                               \
    literal, sizeof (literal) - 1 \
  }
  BYTES ("\x1b[31mred\x1b[0m"),
  BYTES ("\x1b]0;title\x07"),
  BYTES ("line\nbreak\r\n\ttab"),
  BYTES ("nul\0inside"),
  BYTES ("\x7f del, \x08 backspace"),
  BYTES ("c1 \xc2\x9b"
         "31m \xc2\x85"),
  BYTES ("bidi \xe2\x80\xae"
         "evil\xe2\x80\xac \xe2\x81\xa6"
         "x\xe2\x81\xa9 \xe2\x80\x8f \xd8\x9c"),
  BYTES ("separators \xe2\x80\xa8 \xe2\x80\xa9"),
  BYTES ("invisible \xe2\x80\x8b\xef\xbb\xbf"),
  BYTES ("invalid \xff\xfe \xc3 \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82"),
  BYTES ("quotes \" and ' and ` and \\"),
  BYTES ("bars | and \\| and ||"),
  BYTES ("commas, and; \"quoted, too\""),
  BYTES ("=1+1"),
  BYTES ("</script><b>"),
  BYTES ("ends with a backslash \\"),
  BYTES (""),
  BYTES ("a very long name that does not fit into a column, not even nearly, \xe2\x82\xac and goes "
         "on \x1b[2J to its end"),
#undef BYTES
};

static GPtrArray *
records_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
}

/* One record per hostile text: as a name, and as what is shown for one. */
static GPtrArray *
hostile_records (void)
{
  GPtrArray *records = records_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      Record *record = record_new ();

      record_add_text (record, "name", hostile[i].bytes, hostile[i].length, NULL);
      record_add_text (record, "display_name", "x", 1, hostile[i].bytes);
      record_add_integer (record, "count", (int64_t) i);
      record_add_real (record, "mean_ns", 1234.5);
      g_ptr_array_add (records, record);
    }
  return records;
}

/* ---- JSON ---- */

static void
check_json_string (const char *text, size_t length, const char *expected)
{
  g_autoptr (GString) out = g_string_new ("");
  char *copy = malloc (length > 0 ? length : 1);

  json_append_string (out, memcpy (copy, text, length), length);
  g_assert_cmpstr (out->str, ==, expected);
  g_assert_cmpuint (strlen (out->str), ==, out->len);
  free (copy);
}

static void
json_strings_are_escaped (void)
{
  check_json_string ("", 0, "\"\"");
  check_json_string ("a\"b\\c/d", 7, "\"a\\\"b\\\\c/d\"");
  check_json_string ("\b\f\n\r\t", 5, "\"\\b\\f\\n\\r\\t\"");
  check_json_string ("\0\x01\x0b\x1f\x7f", 5, "\"\\u0000\\u0001\\u000b\\u001f\\u007f\"");
  check_json_string ("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"");
}

static void
json_strings_are_valid_utf8 (void)
{
  check_json_string ("a\xff"
                     "b",
                     3, "\"a" REPLACEMENT "b\"");
  check_json_string ("\xc3", 1, "\"" REPLACEMENT "\"");
  check_json_string ("\xe2\x82\"", 3, "\"" REPLACEMENT REPLACEMENT "\\\"\"");
  check_json_string ("\xc0\x80", 2, "\"" REPLACEMENT REPLACEMENT "\"");
  check_json_string ("\xed\xa0\x80", 3, "\"" REPLACEMENT REPLACEMENT REPLACEMENT "\"");
  check_json_string ("\xe2\x82\xac", 2, "\"" REPLACEMENT REPLACEMENT "\"");
}

/* Undoes JSON escapes; fails on anything that JSON does not allow between quotes. */
static void
check_json_reads_back (const char *json, const char *text, size_t length)
{
  g_autoptr (GString) decoded = g_string_new ("");
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  const char *at = json + 1;

  g_assert_cmpint (json[0], ==, '"');
  for (; *at != '"'; at++)
    {
      g_assert_cmpint ((unsigned char) *at, >=, 0x20);
      if (*at != '\\')
        {
          g_string_append_c (decoded, *at);
          continue;
        }
      const char *found = strchr ("\"\"\\\\b\bf\fn\nr\rt\t", *++at);
      if (*at == 'u')
        {
          g_autofree char *digits = g_strndup (at + 1, 4);
          gunichar c = (gunichar) g_ascii_strtoull (digits, NULL, 16);

          g_string_append_unichar (decoded, c == 0 ? 0xfffd : c);
          at += 4;
        }
      else
        {
          g_assert_nonnull (found);
          g_string_append_c (decoded, found[1]);
        }
    }
  g_assert_cmpint (at[1], ==, '\0');
  g_assert_cmpstr (decoded->str, ==, valid);
}

static void
random_bytes_become_json (void)
{
  GRand *random = g_rand_new_with_seed (71);

  for (int round = 0; round < 20000; round++)
    {
      char text[12];
      size_t n = (size_t) g_rand_int_range (random, 0, sizeof text);
      g_autoptr (GString) out = g_string_new ("");

      for (size_t i = 0; i < n; i++)
        text[i] = (char) g_rand_int (random);
      json_append_string (out, text, n);
      g_assert_true (g_utf8_validate (out->str, (gssize) out->len, NULL));
      check_json_reads_back (out->str, text, n);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autoptr (GString) out = g_string_new ("");

      json_append_string (out, hostile[i].bytes, hostile[i].length);
      check_json_reads_back (out->str, hostile[i].bytes, hostile[i].length);
    }
  g_rand_free (random);
}

static void
check_real (double value, const char *expected)
{
  g_autoptr (GString) out = g_string_new ("");

  json_append_real (out, value);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
json_numbers_read_back_exactly (void)
{
  GRand *random = g_rand_new_with_seed (73);
  g_autoptr (GString) out = g_string_new ("");

  check_real (0, "0");
  check_real (0.1, "0.1");
  check_real (-2.5, "-2.5");
  check_real (1.0 / 3, "0.3333333333333333");
  check_real (1712195495406752.8, "1712195495406752.8");
  check_real (NAN, "null");
  check_real (INFINITY, "null");
  check_real (-INFINITY, "null");
  for (int round = 0; round < 5000; round++)
    {
      double value = ldexp (g_rand_double_range (random, -1, 1), g_rand_int_range (random, -1000, 1000));

      g_string_truncate (out, 0);
      json_append_real (out, value);
      g_assert_true (g_ascii_strtod (out->str, NULL) == value);
    }
  g_string_truncate (out, 0);
  json_append_integer (out, INT64_MIN);
  g_string_append_c (out, ' ');
  json_append_integer (out, INT64_MAX);
  g_string_append_c (out, ' ');
  json_append_unsigned (out, UINT64_MAX);
  g_assert_cmpstr (out->str, ==, "-9223372036854775808 9223372036854775807 18446744073709551615");
  g_rand_free (random);
}

static void
every_type_of_cell_has_its_json (void)
{
  g_autoptr (Record) record = record_new ();
  g_autoptr (GString) out = g_string_new ("");

  report_json_object (out, record);
  g_assert_cmpstr (out->str, ==, "{}");

  record_add_integer (record, "integer_ns", -5);
  record_add_count (record, "count", UINT64_MAX);
  record_add_real (record, "real", 0.5);
  record_add_real (record, "nan", NAN);
  record_add_boolean (record, "yes", true);
  record_add_boolean (record, "no", false);
  record_add_null (record, "null");
  record_add_text (record, "text", "a\"b", 3, "shown");
  record_add_json (record, "json", g_string_new ("[1,{\"a\":2}]"));
  g_string_truncate (out, 0);
  report_json_object (out, record);
  g_assert_cmpstr (out->str, ==,
                   "{\"integer_ns\":-5,\"count\":9223372036854775807,\"real\":0.5,\"nan\":null,"
                   "\"yes\":true,\"no\":false,\"null\":null,\"text\":\"a\\\"b\",\"json\":[1,{\"a\":2}]}");
}

static void
records_make_a_json_array (void)
{
  g_autoptr (GPtrArray) records = records_new ();
  g_autoptr (GString) out = g_string_new ("");

  report_json_array (out, records);
  g_assert_cmpstr (out->str, ==, "[]");
  for (int64_t i = 0; i < 2; i++)
    {
      Record *record = record_new ();

      record_add_integer (record, "i", i);
      g_ptr_array_add (records, record);
    }
  g_string_truncate (out, 0);
  report_json_array (out, records);
  g_assert_cmpstr (out->str, ==, "[{\"i\":0},\n {\"i\":1}]");
}

/* ---- CSV ---- */

/* The fields of RFC 4180 text; rows end with CR LF. */
static GPtrArray *
parse_csv (const char *text, guint *ret_n_rows)
{
  GPtrArray *fields = g_ptr_array_new_with_free_func (g_free);

  *ret_n_rows = 0;
  while (*text != '\0')
    {
      GString *field = g_string_new ("");

      if (*text == '"')
        {
          for (text++; *text != '"' || text[1] == '"'; text++)
            {
              g_assert_cmpint (*text, !=, '\0');
              g_string_append_c (field, *text);
              text += *text == '"';
            }
          text++;
        }
      else
        for (; *text != ',' && *text != '\r'; text++)
          {
            g_assert_true (*text != '"' && *text != '\n' && *text != '\0');
            g_string_append_c (field, *text);
          }
      g_ptr_array_add (fields, g_string_free (field, FALSE));
      if (*text == ',')
        text++;
      else
        {
          g_assert_true (text[0] == '\r' && text[1] == '\n');
          text += 2;
          ++*ret_n_rows;
        }
    }
  return fields;
}

static void
csv_reads_back (void)
{
  g_autoptr (GPtrArray) records = hostile_records ();
  g_autoptr (GString) out = g_string_new ("");
  guint n_rows;

  report_csv (out, "name,display_name,count,mean_ns", records);
  g_assert_true (g_utf8_validate (out->str, (gssize) out->len, NULL));
  g_autoptr (GPtrArray) fields = parse_csv (out->str, &n_rows);
  g_assert_cmpuint (n_rows, ==, records->len + 1);
  g_assert_cmpuint (fields->len, ==, 4 * n_rows);
  g_assert_cmpstr (fields->pdata[0], ==, "name");
  g_assert_cmpstr (fields->pdata[3], ==, "mean_ns");
  for (guint i = 0; i < records->len; i++)
    {
      g_autofree char *printable = report_printable (hostile[i].bytes, hostile[i].length);
      bool is_formula = printable[0] != '\0' && strchr ("=+-@", printable[0]) != NULL;
      g_autofree char *wanted = g_strconcat (is_formula ? "'" : "", printable, NULL);

      g_assert_cmpstr (fields->pdata[4 * (i + 1)], ==, wanted);
      /* The exact text, not the one for people. */
      g_assert_cmpstr (fields->pdata[4 * (i + 1) + 1], ==, "x");
      g_assert_cmpstr (fields->pdata[4 * (i + 1) + 3], ==, "1234.5");
    }
}

static void
csv_of_other_types (void)
{
  g_autoptr (GPtrArray) records = records_new ();
  g_autoptr (GString) out = g_string_new ("");
  Record *record = record_new ();

  report_csv (out, "a,b,c,d", records);
  g_assert_cmpstr (out->str, ==, "a,b,c,d\r\n");
  g_string_truncate (out, 0);
  record_add_null (record, "a");
  record_add_boolean (record, "b", true);
  record_add_json (record, "c", g_string_new ("[1,2]"));
  record_add_text (record, "d", "say \"hi\"", 8, NULL);
  g_ptr_array_add (records, record);
  report_csv (out, "a,b,c,d", records);
  g_assert_cmpstr (out->str, ==, "a,b,c,d\r\n,true,\"[1,2]\",\"say \"\"hi\"\"\"\r\n");
}

/* ---- for people ---- */

static void
check_harmless (const char *text, size_t length, const char *allowed_controls)
{
  g_assert_true (g_utf8_validate (text, (gssize) length, NULL));
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      GUnicodeType type = g_unichar_type (c);

      if (c < 0x80 && strchr (allowed_controls, (int) c) != NULL)
        continue;
      g_assert_true (type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT && type != G_UNICODE_LINE_SEPARATOR
                     && type != G_UNICODE_PARAGRAPH_SEPARATOR);
    }
}

static void
printable_text_obeys_nothing (void)
{
  GRand *random = g_rand_new_with_seed (79);

  for (size_t i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      g_autofree char *text = report_printable (hostile[i].bytes, hostile[i].length);
      check_harmless (text, strlen (text), "");
    }
  for (int round = 0; round < 20000; round++)
    {
      char bytes[16];
      size_t n = (size_t) g_rand_int_range (random, 0, sizeof bytes);

      for (size_t i = 0; i < n; i++)
        bytes[i] =
          round % 2 == 0
            ? (char) g_rand_int (random)
            : "\xe2\x80\xae\xab\x81\xa6\xc2\x9b\x1b[a\xef\xbb\xbf\xd8\x9c"[g_rand_int_range (random, 0, 17)];
      g_autofree char *text = report_printable (bytes, n);
      check_harmless (text, strlen (text), "");
    }
  g_autofree char *plain = report_printable ("add f32 \xc2\xb7 \xe6\xbc\xa2", 14);
  g_assert_cmpstr (plain, ==, "add f32 \xc2\xb7 \xe6\xbc\xa2");
  g_rand_free (random);
}

static void
check_duration (double ns, const char *expected)
{
  g_autofree char *text = report_duration (ns);
  g_assert_cmpstr (text, ==, expected);
}

static void
durations_get_a_unit_by_size (void)
{
  check_duration (0, "0 ns");
  check_duration (1, "1 ns");
  check_duration (999, "999 ns");
  check_duration (999.7, "1.000 µs");
  check_duration (1000, "1.000 µs");
  check_duration (9999, "9.999 µs");
  check_duration (9999.6, "10.00 µs");
  check_duration (12504, "12.50 µs");
  check_duration (123450, "123.5 µs");
  check_duration (999949, "999.9 µs");
  check_duration (999950, "1.000 ms");
  check_duration (12.5e6, "12.50 ms");
  check_duration (999.96e6, "1.000 s");
  check_duration (59.99e9, "59.99 s");
  check_duration (60e9, "1 min 00 s");
  check_duration (61.4e9, "1 min 01 s");
  check_duration (3600e9, "1 h 00 min");
  check_duration (-12.5e6, "-12.50 ms");
  check_duration (-5, "-5 ns");
  check_duration (-90e9, "-1 min 30 s");
}

/* Four significant digits: half a unit of the fourth at most is lost. */
static void
random_durations_keep_four_digits (void)
{
  GRand *random = g_rand_new_with_seed (83);
  static const struct
  {
    const char *unit;
    double ns;
  } units[] = { { " ns", 1 }, { " µs", 1e3 }, { " ms", 1e6 }, { " s", 1e9 } };

  for (int round = 0; round < 20000; round++)
    {
      double ns = floor (exp (g_rand_double_range (random, 0, log (59e9))));
      g_autofree char *text = report_duration (ns);
      char *unit;
      double value = g_ascii_strtod (text, &unit);
      bool known = false;

      for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
        if (strcmp (unit, units[i].unit) == 0)
          {
            g_assert_cmpfloat_with_epsilon (value * units[i].ns, ns, ns * 0.00050001 + 1e-9);
            g_assert_true (value < 1000 && (value >= 1 || ns == 0));
            known = true;
          }
      g_assert_true (known);
      g_assert_cmpuint ((size_t) (unit - text), <=, 5);
    }
  g_rand_free (random);
}

/* Cells of a GitHub table row: bars that no backslash stands before. */
static guint
count_bars (const char *line)
{
  guint n = 0;

  for (size_t i = 0; line[i] != '\0'; i++)
    n += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
  return n;
}

static guint
count_ticks (const char *line)
{
  guint n = 0;

  for (; *line != '\0'; line++)
    n += *line == '`';
  return n;
}

static void
markdown_keeps_its_cells (void)
{
  g_autoptr (GPtrArray) records = hostile_records ();
  g_autoptr (GString) out = g_string_new ("");

  report_markdown (out, "Kernels", records);
  check_harmless (out->str, out->len, "\n");
  g_auto (GStrv) lines = g_strsplit (out->str, "\n", -1);
  /* Heading, empty line, two lines of header, rows, empty line, end. */
  g_assert_cmpuint (g_strv_length (lines), ==, 4 + records->len + 2);
  g_assert_cmpstr (lines[0], ==, "## Kernels");
  g_assert_cmpstr (lines[2], ==, "| name | display name | count | mean |");
  g_assert_cmpstr (lines[3], ==, "| --- | --- | ---: | ---: |");
  for (guint i = 0; i < records->len; i++)
    {
      const char *line = lines[4 + i];

      g_test_message ("%s", line);
      g_assert_cmpuint (count_bars (line), ==, 5);
      g_assert_cmpuint (count_ticks (line), ==, 4);
      g_assert_true (g_str_has_prefix (line, "| `"));
      g_assert_true (g_str_has_suffix (line, " | 1.234 µs |") || g_str_has_suffix (line, " | 1.235 µs |"));
    }
}

static void
nothing_is_said_to_be_nothing (void)
{
  g_autoptr (GPtrArray) records = records_new ();
  g_autoptr (GString) out = g_string_new ("");

  report_markdown (out, "Kernels", records);
  g_assert_cmpstr (out->str, ==, "## Kernels\n\nNone.\n\n");
  g_string_truncate (out, 0);
  report_columns (out, "Kernels", records, 5);
  g_assert_cmpstr (out->str, ==, "Kernels\n  none\n\n");
}

static void
columns_are_aligned (void)
{
  g_autoptr (GPtrArray) records = records_new ();
  g_autoptr (GString) out = g_string_new ("");
  static const char *const names[] = { "a", "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", "never shown" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      Record *record = record_new ();

      record_add_text (record, "name", names[i], strlen (names[i]), NULL);
      record_add_json (record, "nested", g_string_new ("[]"));
      record_add_integer (record, "total_ns", i == 0 ? 5 : 12500000);
      record_add_real (record, "busy_percent", 12.34);
      record_add_boolean (record, "ok", i == 0);
      record_add_null (record, "none");
      g_ptr_array_add (records, record);
    }
  report_columns (out, "Kernels", records, 2);
  g_assert_cmpstr (out->str, ==,
                   "Kernels\n"
                   "  name      total  busy percent   ok  none\n"
                   "  a          5 ns        12.3 %  yes   n/a\n"
                   "  \xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9  12.50 ms        12.3 %   no   n/a\n"
                   "  and 1 more\n"
                   "\n");
}

static void
columns_never_reach_the_terminal_as_commands (void)
{
  g_autoptr (GPtrArray) records = hostile_records ();
  g_autoptr (GString) out = g_string_new ("");

  report_columns (out, "Kernels", records, G_MAXUINT);
  check_harmless (out->str, out->len, "\n");
  g_auto (GStrv) lines = g_strsplit (out->str, "\n", -1);
  /* Title, header, rows, empty line, end. */
  g_assert_cmpuint (g_strv_length (lines), ==, 2 + records->len + 2);
  for (guint i = 0; i < g_strv_length (lines); i++)
    g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 2 + 60 + 2 + 60 + 2 + 5 + 2 + 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report_out/json/strings_are_escaped", json_strings_are_escaped);
  g_test_add_func ("/report_out/json/strings_are_valid_utf8", json_strings_are_valid_utf8);
  g_test_add_func ("/report_out/json/random_bytes_become_json", random_bytes_become_json);
  g_test_add_func ("/report_out/json/numbers_read_back_exactly", json_numbers_read_back_exactly);
  g_test_add_func ("/report_out/json/every_type_of_cell_has_its_json", every_type_of_cell_has_its_json);
  g_test_add_func ("/report_out/json/records_make_an_array", records_make_a_json_array);
  g_test_add_func ("/report_out/csv/reads_back", csv_reads_back);
  g_test_add_func ("/report_out/csv/other_types", csv_of_other_types);
  g_test_add_func ("/report_out/printable/text_obeys_nothing", printable_text_obeys_nothing);
  g_test_add_func ("/report_out/duration/gets_a_unit_by_size", durations_get_a_unit_by_size);
  g_test_add_func ("/report_out/duration/keeps_four_digits", random_durations_keep_four_digits);
  g_test_add_func ("/report_out/markdown/keeps_its_cells", markdown_keeps_its_cells);
  g_test_add_func ("/report_out/nothing_is_said_to_be_nothing", nothing_is_said_to_be_nothing);
  g_test_add_func ("/report_out/columns/are_aligned", columns_are_aligned);
  g_test_add_func ("/report_out/columns/never_reach_the_terminal_as_commands",
                   columns_never_reach_the_terminal_as_commands);
  return g_test_run ();
}
