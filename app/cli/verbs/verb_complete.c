/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_complete.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "trace/cache/cached_open.h"
#include "trace/derive/step.h"
#include "trace/open/log_directory.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/scope.h"
#include "trace/text/trace_error.h"

/* A shell waits meanwhile. */
#define SECONDS_MAX 1

/* As many as anybody looks through. */
#define LINES_MAX 200

static void
on_time_up (int signal_number)
{
  (void) signal_number;
  _exit (CLI_CANCELLED);
}

static bool
refuse_import (const TraceSource *source, int fd, const ImportControl *control, GError **error)
{
  (void) source;
  (void) fd;
  (void) control;
  g_set_error_literal (error, TRACE_ERROR, TRACE_ERROR_CANCELLED, "It would have to be imported.");
  return false;
}

/* Whatever a file says, a line stays a line, and a terminal gets no control sequence. */
static bool
is_printable (const char *text)
{
  if (*text == '\0')
    return false;
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    if (g_utf8_get_char_validated (at, -1) >= 0x80000000u || g_unichar_iscntrl (g_utf8_get_char (at)))
      return false;
  return true;
}

static void
add_line (GString *out, GHashTable *known, const char *text)
{
  if (g_hash_table_size (known) < LINES_MAX && is_printable (text) && g_hash_table_add (known, g_strdup (text)))
    g_string_append_printf (out, "%s\n", text);
}

static void
add_steps (GString *out, GHashTable *known, const StepTable *steps)
{
  for (uint64_t i = 0; i < step_table_count (steps) && g_hash_table_size (known) < LINES_MAX; i++)
    {
      const TraceStep *step = step_table_get (steps, i);
      g_autofree char *number =
        g_strdup_printf ("%" G_GINT64_FORMAT, step->has_number ? step->number : (gint64) step->index);

      add_line (out, known, number);
    }
}

/* Those with the most time come first. */
static void
add_kernels (GString *out, GHashTable *known, const Trace *trace, const StepTable *steps)
{
  StatsScope scope = stats_scope_whole (trace, steps);
  KernelStatsTable table;

  if (!kernel_stats_compute (&scope, NULL, NULL, &table))
    return;
  for (uint64_t i = 0; i < table.n && g_hash_table_size (known) < LINES_MAX; i++)
    add_line (out, known, trace_display_name (trace, table.kernels[i].name));
  kernel_stats_clear (&table);
}

CliStatus
verb_complete_run (int argc, char **argv)
{
  if (argc != 3
      || !(g_file_test (argv[2], G_FILE_TEST_IS_REGULAR) || g_file_test (argv[2], G_FILE_TEST_IS_DIR)))
    return CLI_USAGE;
  signal (SIGALRM, on_time_up);
  alarm (SECONDS_MAX);

  g_autofree char *path = log_directory_resolve (argv[2], NULL);
  g_autoptr (Trace) trace = path != NULL ? cached_open_with (path, CACHE_READ, refuse_import, NULL, NULL, NULL) : NULL;
  g_autoptr (StepTable) steps = trace != NULL ? step_table_new (trace, NULL, NULL) : NULL;
  if (steps == NULL)
    return CLI_UNREADABLE;
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) out = g_string_new (NULL);
  if (strcmp (argv[1], "steps") == 0)
    add_steps (out, known, steps);
  else if (strcmp (argv[1], "kernels") == 0)
    add_kernels (out, known, trace, steps);
  return cli_print (out) ? CLI_DONE : CLI_NO_RESOURCE;
}
