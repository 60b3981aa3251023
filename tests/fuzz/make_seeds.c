/* SPDX-License-Identifier: Apache-2.0
 *
 * make_seeds HARNESS CASES OUT: writes the seeds of a harness, made from the cases in one folder, into another. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/harness.h"
#include "tests/fuzz/seeds.h"
#include "tests/import/perfetto_text.h"
#include "tests/import/rocm_source.h"
#include "tests/import/telemetry_text.h"
#include "tests/import/xspace_source.h"

/* The texts and databases of tests/import/rocm, wherever the other cases are. */
static GPtrArray *
rocm_seeds (void)
{
  g_autoptr (GPtrArray) paths = rocm_source_cases ();
  GPtrArray *seeds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (seeds, g_byte_array_free_to_bytes (rocm_source_bytes (paths->pdata[i])));
  return seeds;
}

/* Those of tests/import/perfetto, likewise. */
static GPtrArray *
perfetto_seeds (void)
{
  g_autoptr (GPtrArray) paths = perfetto_text_cases ();
  GPtrArray *seeds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (seeds, g_byte_array_free_to_bytes (perfetto_text_bytes (paths->pdata[i])));
  return seeds;
}

static GPtrArray *
telemetry_seeds (void)
{
  g_autoptr (GPtrArray) paths = telemetry_cases ();
  GPtrArray *seeds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < paths->len; i++)
    {
      char *text;
      gsize n;

      g_assert_true (g_file_get_contents (paths->pdata[i], &text, &n, NULL));
      g_ptr_array_add (seeds, g_bytes_new_take (text, n));
    }
  return seeds;
}

/* Those of tests/import/xspace likewise. */
static GPtrArray *
xspace_seeds (void)
{
  g_autoptr (GPtrArray) paths = xspace_source_cases ();
  GPtrArray *seeds = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < paths->len; i++)
    g_ptr_array_add (seeds, g_byte_array_free_to_bytes (xspace_source_bytes (paths->pdata[i])));
  return seeds;
}

int
main (int argc, char **argv)
{
  if (argc != 4)
    {
      fprintf (stderr, "make_seeds json|gzip|cupti|native|nsys|rocm|perfetto|xspace|telemetry CASES OUT\n");
      return 2;
    }

  g_autoptr (GPtrArray) texts = NULL, seeds = NULL;
  if (strcmp (argv[1], nsys_harness.name) == 0)
    seeds = seeds_databases (argv[2]);
  else if (strcmp (argv[1], rocm_harness.name) == 0)
    seeds = rocm_seeds ();
  else if (strcmp (argv[1], perfetto_harness.name) == 0)
    seeds = perfetto_seeds ();
  else if (strcmp (argv[1], telemetry_harness.name) == 0)
    seeds = telemetry_seeds ();
  else if (strcmp (argv[1], xspace_harness.name) == 0)
    seeds = xspace_seeds ();
  else
    {
      texts = seeds_texts (argv[2]);
      seeds = seeds_for (argv[1], texts);
    }
  for (guint i = 0; i < seeds->len; i++)
    {
      g_autofree char *name = g_strdup_printf ("seed-%04u", i),
                      *path = g_build_filename (argv[3], name, NULL);
      g_autoptr (GError) error = NULL;
      gsize n;
      const char *bytes = g_bytes_get_data (seeds->pdata[i], &n);

      if (!g_file_set_contents (path, bytes, (gssize) n, &error))
        {
          fprintf (stderr, "make_seeds: %s\n", error->message);
          return EXIT_FAILURE;
        }
    }
  return EXIT_SUCCESS;
}
