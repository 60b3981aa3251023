/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <glib.h>
#include <zstd.h>

#include "tests/unit/trace/section/section_image.h"
#include "trace/text/trace_error.h"

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

  section_image_put_zstd (writer, SECTION_ARGUMENTS, frames, n, raw_bytes);
  g_assert_true (section_writer_finish (writer, 0, section_image_key, "file", NULL));
  section_writer_free (writer);
  g_autoptr (SectionMap) map = section_map_new (fd, "file", &error);
  close (fd);
  g_assert_no_error (error);
  if (!section_map_decode (map, SECTION_ARGUMENTS, "file", &bytes, &n_decoded, &owned, &error))
    {
      g_assert_error (error, TRACE_ERROR, TRACE_ERROR_DAMAGED);
      g_assert_cmpstr (
        error->message, ==,
        "file: its section \"arguments\" is damaged. Open the source file again, or convert it again.");
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section_map/frames_follow_one_another", frames_follow_one_another);
  g_test_add_func ("/section_map/nothing_decodes_to_nothing", nothing_decodes_to_nothing);
  g_test_add_func ("/section_map/bombs_yield_what_they_claim_or_nothing",
                   bombs_yield_what_they_claim_or_nothing);
  g_test_add_func ("/section_map/windows_are_bounded", windows_are_bounded);
  g_test_add_func ("/section_map/only_frames_of_today_are_decoded", only_frames_of_today_are_decoded);
  return g_test_run ();
}
