/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_merge.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "app/cli/options/cli_parse.h"
#include "app/cli/options/interrupt.h"
#include "trace/section/output_file.h"
#include "trace/summary/job_merge.h"
#include "trace/text/size_text.h"

static bool
is_same_file (const char *path, const char *out)
{
  struct stat a, b;

  return stat (path, &a) == 0 && stat (out, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static CliStatus
print_result (const JobMerged *merged, const OutputFile *file, bool is_strict)
{
  g_autoptr (GString) text = g_string_new (NULL);
  struct stat written;
  g_autofree char *size =
    size_text (fstat (output_file_fd (file), &written) == 0 ? (uint64_t) written.st_size : 0);

  for (guint i = 0; i < merged->complaints->len; i++)
    cli_complain (merged->complaints->pdata[i]);
  g_string_append_printf (text, "%s, %u %s", size, merged->n_ranks, merged->n_ranks == 1 ? "rank" : "ranks");
  if (merged->n_missing > 0)
    g_string_append_printf (text, ", %" G_GUINT64_FORMAT " missing", merged->n_missing);
  if (merged->n_damaged > 0)
    g_string_append_printf (text, ", %u %s not read", merged->n_damaged,
                            merged->n_damaged == 1 ? "file" : "files");
  g_string_append_c (text, '\n');
  if (!cli_print (text))
    return CLI_NO_RESOURCE;
  return is_strict && merged->n_missing + merged->n_damaged > 0 ? CLI_DATA_LOSS : CLI_DONE;
}

static CliStatus
merge (char **paths, size_t n, const char *out, bool is_strict, const atomic_bool *cancelled)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OutputFile) file = output_file_begin (out, &error);
  JobMerged merged = { 0 };
  CliStatus status;

  if (file == NULL)
    return cli_fail (error);
  if (!job_merge ((const char *const *) paths, n, output_file_fd (file), out, &merged, &error))
    {
      for (guint i = 0; merged.complaints != NULL && i < merged.complaints->len; i++)
        cli_complain (merged.complaints->pdata[i]);
      status = cli_fail (error);
    }
  else if (atomic_load (cancelled))
    {
      cli_complain ("cancelled; nothing was written");
      status = CLI_CANCELLED;
    }
  else
    status = output_file_commit (file, &error) ? print_result (&merged, file, is_strict) : cli_fail (error);
  job_merged_clear (&merged);
  return status;
}

CliStatus
verb_merge_run (int argc, char **argv)
{
  char *out = NULL;
  gboolean is_strict = FALSE;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "The file to write, replaced once it is complete",
      "OUT" },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &is_strict,
      "Exit with 3 if ranks are missing or files could not be read", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("SUMMARY...");
  Interrupt interrupt;
  CliStatus status;
  bool is_read = false;

  g_option_context_set_summary (
    context,
    "Makes the profile of a job out of the summaries of its ranks, in any order:\n"
    "\n"
    "  merge *.summary -o job.stepscope\n"
    "\n"
    "Ranks without a summary, files that cannot be read and ranks given twice are left out; the health of the\n"
    "profile names them.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  for (int i = 1; i < argc && out != NULL; i++)
    is_read = is_read || is_same_file (argv[i], out);
  if (argc < 2 || out == NULL || out[0] == '\0')
    status = cli_usage (argc < 2 ? "merge needs the summaries of a job's ranks"
                                 : "merge needs -o OUT, the file to write");
  else if (is_read)
    status = cli_usage ("OUT is a file to read; name another file with -o");
  else
    {
      signal (SIGXFSZ, SIG_IGN);
      const atomic_bool *cancelled = interrupt_begin (&interrupt);
      status = merge (argv + 1, (size_t) argc - 1, out, is_strict, cancelled);
      interrupt_end (&interrupt);
    }
  g_free (out);
  return status;
}
