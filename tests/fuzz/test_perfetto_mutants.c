/* SPDX-License-Identifier: Apache-2.0
 *
 * test_perfetto_mutants [N]: the harness of Perfetto traces over N inputs that are made here, 100,000 without it: the cases
 * of tests/import/perfetto, changed once to four times. Input i is the same in every run; last_input.h keeps the one that
 * breaks. */

#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/mutants.h"
#include "tests/import/perfetto_text.h"

#define MUTANT_MAX ((size_t) 64 * 1024)

/* Puts a varint, or another byte of a tag or a length, in the place of one. */
static void
change_byte (uint8_t *bytes, size_t n, Prng *prng)
{
  static const uint8_t values[] = { 0x00, 0x01, 0x0a, 0x5a, 0x7f, 0x80, 0xff, 0x62, 0x12, 0x1a };

  if (n > 0)
    bytes[prng_below (prng, n)] = values[prng_below (prng, G_N_ELEMENTS (values))];
}

/* The first packet is mostly left alone, so that the file is still known. */
static size_t
change (uint8_t *bytes, size_t n, size_t max, Mutation *mutation)
{
  size_t kept = prng_below (&mutation->prng, 8) > 0 && n > 24 ? 16 : 0;

  if (prng_below (&mutation->prng, 2) > 0)
    return kept + mutation_of_numbers (bytes + kept, n - kept, max - kept, mutation);
  change_byte (bytes + kept, n - kept, &mutation->prng);
  return n;
}

int
main (int argc, char **argv)
{
  uint64_t n_inputs = mutants_wanted (argc, argv);
  g_autoptr (GPtrArray) dictionary = mutants_dictionary ("kineto.dict"), paths = perfetto_text_cases ();
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);
  const Mutants mutants = { &perfetto_harness, dictionary, 20261128, MUTANT_MAX };

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (files, g_byte_array_free_to_bytes (perfetto_text_bytes (paths->pdata[i])));
  for (uint64_t i = 0; i < n_inputs; i++)
    mutants_check (&mutants, files, change, i, bytes);
  printf ("%" G_GUINT64_FORMAT " inputs\n", n_inputs);
  return EXIT_SUCCESS;
}
