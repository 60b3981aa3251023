/* SPDX-License-Identifier: Apache-2.0 */

#include "app/headless.h"

#include <glib/gstdio.h>
#include <stdio.h>

#include "app/cli/verbs/verb_stats.h"
#include "app/profiles/profile_facts.h"
#include "app/render/verb_render.h"

static CliStatus
run_verb (CliStatus (*run) (int argc, char **argv), const char *const *arguments)
{
  g_auto (GStrv) copies = g_strdupv ((char **) (uintptr_t) arguments);
  guint n = g_strv_length (copies);

  /* The verb takes what it understands out of its list; the texts stay ours. */
  g_autofree char **argv = g_new (char *, n + 1);
  for (guint i = 0; i <= n; i++)
    argv[i] = copies[i];
  return run ((int) n, argv);
}

static CliStatus
write_pictures (const char *path)
{
  static const char *const views[] = { "dashboard", "timeline" };
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("stepscope-XXXXXX", &error);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = profile_short_name (base);

  if (folder == NULL)
    return cli_fail (error);
  for (size_t i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autofree char *file = g_strdup_printf ("%s-%s.png", name, views[i]);
      g_autofree char *out = g_build_filename (folder, file, NULL);
      CliStatus status = run_verb (
        verb_render_run, (const char *[]){ "render", "--view", views[i], "-o", out, "--", path, NULL });

      if (status != CLI_DONE)
        return status;
      g_autofree char *shown = g_filename_display_name (out);
      fprintf (stderr, "%s\n", shown);
    }
  return CLI_DONE;
}

CliStatus
headless_run (int argc, char **argv)
{
  CliStatus first = CLI_DONE;

  if (argc < 2)
    {
      cli_complain ("there is no display to open a window on. Give a PATH to print its statistics.");
      return CLI_USAGE;
    }
  fprintf (stderr,
           "There is no display to open a window on; here are its numbers, and its pages as pictures.\n");
  for (int i = 1; i < argc; i++)
    {
      CliStatus status = run_verb (verb_stats_run, (const char *[]){ "stats", "--", argv[i], NULL });

      /* What was read from a pipe cannot be read again. */
      if (status == CLI_DONE && !g_str_equal (argv[i], "-"))
        status = write_pictures (argv[i]);
      if (first == CLI_DONE)
        first = status;
    }
  return first;
}
