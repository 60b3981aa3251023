/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/unit/trace/archive/arg_entries.h"

#include "trace/archive/arg_value.h"

#define MAX_TEXT_BYTES 60

ArgKeys *
arg_entries_keys_new (GRand *random, unsigned n_nodes)
{
  ArgKeys *keys = arg_keys_new ();

  g_assert_nonnull (keys);
  while (arg_keys_count (keys) < n_nodes)
    {
      uint32_t parent = (uint32_t) g_rand_int_range (random, 0, (int32_t) arg_keys_count (keys)), child;
      g_assert_true (arg_keys_child (keys, parent, 1 + (uint32_t) g_rand_int_range (random, 0, 9), &child));
    }
  return keys;
}

static uint64_t
any_number (GRand *random, int variety)
{
  static const uint64_t borders[] = { 0, 30, 31, 158, 159, INT64_MAX, (uint64_t) INT64_MAX + 1, UINT64_MAX };

  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      return borders[g_rand_int_range (random, 0, G_N_ELEMENTS (borders))];
    case 1:
      return (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
    default:
      return (uint64_t) g_rand_int_range (random, 0, variety);
    }
}

uint64_t
arg_entries_add (GRand *random, const ArgKeys *keys, uint32_t node, int variety, U8Column *blob)
{
  uint64_t offset = blob->n;
  uint32_t depth = arg_keys_depth (keys, node);

  g_assert_true (u8_column_reserve (blob, ARG_HEADER_BYTES + depth * (ARG_VALUE_MAX_BYTES + MAX_TEXT_BYTES)));
  uint8_t *at = blob->at + blob->n;
  memcpy (at, &node, ARG_HEADER_BYTES);
  at += ARG_HEADER_BYTES;
  for (uint32_t i = 0; i < depth; i++)
    {
      static const char text[MAX_TEXT_BYTES] = "[1, 2, 3] and then much more";
      /* Mostly one type per place, as in files. */
      unsigned type = g_rand_int_range (random, 0, variety) == 0
                        ? (unsigned) g_rand_int_range (random, 0, N_ARG_TYPES)
                        : (node + i) % N_ARG_TYPES;
      uint64_t number = any_number (random, variety);
      ArgValue value = { .kind = (ArgKind) type, .number = number };

      if (type == ARG_RAW || type == ARG_QUOTED)
        {
          value.number = number % MAX_TEXT_BYTES;
          value.text = (const uint8_t *) text;
        }
      else if (type == ARG_NATURAL && number > INT64_MAX)
        {
          value.kind = ARG_KIND_ABOVE_INT64;
        }
      else if (type == ARG_NEGATIVE && number <= INT64_MAX)
        {
          value = (ArgValue){ .kind = ARG_KIND_INTEGER, .number = ~number };
        }
      at = arg_value_write (at, &value);
    }
  blob->n = (size_t) (at - blob->at);
  return offset;
}
