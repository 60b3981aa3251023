/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "trace/archive/archive_status.h"
#include "trace/archive/column_codec.h"

/* Room for the largest column here; chunks of the decoder are 1024 items, samples of the encoder 4096. */
#define N_MOST 9000

typedef struct
{
  GRand *random;
  ColumnEncoder *encoder;
  BlockBytes block;
  int64_t values[N_MOST], reference[N_MOST], decoded[N_MOST], table[N_MOST];
  uint32_t context[N_MOST];
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  (void) data;
  fixture->random = g_rand_new_with_seed (7);
  fixture->encoder = column_encoder_new (3);
  g_assert_nonnull (fixture->encoder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  (void) data;
  g_rand_free (fixture->random);
  column_encoder_free (fixture->encoder);
  block_bytes_clear (&fixture->block);
}

static int64_t
any_number (GRand *random)
{
  return (int64_t) ((uint64_t) g_rand_int (random) << 32 | g_rand_int (random));
}

/* Encodes, decodes, compares; returns the bytes it took. */
static size_t
round_trip (Fixture *fixture, size_t n, const ColumnHints *hints)
{
  fixture->block.bytes.n = 0;
  fixture->block.cuts.n = 0;
  g_assert_true (column_encode (fixture->encoder, fixture->values, n, hints, &fixture->block));

  /* A copy of exactly that size, so that reading beyond it is seen. */
  size_t n_bytes = fixture->block.bytes.n;
  uint8_t *bytes = g_memdup2 (fixture->block.bytes.at, n_bytes);
  ByteReader reader = { .at = bytes, .end = bytes + n_bytes };
  g_assert_true (column_decode (&reader, n, hints, fixture->table, fixture->decoded));
  g_assert_true (reader.at == reader.end);
  g_assert_true (n == 0 || memcmp (fixture->values, fixture->decoded, n * sizeof *fixture->values) == 0);
  g_free (bytes);
  return n_bytes;
}

typedef int64_t (*Shape) (GRand *random, size_t i);

static int64_t
shape_constant (GRand *random, size_t i)
{
  (void) random, (void) i;
  return -77;
}

static int64_t
shape_extremes (GRand *random, size_t i)
{
  (void) random;
  return i % 2 == 0 ? INT64_MIN : INT64_MAX;
}

static int64_t
shape_least_and_zero (GRand *random, size_t i)
{
  (void) random;
  return i % 2 == 0 ? INT64_MIN : 0;
}

static int64_t
shape_minus_one (GRand *random, size_t i)
{
  return i < 100 || g_rand_boolean (random) ? 3 : -1;
}

static int64_t
shape_ascending (GRand *random, size_t i)
{
  return (int64_t) i * 1000000 + g_rand_int_range (random, 0, 999);
}

static int64_t
shape_microseconds (GRand *random, size_t i)
{
  (void) i;
  return g_rand_int_range (random, -5000, 5000) * INT64_C (1000);
}

static int64_t
shape_random (GRand *random, size_t i)
{
  (void) i;
  return any_number (random);
}

static int64_t
shape_outlier (GRand *random, size_t i)
{
  return i == 10 ? INT64_MIN + 5 : g_rand_int_range (random, 0, 9);
}

static int64_t
shape_ids (GRand *random, size_t i)
{
  return (int64_t) (i % 7) + (g_rand_int_range (random, 0, 50) == 0);
}

static const Shape shapes[] = {
  shape_constant,     shape_extremes, shape_least_and_zero, shape_minus_one, shape_ascending,
  shape_microseconds, shape_random,   shape_outlier,        shape_ids,
};

static const size_t lengths[] = { 0, 1, 2, 3, 7, 1023, 1024, 1025, 4096, 4097, N_MOST };

static void
test_round_trip (Fixture *fixture, gconstpointer data)
{
  (void) data;
  for (size_t shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    for (size_t length = 0; length < G_N_ELEMENTS (lengths); length++)
      {
        size_t n = lengths[length];
        const ColumnHints none = { 0 };
        const ColumnHints all = {
          .context = fixture->context,
          .n_contexts = 13,
          .references = { fixture->reference, fixture->reference },
        };

        for (size_t i = 0; i < n; i++)
          {
            fixture->values[i] = shapes[shape](fixture->random, i);
            fixture->context[i] = (uint32_t) g_rand_int_range (fixture->random, 0, 13);
            fixture->reference[i] = any_number (fixture->random);
          }
        round_trip (fixture, n, &none);
        round_trip (fixture, n, &all);
      }
}

/* What each prediction is for comes to next to nothing. */
static void
test_predictions (Fixture *fixture, gconstpointer data)
{
  size_t n = 5000;
  GRand *random = fixture->random;

  (void) data;
  for (size_t i = 0; i < n; i++)
    fixture->values[i] = 1234567;
  g_assert_cmpuint (round_trip (fixture, n, &(ColumnHints){ 0 }), <, 10);

  for (size_t i = 0; i < n; i++)
    fixture->values[i] = (int64_t) i * 3;
  g_assert_cmpuint (round_trip (fixture, n, &(ColumnHints){ 0 }), <=, n + 10);

  for (size_t i = 0; i < n; i++)
    fixture->values[i] = (fixture->reference[i] = any_number (random)) + 5;
  g_assert_cmpuint (round_trip (fixture, n, &(ColumnHints){ .references = { fixture->reference } }), <, 10);
  g_assert_cmpuint (round_trip (fixture, n, &(ColumnHints){ .references = { NULL, fixture->reference } }), <,
                    10);

  /* A number per context: told once each, then zeros. */
  int64_t of_context[20];
  for (size_t i = 0; i < G_N_ELEMENTS (of_context); i++)
    of_context[i] = any_number (random);
  for (size_t i = 0; i < n; i++)
    {
      fixture->context[i] = (uint32_t) g_rand_int_range (random, 0, 20);
      fixture->values[i] = of_context[fixture->context[i]];
    }
  round_trip (fixture, n, &(ColumnHints){ .context = fixture->context, .n_contexts = 20 });
  size_t n_not_zero = 0;
  for (size_t i = 0; i < fixture->block.bytes.n; i++)
    n_not_zero += fixture->block.bytes.at[i] != 0;
  g_assert_cmpuint (n_not_zero, <, 20 * 8 + 10);
}

/* A change of one byte, or a missing end, is refused or gives other numbers, and nothing else happens. */
static void
test_damage (Fixture *fixture, gconstpointer data)
{
  (void) data;
  for (size_t shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      size_t n = 60;
      ColumnHints hints = {
        .context = fixture->context,
        .n_contexts = 5,
        .references = { fixture->reference },
      };

      for (size_t i = 0; i < n; i++)
        {
          fixture->values[i] = shapes[shape](fixture->random, i);
          fixture->context[i] = (uint32_t) (i % 5);
        }
      round_trip (fixture, n, &hints);
      for (size_t cut = 0; cut < fixture->block.bytes.n; cut++)
        {
          uint8_t *bytes = g_memdup2 (fixture->block.bytes.at, cut);
          ByteReader reader = { .at = bytes, .end = bytes + cut };
          g_assert_false (column_decode (&reader, n, &hints, fixture->table, fixture->decoded));
          g_assert_true (reader.is_damaged);
          g_free (bytes);
        }
      for (size_t at = 0; at < fixture->block.bytes.n; at++)
        for (unsigned change = 1; change < 256; change++)
          {
            uint8_t *bytes = fixture->block.bytes.at;
            bytes[at] = (uint8_t) (bytes[at] ^ change);
            ByteReader reader = { .at = bytes, .end = bytes + fixture->block.bytes.n };
            if (column_decode (&reader, n, &hints, fixture->table, fixture->decoded))
              g_assert_true (reader.at <= reader.end);
            bytes[at] = (uint8_t) (bytes[at] ^ change);
          }
    }
}

/* The example of FORMAT.md. */
static void
test_vector (Fixture *fixture, gconstpointer data)
{
  static const uint8_t bytes[] = { 0x01, 0x61, 0xe8, 0x07, 0x14, 0x02, 0x01, 0x02 };
  ByteReader reader = { .at = bytes, .end = bytes + sizeof bytes };

  (void) data;
  g_assert_true (column_decode (&reader, 4, &(ColumnHints){ 0 }, fixture->table, fixture->decoded));
  g_assert_true (reader.at == reader.end);
  g_assert_cmpint (fixture->decoded[0], ==, 10000);
  g_assert_cmpint (fixture->decoded[1], ==, 11000);
  g_assert_cmpint (fixture->decoded[2], ==, 10000);
  g_assert_cmpint (fixture->decoded[3], ==, 11000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/column_codec/every_column_comes_back", Fixture, NULL, set_up, test_round_trip, tear_down);
  g_test_add ("/column_codec/what_is_predicted_takes_no_room", Fixture, NULL, set_up, test_predictions,
              tear_down);
  g_test_add ("/column_codec/damage_is_survived", Fixture, NULL, set_up, test_damage, tear_down);
  g_test_add ("/column_codec/bytes_are_as_documented", Fixture, NULL, set_up, test_vector, tear_down);
  return g_test_run ();
}
