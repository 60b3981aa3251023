/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns what an importer appended into a native file, in this order: ranks and the time origin, the tree of
 * tracks, slices in their final places, their indices, instants and samples, arrows, devices, names, and what
 * is derived from all of it. Data is freed once it is written; later stages read it from the file. */

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "trace/build/builder_categories.h"
#include "trace/build/builder_clock.h"
#include "trace/build/builder_devices.h"
#include "trace/build/builder_job.h"
#include "trace/build/builder_names.h"
#include "trace/build/builder_points.h"
#include "trace/file/profile_derive.h"
#include "trace/file/profile_write.h"
#include "trace/file/trace_map.h"
#include "trace/section/written_section.h"
#include "trace/build/flow_link.h"
#include "trace/build/flow_order.h"
#include "trace/container/id_map.h"
#include "trace/container/large_memory.h"
#include "trace/container/parallel.h"
#include "trace/build/slice_columns.h"
#include "trace/build/slice_layout.h"
#include "trace/build/track_order.h"
#include "trace/text/trace_error.h"

/* Approximate time that a slice takes here. */
#define SLICE_NS UINT64_C (60)

/* The state that the stages share. */
typedef struct
{
  TraceBuilder *builder;
  Trace *trace;
  uint32_t *rank_map;    /* builder's rank -> trace's */
  uint32_t *track_map;   /* builder's track -> trace's */
  int64_t *shift_ns;     /* by rank of the trace: added to its times */
  SourceRecord *sources; /* by rank of the trace */
  BuilderPoints points;
  WrittenSection args; /* what arrows are followed by */
  ProfileStatistics statistics;
  unsigned n_threads;
} Finish;

/* ---- ranks ---- */

static int
compare_rank_numbers (const void *a, const void *b)
{
  const RankInput *x = *(RankInput *const *) a, *y = *(RankInput *const *) b;

  if (x->rank.number != y->rank.number)
    return x->rank.number < y->rank.number ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Ranks without a number, and all but the first of one number, get the next free ones. Returns false when memory runs out. */
static bool
number_ranks (TraceBuilder *builder)
{
  IdMap taken = { 0 };
  int64_t next = 0;
  bool ok = true;

  for (size_t i = 0; i < builder->ranks.n && ok; i++)
    {
      TraceRank *rank = &builder->ranks.at[i].rank;

      if (rank->number < 0)
        continue;
      uint64_t *first = id_map_add (&taken, (uint64_t) rank->number, i);
      ok = first != NULL;
      if (ok && *first != i)
        {
          health_table_add (&builder->health, HEALTH_RANKS_DUPLICATE, 1, (int32_t) i, HEALTH_NO_OFFSET);
          rank->number = -1;
        }
    }
  for (size_t i = 0; i < builder->ranks.n && ok; i++)
    if (builder->ranks.at[i].rank.number < 0)
      {
        while (id_map_find (&taken, (uint64_t) next) != NULL)
          next++;
        builder->ranks.at[i].rank.number = next++;
      }
  id_map_clear (&taken);
  return ok;
}

static bool
finish_ranks (Finish *finish)
{
  TraceBuilder *builder = finish->builder;
  Trace *trace = finish->trace;
  size_t n = builder->ranks.n;
  RankInput **order = malloc ((n + 1) * sizeof *order);

  if (order == NULL || !rank_column_reserve (&trace->ranks, n))
    {
      free (order);
      return false;
    }
  if (!number_ranks (builder))
    {
      free (order);
      return false;
    }
  for (size_t i = 0; i < n; i++)
    order[i] = &builder->ranks.at[i];
  qsort (order, n, sizeof *order, compare_rank_numbers);
  for (size_t i = 0; i < n; i++)
    {
      finish->rank_map[order[i] - builder->ranks.at] = (uint32_t) i;
      finish->sources[i] = order[i]->source;
      trace->ranks.at[trace->ranks.n++] = order[i]->rank;
      if (order[i]->rank.status > trace->status)
        trace->status = order[i]->rank.status;
    }
  free (order);

  trace->settings = builder->settings;
  builder->settings = (SettingColumn){ 0 };
  for (int i = 0; i < N_HEALTH_IDS; i++)
    {
      HealthRow *row = &builder->health.rows[i];
      if (row->first_source >= 0 && (size_t) row->first_source < n)
        row->first_source = (int32_t) finish->rank_map[row->first_source];
    }
  trace->health = builder->health;
  return true;
}

/* ---- events ---- */

static bool
finish_events (Finish *finish)
{
  TraceBuilder *builder = finish->builder;
  Trace *trace = finish->trace;
  SliceSurvey survey;

  if (!slice_survey_make (&survey, builder, finish->n_threads))
    return false;
  uint64_t n = survey.n_slices;
  bool ok = builder_clock (builder, &survey, trace, finish->rank_map, finish->shift_ns)
            && track_order (builder, &survey, trace, finish->rank_map, finish->track_map)
            && slice_layout (builder, &survey, trace, finish->track_map, finish->shift_ns, finish->n_threads);
  slice_survey_clear (&survey);
  /* The points are ordered while the last slices are being written. */
  return ok && builder_points_take (&finish->points, builder, trace, finish->track_map, finish->shift_ns)
         && slice_columns_map (builder, trace, n);
}

/* ---- derived from the slices ---- */

/* What follows is made in their memory (large_memory_keep ()). */
static bool
free_slices (Finish *finish)
{
  slice_input_column_clear (&finish->builder->slices);
  return true;
}

static bool
link_flows (Finish *finish)
{
  TraceBuilder *builder = finish->builder;
  bool ok = flow_link (builder, finish->trace, finish->track_map, finish->rank_map, finish->shift_ns,
                       finish->n_threads);

  flow_point_column_clear (&builder->flow_points);
  return ok;
}

/* Runs the stages that use the writer. */
static bool
write_first (Finish *finish)
{
  SectionWriter *writer = finish->builder->writer;

  return profile_derive_indices (finish->trace, writer) && builder_points_write (&finish->points, writer);
}

static bool
find_devices (Finish *finish)
{
  return builder_devices (finish->builder, finish->trace, finish->rank_map)
         && profile_derive_busy (&finish->statistics, finish->trace);
}

static bool
count_slices (Finish *finish)
{
  return (finish->builder->is_job ? builder_job_categories (finish->builder, finish->trace)
                                  : builder_categories (finish->trace))
         && profile_derive_name_totals (&finish->statistics, finish->trace);
}

/* ---- derived from the arrows and devices ---- */

static bool
order_flows (Finish *finish)
{
  Trace *trace = finish->trace;

  trace->flows_into.at = large_memory_new (trace->flows.n * sizeof *trace->flows_into.at);
  trace->flows_into.cap = trace->flows_into.at != NULL ? trace->flows.n : 0;
  if (trace->flows_into.at == NULL
      || !flow_order_into (trace->flows.at, trace->flows.n, trace->flows_into.at))
    return false;
  trace->flows_into.n = trace->flows.n;
  return true;
}

static bool
find_steps (Finish *finish)
{
  return profile_derive_steps (&finish->statistics, finish->trace)
         && (!finish->builder->is_job
             || builder_job_steps (finish->builder, &finish->statistics, finish->rank_map));
}

/* What uses the writer. */
static bool
write_names (Finish *finish)
{
  BuilderNames names = { 0 };
  const JobRowColumn *rows = &finish->builder->job.rows;
  bool ok = builder_names_make (&names, finish->trace, rows->at, finish->builder->is_job ? rows->n : 0);

  if (ok)
    builder_names_write (&names, finish->builder->writer);
  builder_names_clear (&names);
  return ok;
}

static bool
find_memory (Finish *finish)
{
  const MemorySource source = {
    .trace = finish->trace,
    .instants = finish->points.instants.at,
    .order = finish->points.instant_order,
    .n = finish->points.instants.n,
    .args = finish->args.at,
    .n_args_bytes = finish->args.n,
  };
  bool ok = profile_derive_memory (&finish->statistics, &source);

  builder_points_clear (&finish->points);
  return ok;
}

/* ---- in parallel ---- */

typedef bool (*Derivation) (Finish *finish);

/* Each reads existing parts and fills another part of the profile; at most one uses the writer. The longest
 * come first. */
static const Derivation of_slices[] = { link_flows, write_first, find_devices, count_slices };
static const Derivation of_flows[] = { write_names, find_steps, find_memory, order_flows };

typedef struct
{
  Finish *finish;
  const Derivation *derivations;
  atomic_bool failed;
} Derive;

static void
derive (void *user_data, size_t task, unsigned thread G_GNUC_UNUSED)
{
  Derive *all = user_data;

  if (!all->derivations[task](all->finish))
    atomic_store (&all->failed, true);
}

static bool
derive_all (Finish *finish, const Derivation *derivations, size_t n)
{
  Derive all = { .finish = finish, .derivations = derivations };

  parallel_run (finish->n_threads, n, derive, &all);
  return !atomic_load (&all.failed);
}

/* ---- all of it ---- */

static bool
write_flows (const Finish *finish)
{
  const FlowColumn *flows = &finish->trace->flows;

  section_writer_put_lent (finish->builder->writer, SECTION_FLOWS, flows->at, flows->n * sizeof *flows->at);
  return true;
}

/* The arguments are in the file since before slices were mapped. */
static bool
map_args (Finish *finish)
{
  TraceBuilder *builder = finish->builder;

  if (!written_section_map (&finish->args, builder->writer, builder->fd, SECTION_ARGUMENTS))
    return false;
  finish->trace->args = finish->args.at;
  finish->trace->n_args_bytes = finish->args.n;
  return true;
}

static void
unmap_args (Finish *finish)
{
  finish->trace->args = NULL;
  finish->trace->n_args_bytes = 0;
  written_section_unmap (&finish->args);
}

static bool
write_rest (Finish *finish)
{
  SectionWriter *writer = finish->builder->writer;
  const U64Column *into = &finish->trace->flows_into;

  section_writer_put_lent (writer, SECTION_FLOWS_INTO, into->at, into->n * sizeof *into->at);
  unmap_args (finish);
  if (finish->builder->is_job
      && !builder_job_write (finish->builder, finish->trace, finish->rank_map, finish->shift_ns))
    return false;
  if (!profile_write (finish->trace, writer, finish->sources))
    return false;
  profile_statistics_write (&finish->statistics, writer);
  slice_columns_unmap (finish->trace);
  return true;
}

static bool
finish_stages (Finish *finish)
{
  TraceBuilder *builder = finish->builder;
  Trace *trace = finish->trace;

  builder_args_end (builder);
  trace->owns_columns = true;
  trace->strings = g_steal_pointer (&builder->strings);
  trace->arg_keys = g_steal_pointer (&builder->arg_keys);
  trace->events = builder->events;
  memcpy (trace->key, builder->key, TRACE_KEY_BYTES);
  g_strlcpy (trace->format, builder->format != NULL ? builder->format : "", sizeof trace->format);

  finish->rank_map = calloc (builder->ranks.n + 1, sizeof *finish->rank_map);
  finish->track_map = calloc (builder->tracks.n + 1, sizeof *finish->track_map);
  finish->shift_ns = calloc (builder->ranks.n + 1, sizeof *finish->shift_ns);
  finish->sources = calloc (builder->ranks.n + 1, sizeof *finish->sources);
  return finish->rank_map != NULL && finish->track_map != NULL && finish->shift_ns != NULL
         && finish->sources != NULL && finish_ranks (finish) && finish_events (finish)
         && free_slices (finish) && derive_all (finish, of_slices, G_N_ELEMENTS (of_slices)) && write_flows (finish)
         && map_args (finish) && derive_all (finish, of_flows, G_N_ELEMENTS (of_flows))
         && write_rest (finish);
}

static void
finish_clear (Finish *finish)
{
  free (finish->rank_map);
  free (finish->track_map);
  free (finish->shift_ns);
  free (finish->sources);
  builder_points_clear (&finish->points);
  written_section_unmap (&finish->args);
  profile_statistics_clear (&finish->statistics);
  trace_unref (finish->trace);
}

static bool
fail (SectionWriter *writer, const char *path, GError **error)
{
  /* The writer's error is more specific. */
  if (section_writer_failed (writer))
    return section_writer_finish (writer, 0, (const uint8_t[TRACE_KEY_BYTES]){ 0 }, path, error);
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
               "%s: not enough memory for this profile. Convert it on a larger machine.", path);
  return false;
}

bool
trace_builder_finish_file (TraceBuilder *builder, const char *path, GError **error)
{
  Finish finish = { .builder = builder, .trace = trace_new () };
  uint32_t flags = builder->is_partial ? SECTION_FILE_PARTIAL : 0;

  large_memory_keep ();
  finish.n_threads = parallel_threads_for ((builder->slices.n + builder->flow_points.n) * SLICE_NS);
  bool ok = !builder->failed && finish.trace != NULL && finish_stages (&finish) && !builder->failed;

  ok = ok ? section_writer_finish (builder->writer, flags, builder->key, path, error)
          : fail (builder->writer, path, error);
  /* Memory lent to the writer is freed last. */
  section_writer_drain (builder->writer);
  finish_clear (&finish);
  large_memory_let_go ();
  return ok;
}

Trace *
trace_builder_finish (TraceBuilder *builder, GError **error)
{
  return trace_builder_finish_file (builder, "profile", error) ? trace_map (builder->fd, "profile", error)
                                                               : NULL;
}
