/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/trace/archive/appended_bytes.h"
#include "tests/unit/trace/archive/arg_entries.h"
#include "trace/archive/arg_value.h"
#include "trace/archive/args_codec.h"

typedef struct
{
  ArgKeys *keys;
  U8Column blob;
  uint32_t n;
  uint32_t *name;
  int64_t *correlation;
  uint64_t *offset;
  U8Column section;
} Profile;

static Profile *
profile_new (GRand *random, uint32_t n, unsigned n_nodes, int variety)
{
  Profile *profile = g_new0 (Profile, 1);

  profile->keys = arg_entries_keys_new (random, n_nodes);
  profile->n = n;
  profile->name = g_new0 (uint32_t, n + 1);
  profile->correlation = g_new0 (int64_t, n + 1);
  profile->offset = g_new0 (uint64_t, n + 1);
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t node = (uint32_t) g_rand_int_range (random, 0, (int32_t) n_nodes);
      profile->name[i] = node * 3 % 10;
      profile->correlation[i] = g_rand_int_range (random, -5, 500);
      profile->offset[i] = g_rand_int_range (random, 0, 5) == 0
                             ? ARGS_NONE
                             : arg_entries_add (random, profile->keys, node, variety, &profile->blob);
    }
  return profile;
}

static void
profile_free (Profile *profile)
{
  arg_keys_free (profile->keys);
  u8_column_clear (&profile->blob);
  u8_column_clear (&profile->section);
  g_free (profile->name);
  g_free (profile->correlation);
  g_free (profile->offset);
  g_free (profile);
}

static ArchiveStatus
encode (Profile *profile)
{
  ArgsEncoder *encoder =
    args_encoder_new (profile->blob.at, profile->blob.n, profile->keys, 3, appended_bytes, &profile->section);
  ArchiveStatus status = ARCHIVE_OK;

  g_assert_nonnull (encoder);
  profile->section.n = 0;
  for (uint32_t at = 0; at < profile->n && status == ARCHIVE_OK; at += ARGS_PER_BLOCK)
    {
      ArgsItems items = { { profile->name + at, profile->correlation + at }, profile->offset + at };
      status = args_encoder_put (encoder, &items, MIN (ARGS_PER_BLOCK, profile->n - at));
    }
  if (status == ARCHIVE_OK)
    status = args_encoder_finish (encoder, profile->n);
  args_encoder_free (encoder);
  return status;
}

static uint64_t
entry_end (const Profile *profile, uint32_t item)
{
  for (uint32_t next = item + 1; next < profile->n; next++)
    if (profile->offset[next] != ARGS_NONE)
      return profile->offset[next];
  return profile->blob.n;
}

static void
assert_same (const Profile *profile, const ArgsBlock *block, uint32_t first)
{
  for (uint32_t i = 0; i < block->n_items; i++)
    {
      uint64_t n = block->begins[i + 1] - block->begins[i], offset = profile->offset[first + i];

      if (offset == ARGS_NONE)
        {
          g_assert_cmpuint (n, ==, 0);
          continue;
        }
      g_assert_cmpuint (n, ==, entry_end (profile, first + i) - offset);
      g_assert_true (memcmp (block->bytes + block->begins[i], profile->blob.at + offset, n) == 0);
    }
}

static void
test_round_trip (void)
{
  static const uint32_t lengths[] = { 0, 1, 2, 50, ARGS_PER_BLOCK - 1, ARGS_PER_BLOCK, ARGS_PER_BLOCK + 1 };
  GRand *random = g_rand_new_with_seed (3);

  for (size_t i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (int variety = 1; variety <= 1000; variety *= 30)
      {
        Profile *profile =
          profile_new (random, lengths[i], 1 + (unsigned) g_rand_int_range (random, 0, 20), variety);
        BlockStream stream;

        g_assert_cmpint (encode (profile), ==, ARCHIVE_OK);
        g_assert_cmpint (block_stream_open (&stream, profile->section.at, profile->section.n, 0), ==,
                         ARCHIVE_OK);
        g_assert_cmpuint (stream.n_items, ==, lengths[i]);
        for (uint32_t block = 0; block < stream.n_blocks; block++)
          {
            uint32_t first = block * ARGS_PER_BLOCK;
            ArgsContext context = { profile->name + first, profile->correlation + first };
            ArgsBlock *decoded;

            g_assert_cmpint (args_codec_decode (&stream, block, profile->keys, &context, &decoded), ==,
                             ARCHIVE_OK);
            g_assert_cmpuint (decoded->n_items, ==, MIN (ARGS_PER_BLOCK, profile->n - first));
            assert_same (profile, decoded, first);
            args_block_unref (decoded);
          }
        block_stream_clear (&stream);
        profile_free (profile);
      }
  g_rand_free (random);
}

/* Values that follow the item's own columns, or its name, need next to no room. */
static void
test_what_slices_know (void)
{
  Profile *profile = g_new0 (Profile, 1);
  GRand *random = g_rand_new_with_seed (4);
  uint32_t node;

  profile->keys = arg_keys_new ();
  g_assert_true (arg_keys_child (profile->keys, 0, 1, &node)
                 && arg_keys_child (profile->keys, node, 2, &node));
  profile->n = 10000;
  profile->name = g_new0 (uint32_t, profile->n);
  profile->correlation = g_new0 (int64_t, profile->n);
  profile->offset = g_new0 (uint64_t, profile->n);
  for (uint32_t i = 0; i < profile->n; i++)
    {
      profile->name[i] = (uint32_t) g_rand_int_range (random, 0, 10);
      profile->correlation[i] = g_rand_int (random);
      profile->offset[i] = profile->blob.n;
      g_assert_true (u8_column_reserve (&profile->blob, 100));
      uint8_t *at = profile->blob.at + profile->blob.n;
      memcpy (at, &node, ARG_HEADER_BYTES);
      at =
        arg_value_write (at + ARG_HEADER_BYTES, &(ArgValue){ .kind = ARG_KIND_INTEGER,
                                                             .number = (uint64_t) profile->correlation[i] });
      at = arg_value_write (at, &(ArgValue){ .kind = ARG_KIND_STRING, .number = profile->name[i] * 7919 });
      profile->blob.n = (size_t) (at - profile->blob.at);
    }
  g_assert_cmpint (encode (profile), ==, ARCHIVE_OK);
  g_assert_cmpuint (profile->section.n, <, 300);
  profile_free (profile);
  g_rand_free (random);
}

/* An entry that is none is an error when it is to be archived. */
static void
test_damaged_entries (void)
{
  GRand *random = g_rand_new_with_seed (5);
  Profile *profile = profile_new (random, 40, 6, 3);

  profile->offset[20] = profile->blob.n - 1;
  g_assert_cmpint (encode (profile), ==, ARCHIVE_DAMAGED);
  profile->offset[20] = profile->blob.n + 1000;
  g_assert_cmpint (encode (profile), ==, ARCHIVE_DAMAGED);
  profile_free (profile);
  g_rand_free (random);
}

/* Puts bytes of a block as they are, with a directory that says so. */
static void
wrap (const uint8_t *raw, size_t n, uint64_t n_decoded, uint32_t n_items, U8Column *section)
{
  BlockStreamWriter *writer = block_stream_writer_new (ARGS_PER_BLOCK, 1, appended_bytes, section);

  section->n = 0;
  g_assert_true (block_bytes_put (block_stream_writer_block (writer), raw, n));
  g_assert_cmpint (block_stream_writer_end_block (writer, n_decoded), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_writer_finish (writer, n_items), ==, ARCHIVE_OK);
  block_stream_writer_free (writer);
}

/* Damage that zstd would not notice: in what it gives back. */
static void
test_damaged_blocks (void)
{
  GRand *random = g_rand_new_with_seed (6);
  Profile *profile = profile_new (random, 30, 8, 5);
  ArgsContext context = { profile->name, profile->correlation };
  U8Column raw = { 0 }, section = { 0 };
  ZSTD_DCtx *zstd = ZSTD_createDCtx ();
  BlockStream stream;
  ByteReader reader;
  ArgsBlock *decoded;
  unsigned n_refused = 0;

  g_assert_cmpint (encode (profile), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_open (&stream, profile->section.at, profile->section.n, 0), ==, ARCHIVE_OK);
  g_assert_cmpint (block_stream_read (&stream, 0, zstd, &raw, &reader), ==, ARCHIVE_OK);
  uint64_t n_decoded = block_stream_decoded_bytes (&stream, 0);
  block_stream_clear (&stream);
  for (size_t cut = 0; cut < raw.n; cut++)
    {
      wrap (raw.at, cut, n_decoded, profile->n, &section);
      g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
      g_assert_cmpint (args_codec_decode (&stream, 0, profile->keys, &context, &decoded), ==,
                       ARCHIVE_DAMAGED);
      block_stream_clear (&stream);
    }
  for (size_t at = 0; at < raw.n; at++)
    for (unsigned change = 1; change < 256; change = change * 2 + 1)
      {
        raw.at[at] = (uint8_t) (raw.at[at] ^ change);
        wrap (raw.at, raw.n, n_decoded, profile->n, &section);
        g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
        if (args_codec_decode (&stream, 0, profile->keys, &context, &decoded) == ARCHIVE_OK)
          args_block_unref (decoded);
        else
          n_refused++;
        block_stream_clear (&stream);
        raw.at[at] = (uint8_t) (raw.at[at] ^ change);
      }
  g_assert_cmpuint (n_refused, >, 0);

  /* A claim that nothing bears out. */
  wrap (raw.at, raw.n, n_decoded + 1, profile->n, &section);
  g_assert_cmpint (block_stream_open (&stream, section.at, section.n, 0), ==, ARCHIVE_OK);
  g_assert_cmpint (args_codec_decode (&stream, 0, profile->keys, &context, &decoded), ==, ARCHIVE_DAMAGED);
  block_stream_clear (&stream);

  ZSTD_freeDCtx (zstd);
  u8_column_clear (&raw);
  u8_column_clear (&section);
  profile_free (profile);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/args_codec/every_entry_comes_back_byte_by_byte", test_round_trip);
  g_test_add_func ("/args_codec/what_slices_know_is_not_stored_again", test_what_slices_know);
  g_test_add_func ("/args_codec/an_entry_that_is_none_is_an_error", test_damaged_entries);
  g_test_add_func ("/args_codec/damaged_blocks_are_survived", test_damaged_blocks);
  return g_test_run ();
}
