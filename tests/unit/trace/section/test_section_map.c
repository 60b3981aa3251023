/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <glib.h>

#include "tests/unit/trace/section/section_image.h"
#include "trace/section/map_guard.h"
#include "trace/text/trace_error.h"

#define BIG_BYTES (3u << 20)

static void
what_was_written_is_read (void)
{
  g_auto (SectionImage) image = section_image_new (1000);
  g_autoptr (SectionMap) map = section_image_assert_opens (image);
  static const SectionId ids[] = { SECTION_STRING_BYTES, SECTION_HEALTH, SECTION_SLICE_START,
                                   SECTION_SLICE_NAME, SECTION_FLOWS };

  g_assert_cmpuint (section_map_flags (map), ==, SECTION_FILE_PARTIAL);
  g_assert_cmpuint (section_map_size_bytes (map), ==, image.n);
  g_assert_true (memcmp (section_map_key (map), section_image_key, sizeof section_image_key) == 0);
  g_assert_cmpuint (section_map_n_sections (map), ==, N_SECTIONS);
  for (uint32_t i = 0; i < N_SECTIONS; i++)
    {
      g_assert_cmpuint (section_map_entry (map, i)->id, ==, ids[i]);
      g_assert_true (section_map_find (map, ids[i]) == section_map_entry (map, i));
    }
  section_image_assert_contents (map);
  section_image_assert_damaged (map, "");
  g_assert_false (section_map_was_cut (map));
}

static void
what_is_not_there_is_not_given (void)
{
  g_auto (SectionImage) image = section_image_new (1000);
  g_autoptr (SectionMap) map = section_image_assert_opens (image);
  const void *bytes = image.bytes;
  void *owned = NULL;
  uint64_t n = 1;
  GError *error = NULL;

  g_assert_null (section_map_find (map, SECTION_LOD));
  g_assert_null (section_map_stored (map, SECTION_LOD, &n));
  g_assert_cmpuint (n, ==, 0);
  g_assert_false (section_map_array (map, SECTION_LOD, 8, &bytes, &n));
  g_assert_null (bytes);
  g_assert_false (section_map_decode (map, SECTION_LOD, "file", &bytes, &n, &owned, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  g_assert_cmpstr (error->message, ==,
                   "file: its section \"lod\" is missing. Open the source file again, or convert it again.");
  g_error_free (error);

  /* No whole number of items; not raw. */
  g_assert_false (section_map_array (map, SECTION_SLICE_NAME, 16, &bytes, &n));
  g_assert_true (section_map_array (map, SECTION_SLICE_NAME, 8, &bytes, &n));
  g_assert_cmpuint (n, ==, 125);
  g_assert_false (section_map_array (map, SECTION_FLOWS, 1, &bytes, &n));

  /* A raw section is decoded by being there. */
  g_assert_true (section_map_decode (map, SECTION_STRING_BYTES, "file", &bytes, &n, &owned, NULL));
  g_assert_true (n == 3 && memcmp (bytes, "abc", 3) == 0 && owned == NULL);
}

/* Refused, or what was flipped is of no section and nothing has changed. */
static void
every_flipped_byte_is_noticed_or_harmless (void)
{
  g_auto (SectionImage) image = section_image_new (100);
  size_t n_refused = 0;

  for (size_t at = 0; at < image.n; at++)
    for (unsigned way = 0; way < 2; way++)
      {
        uint8_t flip = (uint8_t) (way == 0 ? 0xff : 1 << at % 8);
        GError *error = NULL;

        image.bytes[at] ^= flip;
        SectionMap *map = section_image_open (image.bytes, image.n, &error);
        if (map == NULL)
          {
            gint expected = at < 8 ? TRACE_ERROR_NOT_A_TRACE : TRACE_ERROR_DAMAGED;

            n_refused++;
            g_assert_error (error, TRACE_ERROR, expected);
            g_error_free (error);
          }
        else
          {
            section_image_assert_contents (map);
            section_image_assert_damaged (map, "");
            section_map_free (map);
          }
        image.bytes[at] ^= flip;
      }

  size_t n_used = sizeof (SectionFileHeader) + N_SECTIONS * sizeof (SectionEntry);
  for (uint32_t i = 0; i < N_SECTIONS; i++)
    n_used += section_image_entry (image, i)->stored_bytes;
  g_assert_cmpuint (n_refused, ==, 2 * n_used);
}

static void
a_damaged_small_section_is_named (void)
{
  g_auto (SectionImage) image = section_image_new (100);

  image.bytes[section_image_entry (image, I_FLOWS)->at] ^= 1;
  section_image_assert_refused (
    image, TRACE_ERROR_DAMAGED,
    "file: its section \"flows\" is damaged. Open the source file again, or convert it again.");
}

static void
every_cut_is_noticed (void)
{
  g_auto (SectionImage) image = section_image_new (100);

  for (size_t n = 0; n < image.n; n++)
    {
      g_autofree char *message =
        n < 8 ? g_strdup ("file: is not a Stepscope file.")
        : n < sizeof (SectionFileHeader)
          ? g_strdup (
            "file: is truncated: it ends within its header. Open the source file again, or convert it again.")
          : g_strdup_printf (
            "file: is truncated: it has %zu of %zu bytes. Open the source file again, or convert "
            "it again.",
            n, image.n);
      section_image_assert_refused ((SectionImage){ image.bytes, n },
                                    n < 8 ? TRACE_ERROR_NOT_A_TRACE : TRACE_ERROR_DAMAGED, message);
    }

  g_auto (SectionImage) longer = { g_malloc0 (image.n + 1), image.n + 1 };
  memcpy (longer.bytes, image.bytes, image.n);
  section_image_assert_refused (
    longer, TRACE_ERROR_DAMAGED,
    "file: has 1 bytes too many at its end. Open the source file again, or convert it again.");
}

static void
a_large_section_is_verified_later (void)
{
  g_auto (SectionImage) image = section_image_new (BIG_BYTES);
  size_t begin = (size_t) section_image_entry (image, I_NAME)->at;
  const size_t places[] = { begin, begin + 1000000, begin + BIG_BYTES - 1 };

  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      image.bytes[places[i]] ^= 0x10;
      SectionMap *map = section_image_assert_opens (image);
      section_image_assert_contents (map);
      section_image_assert_damaged (map, "slice.name;");
      section_map_free (map);
      image.bytes[places[i]] ^= 0x10;
    }
  SectionMap *map = section_image_assert_opens (image);
  section_image_assert_damaged (map, "");
  section_map_free (map);
}

static void
verifying_stops_when_told (void)
{
  g_auto (SectionImage) image = section_image_new (BIG_BYTES);
  g_autoptr (SectionMap) map = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  atomic_bool cancelled = true;

  image.bytes[section_image_entry (image, I_NAME)->at] ^= 1;
  map = section_image_assert_opens (image);
  g_assert_false (section_map_verify (map, &cancelled, section_image_note_damage, names));
  g_assert_cmpstr (names->str, ==, "");
  atomic_store (&cancelled, false);
  g_assert_true (section_map_verify (map, &cancelled, section_image_note_damage, names));
  g_assert_cmpstr (names->str, ==, "slice.name;");
}

static void
a_file_cut_while_it_is_open_reads_as_zeros (void)
{
  g_auto (SectionImage) image = section_image_new (BIG_BYTES);
  int fd = section_image_file (image.bytes, image.n);
  g_autoptr (SectionMap) map = section_map_new (fd, "file", NULL);
  const uint8_t *bytes;
  uint64_t n;

  g_assert_nonnull (map);
  bytes = section_map_stored (map, SECTION_SLICE_NAME, &n);
  g_assert_cmpuint (bytes[n - 1], !=, 0);
  g_assert_cmpint (ftruncate (fd, 4096), ==, 0);
  g_assert_false (section_map_was_cut (map));
  g_assert_cmpuint (bytes[n - 1], ==, 0);
  g_assert_true (section_map_was_cut (map));
  section_image_assert_damaged (map, "slice.name;flows;");

  const void *decoded;
  void *owned;
  GError *error = NULL;
  g_assert_false (section_map_decode (map, SECTION_FLOWS, "file", &decoded, &n, &owned, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  g_error_free (error);
  close (fd);
}

static void
a_newer_version_is_refused_with_a_sentence (void)
{
  g_auto (SectionImage) image = section_image_new (100);

  section_image_header (image)->major = 2;
  section_image_seal (image);
  section_image_assert_refused (
    image, TRACE_ERROR_NOT_A_TRACE,
    "file: was written by a newer version of Stepscope (format 2). Update Stepscope to read it.");

  /* Even where nothing else would be as it is now. */
  section_image_header (image)->n_sections = UINT32_MAX;
  section_image_header (image)->size_bytes = 7;
  section_image_seal (image);
  section_image_assert_refused (image, TRACE_ERROR_NOT_A_TRACE, NULL);

  section_image_header (image)->major = 0;
  section_image_seal (image);
  section_image_assert_refused (image, TRACE_ERROR_DAMAGED, NULL);
}

static void
a_newer_minor_version_and_what_it_adds_are_passed_over (void)
{
  g_auto (SectionImage) image = section_image_new (100);

  section_image_header (image)->minor = 77;
  section_image_header (image)->flags |= 1u << 31;
  section_image_header (image)->zeros[0] = 1;
  section_image_entry (image, I_FLOWS)->id = 70000;
  section_image_entry (image, I_FLOWS)->codec = 12;
  section_image_entry (image, I_FLOWS)->raw_bytes = UINT64_MAX;
  section_image_entry (image, I_FLOWS)->zero = 1;
  section_image_seal (image);

  SectionMap *map = section_image_assert_opens (image);
  const void *bytes;
  void *owned;
  uint64_t n;
  GError *error = NULL;

  g_assert_cmpuint (section_map_entry (map, I_FLOWS)->id, ==, 70000);
  g_assert_true (section_map_array (map, SECTION_SLICE_START, 8, &bytes, &n));
  g_assert_null (section_map_find (map, SECTION_FLOWS));
  g_assert_nonnull (section_map_stored (map, (SectionId) 70000, &n));
  g_assert_false (section_map_decode (map, (SectionId) 70000, "file", &bytes, &n, &owned, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
  g_clear_error (&error);
  section_image_assert_damaged (map, "");
  section_map_free (map);

  /* It has to be whole nevertheless. */
  image.bytes[section_image_entry (image, I_FLOWS)->at] ^= 1;
  section_image_assert_refused (
    image, TRACE_ERROR_DAMAGED,
    "file: its section \"section 70000\" is damaged. Open the source file again, or convert it again.");
  image.bytes[section_image_entry (image, I_FLOWS)->at] ^= 1;
  section_image_entry (image, I_FLOWS)->stored_bytes += image.n;
  section_image_seal (image);
  section_image_assert_refused (image, TRACE_ERROR_DAMAGED, NULL);
}

static void
other_files_are_not_of_ours (void)
{
  static const char *const others[] = { "", "{", "{\"traceEvents\": []}", "\x89PNG\r\n\x1a\n",
                                        "\x28\xb5\x2f\xfd     " };

  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    {
      int fd = section_image_file ((const uint8_t *) others[i], strlen (others[i]));
      GError *error = NULL;

      g_assert_false (section_file_probe (fd));
      g_assert_null (section_map_new (fd, "file", &error));
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
      g_error_free (error);
      close (fd);
    }

  g_auto (SectionImage) image = section_image_new (100);
  int fd = section_image_file (image.bytes, 8);
  g_assert_true (section_file_probe (fd));
  close (fd);
}

static void
what_cannot_be_read_is_said (void)
{
  GError *error = NULL;
  int fds[2];

  g_assert_false (section_file_probe (-1));
  g_assert_null (section_map_new (-1, "file", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE);
  g_clear_error (&error);

  g_assert_cmpint (pipe (fds), ==, 0);
  g_assert_null (section_map_new (fds[0], "file", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE);
  g_assert_cmpstr (error->message, ==, "file: is not a regular file.");
  g_clear_error (&error);
  close (fds[0]);
  close (fds[1]);
}

static void
too_many_open_files_are_an_error (void)
{
  g_auto (SectionImage) image = section_image_new (100);
  static SectionMap *maps[MAP_GUARDS_MAX];
  int fd = section_image_file (image.bytes, image.n);
  GError *error = NULL;

  for (size_t i = 0; i < MAP_GUARDS_MAX; i++)
    {
      maps[i] = section_map_new (fd, "file", NULL);
      g_assert_nonnull (maps[i]);
    }
  g_assert_null (section_map_new (fd, "file", &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY);
  g_error_free (error);
  for (size_t i = 0; i < MAP_GUARDS_MAX; i++)
    section_map_free (maps[i]);
  close (fd);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section_map/what_was_written_is_read", what_was_written_is_read);
  g_test_add_func ("/section_map/what_is_not_there_is_not_given", what_is_not_there_is_not_given);
  g_test_add_func ("/section_map/every_flipped_byte_is_noticed_or_harmless",
                   every_flipped_byte_is_noticed_or_harmless);
  g_test_add_func ("/section_map/a_damaged_small_section_is_named", a_damaged_small_section_is_named);
  g_test_add_func ("/section_map/every_cut_is_noticed", every_cut_is_noticed);
  g_test_add_func ("/section_map/a_large_section_is_verified_later", a_large_section_is_verified_later);
  g_test_add_func ("/section_map/verifying_stops_when_told", verifying_stops_when_told);
  g_test_add_func ("/section_map/a_file_cut_while_it_is_open_reads_as_zeros",
                   a_file_cut_while_it_is_open_reads_as_zeros);
  g_test_add_func ("/section_map/a_newer_version_is_refused_with_a_sentence",
                   a_newer_version_is_refused_with_a_sentence);
  g_test_add_func ("/section_map/a_newer_minor_version_and_what_it_adds_are_passed_over",
                   a_newer_minor_version_and_what_it_adds_are_passed_over);
  g_test_add_func ("/section_map/other_files_are_not_of_ours", other_files_are_not_of_ours);
  g_test_add_func ("/section_map/what_cannot_be_read_is_said", what_cannot_be_read_is_said);
  g_test_add_func ("/section_map/too_many_open_files_are_an_error", too_many_open_files_are_an_error);
  return g_test_run ();
}
