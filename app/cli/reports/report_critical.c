/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/reports/report_critical.h"

#include <stdlib.h>
#include <string.h>

#include "app/cli/reports/report.h"

#include "app/cli/reports/report_record.h"
#include "trace/critical/critical_items.h"
#include "trace/critical/critical_names.h"
#include "trace/critical/critical_path.h"

/* Adds the records of one path. Returns false when memory runs out. */
typedef bool (*AddPathFunc) (GPtrArray *records, const Trace *trace, const CriticalPath *path);

/* Of each rank in scope, in their order; a rank without any slices in it has no path. */
static GPtrArray *
path_records (ReportFigures *figures, AddPathFunc add)
{
  const StatsScope *scope = report_figures_scope (figures);
  GPtrArray *records = records_new ();

  for (uint32_t rank = 0; rank < trace_n_ranks (scope->trace); rank++)
    {
      if (!stats_scope_holds_rank (scope, rank))
        continue;
      g_autoptr (CriticalPath) path = critical_path_new (scope, rank, NULL, NULL);
      if (path == NULL || (path->length_ns > 0 && !add (records, scope->trace, path)))
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

/* Returns false if nothing is asked, or no slice of the path's graph has the name. */
static bool
answer_what_if (const Trace *trace, const CriticalPath *path, int64_t *ret_length_ns)
{
  size_t wanted = what_if.name != NULL ? strlen (what_if.name) : 0, length;

  for (uint32_t id = 0; id < trace_n_strings (trace) && what_if.percent > 0; id++)
    {
      const char *name = trace_string (trace, id, &length);
      uint64_t n;

      if (length == wanted && memcmp (name, what_if.name, length) == 0)
        return critical_path_length_without_name (path, trace, id, what_if.percent, &n, ret_length_ns);
    }
  return false;
}

static bool
add_classes (GPtrArray *records, const Trace *trace, const CriticalPath *path)
{
  int64_t what_if_ns = 0;
  bool has_answer = answer_what_if (trace, path, &what_if_ns);

  for (CriticalClass klass = 0; klass < N_CRITICAL_CLASSES; klass++)
    {
      Record *record = record_new ();

      add_rank_and_class (record, trace, path, klass);
      record_add_count (record, "count", path->n_pieces[klass]);
      record_add_integer (record, "total_ns", path->total_ns[klass]);
      record_add_percent (record, "percent_of_path", path->total_ns[klass], (double) path->length_ns);
      record_add_integer (record, "path_ns", path->length_ns);
      record_add_boolean (record, "has_sync_events", path->has_sync_events);
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
add_names (GPtrArray *records, const Trace *trace, const CriticalPath *path)
{
  CriticalNameColumn names = { 0 };
  bool ok = critical_names_collect (path, trace, &names);

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

static bool
has_calls (const Trace *trace, uint32_t rank, TrackKind kind)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    if (trace_track (trace, t)->rank == rank && trace_track (trace, t)->kind == kind
        && trace_track (trace, t)->n_slices > 0)
      return true;
  return false;
}

/* Counts slices without collecting them: those of the rank, which is enough to say no for a small rank. */
static bool
is_too_large (const StatsScope *scope, uint32_t rank)
{
  uint64_t n = 0;

  for (uint32_t t = 0; t < trace_n_tracks (scope->trace); t++)
    if (trace_track (scope->trace, t)->rank == rank)
      n += trace_track (scope->trace, t)->n_slices;
  if (n <= CRITICAL_ITEMS_MAX)
    return false;
  g_autoptr (CriticalPath) path = critical_path_new (scope, rank, NULL, NULL);
  return path != NULL && path->is_too_large;
}

static char *
critical_note (ReportFigures *figures)
{
  const StatsScope *scope = report_figures_scope (figures);
  bool is_guessed = false;

  for (uint32_t rank = 0; rank < trace_n_ranks (scope->trace); rank++)
    {
      if (!stats_scope_holds_rank (scope, rank))
        continue;
      if (is_too_large (scope, rank))
        return g_strdup_printf ("The critical path is not known of rank %" G_GINT64_FORMAT
                                ": it has more than %u slices here. "
                                "Choose a step with --step, or a shorter window",
                                trace_rank (scope->trace, rank)->number, CRITICAL_ITEMS_MAX);
      is_guessed =
        is_guessed
        || (has_calls (scope->trace, rank, TRACK_STREAM) && !has_calls (scope->trace, rank, TRACK_SYNC));
    }
  return is_guessed ? g_strdup (
           "The file has no records of synchronisations (cuda_sync), so which work a call or a stream waited "
           "for is guessed from the order of calls; record with enable_cuda_sync_events in PyTorch's "
           "_ExperimentalConfig to have them")
                    : NULL;
}

const StatsReport report_critical_path = {
  .name = "critical_path",
  .title = "Critical path",
  .header = "rank,class,count,total_ns,percent_of_path,path_ns,has_sync_events,what_if_path_ns",
  .use = REPORT_ASKED,
  .records = critical_path_records,
  .note = critical_note,
};

const StatsReport report_critical_slices = {
  .name = "critical_slices",
  .title = "What bounds the time",
  .header = "rank,class,name,count,total_ns,percent_of_path,longest_id,longest_ns",
  .use = REPORT_ASKED,
  .records = critical_slices_records,
  .note = critical_note,
};
