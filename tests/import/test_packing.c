/* SPDX-License-Identifier: Apache-2.0
 *
 * What a source is packed in, by bytes: gzip gives what zlib gives whatever is done to the file, zstd every block
 * that is whole. */

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include "tests/import/packed_bytes.h"
#include "trace/text/trace_error.h"

#define ALL        SIZE_MAX
#define ROOM       8192  /* more than comes out */
#define TEXT_BYTES 40000 /* more than a match reaches back */
#define BOMB_BYTES ((size_t) 64 << 20)

static void
assert_same (const Unpacked *got, const Unpacked *wanted, size_t at)
{
  if (got->condition != wanted->condition || got->text->len != wanted->text->len
      || (got->text->len > 0 && memcmp (got->text->data, wanted->text->data, got->text->len) != 0))
    g_error ("at %zu: %u bytes in condition %d instead of %u in %d", at, got->text->len, got->condition,
             wanted->text->len, wanted->condition);
}

static void
assert_begins (const Unpacked *got, const void *text, size_t n)
{
  g_assert_cmpuint (got->text->len, >=, n);
  g_assert_true (n == 0 || memcmp (got->text->data, text, n) == 0);
}

static void
assert_text (const Unpacked *got, const GByteArray *text, size_t n, ByteSourceCondition condition)
{
  g_assert_cmpint (got->condition, ==, condition);
  g_assert_cmpuint (got->text->len, ==, n);
  assert_begins (got, text->data, n);
}

/* ---- gzip ---- */

static bool
is_complete (const Unpacked *unpacked)
{
  return unpacked->condition == BYTE_SOURCE_INTACT || unpacked->condition == BYTE_SOURCE_TRAILING;
}

/* The exact way gives what zlib gives, the fast way as well unless it tells of damage: then the exact way follows. Only
 * where zlib finds fault with how text is written may the fast way take it for intact, and then it is that text (NULL:
 * there is none). */
static void
assert_as_zlib (const uint8_t *bytes,
                size_t n,
                size_t in_bytes,
                size_t out_bytes,
                const GByteArray *text,
                size_t at)
{
  g_auto (Unpacked) wanted = unpacked_by_zlib (bytes, n);
  g_auto (Unpacked) exact = unpacked_by (&gzip_packing, gzip_packing.exact, bytes, n, in_bytes, out_bytes);
  g_auto (Unpacked) fast = unpacked_by (&gzip_packing, gzip_packing.fast (), bytes, n, in_bytes, out_bytes);

  assert_same (&exact, &wanted, at);
  if (is_complete (&wanted))
    assert_same (&fast, &wanted, at);
  else if (is_complete (&fast))
    {
      g_assert_nonnull (text);
      assert_text (&fast, text, text->len, fast.condition);
    }
}

/* The same of what an import reads. */
static void
assert_file_as_zlib (const GByteArray *bytes, const GByteArray *text, size_t at)
{
  g_auto (Unpacked) wanted = unpacked_by_zlib (bytes->data, bytes->len);
  g_auto (Unpacked) got = unpacked_from_file (bytes->data, bytes->len, ROOM);

  if (!is_complete (&wanted) && is_complete (&got))
    assert_text (&got, text, text->len, got.condition);
  else
    assert_same (&got, &wanted, at);
}

/* Every way of zlib to write a block: stored, in fixed codes, in codes of its own, in matches of distance 1 only,
 * without any; in one block and in many. */
static const struct
{
  int level, strategy;
  size_t block_bytes;
  bool is_noisy;
} gzip_kinds[] = {
  { 6, Z_DEFAULT_STRATEGY, 0, false },
  { 9, Z_DEFAULT_STRATEGY, 300, true },
  { 6, Z_FIXED, 0, true },
  { 6, Z_FIXED, 100, false },
  { 0, Z_DEFAULT_STRATEGY, 0, true },
  { 0, Z_DEFAULT_STRATEGY, 70, true },
  { 6, Z_HUFFMAN_ONLY, 0, true },
  { 6, Z_RLE, 0, false },
};

static GByteArray *
gzip_of_kind (size_t i, size_t n)
{
  g_autoptr (GByteArray) text = packed_text (n, gzip_kinds[i].is_noisy);
  GByteArray *bytes = g_byte_array_new ();

  packed_gzip (bytes, text, gzip_kinds[i].level, gzip_kinds[i].strategy, gzip_kinds[i].block_bytes);
  return bytes;
}

static void
test_gzip_every_kind_in_pieces (void)
{
  static const size_t in_pieces[] = { 1, 7, 300, 5000, ALL }, out_pieces[] = { 29, 5000, 1 << 20 };

  for (size_t i = 0; i < G_N_ELEMENTS (gzip_kinds); i++)
    {
      g_autoptr (GByteArray) text = packed_text (TEXT_BYTES, gzip_kinds[i].is_noisy);
      g_autoptr (GByteArray) bytes = gzip_of_kind (i, TEXT_BYTES);

      for (size_t j = 0; j < G_N_ELEMENTS (in_pieces) * G_N_ELEMENTS (out_pieces); j++)
        assert_as_zlib (bytes->data, bytes->len, in_pieces[j % G_N_ELEMENTS (in_pieces)],
                        out_pieces[j / G_N_ELEMENTS (in_pieces)], text, j);
    }
}

static void
test_gzip_split_at_every_byte (void)
{
  g_autoptr (GByteArray) text = packed_text (3000, true);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  packed_gzip_with_fields (bytes, text);
  for (size_t i = 1; i < bytes->len; i++)
    assert_as_zlib (bytes->data, bytes->len, i, ROOM, text, i);
}

static void
test_gzip_every_cut_is_as_zlib_has_it (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (gzip_kinds); i++)
    {
      g_autoptr (GByteArray) bytes = gzip_of_kind (i, 1200);

      for (; bytes->len >= 2; g_byte_array_set_size (bytes, bytes->len - 1))
        {
          assert_as_zlib (bytes->data, bytes->len, ALL, ROOM, NULL, bytes->len);
          assert_as_zlib (bytes->data, bytes->len, 13, 50, NULL, bytes->len);
          assert_file_as_zlib (bytes, NULL, bytes->len);
        }
    }
}

static void
flip_every_bit (GByteArray *bytes, const GByteArray *text)
{
  for (size_t bit = 16; bit < (size_t) bytes->len * 8; bit++)
    {
      bytes->data[bit / 8] ^= (guint8) (1u << bit % 8);
      assert_as_zlib (bytes->data, bytes->len, ALL, ROOM, text, bit);
      assert_file_as_zlib (bytes, text, bit);
      bytes->data[bit / 8] ^= (guint8) (1u << bit % 8);
    }
}

static void
test_gzip_every_flipped_bit_is_as_zlib_has_it (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (gzip_kinds); i++)
    {
      g_autoptr (GByteArray) text = packed_text (250, gzip_kinds[i].is_noisy);
      g_autoptr (GByteArray) bytes = gzip_of_kind (i, 250);

      flip_every_bit (bytes, text);
    }
}

static void
test_gzip_header_fields (void)
{
  g_autoptr (GByteArray) text = packed_text (100, false);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  packed_gzip_with_fields (bytes, text);
  assert_as_zlib (bytes->data, bytes->len, 1, 1, text, 0);
  for (size_t n = 2; n < bytes->len; n++)
    assert_as_zlib (bytes->data, n, ALL, ROOM, text, n);
  flip_every_bit (bytes, text);
}

static void
test_gzip_members (void)
{
  static const char *const tails[] = { "", "\0\0\0\0\0", "garbage", "\x1f", "\x1f\x8b", "\x1f\x8b\x08", "{" };
  static const size_t tail_bytes[] = { 0, 5, 7, 1, 2, 3, 1 };
  g_autoptr (GByteArray) text = packed_text (500, false);
  g_autoptr (GByteArray) empty = g_byte_array_new ();

  /* Three members, of which each is empty, has fields, or is plain; and each tail. */
  for (size_t i = 0; i < 3 * 3 * 3 * G_N_ELEMENTS (tails); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      size_t tail = i / 27;

      for (size_t kinds = i % 27, j = 0; j < 3; j++, kinds /= 3)
        if (kinds % 3 == 0)
          packed_gzip (bytes, empty, 6, Z_DEFAULT_STRATEGY, 0);
        else if (kinds % 3 == 1)
          packed_gzip_with_fields (bytes, text);
        else
          packed_gzip (bytes, text, 1, Z_DEFAULT_STRATEGY, 0);
      g_byte_array_append (bytes, (const guint8 *) tails[tail], (guint) tail_bytes[tail]);
      assert_as_zlib (bytes->data, bytes->len, ALL, ROOM, NULL, i);
      assert_as_zlib (bytes->data, bytes->len, 1, 3, NULL, i);
      assert_file_as_zlib (bytes, NULL, i);

      /* The checksum of each is looked at, not the first alone. */
      bytes->data[bytes->len - tail_bytes[tail] - 8] ^= 1;
      assert_as_zlib (bytes->data, bytes->len, ALL, ROOM, NULL, i);
      assert_file_as_zlib (bytes, NULL, i);
    }
}

static void
test_gzip_mutants_are_as_zlib_has_them (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (GPtrArray) whole = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);

  for (size_t i = 0; i < G_N_ELEMENTS (gzip_kinds); i++)
    g_ptr_array_add (whole, gzip_of_kind (i, 1500));
  for (guint i = 0; i < 4000; i++)
    {
      const GByteArray *from = whole->pdata[i % whole->len];
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      g_byte_array_append (bytes, from->data, from->len);
      for (int n = g_rand_int_range (random, 1, 4); n > 0; n--)
        bytes->data[g_rand_int_range (random, 2, (gint32) bytes->len)] = (guint8) g_rand_int (random);
      if (g_rand_boolean (random))
        g_byte_array_set_size (bytes, (guint) g_rand_int_range (random, 2, (gint32) bytes->len));
      g_autoptr (GByteArray) text = packed_text (1500, gzip_kinds[i % whole->len].is_noisy);
      assert_as_zlib (bytes->data, bytes->len, (size_t) g_rand_int_range (random, 1, 2000),
                      (size_t) g_rand_int_range (random, 1, 2000), text, i);
      assert_file_as_zlib (bytes, text, i);
    }
}

/* Whatever a block says of its codes: those that zlib takes and those that it does not. */
static void
test_gzip_random_blocks_are_as_zlib_has_them (void)
{
  static const guint8 header[] = { 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3 };
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  for (int i = 0; i < 6000; i++)
    {
      guint8 bytes[sizeof header + 200];

      memcpy (bytes, header, sizeof header);
      for (size_t j = sizeof header; j < sizeof bytes; j++)
        bytes[j] = (guint8) g_rand_int (random);
      bytes[sizeof header] = (guint8) ((bytes[sizeof header] & 0xf8) | (i % 4 == 0 ? 3 : 5));
      /* Few and short lengths make a code that is one after all, now and then. */
      if (i % 3 == 0)
        memset (bytes + sizeof header + 3, i % 2 == 0 ? 0x49 : 0x92, 6);
      assert_as_zlib (bytes, sizeof bytes, i % 5 == 0 ? 1 : ALL, ROOM, NULL, (size_t) i);
    }
}

static void
test_gzip_damage_by_name (void)
{
  g_autoptr (GByteArray) text = packed_text (4000, false);
  g_autoptr (GByteArray) whole = g_byte_array_new ();

  packed_gzip (whole, text, 6, Z_DEFAULT_STRATEGY, 0);
  static const struct
  {
    const char *name;
    int at; /* from the end where negative */
    guint8 change;
    bool is_kept;
  } cases[] = {
    { "method", 2, 15, false },     { "claims a name", 3, 0x08, false }, { "kind of block", 10, 0x06, false },
    { "checksum", -8, 0x55, true }, { "size", -4, 0x55, true },          { "size, high", -1, 0x55, true },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      g_byte_array_append (bytes, whole->data, whole->len);
      size_t at = cases[i].at < 0 ? bytes->len - (size_t) -cases[i].at : (size_t) cases[i].at;
      bytes->data[at] ^= cases[i].change;
      g_auto (Unpacked) wanted = unpacked_by_zlib (bytes->data, bytes->len);
      g_auto (Unpacked) got = unpacked_from_file (bytes->data, bytes->len, ROOM);

      assert_same (&got, &wanted, i);
      if (cases[i].is_kept)
        assert_text (&got, text, text->len, BYTE_SOURCE_DAMAGED);
      else
        g_assert_cmpint (got.condition, !=, BYTE_SOURCE_INTACT);
    }

  /* A flag of no known meaning: the text is what it was, so that nothing need be lost. */
  whole->data[3] |= 0x20;
  g_auto (Unpacked) got = unpacked_from_file (whole->data, whole->len, ROOM);
  assert_text (&got, text, text->len, BYTE_SOURCE_INTACT);
}

/* ---- zstd ---- */

static void
test_zstd_in_pieces (void)
{
  static const size_t pieces[] = { 1, 3, 300, 5000, 1 << 17 };
  g_autoptr (GByteArray) text = packed_text (20000, true);

  for (int says_size = 0; says_size < 2; says_size++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      packed_zstd (bytes, text, 3000, says_size != 0, NULL);
      for (size_t j = 0; j < G_N_ELEMENTS (pieces) * G_N_ELEMENTS (pieces); j++)
        {
          size_t in_bytes = pieces[j % G_N_ELEMENTS (pieces)], out_bytes = pieces[j / G_N_ELEMENTS (pieces)];
          g_auto (Unpacked) got =
            unpacked_by (&zstd_packing, zstd_packing.exact, bytes->data, bytes->len, in_bytes, out_bytes);

          assert_text (&got, text, text->len, BYTE_SOURCE_INTACT);
        }
    }
}

static void
test_zstd_frames_are_joined (void)
{
  g_autoptr (GByteArray) text = packed_text (20000, false);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  packed_zstd_skippable (bytes, 0);
  packed_zstd_skippable (bytes, 1000);
  for (guint at = 0; at < text->len; at += 5000)
    {
      g_autoptr (GByteArray) part = g_byte_array_new ();
      g_autoptr (GByteArray) empty = g_byte_array_new ();

      g_byte_array_append (part, text->data + at, 5000);
      packed_zstd (bytes, part, 5000, at % 2 == 0, NULL);
      packed_zstd_skippable (bytes, at);
      packed_zstd (bytes, empty, 1, true, NULL);
    }
  g_auto (Unpacked) got = unpacked_from_file (bytes->data, bytes->len, ROOM);
  assert_text (&got, text, text->len, BYTE_SOURCE_INTACT);
  g_auto (Unpacked) in_pieces =
    unpacked_by (&zstd_packing, zstd_packing.exact, bytes->data, bytes->len, 1, 100);
  assert_text (&in_pieces, text, text->len, BYTE_SOURCE_INTACT);
}

static void
test_zstd_cut_keeps_every_whole_block (void)
{
  g_autoptr (GByteArray) text = packed_text (1000, true);

  for (int says_size = 0; says_size < 2; says_size++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (size_t));

      packed_zstd (bytes, text, 200, says_size != 0, ends);
      for (size_t n = 4; n < bytes->len; n++)
        {
          g_auto (Unpacked) got = unpacked_from_file (bytes->data, n, ROOM);
          size_t n_blocks = 0;

          while (n_blocks < ends->len && g_array_index (ends, size_t, n_blocks) <= n)
            n_blocks++;
          assert_text (&got, text, MIN (n_blocks * 200, text->len), BYTE_SOURCE_TRUNCATED);
        }
    }
}

static void
test_zstd_flipped_byte_keeps_every_block_before_it (void)
{
  g_autoptr (GByteArray) text = packed_text (1000, true);

  for (int says_size = 0; says_size < 2; says_size++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (size_t));

      packed_zstd (bytes, text, 200, says_size != 0, ends);
      /* Behind the frame's header, whose bytes may ask for more memory than any frame is given. */
      for (size_t at = 8; at < bytes->len; at++)
        {
          size_t n_blocks = 0;

          while (n_blocks < ends->len && g_array_index (ends, size_t, n_blocks) <= at)
            n_blocks++;
          bytes->data[at] ^= 0x55;
          g_auto (Unpacked) got = unpacked_from_file (bytes->data, bytes->len, ROOM);
          bytes->data[at] ^= 0x55;
          g_assert_cmpint (got.condition, !=, BYTE_SOURCE_INTACT);
          assert_begins (&got, text->data, n_blocks * 200);
        }
    }
}

static void
test_zstd_followed_by_other_bytes_is_whole (void)
{
  static const char *const tails[] = { "x", "\x28\xb5\x2f", "garbage garbage", "\x1f\x8b\x08" };
  g_autoptr (GByteArray) text = packed_text (4000, false);

  for (size_t i = 0; i < G_N_ELEMENTS (tails); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      packed_zstd (bytes, text, 4000, true, NULL);
      g_byte_array_append (bytes, (const guint8 *) tails[i], (guint) strlen (tails[i]));
      g_auto (Unpacked) got = unpacked_from_file (bytes->data, bytes->len, ROOM);
      assert_text (&got, text, text->len, BYTE_SOURCE_TRAILING);
    }
}

/* Frames by hand: RFC 8878, 3.1.1. One raw block of "hello" in a window of 2^27 bytes, and in one of 2^28. */
static const guint8 hello_in_128_mib[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x00, 17 << 3, 0x29,
                                           0,    0,    'h',  'e',  'l',  'l',     'o' };
static const guint8 hello_in_256_mib[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x00, 18 << 3, 0x29,
                                           0,    0,    'h',  'e',  'l',  'l',     'o' };
static const guint8 claims_2_to_60_bytes[] = { 0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0,
                                               0,    0,    0,    0,    0x10, 1, 0, 0 };

static void
assert_refused (const guint8 *bytes, size_t n)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("stepscope-XXXXXX", &path, NULL);
  const char *head;
  size_t n_head;

  g_assert_cmpint (write (fd, bytes, n), ==, (gssize) n);
  g_assert_cmpint (lseek (fd, 0, SEEK_SET), ==, 0);
  ByteSource *source = byte_source_new (fd, path, BYTE_SOURCE_FAST, &error);
  g_assert_no_error (error);
  g_assert_false (byte_source_peek (source, &head, &n_head, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
  g_assert_true (g_str_has_prefix (error->message, path));
  byte_source_free (source);
  close (fd);
  unlink (path);
}

static void
test_zstd_window_is_bounded (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) text = packed_text (100, false);

  g_auto (Unpacked) hello = unpacked_from_file (hello_in_128_mib, sizeof hello_in_128_mib, 100);
  g_assert_cmpint (hello.condition, ==, BYTE_SOURCE_INTACT);
  g_assert_cmpuint (hello.text->len, ==, 5);
  assert_begins (&hello, "hello", 5);
  assert_refused (hello_in_256_mib, sizeof hello_in_256_mib);
  assert_refused (claims_2_to_60_bytes, sizeof claims_2_to_60_bytes);

  packed_zstd (bytes, text, 100, true, NULL);
  g_byte_array_append (bytes, claims_2_to_60_bytes, sizeof claims_2_to_60_bytes);
  g_auto (Unpacked) got = unpacked_from_file (bytes->data, bytes->len, ROOM);
  assert_text (&got, text, text->len, BYTE_SOURCE_DAMAGED);
}

/* ---- both ---- */

/* Zeros, of which a thousandth and less is in the file; the process is no larger for having unpacked them. */
static void
check_bomb (const Unpacker *unpacker, const GByteArray *bomb)
{
  static uint8_t room[64 * 1024];
  void *state = unpacker->create ();
  UnpackSpan span = { .in = bomb->data, .in_end = bomb->data + bomb->len };
  struct rusage before, after;
  UnpackStatus status;
  size_t n = 0;

  g_assert_cmpuint (bomb->len, <, BOMB_BYTES / 900);
  getrusage (RUSAGE_SELF, &before);
  do
    {
      span.out = room;
      span.out_end = room + sizeof room;
      status = unpacker->unpack (state, &span);
      n += (size_t) (span.out - room);
    }
  while (status == UNPACK_FULL);
  getrusage (RUSAGE_SELF, &after);
  g_assert_cmpint (status, ==, UNPACK_END);
  g_assert_cmpuint (n, ==, BOMB_BYTES);
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <=, 8 * 1024);
  unpacker->destroy (state);
}

static void
test_bomb_takes_no_memory (void)
{
  g_autoptr (GByteArray) gzip = g_byte_array_new ();
  g_autoptr (GByteArray) zstd = g_byte_array_new ();

  packed_zeros (gzip, zstd, BOMB_BYTES);
  check_bomb (gzip_packing.exact, gzip);
  check_bomb (gzip_packing.fast (), gzip);
  check_bomb (zstd_packing.exact, zstd);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/packing/gzip/every_kind_in_pieces", test_gzip_every_kind_in_pieces);
  g_test_add_func ("/packing/gzip/split_at_every_byte", test_gzip_split_at_every_byte);
  g_test_add_func ("/packing/gzip/every_cut_is_as_zlib_has_it", test_gzip_every_cut_is_as_zlib_has_it);
  g_test_add_func ("/packing/gzip/every_flipped_bit_is_as_zlib_has_it",
                   test_gzip_every_flipped_bit_is_as_zlib_has_it);
  g_test_add_func ("/packing/gzip/header_fields", test_gzip_header_fields);
  g_test_add_func ("/packing/gzip/members", test_gzip_members);
  g_test_add_func ("/packing/gzip/mutants_are_as_zlib_has_them", test_gzip_mutants_are_as_zlib_has_them);
  g_test_add_func ("/packing/gzip/random_blocks_are_as_zlib_has_them",
                   test_gzip_random_blocks_are_as_zlib_has_them);
  g_test_add_func ("/packing/gzip/damage_by_name", test_gzip_damage_by_name);
  g_test_add_func ("/packing/zstd/in_pieces", test_zstd_in_pieces);
  g_test_add_func ("/packing/zstd/frames_are_joined", test_zstd_frames_are_joined);
  g_test_add_func ("/packing/zstd/cut_keeps_every_whole_block", test_zstd_cut_keeps_every_whole_block);
  g_test_add_func ("/packing/zstd/flipped_byte_keeps_every_block_before_it",
                   test_zstd_flipped_byte_keeps_every_block_before_it);
  g_test_add_func ("/packing/zstd/followed_by_other_bytes_is_whole",
                   test_zstd_followed_by_other_bytes_is_whole);
  g_test_add_func ("/packing/zstd/window_is_bounded", test_zstd_window_is_bounded);
  g_test_add_func ("/packing/bomb_takes_no_memory", test_bomb_takes_no_memory);
  return g_test_run ();
}
