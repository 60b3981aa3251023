/* SPDX-License-Identifier: Apache-2.0
 *
 * test_torch_memory_mutants [N]: the harness of memory snapshots over N inputs that are made here, 100,000 without it: the
 * cases of tests/import/torch_memory, as JSON and as pickles in turn, changed once to four times. Input i is the same in every
 * run; last_input.h keeps the one that breaks. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/mutants.h"
#include "tests/import/pickled_json.h"

#define MUTANT_MAX ((size_t) 64 * 1024)

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
read_seeds (const char *root, GPtrArray *texts, GPtrArray *pickles)
{
  g_autofree char *folder = g_build_filename (root, "tests", "import", "torch_memory", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".json"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      char *text;
      gsize length;

      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      for (int form = 0; form < N_PICKLED_FORMS; form++)
        g_ptr_array_add (pickles,
                         g_byte_array_free_to_bytes (pickled_json (text, length, (PickledForm) form)));
      g_ptr_array_add (texts, g_bytes_new_take (text, length));
    }
}

int
main (int argc, char **argv)
{
  uint64_t n_inputs = mutants_wanted (argc, argv);
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autoptr (GPtrArray) dictionary = mutants_dictionary ("kineto.dict");
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) pickles = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);
  const Mutants mutants = { &torch_memory_harness, dictionary, 20261128, MUTANT_MAX };

  read_seeds (root != NULL ? root : ".", texts, pickles);
  for (uint64_t i = 0; i < n_inputs; i++)
    if (i % 4 == 0)
      mutants_check (&mutants, texts, mutants_change_text, i, bytes);
    else
      mutants_check (&mutants, pickles, mutants_change_numbers, i, bytes);
  printf ("%" G_GUINT64_FORMAT " inputs\n", n_inputs);
  return EXIT_SUCCESS;
}
