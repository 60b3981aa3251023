/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/cli_parse.h"

#include <stdio.h>
#include <string.h>

bool
cli_parse (GOptionContext *context, int *argc, char ***argv, CliStatus *ret_status)
{
  g_autoptr (GError) error = NULL;

  g_option_context_set_help_enabled (context, FALSE);
  for (int i = 1; i < *argc; i++)
    if (strcmp ((*argv)[i], "--help") == 0 || strcmp ((*argv)[i], "-h") == 0)
      {
        /* The usage line is made of the program's name; the verb belongs there. */
        g_autofree char *program = g_strdup (g_get_prgname ());
        g_autofree char *with_verb = g_strconcat (program, " ", (*argv)[0], NULL);
        g_set_prgname (with_verb);
        g_option_context_set_help_enabled (context, TRUE);
        g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);
        fputs (help, stdout);
        g_set_prgname (program);
        *ret_status = CLI_DONE;
        return false;
      }
  if (g_option_context_parse (context, argc, argv, &error))
    return true;
  cli_complain (error->message);
  *ret_status = CLI_USAGE;
  return false;
}
