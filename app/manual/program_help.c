/* SPDX-License-Identifier: Apache-2.0 */

#include "app/manual/program_help.h"

#include <stdint.h>
#include <string.h>

static void
option_free (gpointer data)
{
  OptionHelp *option = data;

  g_free (option->short_name);
  g_free (option->long_name);
  g_free (option->argument);
  g_free (option->text);
  g_free (option);
}

static void
verb_free (gpointer data)
{
  VerbHelp *verb = data;

  g_free (verb->name);
  g_free (verb->summary);
  g_free (verb->arguments);
  g_free (verb->text);
  g_clear_pointer (&verb->options, g_ptr_array_unref);
  g_free (verb);
}

void
program_help_free (ProgramHelp *help)
{
  g_free (help->name);
  g_free (help->paths_usage);
  g_free (help->reads);
  g_ptr_array_unref (help->verbs);
  g_strfreev (help->statuses);
  g_free (help);
}

/* verb is NULL for the help of the program itself. Transfer full. */
static char *
ask (const char *path, const char *verb, GError **error)
{
  const char *arguments[] = { path, verb != NULL ? verb : "--help", verb != NULL ? "--help" : NULL, NULL };
  g_auto (GStrv) environment = g_environ_setenv (g_get_environ (), "LC_ALL", "C.UTF-8", TRUE);
  g_autofree char *said = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) (uintptr_t) arguments, environment, G_SPAWN_DEFAULT, NULL, NULL, &said, NULL,
                     &status, error)
      || !g_spawn_check_wait_status (status, error))
    return NULL;
  return g_steal_pointer (&said);
}

/* Returns what matches the first group, NULL if nothing does or it is empty. Transfer full. */
static char *
first_group (const char *text, const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE | G_REGEX_DOTALL, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, text, 0, &match))
    return NULL;
  g_autofree char *group = g_match_info_fetch (match, 1);
  return group != NULL && *group != '\0' ? g_steal_pointer (&group) : NULL;
}

static char *
joined_lines (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  return g_strjoinv (" ", lines);
}

static char *
fetch_any (const GMatchInfo *match, int group)
{
  g_autofree char *text = g_match_info_fetch (match, group);

  return text != NULL && *text != '\0' ? g_steal_pointer (&text) : NULL;
}

/* Reads "  -o, --output=OUT    Text" lines. */
static GPtrArray *
read_options (const char *said)
{
  static const char pattern[] = "^  (?:-(\\w), )?--([a-z-]+)(?:=(\\S+(?: \\S+)*))?(?:  +(\\S.*))?$";
  g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_MULTILINE, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  GPtrArray *options = g_ptr_array_new_with_free_func (option_free);

  for (g_regex_match (regex, said, 0, &match); g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 2);

      if (g_str_equal (name, "help"))
        continue;
      OptionHelp *option = g_new0 (OptionHelp, 1);
      option->short_name = fetch_any (match, 1);
      option->long_name = g_steal_pointer (&name);
      option->argument = fetch_any (match, 3);
      option->text = fetch_any (match, 4);
      g_ptr_array_add (options, option);
    }
  return options;
}

static gboolean
refuse (const char *path, const char *what, GError **error)
{
  g_set_error (error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "%s %s --help: is not laid out as expected", path, what);
  return FALSE;
}

static gboolean
read_verb (VerbHelp *verb, const char *path, GError **error)
{
  g_autofree char *said = ask (path, verb->name, error);

  if (said == NULL)
    return FALSE;
  verb->arguments = first_group (said, "\\AUsage:\n  [^\n]*\\[OPTION…\\] ([^\n]+)\n");
  verb->text = first_group (said, "\\AUsage:\n[^\n]*\n\n(.*?)\n\nHelp Options:\n");
  verb->options = read_options (said);
  if (verb->arguments == NULL || verb->text == NULL)
    return refuse (path, verb->name, error);
  for (guint i = 0; i < verb->options->len; i++)
    if (((const OptionHelp *) verb->options->pdata[i])->text == NULL)
      return refuse (path, verb->name, error);
  return TRUE;
}

static gboolean
read_verbs (ProgramHelp *help, const char *path, const char *said, GError **error)
{
  g_autofree char *list = first_group (said, "^Verbs:\n(.*?)\n\n");
  g_auto (GStrv) lines = g_strsplit (list != NULL ? list : "", "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    {
      g_autofree char *name = first_group (*line, "^  ([a-z]+) ");
      VerbHelp *verb = g_new0 (VerbHelp, 1);

      verb->name = g_steal_pointer (&name);
      verb->summary = first_group (*line, "^  [a-z]+ +(.+)");
      g_ptr_array_add (help->verbs, verb);
      if (verb->name == NULL || verb->summary == NULL)
        return refuse (path, "", error);
      if (!read_verb (verb, path, error))
        return FALSE;
    }
  return TRUE;
}

ProgramHelp *
program_help_ask (const char *path, GError **error)
{
  g_autofree char *said = ask (path, NULL, error);

  if (said == NULL)
    return NULL;
  g_autoptr (ProgramHelp) help = g_new0 (ProgramHelp, 1);
  g_autofree char *reads = first_group (said, "\n\n(Reads .*?)\n\n");
  g_autofree char *statuses = first_group (said, "^Exit status: (.*)\\.\n");
  help->name = g_path_get_basename (path);
  help->verbs = g_ptr_array_new_with_free_func (verb_free);
  help->paths_usage = first_group (said, "\n       [^ ]+ ([^\n]*)\n\n");
  if (reads == NULL || statuses == NULL || help->paths_usage == NULL)
    {
      refuse (path, "", error);
      return NULL;
    }
  g_autofree char *status_line = joined_lines (statuses);
  help->reads = joined_lines (reads);
  help->statuses = g_strsplit (status_line, "; ", -1);
  return read_verbs (help, path, said, error) ? g_steal_pointer (&help) : NULL;
}
