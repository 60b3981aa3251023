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

/* The verbs that both executables have, ending in an entry without a name. */
extern const CliVerb cli_verbs[];

/* What makes an executable its own. */
typedef struct
{
  const CliVerb *verbs; /* beside cli_verbs; ends in an entry without a name */

  /* What happens without a verb: a line for the help, and the function that gets argv as it is. */
  const char *paths_summary;
  CliStatus (*run_paths) (int argc, char **argv);
} CliProgram;

/* Runs argv[1] as a verb of the program; --help and --version are answered; all else goes to run_paths. */
CliStatus cli_main (int argc, char **argv, const CliProgram *program);

/* Whether all of argv[1...] can be meant as paths. False: one is an option, or a word that is neither a verb nor a
 * file, which has been said: CLI_USAGE. */
bool cli_check_paths (int argc, char **argv);

/* run_paths of a program without a window: prints the statistics of the one path in argv, or says what is wrong. */
CliStatus cli_run_stats (int argc, char **argv);

const CliVerb *cli_find_verb (const char *name); /* of the running program; NULL: no such verb */

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
