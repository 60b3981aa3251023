/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line: verbs that need no display. Both executables run it; it knows no GTK. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Exit statuses, as documented. */
typedef enum
{
  CLI_DONE = 0,
  CLI_USAGE = 1,
  CLI_UNREADABLE = 2,
  CLI_DATA_LOSS = 3, /* and --strict */
  CLI_CANCELLED = 4,
  CLI_NO_RESOURCE = 5,
  CLI_CONDITION_FAILED = 6,
} CliStatus;

typedef struct
{
  const char *name;
  const char *summary; /* one line, for the list of verbs */

  /* argv[0] is the verb. */
  CliStatus (*run) (int argc, char **argv);
} CliVerb;

/* The table of verbs, ending in an entry without a name. */
extern const CliVerb cli_verbs[];

const CliVerb *cli_find_verb (const char *name); /* NULL: no such verb */

/* Runs argv[1] as a verb. What is neither a verb nor an option is a path: its statistics are printed. */
CliStatus cli_main (int argc, char **argv);

/* ---- what verbs share ---- */

/* Parses argv with GLib's option parser, --help included; leaves the operands in argv.
 * False: *ret_status is what to exit with. Strings must be G_OPTION_ARG_FILENAME: they are never converted. */
bool cli_parse (GOptionContext *context, int *argc, char ***argv, CliStatus *ret_status);

/* "stepscope: MESSAGE" on the standard error, made harmless for a terminal. */
void cli_complain (const char *message);

/* Complains, and returns the status that goes with the error. */
CliStatus cli_fail (const GError *error);

/* Writes text to the standard output. False: it could not be written, which has been said. */
bool cli_print (const GString *text);
