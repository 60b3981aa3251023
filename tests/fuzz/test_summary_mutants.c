/* SPDX-License-Identifier: Apache-2.0
 *
 * test_summary_mutants [N]: the harness of summaries over N inputs that are made here, 100,000 without it: the summaries of
 * two ranks, whose sections are changed behind their hashes. Input i is the same in every run; last_input.h keeps the one
 * that breaks. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/last_input.h"
#include "tests/fuzz/mutants.h"
#include "tests/summary/summary_source.h"

#define MUTANT_MAX ((size_t) 256 * 1024)
#define SEED       20261128

static size_t
change_once (uint8_t *bytes, size_t n, size_t max, void *user_data)
{
  return mutants_change_numbers (bytes, n, max, user_data);
}

int
main (int argc, char **argv)
{
  uint64_t n_inputs = mutants_wanted (argc, argv);
  g_autoptr (GPtrArray) dictionary = mutants_dictionary ("kineto.dict");
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);

  for (int rank = 0; rank < 2; rank++)
    g_ptr_array_add (files, summary_source_of_rank (rank));
  for (uint64_t i = 0; i < n_inputs; i++)
    {
      Mutation mutation = { prng_init (SEED, i), files, dictionary };
      gsize n;
      const void *file = g_bytes_get_data (files->pdata[i % files->len], &n);

      g_assert_cmpuint (n, <=, MUTANT_MAX);
      memcpy (bytes, file, n);
      for (uint64_t k = prng_below (&mutation.prng, MUTANTS_CHANGES_MAX) + 1; k > 0; k--)
        n = summary_harness.mutate (bytes, n, MUTANT_MAX, prng_next (&mutation.prng), change_once, &mutation);
      last_input_check (&summary_harness, bytes, n);
    }
  printf ("%" G_GUINT64_FORMAT " inputs\n", n_inputs);
  return EXIT_SUCCESS;
}
