/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/section/section_image.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "trace/text/trace_error.h"

const uint8_t section_image_key[16] = "0123456789abcdef";

SectionImage
section_image_of (int fd)
{
  SectionImage image = { .n = (size_t) lseek (fd, 0, SEEK_END) };

  image.bytes = g_malloc (image.n);
  g_assert_cmpint (pread (fd, image.bytes, image.n, 0), ==, (gint64) image.n);
  return image;
}

SectionFileHeader *
section_image_header (SectionImage image)
{
  return (SectionFileHeader *) (void *) image.bytes;
}

SectionEntry *
section_image_entry (SectionImage image, uint32_t i)
{
  return (SectionEntry *) (void *) (image.bytes + section_image_header (image)->table_at) + i;
}

void
section_image_seal (SectionImage image)
{
  SectionFileHeader *header = section_image_header (image);
  uint64_t n = (uint64_t) header->n_sections * sizeof (SectionEntry);

  if (header->table_at <= image.n && n <= image.n - header->table_at)
    header->table_hash = XXH3_64bits (image.bytes + header->table_at, n);
  header->header_hash = XXH3_64bits (header, offsetof (SectionFileHeader, header_hash));
}

int
section_image_file (const uint8_t *bytes, size_t n)
{
  int fd = memfd_create ("sections", MFD_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (pwrite (fd, bytes, n, 0), ==, (gint64) n);
  return fd;
}

SectionMap *
section_image_open (const uint8_t *bytes, size_t n, GError **error)
{
  int fd = section_image_file (bytes, n);
  SectionMap *map = section_map_new (fd, "file", error);

  close (fd);
  return map;
}

SectionMap *
section_image_assert_opens (SectionImage image)
{
  GError *error = NULL;
  SectionMap *map = section_image_open (image.bytes, image.n, &error);

  g_assert_no_error (error);
  return map;
}

void
section_image_assert_refused (SectionImage image, gint code, const char *message)
{
  GError *error = NULL;

  g_assert_null (section_image_open (image.bytes, image.n, &error));
  g_assert_error (error, TRACE_ERROR, code);
  if (message != NULL)
    g_assert_cmpstr (error->message, ==, message);
  g_error_free (error);
}

void
section_image_put_zstd (SectionWriter *writer, SectionId id, const void *frames, size_t n, uint64_t raw_bytes)
{
  section_writer_begin (writer, id, SECTION_ZSTD, n);
  section_writer_copy (writer, id, frames, n);
  section_writer_end (writer, id, raw_bytes);
}

static const uint64_t times[] = { 1, 5, 8, 1000000, UINT64_MAX };
static const char text[] = "compressed, compressed, compressed, compressed and compressed";

SectionImage
section_image_new (size_t n_big)
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
  section_image_put_zstd (writer, SECTION_FLOWS, frame, n_frame, sizeof text);
  section_writer_finish (writer, SECTION_FILE_PARTIAL, section_image_key, "file", &error);
  g_assert_no_error (error);
  section_writer_free (writer);

  SectionImage image = section_image_of (fd);
  close (fd);
  return image;
}

void
section_image_clear (SectionImage *image)
{
  g_free (image->bytes);
}

void
section_image_assert_contents (const SectionMap *map)
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

void
section_image_note_damage (const SectionEntry *entry, void *user_data)
{
  GString *names = user_data;

  g_string_append_printf (names, "%s;", section_id_name (entry->id));
}

void
section_image_assert_damaged (const SectionMap *map, const char *expected)
{
  g_autoptr (GString) names = g_string_new (NULL);

  g_assert_true (section_map_verify (map, NULL, section_image_note_damage, names));
  g_assert_cmpstr (names->str, ==, expected);
}
