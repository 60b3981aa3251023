/* SPDX-License-Identifier: Apache-2.0
 *
 * The command line with the verbs that need no display. Both executables use it; it includes no GTK. */

#pragma once

#include "app/cli/chapters/report_writers.h"
#include "app/cli/mcp/mcp_tool.h"
#include "app/cli/out/cli_status.h"

typedef struct
{
  const char *name;
  const char *summary; /* one line, for the list of verbs; NULL: not listed */

  /* argv[0] is the verb. */
  CliStatus (*run) (int argc, char **argv);
} CliVerb;

/* The verbs of both executables. The last entry has no name. */
extern const CliVerb cli_verbs[];

/* The differences between the executables. */
typedef struct
{
  const CliVerb *verbs; /* in addition to cli_verbs; the last entry has no name */

  /* Tools of mcp in addition to those of app/cli/mcp/mcp_tools.c; ends with NULL. May be NULL. */
  const McpTool *const *tools;

  /* HTML and PDF of the verb report. May be NULL. */
  const ReportDrawing *drawing;

  /* Without a verb: a line for the help, and the function that gets the unchanged argv. */
  const char *paths_summary;
  CliStatus (*run_paths) (int argc, char **argv);
} CliProgram;

/* Runs argv[1] as a verb of the program, or answers --help and --version, or calls run_paths. */
CliStatus cli_main (int argc, char **argv, const CliProgram *program);

/* Returns whether all of argv[1...] may be paths. Returns false after a complaint when one is an option, or a word that is
 * neither a verb nor a file; then exit with CLI_USAGE. */
bool cli_check_paths (int argc, char **argv);

/* run_paths of the program without a window: prints the statistics of the one path in argv, or complains. */
CliStatus cli_run_stats (int argc, char **argv);
