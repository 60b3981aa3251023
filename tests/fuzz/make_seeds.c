/* SPDX-License-Identifier: Apache-2.0
 *
 * make_seeds HARNESS CASES OUT: writes the seeds of a harness, made from the cases in one folder, into another. */

#include <stdio.h>
#include <stdlib.h>

#include "tests/fuzz/seeds.h"

int
main (int argc, char **argv)
{
  if (argc != 4)
    {
      fprintf (stderr, "make_seeds json|gzip|cupti|native CASES OUT\n");
      return 2;
    }

  g_autoptr (GPtrArray) texts = seeds_texts (argv[2]), seeds = seeds_for (argv[1], texts);
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
