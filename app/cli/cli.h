/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line: verbs that need no display. Both executables run it; it knows no GTK. */

#pragma once

#include "app/cli/out/cli_status.h"

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
