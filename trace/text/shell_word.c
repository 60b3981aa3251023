/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/text/shell_word.h"

#include <glib.h>
#include <string.h>

/* Not "~", which is special at the begin of a word. */
#define PLAIN "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@%+=,-"

char *
shell_word (const char *path)
{
  g_autofree char *safe = *path == '-' ? g_strconcat ("./", path, NULL) : g_strdup (path);

  return *safe != '\0' && safe[strspn (safe, PLAIN)] == '\0' ? g_steal_pointer (&safe) : g_shell_quote (safe);
}

char *
shell_command (const char *command, const char *path)
{
  g_autofree char *word = shell_word (path);
  g_auto (GStrv) parts = g_strsplit (command, "FILE", -1);

  return g_strjoinv (word, parts);
}
