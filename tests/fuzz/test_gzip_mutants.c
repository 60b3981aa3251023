/* SPDX-License-Identifier: Apache-2.0
 *
 * test_gzip_mutants [N]: the fast way of unpacking gzip (import/source/fast_gzip.h) over N members, 20,000 without it, of
 * bytes with all sorts of repetitions, packed at any level and strategy and mostly damaged, in pieces of any length into room
 * of any length. Where zlib says that a member is complete and correct, the fast way says so, too, with the same bytes up to the same byte of
 * the input; where zlib does not, neither does it. Each piece lies in memory of its own, so that a byte too far is one too
 * many for AddressSanitizer. Member i is the same in every run. */

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/gen/prng.h"
#include "trace/import/source/fast_gzip.h"

#define TEXT_MAX    ((size_t) 200 * 1024)
#define HEADER_MAX  ((size_t) 4 * 1024)
#define DEFAULT_N   20000
#define OUT_MAX     ((size_t) 8 * 1024 * 1024)
#define GZIP_WINDOW (MAX_WBITS + 16)

/* One more than what was drawn, but at most what is there. */
static size_t
up_to (size_t there, uint64_t drawn)
{
  return MIN (there, 1 + (size_t) drawn);
}

/* Runs, repetitions at any distance, few or all values. */
static size_t
make_text (Prng *prng, uint8_t *text)
{
  size_t n = (size_t) prng_below (prng, prng_below (prng, 8) == 0 ? TEXT_MAX : 3000);
  uint64_t n_values = 1 + prng_below (prng, prng_below (prng, 2) == 0 ? 4 : 256);

  for (size_t i = 0; i < n;)
    {
      size_t length = up_to (n - i, prng_below (prng, prng_below (prng, 4) == 0 ? 600 : 12));
      size_t distance = i > 0 ? up_to (i, prng_below (prng, 40000)) : 0;
      bool is_repeated = distance > 0 && prng_below (prng, 3) > 0;

      for (size_t end = i + length; i < end; i++)
        text[i] = is_repeated ? text[i - distance] : (uint8_t) prng_below (prng, n_values);
    }
  return n;
}

static GByteArray *
pack (Prng *prng, const uint8_t *text, size_t n)
{
  static const int strategies[] = { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED };
  z_stream stream = { 0 };
  GByteArray *packed = g_byte_array_new ();

  g_assert_cmpint (deflateInit2 (&stream, (int) prng_below (prng, 10), Z_DEFLATED, GZIP_WINDOW, 1 + (int) prng_below (prng, 9),
                                 strategies[prng_below (prng, G_N_ELEMENTS (strategies))]),
                   ==, Z_OK);
  gz_header header = { .extra = (Bytef *) text, .extra_len = (uInt) prng_below (prng, MIN (n + 1, 2000)), .name = (Bytef *) "a name",
                       .comment = (Bytef *) "a comment", .hcrc = (int) prng_below (prng, 2) };
  if (prng_below (prng, 3) == 0)
    g_assert_cmpint (deflateSetHeader (&stream, &header), ==, Z_OK);
  g_byte_array_set_size (packed, (guint) (deflateBound (&stream, n) + HEADER_MAX + n / 2));
  stream.next_in = (Bytef *) text;
  stream.avail_in = (uInt) n;
  stream.next_out = packed->data;
  stream.avail_out = packed->len;
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  g_byte_array_set_size (packed, (guint) stream.total_out);
  deflateEnd (&stream);
  return packed;
}

static void
damage (Prng *prng, GByteArray *packed)
{
  for (uint64_t n = prng_below (prng, 4); n > 0 && packed->len > 0; n--)
    switch (prng_below (prng, 4))
      {
      case 0:
        packed->data[prng_below (prng, packed->len)] ^= (uint8_t) (1U << prng_below (prng, 8));
        break;
      case 1:
        packed->data[prng_below (prng, packed->len)] = (uint8_t) prng_next (prng);
        break;
      case 2:
        g_byte_array_set_size (packed, (guint) prng_below (prng, packed->len));
        break;
      default:
        g_byte_array_remove_range (packed, (guint) prng_below (prng, packed->len), 1);
      }
  if (packed->len > 3) /* flags that only zlib minds */
    packed->data[3] &= 0x1f;
}

/* Of a member: how far into the input, what came out, and the last status. */
typedef struct
{
  size_t n_read;
  GByteArray *out;
  UnpackStatus status;
} Outcome;

static Outcome
unpack (const Unpacker *unpacker, const GByteArray *packed, Prng prng)
{
  Outcome outcome = { .out = g_byte_array_new (), .status = UNPACK_STARVED };
  uint64_t piece_max = 1 + prng_below (&prng, prng_below (&prng, 4) == 0 ? 4 : 100000);
  uint64_t room_max = 1 + prng_below (&prng, prng_below (&prng, 4) == 0 ? 40 : 100000);
  void *state = unpacker->create ();

  g_assert_nonnull (state);
  while (outcome.status == UNPACK_FULL || (outcome.status == UNPACK_STARVED && outcome.n_read < packed->len))
    {
      size_t n_in = up_to (packed->len - outcome.n_read, prng_below (&prng, piece_max));
      size_t room = 1 + (size_t) prng_below (&prng, room_max);
      g_autofree uint8_t *in = g_memdup2 (packed->data + outcome.n_read, n_in), *out = g_malloc (room);
      UnpackSpan span = { in, in + n_in, out, out + room };

      outcome.status = unpacker->unpack (state, &span);
      g_assert_true (span.in >= in && span.in <= in + n_in && span.out >= out && span.out <= out + room);
      outcome.n_read += (size_t) (span.in - in);
      g_byte_array_append (outcome.out, out, (guint) (span.out - out));
      g_assert_cmpuint (outcome.out->len, <=, OUT_MAX);
    }
  unpacker->destroy (state);
  return outcome;
}

/* Returns whether the member was intact. */
static bool
check (uint64_t i, uint8_t *text)
{
  Prng prng = prng_init (20261129, i);
  size_t n = make_text (&prng, text);
  g_autoptr (GByteArray) packed = pack (&prng, text, n);

  if (prng_below (&prng, 4) > 0)
    damage (&prng, packed);
  Outcome exact = unpack (gzip_packing.exact, packed, prng), fast = unpack (fast_gzip_unpacker (), packed, prng);

  if ((fast.status == UNPACK_END) != (exact.status == UNPACK_END))
    g_error ("member %" G_GUINT64_FORMAT ": zlib ends with %d, the fast way with %d", i, (int) exact.status, (int) fast.status);
  if (exact.status == UNPACK_END
      && (fast.n_read != exact.n_read || fast.out->len != exact.out->len
          || (fast.out->len > 0 && memcmp (fast.out->data, exact.out->data, fast.out->len) != 0)))
    g_error ("member %" G_GUINT64_FORMAT ": the fast way unpacks something else than zlib", i);
  g_byte_array_unref (exact.out);
  g_byte_array_unref (fast.out);
  return exact.status == UNPACK_END;
}

int
main (int argc, char **argv)
{
  uint64_t n = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : DEFAULT_N, n_intact = 0;
  g_autofree uint8_t *text = g_malloc (TEXT_MAX);

  for (uint64_t i = 0; i < n; i++)
    n_intact += check (i, text);
  printf ("%" G_GUINT64_FORMAT " members, %" G_GUINT64_FORMAT " of them intact\n", n, n_intact);
  /* Else nothing was compared. */
  return n_intact > n / 5 && n_intact < n ? EXIT_SUCCESS : EXIT_FAILURE;
}
