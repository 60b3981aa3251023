/* SPDX-License-Identifier: Apache-2.0
 *
 * Preloaded into the program to make the search for steps last as long as a test wants, and fail when it wants. The
 * folder that STEPSCOPE_HELD_PATTERNS names holds what the test says and learns: each pattern for steps that begins to be
 * searched becomes a line of the file "begun"; then the search waits while there is a file "hold", and fails if there is a
 * file "fail". */

#include <dlfcn.h>
#include <fcntl.h>
#include <glib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define LOOK_EVERY_US 10000

static bool
has_file (const char *name)
{
  g_autofree char *path = g_build_filename (getenv ("STEPSCOPE_HELD_PATTERNS"), name, NULL);

  return access (path, F_OK) == 0;
}

static void
tell (const char *pattern)
{
  g_autofree char *path = g_build_filename (getenv ("STEPSCOPE_HELD_PATTERNS"), "begun", NULL);
  int fd = open (path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

  dprintf (fd, "%s\n", pattern);
  close (fd);
}

GRegex *
g_regex_new (const char *pattern, GRegexCompileFlags flags, GRegexMatchFlags match, GError **error)
{
  static GRegex *(*next) (const char *, GRegexCompileFlags, GRegexMatchFlags, GError **);

  if (g_once_init_enter (&next))
    g_once_init_leave (&next, (gpointer) dlsym (RTLD_NEXT, "g_regex_new"));
  /* Only names of slices are matched as bytes. */
  if (flags & G_REGEX_RAW)
    {
      tell (pattern);
      while (has_file ("hold"))
        g_usleep (LOOK_EVERY_US);
      if (has_file ("fail"))
        {
          g_set_error_literal (error, G_REGEX_ERROR, G_REGEX_ERROR_COMPILE, "refused by the test");
          return NULL;
        }
    }
  return next (pattern, flags, match, error);
}
