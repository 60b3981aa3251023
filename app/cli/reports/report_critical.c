/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_critical.h"

#include <stdlib.h>
#include <string.h>

#include "app/cli/reports/report.h"
#include "app/cli/reports/report_record.h"
#include "trace/critical/critical_items.h"
#include "trace/critical/critical_names.h"
#include "trace/critical/critical_path.h"
#include "trace/critical/critical_waits.h"
#include "trace/model/profile_format.h"

/* Adds the records of one path, and to the verdict what is known of it. Returns false when memory runs out. */
typedef bool (*AddPathFunc) (GPtrArray *records,
                             const Trace *trace,
                             const CriticalPath *path,
                             PathVerdict *verdict);

/* Of each rank in scope, in their order; a rank without any slices in it has no path. */
static GPtrArray *
path_records (ReportFigures *figures, AddPathFunc add)
{
  const StatsScope *scope = report_figures_scope (figures);
  PathVerdict *verdict = report_figures_path_verdict (figures);
  GPtrArray *records = records_new ();

  for (uint32_t rank = 0; rank < trace_n_ranks (scope->trace); rank++)
    {
      if (!stats_scope_holds_rank (scope, rank))
        continue;
      g_autoptr (CriticalPath) path = critical_path_new (scope, rank, NULL, NULL);
      if (path != NULL && path->is_too_large && !verdict->is_any_too_large)
        {
          verdict->is_any_too_large = true;
          verdict->first_too_large = rank;
        }
      if (path == NULL || (path->length_ns > 0 && !add (records, scope->trace, path, verdict)))
        {
          g_ptr_array_unref (records);
          return NULL;
        }
    }
  return records;
}

static void
add_rank_and_class (Record *record, const Trace *trace, const CriticalPath *path, CriticalClass klass)
{
  const char *word = critical_class_word (klass);

  record_add_integer (record, "rank", trace_rank (trace, path->rank)->number);
  record_add_text (record, "class", word, strlen (word), NULL);
}

/* ---- by class ---- */

/* percent is 0 if nothing is asked. */
static struct
{
  char *name;
  int percent;
} what_if;

bool
report_critical_set_what_if (const char *text)
{
  const char *sign = text != NULL ? strrchr (text, '=') : NULL;
  char *end = NULL;
  long percent;

  g_clear_pointer (&what_if.name, g_free);
  what_if.percent = 0;
  if (text == NULL)
    return true;
  if (sign == NULL || sign == text || sign[1] != '-' || !g_ascii_isdigit (sign[2]))
    return false;
  percent = strtol (sign + 2, &end, 10);
  if (strcmp (end, "%") != 0 || percent < 1 || percent > 100)
    return false;
  what_if.name = g_strndup (text, (gsize) (sign - text));
  what_if.percent = (int) percent;
  return true;
}

/* Returns the string id of the name that is asked for, as it is in the file or else as it is shown; TRACE_NONE if none is. */
static uint32_t
find_name (const Trace *trace)
{
  size_t wanted = strlen (what_if.name), length;

  for (uint32_t id = 0; id < trace_n_strings (trace); id++)
    {
      const char *name = trace_string (trace, id, &length);

      if (length == wanted && memcmp (name, what_if.name, length) == 0)
        return id;
    }
  for (uint32_t id = 0; id < trace_n_strings (trace); id++)
    if (strcmp (trace_display_name (trace, id), what_if.name) == 0)
      return id;
  return TRACE_NONE;
}

/* Returns false if nothing is asked, or no slice of the path's graph has the name and time of its own. */
static bool
answer_what_if (const Trace *trace, const CriticalPath *path, int64_t *ret_length_ns)
{
  uint64_t n;
  uint32_t name = what_if.percent > 0 ? find_name (trace) : TRACE_NONE;

  return name != TRACE_NONE
         && critical_path_length_without_name (path, trace, name, what_if.percent, &n, ret_length_ns);
}

static bool
add_classes (GPtrArray *records, const Trace *trace, const CriticalPath *path, PathVerdict *verdict)
{
  int64_t what_if_ns = 0;
  bool has_answer = answer_what_if (trace, path, &what_if_ns);

  verdict->has_answer = verdict->has_answer || has_answer;
  for (CriticalClass klass = 0; klass < N_CRITICAL_CLASSES; klass++)
    {
      Record *record = record_new ();

      add_rank_and_class (record, trace, path, klass);
      record_add_count (record, "count", path->n_pieces[klass]);
      record_add_integer (record, "total_ns", path->total_ns[klass]);
      record_add_percent (record, "percent_of_path", path->total_ns[klass], (double) path->length_ns);
      record_add_integer (record, "path_ns", path->length_ns);
      record_add_boolean (record, "has_sync_events", path->has_sync_events);
      if (what_if.percent > 0)
        record_add_optional (record, "what_if_path_ns", has_answer, what_if_ns);
      g_ptr_array_add (records, record);
    }
  return true;
}

static GPtrArray *
critical_path_records (ReportFigures *figures)
{
  return path_records (figures, add_classes);
}

/* ---- by name ---- */

static bool
add_names (GPtrArray *records, const Trace *trace, const CriticalPath *path, PathVerdict *verdict)
{
  CriticalNameColumn names = { 0 };
  bool ok = critical_names_collect (path, trace, &names);

  (void) verdict;
  for (size_t i = 0; ok && i < names.n; i++)
    {
      const CriticalName *name = &names.at[i];
      Record *record = record_new ();

      add_rank_and_class (record, trace, path, name->klass);
      record_add_name (record, trace, name->name);
      record_add_count (record, "count", name->n);
      record_add_integer (record, "total_ns", name->total_ns);
      record_add_percent (record, "percent_of_path", name->total_ns, (double) path->length_ns);
      record_add_count (record, "longest_id", name->longest);
      record_add_integer (record, "longest_ns", name->longest_ns);
      g_ptr_array_add (records, record);
    }
  critical_name_column_clear (&names);
  return ok;
}

static GPtrArray *
critical_slices_records (ReportFigures *figures)
{
  return path_records (figures, add_names);
}

/* ---- what is not known ---- */

static char *
too_large_note (const StatsScope *scope, uint32_t rank)
{
  return g_strdup_printf ("The critical path is not known of rank %" G_GINT64_FORMAT
                          ": it has more than %u slices here. %s",
                          trace_rank (scope->trace, rank)->number, CRITICAL_ITEMS_MAX,
                          scope->is_whole ? "Choose a step with --step, or a window with --window"
                                          : "Choose a shorter window with --window");
}

/* Only PyTorch's own traces can be told how to have records. */
static char *
guessed_note (const StatsScope *scope)
{
  bool is_kineto = profile_format_is_among (PROFILE_FORMAT_KINETO, trace_format (scope->trace));

  for (uint32_t rank = 0; rank < trace_n_ranks (scope->trace); rank++)
    if (stats_scope_holds_rank (scope, rank) && critical_waits_are_guessed (scope->trace, rank))
      return g_strconcat (
        "The file has no records of synchronisations (cuda_sync), so which work a call or a stream waited for is "
        "guessed from the order of calls",
        is_kineto ? "; record with enable_cuda_sync_events in PyTorch's _ExperimentalConfig to have them"
                  : NULL,
        NULL);
  return NULL;
}

static char *
critical_note (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  const PathVerdict *verdict = report_figures_path_verdict (figures);

  return verdict->is_any_too_large ? too_large_note (scope, verdict->first_too_large) : guessed_note (scope);
}

static const char *
what_if_key (void)
{
  return what_if.percent > 0 ? "what_if_path_ns" : NULL;
}

/* A name without an answer comes first: it is most likely not what was meant. */
static char *
critical_path_note (ReportFigures *figures)
{
  const PathVerdict *verdict = report_figures_path_verdict (figures);
  g_autofree char *other = critical_note (figures);

  if (what_if.percent == 0 || verdict->has_answer)
    return g_steal_pointer (&other);
  return g_strdup_printf (
    "No slice of the critical path's graph has the name \"%s\" and time of its own, so there is no answer to "
    "--what-if%s%s",
    what_if.name, other != NULL ? ". " : "", other != NULL ? other : "");
}

const StatsReport report_critical_path = {
  .name = "critical_path",
  .title = "Critical path",
  .header = "rank,class,count,total_ns,percent_of_path,path_ns,has_sync_events",
  .asked_key = what_if_key,
  .use = REPORT_ASKED,
  .records = critical_path_records,
  .note = critical_path_note,
};

const StatsReport report_critical_slices = {
  .name = "critical_slices",
  .title = "What bounds the time",
  .header = "rank,class,name,count,total_ns,percent_of_path,longest_id,longest_ns",
  .use = REPORT_ASKED,
  .records = critical_slices_records,
  .note = critical_note,
};
