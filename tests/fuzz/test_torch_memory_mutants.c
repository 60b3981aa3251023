/* SPDX-License-Identifier: Apache-2.0
 *
 * test_torch_memory_mutants [N]: the harness of memory snapshots over N inputs that are made here, 100,000 without it: the
 * cases of tests/import/torch_memory, as JSON and as pickles in turn, changed once to four times. Input i is the same in every
 * run; last_input.h keeps the one that breaks. */

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/last_input.h"
#include "tests/fuzz/mutation.h"
#include "tests/import/pickled_json.h"

#define SEED        20261128
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
check_mutant (const GPtrArray *seeds, const GPtrArray *dictionary, bool is_text, uint64_t i, uint8_t *bytes)
{
  Mutation mutation = { prng_init (SEED, i), seeds, dictionary };
  gsize n;
  const void *seed = g_bytes_get_data (seeds->pdata[prng_below (&mutation.prng, seeds->len)], &n);

  if (n > MUTANT_MAX)
    return;
  if (n > 0)
    memcpy (bytes, seed, n);
  for (uint64_t k = prng_below (&mutation.prng, CHANGES_MAX) + 1; k > 0; k--)
    n = (is_text || prng_below (&mutation.prng, 4) == 0 ? mutation_of_text : mutation_of_numbers) (
      bytes, n, MUTANT_MAX, &mutation);
  last_input_check (&torch_memory_harness, bytes, n);
}

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
  uint64_t n_inputs = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : N_INPUTS;
  const char *root = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *words = g_build_filename (root != NULL ? root : ".", "tests", "fuzz", "kineto.dict", NULL);
  g_autoptr (GPtrArray) dictionary = mutation_dictionary (words);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) pickles = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree uint8_t *bytes = g_malloc (MUTANT_MAX);

  read_seeds (root != NULL ? root : ".", texts, pickles);
  for (uint64_t i = 0; i < n_inputs; i++)
    check_mutant (i % 4 == 0 ? texts : pickles, dictionary, i % 4 == 0, i, bytes);
  printf ("%" G_GUINT64_FORMAT " inputs\n", n_inputs);
  return EXIT_SUCCESS;
}
