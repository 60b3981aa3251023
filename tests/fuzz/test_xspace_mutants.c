/* SPDX-License-Identifier: Apache-2.0
 *
 * test_xspace_mutants [N]: the harness of XSpace over N inputs that are made here, 100,000 without it: the cases of
 * tests/import/xspace, changed once to four times. Input i is the same in every run; last_input.h keeps the one that breaks. */

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/last_input.h"
#include "tests/fuzz/mutation.h"
#include "tests/import/xspace_source.h"

#define SEED        20261125
#define N_INPUTS    100000
#define MUTANT_MAX  ((size_t) 64 * 1024)
#define CHANGES_MAX 4

/* sanitizer/asan_interface.h */
const char *__asan_default_options (void);

/* Inputs are small and many: what AddressSanitizer remembers of each allocation is most of the work otherwise. */
const char *
__asan_default_options (void)
{
  return "malloc_context_size=4:quarantine_size_mb=8:thread_local_quarantine_size_kb=64";
}

static void
check_mutant (const GPtrArray *seeds, const GPtrArray *dictionary, uint64_t i, uint8_t *bytes)
{
  Mutation mutation = { prng_init (SEED, i), seeds, dictionary };
  gsize n;
  const void *seed = g_bytes_get_data (seeds->pdata[prng_below (&mutation.prng, seeds->len)], &n);

  if (n > MUTANT_MAX)
    return;
  if (n > 0)
    memcpy (bytes, seed, n);
  for (uint64_t k = prng_below (&mutation.prng, CHANGES_MAX) + 1; k > 0; k--)
    n = (prng_below (&mutation.prng, 4) == 0 ? mutation_of_text : mutation_of_numbers) (bytes, n, MUTANT_MAX,
                                                                                        &mutation);
  last_input_check (&xspace_harness, bytes, n);
}

int
main (int argc, char **argv)
{
  uint64_t n_inputs = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : N_INPUTS;
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *words = g_build_filename (root != NULL ? root : ".", "tests", "fuzz", "kineto.dict", NULL);
  g_autoptr (GPtrArray) dictionary = mutation_dictionary (words), paths = xspace_source_cases ();
  g_autoptr (GPtrArray) seeds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (seeds, g_byte_array_free_to_bytes (xspace_source_bytes (paths->pdata[i])));
  for (uint64_t i = 0; i < n_inputs; i++)
    check_mutant (seeds, dictionary, i, bytes);
  printf ("%" G_GUINT64_FORMAT " inputs\n", n_inputs);
  return EXIT_SUCCESS;
}
