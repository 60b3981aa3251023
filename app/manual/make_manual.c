/* SPDX-License-Identifier: Apache-2.0
 *
 * make_manual PROGRAM FOLDER VERB...: writes the man pages of a program and its completions for bash, zsh and fish, while
 * Stepscope is built. The verbs are those that the build expects files of; it fails if the program has others. */

#include <stdio.h>

#include "app/manual/completion.h"
#include "app/manual/man_page.h"

static gboolean
write_file (const char *folder, const char *name, GString *text, GError **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  gboolean ok = g_file_set_contents (path, text->str, (gssize) text->len, error);

  g_string_free (text, TRUE);
  return ok;
}

static gboolean
write_pages (const ProgramHelp *help, const char *folder, GError **error)
{
  g_autofree char *own = g_strconcat (help->name, ".1", NULL);

  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];
      g_autofree char *name = g_strconcat (help->name, "-", verb->name, ".1", NULL);

      if (!write_file (folder, name, man_page_of_verb (help, verb), error))
        return FALSE;
    }
  return write_file (folder, own, man_page_of_program (help), error);
}

static gboolean
write_completions (const ProgramHelp *help, const char *folder, GError **error)
{
  g_autofree char *zsh = g_strconcat ("_", help->name, NULL);
  g_autofree char *fish = g_strconcat (help->name, ".fish", NULL);

  return write_file (folder, help->name, completion_for_bash (help), error)
         && write_file (folder, zsh, completion_for_zsh (help), error)
         && write_file (folder, fish, completion_for_fish (help), error);
}

static gboolean
has_verbs (const ProgramHelp *help, char **verbs)
{
  guint n = g_strv_length (verbs);

  for (guint i = 0; i < help->verbs->len; i++)
    if (!g_strv_contains ((const char *const *) verbs, ((const VerbHelp *) help->verbs->pdata[i])->name))
      return FALSE;
  return n == help->verbs->len;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (argc < 4)
    {
      fputs ("Usage: make_manual PROGRAM FOLDER VERB...\n", stderr);
      return 1;
    }
  g_autoptr (ProgramHelp) help = program_help_ask (argv[1], &error);
  if (help != NULL && !has_verbs (help, argv + 3))
    {
      fprintf (stderr, "%s: its verbs are not those of app/manual/meson.build; correct them there\n", argv[1]);
      return 1;
    }
  if (help != NULL && write_pages (help, argv[2], &error) && write_completions (help, argv[2], &error))
    return 0;
  fprintf (stderr, "%s\n", error->message);
  return 1;
}
