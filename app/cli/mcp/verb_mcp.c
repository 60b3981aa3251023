/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/mcp/verb_mcp.h"

#include <unistd.h>

#include "app/cli/mcp/allowed_paths.h"
#include "app/cli/mcp/mcp_session.h"
#include "app/cli/mcp/read_walls.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/kept_profiles.h"
#include "app/cli/options/kernel_rules_option.h"
#include "trace/cache/cached_open.h"
#include "trace/section/input_file.h"

/* What stays open between calls. */
#define KEPT_MAX       8
#define KEPT_BYTES_MAX (UINT64_C (4) << 30)

typedef struct
{
  char **allow;
  CacheOptions cache;
  char *kernel_rules;
} Options;

static bool
may_read (int fd, void *allowed)
{
  return allowed_paths_hold (allowed, fd);
}

static CliStatus
serve (const Options *options, AllowedPaths *allowed)
{
  unsigned use = cache_options_use (&options->cache);
  const McpSessionOptions session = {
    .in_fd = STDIN_FILENO,
    .out_fd = STDOUT_FILENO,
    .allowed = allowed,
    .reads_cache = (use & CACHE_READ) != 0,
    .writes_cache = (use & CACHE_WRITE) != 0,
  };

  read_walls_put_up (allowed_paths_folders (allowed), session.writes_cache);
  input_file_set_guard (may_read, allowed);
  kept_profiles_begin (KEPT_MAX, KEPT_BYTES_MAX);
  CliStatus status = mcp_session_run (&session);
  kept_profiles_end ();
  input_file_set_guard (NULL, NULL);
  return status;
}

static CliStatus
run (const Options *options)
{
  g_autoptr (GError) error = NULL;
  CliStatus status = kernel_rules_option_use (options->kernel_rules);

  if (status != CLI_DONE)
    return status;
  kernel_rules_option_settle ();
  AllowedPaths *allowed = allowed_paths_new (options->allow, &error);
  if (allowed == NULL)
    return cli_fail (error);
  status = serve (options, allowed);
  allowed_paths_free (allowed);
  return status;
}

/* --allow takes one folder or several. */
static char **
all_folders (char **allow, int argc, char **argv)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();

  for (char **folder = allow; folder != NULL && *folder != NULL; folder++)
    g_ptr_array_add (folders, g_strdup (*folder));
  for (int i = 1; i < argc; i++)
    g_ptr_array_add (folders, g_strdup (argv[i]));
  g_ptr_array_add (folders, NULL);
  return (char **) g_ptr_array_steal (folders, NULL);
}

CliStatus
verb_mcp_run (int argc, char **argv)
{
  Options options = { 0 };
  g_auto (GStrv) allow = NULL;
  const GOptionEntry entries[] = {
    { "allow", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &allow,
      "Let the client read profiles below this folder; several may follow", "FOLDER" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("--allow FOLDER...");
  CliStatus status;

  g_option_context_set_summary (
    context,
    "Answers an agent that speaks the Model Context Protocol (2024-11-05 to 2026-07-28) on standard input and\n"
    "output: a coding assistant, say, that starts this command as a server. Its tools are list, info, findings,\n"
    "stats, query, compare and, in the program with a window, render. Nothing but profiles below the given folders\n"
    "can be read, links included, and nothing is written; with --cache, profiles that are read are stored in the\n"
    "cache. The last profiles stay open between calls. It ends when its input ends.");
  g_option_context_add_main_entries (context, entries, NULL);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (allow == NULL)
    status = cli_usage ("mcp needs --allow and the folders that may be read");
  else
    {
      options.allow = all_folders (allow, argc, argv);
      status = run (&options);
      g_strfreev (options.allow);
    }
  g_free (options.kernel_rules);
  return status;
}
