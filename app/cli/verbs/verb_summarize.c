/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_summarize.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "app/cli/options/background_check.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/profile_load.h"
#include "trace/section/output_file.h"
#include "trace/summary/rank_summary.h"
#include "trace/text/size_text.h"

static CliStatus
print_result (const Trace *trace, const OutputFile *file)
{
  g_autoptr (GString) text = g_string_new (NULL);
  struct stat written;
  g_autofree char *events = count_text (trace_event_counts (trace)->total);
  g_autofree char *size =
    size_text (fstat (output_file_fd (file), &written) == 0 ? (uint64_t) written.st_size : 0);

  g_string_append_printf (text, "%s, of %s events of %u %s\n", size, events, trace_n_ranks (trace),
                          trace_n_ranks (trace) == 1 ? "rank" : "ranks");
  return cli_print (text) ? CLI_DONE : CLI_NO_RESOURCE;
}

static CliStatus
summarize (const char *path, const char *out, unsigned use, const atomic_bool *cancelled)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OutputFile) file = output_file_begin (out, &error);

  if (file == NULL)
    return cli_fail (error);
  g_autoptr (Trace) trace = profile_load (path, use, TRACE_USES_ALL, NULL, &error);
  if (trace == NULL || !rank_summary_write (trace, output_file_fd (file), path, &error))
    return cli_fail (error);
  if (atomic_load (cancelled))
    {
      cli_complain ("cancelled; nothing was written");
      return CLI_CANCELLED;
    }
  return output_file_commit (file, &error) ? print_result (trace, file) : cli_fail (error);
}

CliStatus
verb_summarize_run (int argc, char **argv)
{
  char *out = NULL;
  CacheOptions cache = { 0 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "The file to write, replaced once it is complete",
      "OUT" },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("RANK");
  Interrupt interrupt;
  CliStatus status;

  g_option_context_set_summary (
    context,
    "Writes the figures of a trace into a small file, where the trace lies:\n"
    "\n"
    "  summarize rank7.json.gz -o rank7.summary      for each rank of a job, on any machine\n"
    "  merge *.summary -o job.stepscope              makes the profile of the job\n"
    "\n"
    "The file has every figure of steps, kernels, memcpys and collectives, but not the slices themselves.");
  g_option_context_add_main_entries (context, entries, NULL);
  cache_options_add (&cache, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc != 2 || out == NULL || out[0] == '\0')
    status = cli_usage (argc < 2   ? "summarize needs a RANK, the trace of one rank"
                        : argc > 2 ? "summarize takes one RANK; merge makes one profile of several summaries"
                                   : "summarize needs -o OUT, the file to write");
  else
    {
      signal (SIGXFSZ, SIG_IGN);
      const atomic_bool *cancelled = interrupt_begin (&interrupt);
      status = summarize (argv[1], out, cache_options_use (&cache), cancelled);
      interrupt_end (&interrupt);
    }
  g_free (out);
  return status;
}
