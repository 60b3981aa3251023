/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <glib.h>

#include "tests/unit/trace/section/written_sections.h"

/* The example of FORMAT.md. */
static const char *const example[] = {
  "89 53 54 50 0d 0a 1a 0a 01 00 01 00 00 00 00 00", "90 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00",
  "03 00 00 00 00 00 00 00 93 11 df e7 e1 8c 0d 04", "30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 76 bc 05 de 1c ef 28 fb",
  "61 62 63 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "28 b5 2f fd 20 05 29 00 00 68 65 6c 6c 6f 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "01 00 00 00 01 00 00 00 c0 00 00 00 00 00 00 00", "0e 00 00 00 00 00 00 00 05 00 00 00 00 00 00 00",
  "03 38 cf 44 0a 9d 47 fb 00 00 00 00 00 00 00 00", "02 00 00 00 00 00 00 00 80 00 00 00 00 00 00 00",
  "03 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00", "50 39 2f 89 94 5f af 78 00 00 00 00 00 00 00 00",
  "06 00 00 00 00 00 00 00 c0 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
  "c2 94 d3 38 05 80 06 2d 00 00 00 00 00 00 00 00",
};

static void
a_file_is_the_bytes_that_format_md_shows (void)
{
  static const uint8_t frame[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x05, 0x29, 0, 0, 'h', 'e', 'l', 'l', 'o' };
  int fd = written_sections_new ();
  SectionWriter *writer = section_writer_new (fd);

  section_writer_put (writer, SECTION_STRING_BYTES, "abc", 3);
  section_writer_put (writer, SECTION_HEALTH, NULL, 0);
  section_writer_begin (writer, SECTION_PROFILE, SECTION_ZSTD, SECTION_SIZE_UNKNOWN);
  section_writer_copy (writer, SECTION_PROFILE, frame, sizeof frame);
  section_writer_end (writer, SECTION_PROFILE, 5);
  written_sections_finish (writer);

  g_autoptr (GString) written = g_string_new (NULL);
  uint8_t byte;
  for (off_t at = 0; pread (fd, &byte, 1, at) == 1; at++)
    g_string_append_printf (written, at % 16 == 0 ? "\n%02x" : " %02x", byte);

  g_autoptr (GString) expected = g_string_new (NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (example); i++)
    g_string_append_printf (expected, "\n%s", example[i]);
  g_assert_cmpstr (written->str, ==, expected->str);
  close (fd);
}

static void
format_md_shows_these_bytes (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("STEPSCOPE_SOURCE"), "trace", "file", "FORMAT.md", NULL);
  g_autofree char *text = NULL;
  GError *error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (size_t i = 0; i < G_N_ELEMENTS (example); i++)
    {
      g_autofree char *line = g_strdup_printf ("\n    %03zx  %s", 16 * i, example[i]);
      g_assert_nonnull (strstr (text, line));
    }
}

static void
the_bytes_that_format_md_shows_are_read (void)
{
  int fd = written_sections_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (example); i++)
    for (const char *digits = example[i]; *digits != '\0'; digits += digits[2] == ' ' ? 3 : 2)
      {
        uint8_t byte = (uint8_t) (g_ascii_xdigit_value (digits[0]) << 4 | g_ascii_xdigit_value (digits[1]));
        g_assert_cmpint (write (fd, &byte, 1), ==, 1);
      }

  g_autoptr (SectionMap) map = written_sections_map (fd);
  const void *bytes;
  void *owned;
  uint64_t n;

  g_assert_cmpuint (section_map_n_sections (map), ==, 3);
  written_sections_assert_bytes (section_map_key (map), 16, written_sections_key, 16);
  written_sections_assert (map, SECTION_STRING_BYTES, "abc", 3);
  written_sections_assert (map, SECTION_HEALTH, NULL, 0);
  g_assert_true (section_map_decode (map, SECTION_PROFILE, "file", &bytes, &n, &owned, NULL));
  written_sections_assert_bytes (bytes, n, "hello", 5);
  free (owned);
  close (fd);
}

static void
every_section_has_a_name (void)
{
  g_assert_cmpstr (section_id_name (SECTION_PROFILE), ==, "profile");
  g_assert_cmpstr (section_id_name (SECTION_STRING_BEGINS), ==, "string.begins");
  g_assert_cmpstr (section_id_name (SECTION_SLICE_ARGUMENTS), ==, "slice.arguments");
  g_assert_cmpstr (section_id_name (SECTION_NAME_TOTALS), ==, "name.totals");
  g_assert_cmpstr (section_id_name (0), ==, "section 0");
  g_assert_cmpstr (section_id_name (SECTION_SAMPLE_PEAKS), ==, "sample.peaks");
  g_assert_cmpstr (section_id_name (SECTION_SAMPLE_PEAKS + 1), ==, "section 59");
  g_assert_cmpstr (section_id_name (UINT32_MAX), ==, "section 4294967295");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section_writer/a_file_is_the_bytes_that_format_md_shows",
                   a_file_is_the_bytes_that_format_md_shows);
  g_test_add_func ("/section_writer/format_md_shows_these_bytes", format_md_shows_these_bytes);
  g_test_add_func ("/section_writer/the_bytes_that_format_md_shows_are_read",
                   the_bytes_that_format_md_shows_are_read);
  g_test_add_func ("/section_writer/every_section_has_a_name", every_section_has_a_name);
  return g_test_run ();
}
