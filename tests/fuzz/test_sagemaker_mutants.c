/* SPDX-License-Identifier: Apache-2.0
 *
 * test_sagemaker_mutants [N]: the harness of SageMaker jobs over N folders that are made here, 100,000 without it: the cases of
 * tests/import/sagemaker, changed once to four times. Input i is the same in every run; last_input.h keeps the one that
 * breaks. */

#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/mutants.h"
#include "tests/import/job_folder.h"

#define MUTANT_MAX ((size_t) 16 * 1024)

int
main (int argc, char **argv)
{
  uint64_t n_inputs = mutants_wanted (argc, argv);
  g_autoptr (GPtrArray) dictionary = mutants_dictionary ("telemetry.dict"), paths = job_folder_cases ();
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);
  const Mutants mutants = { &sagemaker_harness, dictionary, 20261128, MUTANT_MAX };

  for (guint i = 0; i < paths->len; i++)
    {
      char *text;
      gsize n;

      g_assert_true (g_file_get_contents (paths->pdata[i], &text, &n, NULL));
      g_ptr_array_add (files, g_bytes_new_take (text, n));
    }
  for (uint64_t i = 0; i < n_inputs; i++)
    mutants_check (&mutants, files, mutants_change_text, i, bytes);
  printf ("%" G_GUINT64_FORMAT " inputs\n", n_inputs);
  return EXIT_SUCCESS;
}
