/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/container/radix_order.h"

/* Items number the pairs as they were, so that this order is the stable one. */
static int
compare_pairs (const void *a, const void *b)
{
  const OrderPair *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->item < y->item ? -1 : x->item > y->item;
}

static void
check (const uint64_t *keys, size_t n)
{
  OrderPair *pairs = malloc (n * sizeof *pairs + 1), *scratch = malloc (n * sizeof *scratch + 1);
  OrderPair *expected = malloc (n * sizeof *expected + 1);

  for (size_t i = 0; i < n; i++)
    pairs[i] = expected[i] = (OrderPair){ keys[i], i };
  if (n > 0)
    qsort (expected, n, sizeof *expected, compare_pairs);
  radix_order (pairs, scratch, n);
  g_assert_true (memcmp (pairs, expected, n * sizeof *pairs) == 0);
  free (pairs);
  free (scratch);
  free (expected);
}

static void
short_lists_are_ordered (void)
{
  check (NULL, 0);
  check ((const uint64_t[]){ 5 }, 1);
  check ((const uint64_t[]){ UINT64_MAX, 0 }, 2);
  check ((const uint64_t[]){ 3, 1, 3, 1, 2, 3, 0, UINT64_MAX, 0 }, 9);
}

/* Widths from one byte to all eight, in each place of the key; lengths around the switch of method.
 */
static void
random_keys_are_ordered_stably (void)
{
  static const size_t lengths[] = { 2, 16, 31, 32, 33, 34, 64, 255, 256, 257, 1000 };
  GRand *random = g_rand_new_with_seed (3);
  uint64_t keys[1000];

  for (size_t l = 0; l < G_N_ELEMENTS (lengths); l++)
    for (unsigned width = 1; width <= 64; width += 7)
      for (unsigned shift = 0; shift + width <= 64; shift += 13)
        {
          uint64_t common = (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
          uint64_t mask = (width == 64 ? UINT64_MAX : (UINT64_C (1) << width) - 1) << shift;

          for (size_t i = 0; i < lengths[l]; i++)
            {
              uint64_t key = (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
              keys[i] = (common & ~mask) | (key & mask);
            }
          check (keys, lengths[l]);
        }
  g_rand_free (random);
}

static void
what_is_in_order_or_equal_stays (void)
{
  enum
  {
    N = 5000
  };
  uint64_t *keys = malloc (N * sizeof *keys);

  for (size_t i = 0; i < N; i++)
    keys[i] = i / 3;
  check (keys, N);
  for (size_t i = 0; i < N; i++)
    keys[i] = 42;
  check (keys, N);
  for (size_t i = 0; i < N; i++)
    keys[i] = N - i / 3;
  check (keys, N);
  for (size_t i = 0; i < N; i++)
    keys[i] = i == N - 1 ? 0 : i;
  check (keys, N);
  free (keys);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/radix_order/short_lists_are_ordered", short_lists_are_ordered);
  g_test_add_func ("/radix_order/random_keys_are_ordered_stably", random_keys_are_ordered_stably);
  g_test_add_func ("/radix_order/what_is_in_order_or_equal_stays", what_is_in_order_or_equal_stays);
  return g_test_run ();
}
