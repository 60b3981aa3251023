/* SPDX-License-Identifier: Apache-2.0
 *
 * replay HARNESS [-n TIMES] PATH...: a harness over files, and the files in folders; says how many there were. */

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/harness.h"
#include "tests/fuzz/last_input.h"

typedef struct
{
  const Harness *harness;
  long times;
  unsigned n_files;
} Replay;

static const Harness *
find_harness (const char *name)
{
  for (int i = 0; harnesses[i] != NULL; i++)
    if (strcmp (harnesses[i]->name, name) == 0)
      return harnesses[i];
  return NULL;
}

static void
replay_file (Replay *replay, const char *path)
{
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize n;

  if (!g_file_get_contents (path, &bytes, &n, &error))
    {
      fprintf (stderr, "replay: %s\n", error->message);
      exit (EXIT_FAILURE);
    }
  for (long i = 0; i < replay->times; i++)
    last_input_check (replay->harness, (const uint8_t *) bytes, n);
  g_free (bytes);
  replay->n_files++;
}

static void
replay_path (Replay *replay, const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);

  if (directory == NULL)
    {
      replay_file (replay, path);
      return;
    }
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      replay_path (replay, inside);
    }
}

int
main (int argc, char **argv)
{
  Replay replay = { .harness = argc > 2 ? find_harness (argv[1]) : NULL, .times = 1 };
  int first = 2;

  if (argc > 4 && strcmp (argv[2], "-n") == 0)
    {
      replay.times = strtol (argv[3], NULL, 10);
      first = 4;
    }
  if (replay.harness == NULL)
    {
      fprintf (stderr, "replay json|gzip|cupti|native [-n TIMES] PATH...\n");
      return 2;
    }
  for (int i = first; i < argc; i++)
    replay_path (&replay, argv[i]);
  printf ("%u files\n", replay.n_files);
  return replay.n_files > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
