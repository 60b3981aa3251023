/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/stats/value_order.h"

static int
compare_values (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

static int64_t
random_value (GRand *random, int kind)
{
  int64_t wide = (int64_t) ((uint64_t) g_rand_int (random) << 32 | g_rand_int (random));

  switch (kind)
    {
    case 0:
      return wide;
    case 1:
      return g_rand_int_range (random, 0, 5);
    case 2:
      return g_rand_boolean (random) ? INT64_MIN : INT64_MAX;
    default:
      return 1000000 + (wide & 0xffff);
    }
}

static void
values_come_out_as_comparing_orders_them (void)
{
  static const size_t sizes[] = { 0, 1, 2, 48, 49, 255, 256, 257, 3000, 40000 };
  GRand *random = g_rand_new_with_seed (9);

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int kind = 0; kind < 4; kind++)
      {
        size_t n = sizes[s];
        int64_t *values = malloc ((n + 1) * sizeof *values), *expected = malloc ((n + 1) * sizeof *expected);

        for (size_t i = 0; i < n; i++)
          values[i] = expected[i] = random_value (random, kind);
        qsort (expected, n, sizeof *expected, compare_values);
        value_order (values, n);
        g_assert_true (memcmp (values, expected, n * sizeof *values) == 0);
        free (values);
        free (expected);
      }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/value_order/values_come_out_as_comparing_orders_them",
                   values_come_out_as_comparing_orders_them);
  return g_test_run ();
}
