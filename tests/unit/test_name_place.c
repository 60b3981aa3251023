/* SPDX-License-Identifier: Apache-2.0 */

#include <string.h>
#include <glib.h>

#include "tests/unit/random_profile.h"
#include "trace/stats/name_place.h"

/* Another slice of the same name and kind. */
static bool
is_alike (const Trace *trace, uint64_t a, uint64_t b)
{
  const SliceColumns *slices = trace_slices (trace);

  return !(slices->flags[b] & SLICE_UNFINISHED) && slices->kind[a] == slices->kind[b]
         && strcmp (trace_string (trace, slices->name[a], NULL), trace_string (trace, slices->name[b], NULL))
              == 0;
}

static void
random_slices_have_the_place_that_sorting_gives (void)
{
  GRand *random = g_rand_new_with_seed (19);
  uint64_t n_shared = 0, n_unfinished = 0;

  for (int round = 0; round < 60; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      const SliceColumns *slices = trace_slices (trace);

      for (uint64_t i = 0; i < slices->n; i++)
        {
          uint64_t n = 0, n_longer = 0;
          NamePlace place = name_place_of (trace, i);

          for (uint64_t j = 0; j < slices->n; j++)
            if (is_alike (trace, i, j))
              {
                n++;
                n_longer += slices->dur_ns[j] > slices->dur_ns[i];
                n_shared += j != i && slices->dur_ns[j] == slices->dur_ns[i];
              }
          g_assert_cmpuint (place.n, ==, n);
          if (slices->flags[i] & SLICE_UNFINISHED)
            {
              g_assert_cmpuint (place.place, ==, 0);
              n_unfinished++;
            }
          else
            g_assert_cmpuint (place.place, ==, n_longer + 1);
        }
    }
  g_assert_cmpuint (n_shared, >, 0);
  g_assert_cmpuint (n_unfinished, >, 0);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/name_place/random_slices_have_the_place_that_sorting_gives",
                   random_slices_have_the_place_that_sorting_gives);
  return g_test_run ();
}
