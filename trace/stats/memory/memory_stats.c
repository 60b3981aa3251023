/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/memory/memory_stats.h"

#include <stdlib.h>
#include <string.h>

#include "trace/model/job_tables.h"
#include "trace/stats/job_groups.h"
#include "trace/classify/kernel_class.h"
#include "trace/container/stop_check.h"
#include "trace/container/string_table.h"
#include "trace/stats/distribution.h"
#include "trace/stats/memory/copy_kind.h"
#include "trace/text/decimal_time.h"

/* The kinds seen so far: entry i of the table is the kind with id i. */
typedef struct
{
  StopCheck check;
  StringTable *names;
  MemoryStatsTable table;
} Kinds;

static MemoryStats *
find_kind (Kinds *kinds, const char *name, size_t length)
{
  MemoryStatsTable *table = &kinds->table;
  uint32_t id;

  if (!string_table_intern (kinds->names, name, length, &id))
    return NULL;
  if (id >= table->capacity)
    {
      uint64_t capacity = id < 8 ? 16 : 2 * (uint64_t) id;
      MemoryStats *grown = realloc (table->kinds, capacity * sizeof *grown);
      if (grown == NULL)
        return NULL;
      memset (grown + table->capacity, 0, (capacity - table->capacity) * sizeof *grown);
      table->kinds = grown;
      table->capacity = capacity;
    }
  return &table->kinds[id];
}

/* Returns a whole number that is not negative; 0 if there is no such argument. */
static int64_t
bytes_of (const Trace *trace, uint64_t args)
{
  ArgIter iter;
  Arg arg;
  int64_t bytes = 0;

  if (!trace_args (trace, args, &iter))
    return 0;
  while (arg_iter_next (&iter, &arg))
    {
      size_t length;
      const char *key = trace_string (trace, arg.key, &length);
      bool rounded;

      if (length == 5 && memcmp (key, "bytes", 5) == 0
          && (!decimal_to_scaled (arg.text, arg.length, 0, INT64_MAX, &bytes, &rounded) || bytes < 0))
        bytes = 0;
    }
  arg_iter_clear (&iter);
  return bytes;
}

static int
compare_kinds (const void *a, const void *b)
{
  const MemoryStats *x = a, *y = b;

  if (x->is_set != y->is_set)
    return x->is_set ? 1 : -1;
  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  return strcmp (x->kind, y->kind);
}

static void
add_slice (MemoryStats *stats, const Trace *trace, uint64_t i)
{
  const SliceColumns *slices = trace_slices (trace);
  int64_t dur_ns = slice_dur_ns (slices, i);

  if (stats->count == 0 || dur_ns > slice_dur_ns (slices, stats->longest)
      || (dur_ns == slice_dur_ns (slices, stats->longest)
          && slice_start_ns (slices, i) < slice_start_ns (slices, stats->longest)))
    stats->longest = i;
  stats->count++;
  stats->total_ns = add_saturated (stats->total_ns, dur_ns);
  stats->bytes = add_saturated (stats->bytes, bytes_of (trace, slices->args[i]));
}

static bool
collect_slice (const StatsScope *scope, uint64_t i, bool with_kernels, Kinds *kinds, MemoryStats *sets)
{
  const SliceColumns *slices = trace_slices (scope->trace);
  SliceKind slice_kind = (SliceKind) slices->kind[i];
  size_t length;

  if (slice_kind == SLICE_KERNEL && !with_kernels)
    return true;
  const char *kind, *name = trace_string (scope->trace, slice_name (slices, i), &length);
  MemoryStats *stats = sets;

  if (slice_kind == SLICE_KERNEL)
    slice_kind = kernel_kind_of_name (name, length);
  if (slice_kind == SLICE_MEMCPY)
    stats = copy_kind_of_name (name, length, &kind) ? find_kind (kinds, kind, COPY_KIND_LENGTH)
                                                    : find_kind (kinds, name, strnlen (name, length));
  else if (slice_kind != SLICE_MEMSET)
    return true;
  if (stats == NULL)
    return false;
  stats->within_ns = add_saturated (
    stats->within_ns, stats_scope_within_ns (scope, slice_start_ns (slices, i), slice_dur_ns (slices, i)));
  if (stats_scope_holds_start (scope, slice_start_ns (slices, i)))
    add_slice (stats, scope->trace, i);
  return true;
}

/* Most tracks are of the host, and searching bytes takes a fraction of the time of looking at each. */
static bool
holds_a_copy (const SliceColumns *slices, const TraceTrack *track, bool with_kernels)
{
  const uint8_t *kinds = slices->kind + track->first_slice;

  return memchr (kinds, SLICE_MEMCPY, track->n_slices) != NULL
         || memchr (kinds, SLICE_MEMSET, track->n_slices) != NULL
         || (with_kernels && memchr (kinds, SLICE_KERNEL, track->n_slices) != NULL);
}

static bool
collect_kinds (const StatsScope *scope, bool with_kernels, Kinds *kinds, MemoryStats *sets)
{
  const SliceColumns *slices = trace_slices (scope->trace);

  for (uint32_t t = 0; t < trace_n_tracks (scope->trace); t++)
    {
      const TraceTrack *track = trace_track (scope->trace, t);

      if (!stats_scope_holds_track (scope, track) || !holds_a_copy (slices, track, with_kernels))
        continue;
      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        if (!stop_check_next (&kinds->check)
            || (slice_kind_is_gpu_activity ((SliceKind) slices->kind[i])
                && !(slices->flags[i] & SLICE_UNFINISHED)
                && stats_scope_touches (scope, slice_start_ns (slices, i), slice_dur_ns (slices, i))
                && !collect_slice (scope, i, with_kernels, kinds, sets)))
          return false;
    }
  return true;
}

/* Names the kinds that occurred and closes the gaps. */
static bool
name_kinds (Kinds *kinds, const MemoryStats *sets)
{
  MemoryStatsTable *table = &kinds->table;
  uint64_t n = MIN (table->capacity, string_table_count (kinds->names));
  MemoryStats *grown = realloc (table->kinds, (n + 1) * sizeof *grown);

  if (grown == NULL)
    return false;
  table->kinds = grown;
  for (uint64_t id = 0; id <= n; id++)
    {
      MemoryStats stats = id < n ? table->kinds[id] : *sets;

      if (stats.count == 0)
        continue;
      stats.is_set = id == n;
      stats.kind = strdup (stats.is_set ? "memset" : string_table_get (kinds->names, (uint32_t) id, NULL));
      if (stats.kind == NULL)
        return false;
      table->kinds[table->n++] = stats;
    }
  if (table->n > 0)
    qsort (table->kinds, table->n, sizeof *table->kinds, compare_kinds);
  return true;
}

/* The tables of a job profile follow the categories of the traces. */
static bool
kinds_of_job (const StatsScope *scope, MemoryStatsTable *table)
{
  bool ok = true;

  for (int what = JOB_MEMORY; what <= JOB_MEMSET && ok; what++)
    {
      JobGroupColumn groups;

      ok = job_groups_collect (scope, (JobRowWhat) what, &groups);
      MemoryStats *grown = ok ? realloc (table->kinds, ((size_t) table->n + groups.n + 1) * sizeof *grown) : NULL;
      ok = grown != NULL;
      if (ok)
        table->kinds = grown;
      for (size_t i = 0; i < groups.n && ok; i++)
        {
          const Distribution *d = &groups.at[i].duration;
          char *kind = strdup (trace_string (scope->trace, groups.at[i].name, NULL));

          ok = kind != NULL;
          if (ok)
            table->kinds[table->n++] = (MemoryStats){ .kind = kind,
                                                      .is_set = what == JOB_MEMSET,
                                                      .count = d->count,
                                                      .total_ns = d->total_ns,
                                                      .within_ns = d->total_ns,
                                                      .bytes = (int64_t) groups.at[i].amount,
                                                      .longest = SLICE_NONE };
        }
      job_group_column_clear (&groups);
    }
  if (ok && table->n > 0)
    qsort (table->kinds, table->n, sizeof *table->kinds, compare_kinds);
  if (!ok)
    memory_stats_clear (table);
  return ok;
}

static bool
compute (const StatsScope *scope,
         bool with_kernels,
         bool (*should_continue) (void *user_data),
         void *user_data,
         MemoryStatsTable *ret_table)
{
  *ret_table = (MemoryStatsTable){ 0 };
  if (trace_is_job (scope->trace))
    return kinds_of_job (scope, ret_table);
  Kinds kinds = { .check = { should_continue, user_data, 0 }, .names = string_table_new () };
  MemoryStats sets = { 0 };
  bool ok =
    kinds.names != NULL && collect_kinds (scope, with_kernels, &kinds, &sets) && name_kinds (&kinds, &sets);

  string_table_free (kinds.names);
  if (!ok)
    memory_stats_clear (&kinds.table);
  *ret_table = kinds.table;
  return ok;
}

bool
memory_stats_compute (const StatsScope *scope,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      MemoryStatsTable *ret_table)
{
  return compute (scope, false, should_continue, user_data, ret_table);
}

bool
memory_stats_compute_with_kernels (const StatsScope *scope,
                                   bool (*should_continue) (void *user_data),
                                   void *user_data,
                                   MemoryStatsTable *ret_table)
{
  return compute (scope, true, should_continue, user_data, ret_table);
}

void
memory_stats_clear (MemoryStatsTable *table)
{
  for (uint64_t i = 0; i < table->n; i++)
    free (table->kinds[i].kind);
  free (table->kinds);
  *table = (MemoryStatsTable){ 0 };
}
