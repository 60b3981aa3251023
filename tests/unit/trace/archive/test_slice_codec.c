/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/trace/archive/appended_bytes.h"
#include "tests/unit/trace/archive/own_slices.h"

static void
test_slices (void)
{
  static const uint64_t lengths[] = {
    0, 1, 2, 1000, SLICES_PER_BLOCK - 1, SLICES_PER_BLOCK, SLICES_PER_BLOCK + 1, 2 * SLICES_PER_BLOCK + 3
  };
  GRand *random = g_rand_new_with_seed (1);

  for (size_t i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (int is_wild = 0; is_wild < 2; is_wild++)
      {
        OwnSlices slices = own_slices_random (random, lengths[i], is_wild),
                  decoded = own_slices_new (lengths[i]);
        SliceColumns columns = own_slices_columns (&slices);
        U8Column section = { 0 };
        BlockStream stream;

        g_assert_cmpint (slice_codec_encode (&columns, 3, appended_bytes, &section), ==, ARCHIVE_OK);
        g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
        g_assert_cmpuint (stream.n_items, ==, lengths[i]);
        g_assert_true (own_slices_decode (&stream, &decoded));
        own_slices_assert_same (&columns, &decoded);
        if (!is_wild)
          g_assert_cmpuint (section.n, <, 1000 + lengths[i] / 10);
        block_stream_clear (&stream);
        u8_column_clear (&section);
        own_slices_clear (&slices);
        own_slices_clear (&decoded);
      }
  g_rand_free (random);
}

/* Decodes it, where it does not claim to be much larger than it was. */
static void
use_slices (const void *bytes, size_t n)
{
  BlockStream stream;

  if (block_stream_open (&stream, bytes, n, SLICE_DECODED_BYTES) != ARCHIVE_OK)
    return;
  if (stream.n_items <= 200)
    {
      OwnSlices decoded = own_slices_new (stream.n_items);
      own_slices_decode (&stream, &decoded);
      own_slices_clear (&decoded);
    }
  block_stream_clear (&stream);
}

static void
test_damaged_slices (void)
{
  GRand *random = g_rand_new_with_seed (9);
  OwnSlices slices = own_slices_random (random, 40, false), wild = own_slices_random (random, 12, true);

  for (int is_wild = 0; is_wild < 2; is_wild++)
    {
      SliceColumns columns = own_slices_columns (is_wild ? &wild : &slices);
      U8Column section = { 0 };

      g_assert_cmpint (slice_codec_encode (&columns, 3, appended_bytes, &section), ==, ARCHIVE_OK);
      for (size_t cut = 0; cut < section.n; cut++)
        {
          uint8_t *bytes = g_memdup2 (section.at, cut);
          use_slices (bytes, cut);
          g_free (bytes);
        }
      uint8_t *bytes = g_memdup2 (section.at, section.n);
      for (size_t at = 0; at < section.n; at++)
        for (unsigned change = 1; change < 256; change += 3)
          {
            bytes[at] = (uint8_t) (bytes[at] ^ change);
            use_slices (bytes, section.n);
            bytes[at] = (uint8_t) (bytes[at] ^ change);
          }
      g_free (bytes);
      u8_column_clear (&section);
    }
  own_slices_clear (&slices);
  own_slices_clear (&wild);
  g_rand_free (random);
}

/* Damage that zstd would not notice: in what it gives back. */
static void
test_damaged_blocks (void)
{
  GRand *random = g_rand_new_with_seed (10);
  OwnSlices slices = own_slices_random (random, 50, false), decoded = own_slices_new (50);
  SliceColumns columns = own_slices_columns (&slices);
  U8Column section = { 0 }, raw = { 0 };
  ZSTD_DCtx *zstd = ZSTD_createDCtx ();
  BlockStream stream;
  ByteReader reader;

  g_assert_cmpint (slice_codec_encode (&columns, 3, appended_bytes, &section), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_read (&stream, 0, zstd, &raw, &reader), ==, ARCHIVE_OK);
  block_stream_clear (&stream);
  for (size_t at = 0; at < 2 * raw.n; at++)
    for (unsigned change = 1; change < 256; change += 6)
      {
        bool is_cut = at >= raw.n;
        BlockStreamWriter *writer = block_stream_writer_new (SLICES_PER_BLOCK, 1, appended_bytes, &section);
        BlockBytes *block = block_stream_writer_block (writer);

        section.n = 0;
        g_assert_true (block_bytes_put (block, raw.at, is_cut ? at - raw.n : raw.n));
        if (!is_cut)
          block->bytes.at[at] = (uint8_t) (block->bytes.at[at] ^ change);
        g_assert_cmpint (block_stream_writer_end_block (writer, 50 * SLICE_DECODED_BYTES), ==, ARCHIVE_OK);
        g_assert_cmpint (block_stream_writer_finish (writer, 50), ==, ARCHIVE_OK);
        g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
        bool ok = own_slices_decode (&stream, &decoded);
        g_assert_true (!is_cut || !ok);
        block_stream_clear (&stream);
        block_stream_writer_free (writer);
        if (is_cut)
          break;
      }
  ZSTD_freeDCtx (zstd);
  u8_column_clear (&raw);
  u8_column_clear (&section);
  own_slices_clear (&slices);
  own_slices_clear (&decoded);
  g_rand_free (random);
}

/* A writer keeps to what a reader allows, and a claim beyond is refused. */
static void
test_expansion (void)
{
  U8Column section = { 0 };
  BlockStreamWriter *writer = block_stream_writer_new (10, 3, appended_bytes, &section);
  uint64_t n_decoded = UINT64_C (1) << 30;
  BlockStream stream;

  g_assert_cmpint (block_stream_writer_end_block (writer, n_decoded), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_writer_finish (writer, 7), ==, ARCHIVE_OK);
  block_stream_writer_free (writer);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
  g_assert_cmpuint (block_stream_n_items (&stream, 0), ==, 7);
  g_assert_cmpuint (block_stream_decoded_bytes (&stream, 0), ==, n_decoded);
  block_stream_clear (&stream);

  /* Fewer decoded bytes than its items need. */
  uint32_t item_bytes = (uint32_t) (n_decoded / 7 + 1);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, item_bytes), ==, ARCHIVE_DAMAGED);

  n_decoded *= 2;
  memcpy (section.at + section.n - 16 - 8, &n_decoded, sizeof n_decoded);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_DAMAGED);
  n_decoded = UINT64_MAX;
  memcpy (section.at + section.n - 16 - 8, &n_decoded, sizeof n_decoded);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_DAMAGED);

  /* More items than blocks could be listed for. */
  uint64_t n_items = UINT64_MAX;
  memcpy (section.at + section.n - 16, &n_items, sizeof n_items);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_DAMAGED);
  u8_column_clear (&section);
}

/* Memory is asked for what the frame holds, not for what is said of it. */
static void
test_block_that_claims_more_than_its_frame (void)
{
  U8Column section = { 0 }, raw = { 0 };
  BlockStreamWriter *writer = block_stream_writer_new (10, 3, appended_bytes, &section);
  ZSTD_DCtx *zstd = ZSTD_createDCtx ();
  uint64_t n_raw = BLOCK_STREAM_FREE_BYTES;
  BlockStream stream;
  ByteReader reader;

  g_assert_true (block_bytes_put (block_stream_writer_block (writer), "abc", 3));
  g_assert_cmpint (block_stream_writer_end_block (writer, 0), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_writer_finish (writer, 7), ==, ARCHIVE_OK);
  block_stream_writer_free (writer);
  memcpy (section.at + section.n - 16 - 16, &n_raw, sizeof n_raw);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_read (&stream, 0, zstd, &raw, &reader), ==, ARCHIVE_DAMAGED);
  g_assert_cmpuint (raw.cap, <, 1000);
  block_stream_clear (&stream);
  ZSTD_freeDCtx (zstd);
  u8_column_clear (&raw);
  u8_column_clear (&section);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/columns_of_slices_come_back", test_slices);
  g_test_add_func ("/archive/damaged_sections_are_survived", test_damaged_slices);
  g_test_add_func ("/archive/damaged_blocks_are_survived", test_damaged_blocks);
  g_test_add_func ("/archive/a_small_file_cannot_ask_for_much_memory", test_expansion);
  g_test_add_func ("/archive/a_block_that_claims_more_than_its_frame_gets_no_memory",
                   test_block_that_claims_more_than_its_frame);
  return g_test_run ();
}
