/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/memory/bandwidth_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/container/column.h"
#include "trace/container/stop_check.h"
#include "trace/container/stoppable_order.h"
#include "trace/container/string_table.h"
#include "trace/model/arg_finder.h"
#include "trace/stats/distribution.h"
#include "trace/stats/memory/copy_kind.h"
#include "trace/text/decimal_time.h"

/* A kind while memcpys are being added. */
typedef struct
{
  BandwidthStats stats;
  F64Column gb_s;
  int64_t measured_ns, measured_bytes;
} Kind;

COLUMN_DEFINE (KindColumn, kind_column, Kind)
COLUMN_IMPLEMENT (KindColumn, kind_column)

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  uint8_t *kind_of_name; /* by string id: SliceKind + 1 of a kernel of that name; 0 not looked up yet */
  ArgFinder finder;
  StringTable *names; /* kinds with their memory: ids are indices in kinds, the first has the empty name */
  KindColumn kinds;
} Copies;

static bool
contains (const char *text, size_t length, const char *word)
{
  size_t n = strlen (word);

  for (size_t i = 0; i + n <= length; i++)
    if (memcmp (text + i, word, n) == 0)
      return true;
  return false;
}

static HostMemory
memory_of_name (const char *name, size_t length)
{
  return contains (name, length, "Pageable") ? HOST_MEMORY_PAGEABLE
         : contains (name, length, "Pinned") ? HOST_MEMORY_PINNED
                                             : HOST_MEMORY_UNKNOWN;
}

static bool
add_kind (Copies *copies, const char *kind, size_t length, HostMemory memory)
{
  Kind added = {
    .stats = { .kind = strndup (kind, length), .memory = memory, .longest = SLICE_NONE },
  };

  if (added.stats.kind != NULL && kind_column_push (&copies->kinds, added))
    return true;
  free (added.stats.kind);
  return false;
}

/* NULL: out of memory. */
static Kind *
find_kind (Copies *copies, uint64_t slice)
{
  const Trace *trace = copies->scope->trace;
  size_t length;
  const char *kind, *name = trace_string (trace, slice_name (trace_slices (trace), slice), &length);
  HostMemory memory = memory_of_name (name, length);
  bool is_told = copy_kind_of_name (name, length, &kind);
  char key[COPY_KIND_LENGTH + 1];
  uint32_t id;

  /* A name without a kind is its own kind. */
  if (is_told)
    {
      memcpy (key, kind, COPY_KIND_LENGTH);
      key[COPY_KIND_LENGTH] = (char) (1 + (int) memory);
    }
  if (!string_table_intern (copies->names, is_told ? key : name, is_told ? sizeof key : length, &id))
    return NULL;
  if (id == copies->kinds.n
      && !add_kind (copies, is_told ? kind : name, is_told ? COPY_KIND_LENGTH : length, memory))
    return NULL;
  return &copies->kinds.at[id];
}

/* Returns false if the file does not say. */
static bool
bytes_of (Copies *copies, uint64_t slice, int64_t *ret_bytes)
{
  bool is_told = false, rounded;
  unsigned key;
  Arg arg;

  if (arg_finder_begin (&copies->finder, trace_slices (copies->scope->trace)->args[slice]))
    while (arg_finder_next (&copies->finder, &key, &arg))
      is_told =
        decimal_to_scaled (arg.text, arg.length, 0, INT64_MAX, ret_bytes, &rounded) && *ret_bytes >= 0;
  return is_told;
}

static bool
is_longer (const SliceColumns *slices, uint64_t i, uint64_t best)
{
  if (best == SLICE_NONE || slice_dur_ns (slices, i) != slice_dur_ns (slices, best))
    return best == SLICE_NONE || slice_dur_ns (slices, i) > slice_dur_ns (slices, best);
  return slice_start_ns (slices, i) < slice_start_ns (slices, best);
}

static bool
add_copy (Copies *copies, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (copies->scope->trace);
  int64_t dur_ns = slice_dur_ns (slices, slice), bytes = 0;
  bool is_told = bytes_of (copies, slice, &bytes);
  Kind *kind = find_kind (copies, slice);

  if (kind == NULL || copies->finder.iter.ran_out)
    return false;
  kind->stats.count++;
  kind->stats.total_ns = add_saturated (kind->stats.total_ns, dur_ns);
  if (is_longer (slices, slice, kind->stats.longest))
    kind->stats.longest = slice;
  if (!is_told)
    {
      kind->stats.n_without_bytes++;
      return true;
    }
  kind->stats.bytes = add_saturated (kind->stats.bytes, bytes);
  if (dur_ns == 0)
    {
      kind->stats.n_without_length++;
      return true;
    }
  kind->measured_ns = add_saturated (kind->measured_ns, dur_ns);
  kind->measured_bytes = add_saturated (kind->measured_bytes, bytes);
  return f64_column_push (&kind->gb_s, (double) bytes / (double) dur_ns);
}

/* A kernel may be a memcpy. */
static bool
is_copy (Copies *copies, uint64_t slice)
{
  const SliceColumns *slices = trace_slices (copies->scope->trace);
  uint32_t name;

  if (slices->kind[slice] != SLICE_KERNEL)
    return slices->kind[slice] == SLICE_MEMCPY;
  name = slice_name (slices, slice);
  if (copies->kind_of_name[name] == 0)
    {
      size_t length;
      const char *text = trace_string (copies->scope->trace, name, &length);
      copies->kind_of_name[name] = (uint8_t) (kernel_kind_of_name (text, length) + 1);
    }
  return copies->kind_of_name[name] == SLICE_MEMCPY + 1;
}

static bool
add_row (Copies *copies, const TraceRow *row)
{
  const StatsScope *scope = copies->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  uint64_t first, end;

  if (!stats_scope_slices_of_row (scope, row, &first, &end))
    return false;
  for (uint64_t i = first; i < end; i++)
    {
      if (!stop_check_next (&copies->check))
        return false;
      if (!(slices->flags[i] & SLICE_UNFINISHED)
          && stats_scope_holds_start (scope, slice_start_ns (slices, i)) && is_copy (copies, i)
          && !add_copy (copies, i))
        return false;
    }
  return true;
}

/* ---- figures of a kind ---- */

static int
compare_numbers (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* As in trace/stats/distribution.h. */
static double
percentile (const F64Column *sorted, double q)
{
  double position = (double) (sorted->n - 1) * q;
  size_t below = (size_t) position, above = MIN (below + 1, sorted->n - 1);

  return sorted->at[below] + (sorted->at[above] - sorted->at[below]) * (position - (double) below);
}

static bool
measure (const Copies *copies, Kind *kind)
{
  BandwidthStats *stats = &kind->stats;

  stats->n_measured = kind->gb_s.n;
  stats->mean_gb_s = stats->p50_gb_s = stats->p95_gb_s = stats->max_gb_s = NAN;
  if (kind->gb_s.n == 0)
    return true;
  if (!stoppable_order (kind->gb_s.at, kind->gb_s.n, sizeof *kind->gb_s.at, compare_numbers,
                        copies->check.should_continue, copies->check.user_data))
    return false;
  stats->mean_gb_s = (double) kind->measured_bytes / (double) kind->measured_ns;
  stats->p50_gb_s = percentile (&kind->gb_s, 0.5);
  stats->p95_gb_s = percentile (&kind->gb_s, 0.95);
  stats->max_gb_s = kind->gb_s.at[kind->gb_s.n - 1];
  return true;
}

static int
compare_kinds (const void *a, const void *b)
{
  const BandwidthStats *x = a, *y = b;
  int order = strcmp (x->kind, y->kind);

  if (x->total_ns != y->total_ns)
    return x->total_ns > y->total_ns ? -1 : 1;
  return order != 0 ? order : (int) x->memory - (int) y->memory;
}

/* Takes ownership of the kinds. */
static bool
fill_table (Copies *copies, BandwidthTable *table)
{
  size_t n = copies->kinds.n;

  table->kinds = malloc (n * sizeof *table->kinds + 1);
  for (size_t i = 0; i < n && table->kinds != NULL; i++)
    {
      if (copies->kinds.at[i].stats.count == 0)
        continue;
      if (!measure (copies, &copies->kinds.at[i]))
        return false;
      table->kinds[table->n++] = copies->kinds.at[i].stats;
      copies->kinds.at[i].stats.kind = NULL;
    }
  if (n > 0 && table->kinds != NULL)
    qsort (table->kinds, table->n, sizeof *table->kinds, compare_kinds);
  return table->kinds != NULL;
}

bool
bandwidth_stats_compute (const StatsScope *scope,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         BandwidthTable *ret_table)
{
  static const char *const keys[] = { "bytes" };
  Copies copies = { .scope = scope, .check = { should_continue, user_data, 0 } };
  BandwidthTable table = { 0 };
  bool ok;

  copies.names = string_table_new ();
  copies.kind_of_name = calloc ((size_t) trace_n_strings (scope->trace) + 1, 1);
  ok = copies.names != NULL && copies.kind_of_name != NULL && add_kind (&copies, "", 0, HOST_MEMORY_UNKNOWN);
  arg_finder_init (&copies.finder, scope->trace, keys, G_N_ELEMENTS (keys));
  for (uint32_t r = 0; r < trace_n_rows (scope->trace) && ok; r++)
    {
      const TraceRow *row = trace_row (scope->trace, r);
      const TraceTrack *track = trace_track (scope->trace, row->track);

      if (track->kind == TRACK_STREAM && stats_scope_holds_track (scope, track))
        ok = add_row (&copies, row);
    }
  ok = ok && fill_table (&copies, &table);
  for (size_t i = 0; i < copies.kinds.n; i++)
    {
      free (copies.kinds.at[i].stats.kind);
      f64_column_clear (&copies.kinds.at[i].gb_s);
    }
  kind_column_clear (&copies.kinds);
  arg_finder_clear (&copies.finder);
  string_table_free (copies.names);
  free (copies.kind_of_name);
  if (!ok)
    bandwidth_stats_clear (&table);
  *ret_table = table;
  return ok;
}

void
bandwidth_stats_clear (BandwidthTable *table)
{
  for (uint64_t i = 0; i < table->n; i++)
    free (table->kinds[i].kind);
  free (table->kinds);
  *table = (BandwidthTable){ 0 };
}
