/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <glib.h>
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/file/map_guard.h"
#include "trace/file/section_map.h"
#include "trace/file/section_writer.h"
#include "trace/trace_error.h"

#define BIG_BYTES (3u << 20)

static const uint8_t key[16] = "0123456789abcdef";

/* A file in memory, to be spoiled. */
typedef struct
{
  uint8_t *bytes;
  size_t n;
} Image;

static Image
image_of (int fd)
{
  Image image = { .n = (size_t) lseek (fd, 0, SEEK_END) };

  image.bytes = g_malloc (image.n);
  g_assert_cmpint (pread (fd, image.bytes, image.n, 0), ==, (gint64) image.n);
  return image;
}

static SectionFileHeader *
header_of (Image image)
{
  return (SectionFileHeader *) (void *) image.bytes;
}

/* By number in the table; images are made with the table in place. */
static SectionEntry *
entry_of (Image image, uint32_t i)
{
  return (SectionEntry *) (void *) (image.bytes + header_of (image)->table_at) + i;
}

/* Makes the hashes of header and table right, so that what they say is believed. */
static void
seal (Image image)
{
  SectionFileHeader *header = header_of (image);
  uint64_t n = (uint64_t) header->n_sections * sizeof (SectionEntry);

  if (header->table_at <= image.n && n <= image.n - header->table_at)
    header->table_hash = XXH3_64bits (image.bytes + header->table_at, n);
  header->header_hash = XXH3_64bits (header, offsetof (SectionFileHeader, header_hash));
}

static int
file_of (const uint8_t *bytes, size_t n)
{
  int fd = memfd_create ("sections", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (pwrite (fd, bytes, n, 0), ==, (gint64) n);
  return fd;
}

static SectionMap *
open_bytes (const uint8_t *bytes, size_t n, GError **error)
{
  int fd = file_of (bytes, n);
  SectionMap *map = section_map_new (fd, "file", error);

  close (fd);
  return map;
}

static SectionMap *
assert_opens (Image image)
{
  GError *error = NULL;
  SectionMap *map = open_bytes (image.bytes, image.n, &error);

  g_assert_no_error (error);
  return map;
}

static void
assert_refused (Image image, gint code, const char *message)
{
  GError *error = NULL;

  g_assert_null (open_bytes (image.bytes, image.n, &error));
  g_assert_error (error, TRACE_ERROR, code);
  if (message != NULL)
    g_assert_cmpstr (error->message, ==, message);
  g_error_free (error);
}

static void
put_zstd (SectionWriter *writer, SectionId id, const void *frames, size_t n, uint64_t raw_bytes)
{
  section_writer_begin (writer, id, SECTION_ZSTD, n);
  section_writer_copy (writer, id, frames, n);
  section_writer_end (writer, id, raw_bytes);
}

static const uint64_t times[] = { 1, 5, 8, 1000000, UINT64_MAX };
static const char text[] = "compressed, compressed, compressed, compressed and compressed";

enum
{
  I_STRINGS,
  I_HEALTH,
  I_START,
  I_NAME,
  I_FLOWS,
  N_SECTIONS
};

/* Some sections of each kind: bytes, none, a column, and one that is encoded. A name column of n_big bytes. */
static Image
make_image (size_t n_big)
{
  int fd = memfd_create ("sections", MFD_CLOEXEC);
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;
  uint8_t frame[200];
  size_t n_frame = ZSTD_compress (frame, sizeof frame, text, sizeof text, 3);
  g_autofree uint8_t *big = g_malloc0 (n_big + 1);

  for (size_t i = 0; i < n_big; i++)
    big[i] = (uint8_t) (i * i >> 3 | 1);
  section_writer_put (writer, SECTION_SLICE_START, times, sizeof times);
  section_writer_put (writer, SECTION_HEALTH, NULL, 0);
  section_writer_put (writer, SECTION_STRING_BYTES, "abc", 3);
  section_writer_put (writer, SECTION_SLICE_NAME, big, n_big);
  put_zstd (writer, SECTION_FLOWS, frame, n_frame, sizeof text);
  section_writer_finish (writer, SECTION_FILE_PARTIAL, key, "file", &error);
  g_assert_no_error (error);
  section_writer_free (writer);

  Image image = image_of (fd);
  close (fd);
  return image;
}

static void
image_clear (Image *image)
{
  g_free (image->bytes);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Image, image_clear)

static void
assert_contents (const SectionMap *map)
{
  const void *bytes;
  void *owned;
  uint64_t n;

  g_assert_true (section_map_array (map, SECTION_SLICE_START, sizeof *times, &bytes, &n));
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (times));
  g_assert_true (memcmp (bytes, times, sizeof times) == 0);
  bytes = section_map_stored (map, SECTION_STRING_BYTES, &n);
  g_assert_true (n == 3 && memcmp (bytes, "abc", 3) == 0);
  g_assert_nonnull (section_map_stored (map, SECTION_HEALTH, &n));
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (section_map_decode (map, SECTION_FLOWS, "file", &bytes, &n, &owned, NULL));
  g_assert_true (n == sizeof text && memcmp (bytes, text, sizeof text) == 0);
  free (owned);
}

static void
note_damage (const SectionEntry *entry, void *user_data)
{
  GString *names = user_data;

  g_string_append_printf (names, "%s;", section_id_name (entry->id));
}

static void
assert_damaged_sections (const SectionMap *map, const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  g_assert_true (section_map_verify (map, NULL, note_damage, names));
  g_assert_cmpstr (names->str, ==, expected);
}

static void
what_was_written_is_read (void)
{
  g_auto (Image) image = make_image (1000);
  g_autoptr (SectionMap) map = assert_opens (image);
  static const SectionId ids[] = { SECTION_STRING_BYTES, SECTION_HEALTH, SECTION_SLICE_START,
                                   SECTION_SLICE_NAME, SECTION_FLOWS };

  g_assert_cmpuint (section_map_flags (map), ==, SECTION_FILE_PARTIAL);
  g_assert_cmpuint (section_map_size_bytes (map), ==, image.n);
  g_assert_true (memcmp (section_map_key (map), key, sizeof key) == 0);
  g_assert_cmpuint (section_map_n_sections (map), ==, N_SECTIONS);
  for (uint32_t i = 0; i < N_SECTIONS; i++)
    {
      g_assert_cmpuint (section_map_entry (map, i)->id, ==, ids[i]);
      g_assert_true (section_map_find (map, ids[i]) == section_map_entry (map, i));
    }
  assert_contents (map);
  assert_damaged_sections (map, "");
  g_assert_false (section_map_was_cut (map));
}

static void
what_is_not_there_is_not_given (void)
{
  g_auto (Image) image = make_image (1000);
  g_autoptr (SectionMap) map = assert_opens (image);
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
                   "file: its section \"lod\" is missing. Open the source file again, or convert it anew.");
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
  g_auto (Image) image = make_image (100);
  size_t n_refused = 0;

  for (size_t at = 0; at < image.n; at++)
    for (unsigned way = 0; way < 2; way++)
      {
        uint8_t flip = (uint8_t) (way == 0 ? 0xff : 1 << at % 8);
        GError *error = NULL;

        image.bytes[at] ^= flip;
        SectionMap *map = open_bytes (image.bytes, image.n, &error);
        if (map == NULL)
          {
            gint expected = at < 8 ? TRACE_ERROR_NOT_A_TRACE : TRACE_ERROR_DAMAGED;

            n_refused++;
            g_assert_error (error, TRACE_ERROR, expected);
            g_error_free (error);
          }
        else
          {
            assert_contents (map);
            assert_damaged_sections (map, "");
            section_map_free (map);
          }
        image.bytes[at] ^= flip;
      }

  size_t n_used = sizeof (SectionFileHeader) + N_SECTIONS * sizeof (SectionEntry);
  for (uint32_t i = 0; i < N_SECTIONS; i++)
    n_used += entry_of (image, i)->stored_bytes;
  g_assert_cmpuint (n_refused, ==, 2 * n_used);
}

static void
a_damaged_small_section_is_named (void)
{
  g_auto (Image) image = make_image (100);

  image.bytes[entry_of (image, I_FLOWS)->at] ^= 1;
  assert_refused (image, TRACE_ERROR_DAMAGED,
                  "file: its section \"flows\" is damaged. Open the source file again, or convert it anew.");
}

static void
every_cut_is_noticed (void)
{
  g_auto (Image) image = make_image (100);

  for (size_t n = 0; n < image.n; n++)
    {
      g_autofree char *message =
        n < 8 ? g_strdup ("file: is not a file of Stepscope.")
        : n < sizeof (SectionFileHeader)
          ? g_strdup (
            "file: is cut: it ends within its header. Open the source file again, or convert it anew.")
          : g_strdup_printf (
            "file: is cut: %zu of %zu bytes are there. Open the source file again, or convert "
            "it anew.",
            n, image.n);
      assert_refused ((Image){ image.bytes, n }, n < 8 ? TRACE_ERROR_NOT_A_TRACE : TRACE_ERROR_DAMAGED,
                      message);
    }

  g_auto (Image) longer = { g_malloc0 (image.n + 1), image.n + 1 };
  memcpy (longer.bytes, image.bytes, image.n);
  assert_refused (longer, TRACE_ERROR_DAMAGED,
                  "file: has 1 bytes too many at its end. Open the source file again, or convert it anew.");
}

static void
a_large_section_is_verified_later (void)
{
  g_auto (Image) image = make_image (BIG_BYTES);
  size_t begin = (size_t) entry_of (image, I_NAME)->at;
  const size_t places[] = { begin, begin + 1000000, begin + BIG_BYTES - 1 };

  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      image.bytes[places[i]] ^= 0x10;
      SectionMap *map = assert_opens (image);
      assert_contents (map);
      assert_damaged_sections (map, "slice.name;");
      section_map_free (map);
      image.bytes[places[i]] ^= 0x10;
    }
  SectionMap *map = assert_opens (image);
  assert_damaged_sections (map, "");
  section_map_free (map);
}

static void
verifying_stops_when_told (void)
{
  g_auto (Image) image = make_image (BIG_BYTES);
  g_autoptr (SectionMap) map = NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  atomic_bool cancelled = true;

  image.bytes[entry_of (image, I_NAME)->at] ^= 1;
  map = assert_opens (image);
  g_assert_false (section_map_verify (map, &cancelled, note_damage, names));
  g_assert_cmpstr (names->str, ==, "");
  atomic_store (&cancelled, false);
  g_assert_true (section_map_verify (map, &cancelled, note_damage, names));
  g_assert_cmpstr (names->str, ==, "slice.name;");
}

static void
a_file_cut_while_it_is_open_reads_as_zeros (void)
{
  g_auto (Image) image = make_image (BIG_BYTES);
  int fd = file_of (image.bytes, image.n);
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
  assert_damaged_sections (map, "slice.name;flows;");

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
  g_auto (Image) image = make_image (100);

  header_of (image)->major = 2;
  seal (image);
  assert_refused (
    image, TRACE_ERROR_NOT_A_TRACE,
    "file: was written by a newer version of Stepscope (format 2). Update Stepscope to read it.");

  /* Even where nothing else would be as it is now. */
  header_of (image)->n_sections = UINT32_MAX;
  header_of (image)->size_bytes = 7;
  seal (image);
  assert_refused (image, TRACE_ERROR_NOT_A_TRACE, NULL);

  header_of (image)->major = 0;
  seal (image);
  assert_refused (image, TRACE_ERROR_DAMAGED, NULL);
}

static void
a_newer_minor_version_and_what_it_adds_are_passed_over (void)
{
  g_auto (Image) image = make_image (100);

  header_of (image)->minor = 77;
  header_of (image)->flags |= 1u << 31;
  header_of (image)->zeros[0] = 1;
  entry_of (image, I_FLOWS)->id = 70000;
  entry_of (image, I_FLOWS)->codec = 12;
  entry_of (image, I_FLOWS)->raw_bytes = UINT64_MAX;
  entry_of (image, I_FLOWS)->zero = 1;
  seal (image);

  SectionMap *map = assert_opens (image);
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
  assert_damaged_sections (map, "");
  section_map_free (map);

  /* It has to be whole nevertheless. */
  image.bytes[entry_of (image, I_FLOWS)->at] ^= 1;
  assert_refused (
    image, TRACE_ERROR_DAMAGED,
    "file: its section \"section 70000\" is damaged. Open the source file again, or convert it anew.");
  image.bytes[entry_of (image, I_FLOWS)->at] ^= 1;
  entry_of (image, I_FLOWS)->stored_bytes += image.n;
  seal (image);
  assert_refused (image, TRACE_ERROR_DAMAGED, NULL);
}

/* Each way in which a table whose hash is right can still be impossible. */
static void
impossible_tables_are_refused (void)
{
  static const char table_damaged[] =
    "file: its table of sections is damaged. Open the source file again, or convert it anew.";
  static const char header_damaged[] =
    "file: its header is damaged. Open the source file again, or convert it anew.";

  for (unsigned lie = 0;; lie++)
    {
      g_auto (Image) image = make_image (100);
      SectionFileHeader *header = header_of (image);
      SectionEntry *strings = entry_of (image, I_STRINGS), *start = entry_of (image, I_START);
      const char *message = table_damaged;

      switch (lie)
        {
        case 0: /* not aligned */
          strings->at += 32;
          break;
        case 1: /* in the header */
          strings->at = 64;
          break;
        case 2: /* two in one place */
          strings->at = start->at;
          break;
        case 3: /* one within another */
          entry_of (image, I_NAME)->stored_bytes += 64;
          entry_of (image, I_NAME)->raw_bytes += 64;
          break;
        case 4: /* an empty one within another */
          entry_of (image, I_HEALTH)->at = entry_of (image, I_NAME)->at + 64;
          break;
        case 5: /* over the table */
          entry_of (image, I_FLOWS)->stored_bytes = image.n - entry_of (image, I_FLOWS)->at;
          break;
        case 6: /* over the end */
          strings->stored_bytes = strings->raw_bytes = image.n - strings->at + 1;
          break;
        case 7: /* around the end of numbers */
          strings->stored_bytes = strings->raw_bytes = UINT64_MAX - strings->at + 1 + 100;
          break;
        case 8: /* around the end of numbers, with a place that is aligned */
          strings->at = UINT64_MAX - 63;
          strings->stored_bytes = strings->raw_bytes = 64 + 128;
          break;
        case 9: /* raw, but another size */
          strings->raw_bytes = 4;
          break;
        case 10: /* one id twice */
          start->id = entry_of (image, I_NAME)->id;
          break;
        case 11: /* not ascending */
          start->id = SECTION_LOD;
          break;
        case 12: /* a frame that says it holds 2^60 bytes */
          entry_of (image, I_FLOWS)->raw_bytes = UINT64_C (1) << 60;
          break;
        case 13: /* the table where it cannot be */
          header->table_at = image.n - 8;
          message = header_damaged;
          break;
        case 14:
          header->table_at = UINT64_MAX - 7;
          message = header_damaged;
          break;
        case 15:
          header->table_at = 120;
          message = header_damaged;
          break;
        case 16:
          header->table_at += 4;
          message = header_damaged;
          break;
        case 17: /* more sections than a file may have */
          header->n_sections = SECTION_FILE_MAX_SECTIONS + 1;
          message = header_damaged;
          break;
        case 18:
          header->n_sections = UINT32_MAX;
          message = header_damaged;
          break;
        case 19: /* within the file, but with bytes of a section for entries */
          header->n_sections += 1;
          header->table_at -= 48;
          break;
        default:
          g_assert_cmpuint (lie, ==, 20);
          return;
        }
      seal (image);
      assert_refused (image, TRACE_ERROR_DAMAGED, message);
    }
}

/* Whatever a table that is believed says, nothing is read that is not there. */
static void
random_tables_do_no_harm (void)
{
  static const uint64_t numbers[] = {
    0, 1, 63, 64, 128, 192, 256, 4096, 1u << 20, UINT32_MAX, INT64_MAX, UINT64_MAX, UINT64_MAX - 63
  };
  g_auto (Image) image = make_image (100);
  g_autofree uint8_t *original = g_memdup2 (image.bytes, image.n);
  GRand *random = g_rand_new_with_seed (5);
  unsigned n_opened = 0;

  for (unsigned round = 0; round < 6000; round++)
    {
      memcpy (image.bytes, original, image.n);
      for (int n = g_rand_int_range (random, 1, 4); n > 0; n--)
        {
          bool in_header = g_rand_int_range (random, 0, 5) == 0;
          uint64_t *words =
            in_header ? (uint64_t *) (void *) (image.bytes + 8) : (uint64_t *) (void *) entry_of (image, 0);
          uint64_t *word = &words[g_rand_int_range (random, 0, in_header ? 5 : 6 * N_SECTIONS)];

          if (g_rand_boolean (random))
            *word += (uint64_t) (int64_t) g_rand_int_range (random, -3, 4) * 64;
          else
            *word = numbers[g_rand_int_range (random, 0, G_N_ELEMENTS (numbers))];
          if (header_of (image)->table_at % 8 != 0 || header_of (image)->table_at > image.n
              || image.n - header_of (image)->table_at < N_SECTIONS * sizeof (SectionEntry))
            break;
        }
      seal (image);

      SectionMap *map = open_bytes (image.bytes, image.n, NULL);
      if (map == NULL)
        continue;
      n_opened++;
      g_autoptr (GString) names = g_string_new (NULL);
      g_assert_true (section_map_verify (map, NULL, note_damage, names));
      for (uint32_t i = 0; i < section_map_n_sections (map); i++)
        {
          const void *bytes;
          void *owned;
          uint64_t n;

          section_map_array (map, section_map_entry (map, i)->id, 8, &bytes, &n);
          if (section_map_decode (map, section_map_entry (map, i)->id, "file", &bytes, &n, &owned, NULL))
            {
              g_assert_cmpuint (n, ==, section_map_entry (map, i)->raw_bytes);
              XXH3_64bits (bytes, n);
              free (owned);
            }
        }
      section_map_free (map);
    }
  g_assert_cmpuint (n_opened, >, 100);
  g_rand_free (random);
}

/* A file with one zstd section of these bytes. NULL: it does not decode, for being damaged. */
static uint8_t *
decode (const void *frames, size_t n, uint64_t raw_bytes)
{
  int fd = memfd_create ("sections", MFD_CLOEXEC);
  SectionWriter *writer = section_writer_new (fd);
  GError *error = NULL;
  const void *bytes;
  void *owned;
  uint64_t n_decoded;

  put_zstd (writer, SECTION_ARGUMENTS, frames, n, raw_bytes);
  g_assert_true (section_writer_finish (writer, 0, key, "file", NULL));
  section_writer_free (writer);
  g_autoptr (SectionMap) map = section_map_new (fd, "file", &error);
  close (fd);
  g_assert_no_error (error);
  if (!section_map_decode (map, SECTION_ARGUMENTS, "file", &bytes, &n_decoded, &owned, &error))
    {
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
      g_assert_cmpstr (
        error->message, ==,
        "file: its section \"arguments\" is damaged. Open the source file again, or convert it anew.");
      g_error_free (error);
      g_assert_true (bytes == NULL && owned == NULL && n_decoded == 0);
      return NULL;
    }
  g_assert_cmpuint (n_decoded, ==, raw_bytes);
  uint8_t *copy = g_memdup2 (bytes, raw_bytes + (raw_bytes == 0));
  free (owned);
  return copy;
}

static GByteArray *
add_frame (GByteArray *frames, const void *bytes, size_t n, int level)
{
  size_t room = ZSTD_compressBound (n);
  g_autofree uint8_t *frame = g_malloc (room);
  size_t n_frame = ZSTD_compress (frame, room, bytes, n, level);

  g_assert_false (ZSTD_isError (n_frame));
  return g_byte_array_append (frames, frame, (guint) n_frame);
}

static void
frames_follow_one_another (void)
{
  g_autoptr (GByteArray) frames = g_byte_array_new ();
  size_t n = 5000000;
  g_autofree uint8_t *bytes = g_malloc (n);
  GRand *random = g_rand_new_with_seed (1);

  for (size_t i = 0; i < n; i++)
    bytes[i] = (uint8_t) (g_rand_int (random) >> (i / 1000 % 29));
  for (size_t at = 0; at < n;)
    {
      size_t piece = MIN (n - at, (size_t) g_rand_int_range (random, 0, 400000));

      add_frame (frames, bytes + at, piece, at % 2 == 0 ? 1 : 5);
      at += piece;
    }
  g_rand_free (random);

  g_autofree uint8_t *decoded = decode (frames->data, frames->len, n);
  g_assert_nonnull (decoded);
  g_assert_true (memcmp (decoded, bytes, n) == 0);

  /* One more or less than there is; a frame that is cut; more behind it. */
  g_assert_null (decode (frames->data, frames->len, n - 1));
  g_assert_null (decode (frames->data, frames->len, n + 1));
  g_assert_null (decode (frames->data, frames->len - 1, n));
  g_byte_array_append (frames, (const uint8_t *) "\x28", 1);
  g_assert_null (decode (frames->data, frames->len, n));
}

static void
nothing_decodes_to_nothing (void)
{
  g_autofree uint8_t *none = decode ("", 0, 0);
  g_autoptr (GByteArray) frames = add_frame (g_byte_array_new (), "", 0, 1);
  g_autofree uint8_t *empty_frame = decode (frames->data, frames->len, 0);

  g_assert_nonnull (none);
  g_assert_nonnull (empty_frame);
  g_assert_null (decode ("", 0, 1));
  g_assert_null (decode (frames->data, frames->len, 1));
}

/* As much as zstd can make of little is let through, as a column of zeros needs it; a claim beyond that is none that
 * was written. */
static void
bombs_yield_what_they_claim_or_nothing (void)
{
  size_t n = 64u << 20;
  g_autofree uint8_t *zeros = g_malloc0 (n);
  g_autoptr (GByteArray) bomb = add_frame (g_byte_array_new (), zeros, n, 3);
  g_autofree uint8_t *decoded = decode (bomb->data, bomb->len, n);

  g_assert_cmpuint (bomb->len, <, n / 8192);
  g_assert_nonnull (decoded);
  g_assert_true (memcmp (decoded, zeros, n) == 0);
  g_assert_null (decode (bomb->data, bomb->len, 1000));
  g_assert_null (decode (bomb->data, bomb->len, n - 1));
  g_assert_null (decode (bomb->data, bomb->len, bomb->len * UINT64_C (32768)));

  /* The frame itself says 2^60, and has one small block. */
  static const uint8_t liar[] = { 0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0,   0,   0,   0,   0,  0,
                                  0,    0x10, 0x29, 0,    0,    'h', 'e', 'l', 'l', 'o' };
  g_assert_null (decode (liar, sizeof liar, 5));
  g_assert_null (decode (liar, sizeof liar, sizeof liar * UINT64_C (32768)));
}

/* A header that asks for a window of 16 MiB, then a block of 5 bytes; and the same with one of 8 MiB. */
static void
windows_are_bounded (void)
{
  uint8_t frame[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x00, 14 << 3, 0x29, 0, 0, 'h', 'e', 'l', 'l', 'o' };

  g_assert_null (decode (frame, sizeof frame, 5));
  frame[5] = 13 << 3;
  g_autofree uint8_t *decoded = decode (frame, sizeof frame, 5);
  g_assert_nonnull (decoded);
  g_assert_true (memcmp (decoded, "hello", 5) == 0);
}

static void
only_frames_of_today_are_decoded (void)
{
  static const uint8_t skipped[] = { 0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4 };
  static const uint8_t early[] = { 0x27, 0xb5, 0x2f, 0xfd, 0x00, 0x00, 0x00, 0xc0, 0, 0 };
  g_autoptr (GByteArray) frames = add_frame (g_byte_array_new (), "text", 4, 1);

  g_assert_null (decode (skipped, sizeof skipped, 0));
  g_assert_null (decode (early, sizeof early, 0));
  g_assert_null (decode ("text", 4, 4));
  g_byte_array_append (frames, skipped, sizeof skipped);
  g_assert_null (decode (frames->data, frames->len, 4));
}

static void
other_files_are_not_of_ours (void)
{
  static const char *const others[] = { "", "{", "{\"traceEvents\": []}", "\x89PNG\r\n\x1a\n",
                                        "\x28\xb5\x2f\xfd     " };

  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    {
      int fd = file_of ((const uint8_t *) others[i], strlen (others[i]));
      GError *error = NULL;

      g_assert_false (section_file_probe (fd));
      g_assert_null (section_map_new (fd, "file", &error));
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
      g_error_free (error);
      close (fd);
    }

  g_auto (Image) image = make_image (100);
  int fd = file_of (image.bytes, 8);
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
  g_auto (Image) image = make_image (100);
  static SectionMap *maps[MAP_GUARDS_MAX];
  int fd = file_of (image.bytes, image.n);
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
  g_test_add_func ("/section_map/impossible_tables_are_refused", impossible_tables_are_refused);
  g_test_add_func ("/section_map/random_tables_do_no_harm", random_tables_do_no_harm);
  g_test_add_func ("/section_map/frames_follow_one_another", frames_follow_one_another);
  g_test_add_func ("/section_map/nothing_decodes_to_nothing", nothing_decodes_to_nothing);
  g_test_add_func ("/section_map/bombs_yield_what_they_claim_or_nothing",
                   bombs_yield_what_they_claim_or_nothing);
  g_test_add_func ("/section_map/windows_are_bounded", windows_are_bounded);
  g_test_add_func ("/section_map/only_frames_of_today_are_decoded", only_frames_of_today_are_decoded);
  g_test_add_func ("/section_map/other_files_are_not_of_ours", other_files_are_not_of_ours);
  g_test_add_func ("/section_map/what_cannot_be_read_is_said", what_cannot_be_read_is_said);
  g_test_add_func ("/section_map/too_many_open_files_are_an_error", too_many_open_files_are_an_error);
  return g_test_run ();
}
