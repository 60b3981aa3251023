/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/fuzz/mutants.h"

#include <string.h>

#include "tests/fuzz/last_input.h"

/* sanitizer/asan_interface.h */
const char *__asan_default_options (void);

/* Inputs are small and many: what AddressSanitizer remembers of each allocation is most of the work otherwise. */
const char *
__asan_default_options (void)
{
  return "malloc_context_size=4:quarantine_size_mb=8:thread_local_quarantine_size_kb=64";
}

size_t
mutants_change_text (uint8_t *bytes, size_t n, size_t max, Mutation *mutation)
{
  return mutation_of_text (bytes, n, max, mutation);
}

size_t
mutants_change_numbers (uint8_t *bytes, size_t n, size_t max, Mutation *mutation)
{
  return (prng_below (&mutation->prng, 4) == 0 ? mutation_of_text : mutation_of_numbers) (bytes, n, max, mutation);
}

void
mutants_check (const Mutants *mutants, const GPtrArray *files, MutantFunc change, uint64_t i, uint8_t *bytes)
{
  Mutation mutation = { prng_init (mutants->seed, i), files, mutants->dictionary };
  gsize n;
  const void *file = g_bytes_get_data (files->pdata[prng_below (&mutation.prng, files->len)], &n);

  if (n > mutants->max_bytes)
    return;
  if (n > 0)
    memcpy (bytes, file, n);
  for (uint64_t k = prng_below (&mutation.prng, MUTANTS_CHANGES_MAX) + 1; k > 0; k--)
    n = change (bytes, n, mutants->max_bytes, &mutation);
  last_input_check (mutants->harness, bytes, n);
}

uint64_t
mutants_wanted (int argc, char **argv)
{
  return argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : MUTANTS_DEFAULT;
}

GPtrArray *
mutants_dictionary (const char *name)
{
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *path = g_build_filename (root != NULL ? root : ".", "tests", "fuzz", name, NULL);

  return mutation_dictionary (path);
}
