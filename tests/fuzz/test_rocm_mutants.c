/* SPDX-License-Identifier: Apache-2.0
 *
 * test_rocm_mutants [N]: the harness of AMD's formats over N inputs that are made here, 100,000 without it: the cases of
 * tests/import/rocm, texts and databases in turn, changed once to four times. Input i is the same in every run; last_input.h
 * keeps the one that breaks. */

#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/mutants.h"
#include "tests/import/rocm_source.h"

#define MUTANT_MAX ((size_t) 64 * 1024)

int
main (int argc, char **argv)
{
  uint64_t n_inputs = mutants_wanted (argc, argv);
  g_autoptr (GPtrArray) dictionary = mutants_dictionary ("kineto.dict"), paths = rocm_source_cases ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) databases = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);
  const Mutants mutants = { &rocm_harness, dictionary, 20261125, MUTANT_MAX };

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (g_str_has_suffix (paths->pdata[i], ".json") ? texts : databases,
                     g_byte_array_free_to_bytes (rocm_source_bytes (paths->pdata[i])));
  for (uint64_t i = 0; i < n_inputs; i++)
    if (i % 2 == 0)
      mutants_check (&mutants, texts, mutants_change_text, i, bytes);
    else
      mutants_check (&mutants, databases, mutants_change_numbers, i, bytes);
  printf ("%" G_GUINT64_FORMAT " inputs\n", n_inputs);
  return EXIT_SUCCESS;
}
