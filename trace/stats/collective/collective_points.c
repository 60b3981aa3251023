/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/collective/collective_points.h"

#include <stdlib.h>

#include "trace/classify/class_of_names.h"
#include "trace/container/stop_check.h"
#include "trace/model/arg_key_find.h"
#include "trace/stats/collective/collective_instance.h"

COLUMN_IMPLEMENT (CollectivePointColumn, collective_point_column)

typedef struct
{
  const StatsScope *scope;
  StopCheck check;
  CollectiveReader reader;
  CollectivePoints *points;
} Search;

/* transfer_ns is 0 if it is not known. */
static bool
add_point (Search *search,
           uint64_t slice,
           const CollectiveFacts *facts,
           size_t n_kernels,
           int64_t transfer_ns)
{
  CollectivePoints *points = search->points;
  double factor = collective_kind_bus_factor (facts->kind, facts->group_size);
  CollectiveKind kind = facts->kind;

  /* A message has no bandwidth of a collective. */
  if (kind == COLLECTIVE_SEND || kind == COLLECTIVE_RECEIVE)
    return true;
  if (!facts->has_bytes || facts->bytes <= 0 || transfer_ns <= 0 || !(factor > 0))
    {
      points->n_left_out++;
      return true;
    }
  CollectivePoint point = { .kind = kind,
                            .n_kernels = (uint32_t) MIN (n_kernels, UINT32_MAX),
                            .slice = slice,
                            .bytes = facts->bytes,
                            .transfer_ns = transfer_ns,
                            .algorithm_gb_s = (double) facts->bytes / (double) transfer_ns };

  point.bus_gb_s = factor * point.algorithm_gb_s;
  points->n_alone += n_kernels == 1;
  return collective_point_column_push (&points->points, point);
}

/* ---- several devices ---- */

static bool
is_in_scope (const StatsScope *scope, uint64_t slice)
{
  return stats_scope_holds_track (scope, trace_track (scope->trace, trace_track_of (scope->trace, slice)));
}

/* parts are one instance, ascending by their begin. */
static bool
add_instance (Search *search, const CollectivePart *parts, size_t n)
{
  const SliceColumns *slices = trace_slices (search->scope->trace);
  int64_t transfer_ns = INT64_MAX, shown_ns = 0;
  size_t first = n, shown = n;
  CollectiveFacts facts;

  for (size_t i = 0; i < n; i++)
    {
      int64_t dur_ns = slice_dur_ns (slices, parts[i].slice);

      if (parts[i].message != parts[0].message)
        transfer_ns = 0;
      if (dur_ns > 0)
        transfer_ns = MIN (transfer_ns, dur_ns);
      if (!is_in_scope (search->scope, parts[i].slice))
        continue;
      first = MIN (first, i);
      if (shown == n || (dur_ns > 0 && (shown_ns <= 0 || dur_ns < shown_ns)))
        {
          shown = i;
          shown_ns = dur_ns;
        }
    }
  if (first == n || !stats_scope_holds_start (search->scope, parts[first].start_ns))
    return true;
  return collective_read (&search->reader, search->scope->trace, parts[shown].slice, &facts)
         && add_point (search, parts[shown].slice, &facts, n, transfer_ns < INT64_MAX ? transfer_ns : 0);
}

static bool
add_instances (Search *search)
{
  CollectiveInstances instances;
  const CollectivePartColumn *parts = &instances.parts;
  bool ok = collective_instances_init (&instances, search->scope->trace, search->check.should_continue,
                                       search->check.user_data);

  for (size_t first = 0, end; ok && first < parts->n; first = end)
    {
      for (end = first + 1; end < parts->n && parts->at[end].identity == parts->at[first].identity
                            && parts->at[end].nth == parts->at[first].nth;)
        end++;
      ok = stop_check_next (&search->check) && add_instance (search, parts->at + first, end - first);
    }
  collective_instances_clear (&instances);
  return ok;
}

/* ---- one device ---- */

static bool
add_kernel (Search *search, uint64_t slice)
{
  CollectiveFacts facts;

  if (!collective_read (&search->reader, search->scope->trace, slice, &facts))
    return false;
  if (collective_is_send (facts.collective.at, facts.collective.n)
      || collective_is_receive (facts.collective.at, facts.collective.n))
    return true;
  return add_point (search, slice, &facts, 1, slice_dur_ns (trace_slices (search->scope->trace), slice));
}

static bool
add_kernels (Search *search)
{
  const Trace *trace = search->scope->trace;
  const SliceColumns *slices = trace_slices (trace);
  ClassOfNames classes;
  bool ok = class_of_names_init (&classes, trace);

  for (uint32_t t = 0; ok && t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind != TRACK_STREAM || !stats_scope_holds_track (search->scope, track))
        continue;
      for (uint64_t i = track->first_slice; ok && i < track->first_slice + track->n_slices; i++)
        {
          ok = stop_check_next (&search->check);
          if (ok && slices->kind[i] == SLICE_KERNEL && !(slices->flags[i] & SLICE_UNFINISHED)
              && stats_scope_holds_start (search->scope, slice_start_ns (slices, i))
              && class_of_name (&classes, slice_name (slices, i)) == KERNEL_COMMUNICATION)
            ok = add_kernel (search, i);
        }
    }
  class_of_names_clear (&classes);
  return ok;
}

bool
collective_points_init (CollectivePoints *points,
                        const StatsScope *scope,
                        bool (*should_continue) (void *user_data),
                        void *user_data)
{
  Search search = { .scope = scope, .check = { should_continue, user_data, 0 }, .points = points };

  *points = (CollectivePoints){ 0 };
  bool ok = trace_n_devices (scope->trace) < 2 ? add_kernels (&search) : add_instances (&search);
  collective_reader_clear (&search.reader);
  return ok;
}

void
collective_points_clear (CollectivePoints *points)
{
  collective_point_column_clear (&points->points);
}

bool
collective_points_may_be_in (const Trace *trace)
{
  return arg_key_is_in (trace, "In msg nelems");
}
