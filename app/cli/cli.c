/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "app/cli/chapters/verb_report.h"
#include "app/cli/mcp/mcp_tools.h"
#include "app/cli/mcp/verb_mcp.h"
#include "app/cli/options/background_check.h"
#include "app/cli/verbs/verb_check.h"
#include "app/cli/verbs/verb_compare.h"
#include "app/cli/verbs/verb_complete.h"
#include "app/cli/verbs/verb_convert.h"
#include "app/cli/verbs/verb_info.h"
#include "app/cli/verbs/verb_merge.h"
#include "app/cli/verbs/verb_query.h"
#include "app/cli/verbs/verb_stats.h"
#include "app/cli/verbs/verb_summarize.h"
#include "trace/model/profile_format.h"

#define HELP_WIDTH 94

const CliVerb cli_verbs[] = {
  { "info", "Show what a profile contains: ranks, devices, events, health", verb_info_run },
  { "stats", "Print statistics: utilization, kernels, memcpy and memset, launches, steps", verb_stats_run },
  { "check", "Verify a file and report what was lost, repaired or left unmatched", verb_check_run },
  { "compare", "Compare profiles with a baseline, step by step: what changed, and by how much", verb_compare_run },
  { "query", "Query slices, tracks, kernels, flows, steps, counters, arguments with SQL", verb_query_run },
  { "convert", "Write a profile as a native file (opens at once), an archive, or SQLite", verb_convert_run },
  { "report", "Write what is wrong with a profile, what to do, and its figures as one file", verb_report_run },
  { "summarize", "Write the figures of one rank of a job into a small file, where its trace lies", verb_summarize_run },
  { "merge", "Make the profile of a job out of the summaries of its ranks", verb_merge_run },
  { "mcp", "Answer agents that speak the Model Context Protocol, read-only", verb_mcp_run },
  { "__complete", NULL, verb_complete_run },
  { NULL, NULL, NULL },
};

/* The one that runs: set once, by cli_main. */
static const CliProgram *running;

static const CliVerb *
find_in (const CliVerb *verbs, const char *name)
{
  for (const CliVerb *verb = verbs; verb != NULL && verb->name != NULL; verb++)
    if (strcmp (verb->name, name) == 0)
      return verb;
  return NULL;
}

static const CliVerb *
find_verb (const char *name)
{
  const CliVerb *verb = find_in (cli_verbs, name);

  return verb != NULL ? verb : find_in (running->verbs, name);
}

static void
print_verbs (FILE *out, const CliVerb *verbs)
{
  for (const CliVerb *verb = verbs; verb != NULL && verb->name != NULL; verb++)
    if (verb->summary != NULL)
      fprintf (out, "  %-9s %s\n", verb->name, verb->summary);
}

/* Prints text in lines of at most HELP_WIDTH bytes. */
static void
print_wrapped (FILE *out, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  size_t column = 0;

  for (char **word = words; *word != NULL; word++)
    {
      bool breaks = column > 0 && column + 1 + strlen (*word) > HELP_WIDTH;

      fprintf (out, "%s%s", column == 0 ? "" : breaks ? "\n" : " ", *word);
      column = (breaks || column == 0 ? 0 : column + 1) + strlen (*word);
    }
  fputc ('\n', out);
}

static void
print_help (FILE *out, const char *program)
{
  g_autofree char *formats = profile_formats_sentence ();
  g_autofree char *reads =
    g_strdup_printf ("Reads GPU training profiles: %s (JSON plain, gzip or zstd), and files written by convert. A "
                     "directory of rank files is one profile; \"-\" is standard input.",
                     formats);

  fprintf (out,
           "Usage: %s VERB [OPTIONS] PATH\n"
           "       %s %s\n"
           "\n",
           program, program, running->paths_summary);
  print_wrapped (out, reads);
  fprintf (out, "\nVerbs:\n");
  print_verbs (out, cli_verbs);
  print_verbs (out, running->verbs);
  fprintf (out, "\nVERB --help describes a verb.\n"
                "\n"
                "Exit status: 0 done; 1 usage; 2 cannot read; 3 data was lost (check --strict); 4 cancelled;\n"
                "5 out of a resource; 6 findings (check --strict), a condition that fails (compare --fail-if).\n");
}

bool
cli_check_paths (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      const char *path = argv[i];
      const char *what;

      if (strcmp (path, "-") == 0)
        continue;
      if (path[0] == '-')
        what = "unknown option %s; see %s --help";
      else if (!g_file_test (path, G_FILE_TEST_EXISTS) && strchr (path, '/') == NULL
               && strchr (path, '.') == NULL)
        what = "\"%s\" is neither a verb nor a file; see %s --help";
      else
        continue;
      g_autofree char *message = g_strdup_printf (what, path, g_get_prgname ());
      cli_complain (message);
      return false;
    }
  return true;
}

CliStatus
cli_run_stats (int argc, char **argv)
{
  if (argc < 2)
    {
      print_help (stderr, g_get_prgname ());
      return CLI_USAGE;
    }
  if (!cli_check_paths (MIN (argc, 2), argv))
    return CLI_USAGE;

  /* As if the verb had been named. */
  g_autofree char **arguments = g_memdup2 (argv, ((gsize) argc + 1) * sizeof *argv);
  arguments[0] = (char *) (uintptr_t) "stats";
  return verb_stats_run (argc, arguments);
}

CliStatus
cli_main (int argc, char **argv, const CliProgram *program)
{
  const char *slash = strrchr (argv[0], '/');
  const char *name = slash == NULL ? argv[0] : slash + 1;

  running = program;
  mcp_tools_add (program->tools);
  report_writers_add (program->drawing);
  g_set_prgname (name);
  if (argc < 2)
    return program->run_paths (argc, argv);
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    {
      print_help (stdout, name);
      return CLI_DONE;
    }
  if (strcmp (argv[1], "--version") == 0)
    {
      printf ("%s %s\n", name, STEPSCOPE_VERSION);
      return CLI_DONE;
    }

  const CliVerb *verb = find_verb (argv[1]);
  CliStatus status = verb != NULL ? verb->run (argc - 1, argv + 1) : program->run_paths (argc, argv);
  background_check_finish ();
  return status;
}
