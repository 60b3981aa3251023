/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/oracle/trace_compare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/derive/step.h"
#include "trace/index/interval_index.h"
#include "trace/index/lane.h"
#include "trace/index/lod.h"

#define N_PX 500

typedef struct
{
  const Trace *a, *b;
  TraceCompareFlags flags;
  uint32_t *known; /* by string id of a: the id of b that has the same text, + 1; 0: none found yet */
} Comparison;

/* Leaves the function with the difference. */
#define SAME(x, y, ...)                                                                               \
  G_STMT_START                                                                                        \
  {                                                                                                   \
    if ((x) != (y))                                                                                   \
      {                                                                                               \
        g_autofree char *where = g_strdup_printf (__VA_ARGS__);                                       \
        return g_strdup_printf ("%s: %" PRId64 " and %" PRId64, where, (int64_t) (x), (int64_t) (y)); \
      }                                                                                               \
  }                                                                                                   \
  G_STMT_END

#define SAME_TEXT(c, x, y, ...)                                                                 \
  G_STMT_START                                                                                  \
  {                                                                                             \
    if (!same_text (c, x, y))                                                                   \
      {                                                                                         \
        g_autofree char *where = g_strdup_printf (__VA_ARGS__);                                 \
        return g_strdup_printf ("%s: \"%s\" and \"%s\"", where, trace_string ((c)->a, x, NULL), \
                                trace_string ((c)->b, y, NULL));                                \
      }                                                                                         \
  }                                                                                             \
  G_STMT_END

#define SAME_PART(call)         \
  G_STMT_START                  \
  {                             \
    char *difference_ = (call); \
    if (difference_ != NULL)    \
      return difference_;       \
  }                             \
  G_STMT_END

static bool
same_text (const Comparison *c, uint32_t x, uint32_t y)
{
  size_t n, m;

  if (c->known[x] == y + 1)
    return true;
  const char *s = trace_string (c->a, x, &n), *t = trace_string (c->b, y, &m);
  if (n != m || memcmp (s, t, n) != 0)
    return false;
  c->known[x] = y + 1;
  return true;
}

static char *
compare_file (const Comparison *c)
{
  const EventCounts *x = trace_event_counts (c->a), *y = trace_event_counts (c->b);
  int64_t x_epoch_ns = 0, y_epoch_ns = 0, x_begin_ns, x_end_ns, y_begin_ns, y_end_ns;

  if (strcmp (trace_format (c->a), trace_format (c->b)) != 0)
    return g_strdup_printf ("format: %s and %s", trace_format (c->a), trace_format (c->b));
  if (!(c->flags & TRACE_COMPARE_OTHER_SOURCE)
      && memcmp (trace_profile_key (c->a), trace_profile_key (c->b), TRACE_KEY_BYTES) != 0)
    return g_strdup ("profile keys differ");
  SAME (trace_status (c->a), trace_status (c->b), "status");
  SAME (trace_epoch_ns (c->a, &x_epoch_ns), trace_epoch_ns (c->b, &y_epoch_ns), "has an epoch");
  SAME (x_epoch_ns, y_epoch_ns, "epoch");
  trace_span (c->a, &x_begin_ns, &x_end_ns);
  trace_span (c->b, &y_begin_ns, &y_end_ns);
  SAME (x_begin_ns, y_begin_ns, "begin");
  SAME (x_end_ns, y_end_ns, "end");
  SAME (x->total, y->total, "events");
  SAME (x->skipped, y->skipped, "skipped events");
  SAME (x->slices, y->slices, "slices of the file");
  SAME (x->flows, y->flows, "flows of the file");
  SAME (x->counters, y->counters, "counters of the file");
  SAME (x->instants, y->instants, "instants of the file");
  SAME (trace_n_categories (c->a), trace_n_categories (c->b), "categories");
  for (uint64_t i = 0; i < trace_n_categories (c->a); i++)
    {
      SAME_TEXT (c, trace_category (c->a, i)->category, trace_category (c->b, i)->category,
                 "category %" PRIu64, i);
      SAME (trace_category (c->a, i)->n, trace_category (c->b, i)->n, "count of category %" PRIu64, i);
    }
  return NULL;
}

static char *
compare_ranks (const Comparison *c)
{
  SAME (trace_n_ranks (c->a), trace_n_ranks (c->b), "ranks");
  for (uint32_t i = 0; i < trace_n_ranks (c->a); i++)
    {
      const TraceRank *x = trace_rank (c->a, i), *y = trace_rank (c->b, i);

      SAME (x->number, y->number, "number of rank %" PRIu32, i);
      SAME (x->world_size, y->world_size, "world size of rank %" PRIu32, i);
      SAME (x->node, y->node, "node of rank %" PRIu32, i);
      SAME (x->has_epoch, y->has_epoch, "clock of rank %" PRIu32, i);
      SAME (x->status, y->status, "status of rank %" PRIu32, i);
      if (!(c->flags & TRACE_COMPARE_OTHER_SOURCE))
        SAME_TEXT (c, x->path, y->path, "path of rank %" PRIu32, i);
      SAME (x->n_settings, y->n_settings, "settings of rank %" PRIu32, i);
      for (uint64_t s = 0; s < x->n_settings; s++)
        {
          const TraceSetting *p = trace_setting (c->a, x->first_setting + s);
          const TraceSetting *q = trace_setting (c->b, y->first_setting + s);

          SAME_TEXT (c, p->key, q->key, "key of setting %" PRIu64, s);
          SAME_TEXT (c, p->value, q->value, "setting %s", trace_string (c->a, p->key, NULL));
        }
    }
  SAME (trace_n_devices (c->a), trace_n_devices (c->b), "devices");
  for (uint32_t i = 0; i < trace_n_devices (c->a); i++)
    {
      const TraceDevice *x = trace_device (c->a, i), *y = trace_device (c->b, i);

      SAME (x->rank, y->rank, "rank of device %" PRIu32, i);
      SAME (x->number, y->number, "number of device %" PRIu32, i);
      SAME (x->track, y->track, "track of device %" PRIu32, i);
      SAME_TEXT (c, x->name, y->name, "name of device %" PRIu32, i);
    }
  return NULL;
}

static char *
compare_health (const Comparison *c)
{
  for (int i = 0; i < N_HEALTH_IDS; i++)
    {
      const HealthRow *x = &trace_health (c->a)->rows[i], *y = &trace_health (c->b)->rows[i];
      const char *name = health_id_name ((HealthId) i);

      SAME (x->count, y->count, "%s", name);
      if (x->count == 0 || c->flags & TRACE_COMPARE_OTHER_SOURCE)
        continue;
      SAME (x->first_offset, y->first_offset, "place of %s", name);
      SAME (x->first_source, y->first_source, "source of %s", name);
      SAME_TEXT (c, x->path, y->path, "file of %s", name);
    }
  return NULL;
}

static char *
compare_tracks (const Comparison *c)
{
  SAME (trace_n_tracks (c->a), trace_n_tracks (c->b), "tracks");
  for (uint32_t i = 0; i < trace_n_tracks (c->a); i++)
    {
      const TraceTrack *x = trace_track (c->a, i), *y = trace_track (c->b, i);

      SAME (x->kind, y->kind, "kind of track %" PRIu32, i);
      SAME_TEXT (c, x->name, y->name, "name of track %" PRIu32, i);
      SAME (x->parent, y->parent, "parent of track %" PRIu32, i);
      SAME (x->rank, y->rank, "rank of track %" PRIu32, i);
      SAME_TEXT (c, x->pid, y->pid, "pid of track %" PRIu32, i);
      SAME_TEXT (c, x->tid, y->tid, "tid of track %" PRIu32, i);
      SAME (x->device, y->device, "device of track %" PRIu32, i);
      SAME (x->stream, y->stream, "stream of track %" PRIu32, i);
      SAME (x->sort_index, y->sort_index, "sort index of track %" PRIu32, i);
      SAME (x->n_slices, y->n_slices, "slices of track %" PRIu32, i);
      SAME (x->n_rows, y->n_rows, "rows of track %" PRIu32, i);
      SAME (x->n_instants, y->n_instants, "instants of track %" PRIu32, i);
      SAME (x->n_samples, y->n_samples, "samples of track %" PRIu32, i);
      SAME (x->n_overlaps, y->n_overlaps, "overlaps of track %" PRIu32, i);
      if (x->n_slices > 0)
        SAME (x->first_slice, y->first_slice, "first slice of track %" PRIu32, i);
      if (x->n_rows > 0)
        SAME (x->first_row, y->first_row, "first row of track %" PRIu32, i);
      if (x->n_instants > 0)
        SAME (x->first_instant, y->first_instant, "first instant of track %" PRIu32, i);
      if (x->n_samples > 0)
        SAME (x->first_sample, y->first_sample, "first sample of track %" PRIu32, i);
    }
  return NULL;
}

/* What a row draws, from everything down to a thousandth of it. */
static bool
same_cells (const Trace *a, const TraceRow *x, const Trace *b, const TraceRow *y)
{
  const SliceColumns *s = trace_slices (a), *t = trace_slices (b);
  bool may_overlap = x->lane == LANE_MAX - 1;
  LodRow p = { x->n_slices, s->start_ns + x->first_slice, s->dur_ns + x->first_slice, x->lod, may_overlap };
  LodRow q = { y->n_slices, t->start_ns + y->first_slice, t->dur_ns + y->first_slice, y->lod, may_overlap };
  LodCell p_cells[N_PX], q_cells[N_PX];
  int64_t begin_ns, end_ns;

  trace_span (a, &begin_ns, &end_ns);
  for (int64_t span_ns = end_ns - begin_ns; span_ns > (end_ns - begin_ns) / 1024; span_ns /= 4)
    {
      int64_t from_ns = begin_ns + (end_ns - begin_ns - span_ns) / 3;

      lod_query (&p, from_ns, from_ns + span_ns, N_PX, p_cells);
      lod_query (&q, from_ns, from_ns + span_ns, N_PX, q_cells);
      for (int i = 0; i < N_PX; i++)
        if (p_cells[i].longest != q_cells[i].longest
            || (p_cells[i].longest != LOD_EMPTY
                && (memcmp (&p_cells[i].longest_ns, &q_cells[i].longest_ns, sizeof (float)) != 0
                    || memcmp (&p_cells[i].busy, &q_cells[i].busy, sizeof (float)) != 0)))
          return false;
    }
  return true;
}

static char *
compare_rows (const Comparison *c)
{
  SAME (trace_n_rows (c->a), trace_n_rows (c->b), "rows");
  for (uint32_t i = 0; i < trace_n_rows (c->a); i++)
    {
      const TraceRow *x = trace_row (c->a, i), *y = trace_row (c->b, i);

      SAME (x->first_slice, y->first_slice, "first slice of row %" PRIu32, i);
      SAME (x->n_slices, y->n_slices, "slices of row %" PRIu32, i);
      SAME (x->track, y->track, "track of row %" PRIu32, i);
      SAME (x->lane, y->lane, "lane of row %" PRIu32, i);
      if (memcmp (x->index, y->index, interval_index_length ((size_t) x->n_slices) * sizeof *x->index) != 0)
        return g_strdup_printf ("interval index of row %" PRIu32, i);
      if (!same_cells (c->a, x, c->b, y))
        return g_strdup_printf ("pyramid of row %" PRIu32, i);
    }
  return NULL;
}

static char *
compare_args (const Comparison *c, uint64_t x, uint64_t y, const char *of, uint64_t i)
{
  ArgIter p, q;
  Arg s, t;
  bool has_p = trace_args (c->a, x, &p), has_q = trace_args (c->b, y, &q), more_p, more_q;
  char *difference = NULL;

  if (has_p && has_q)
    do
      {
        more_p = arg_iter_next (&p, &s);
        more_q = arg_iter_next (&q, &t);
        if (more_p != more_q)
          difference = g_strdup_printf ("%s %" PRIu64 " has more arguments in one", of, i);
        else if (more_p
                 && (!same_text (c, s.key, t.key) || s.quoted != t.quoted || s.length != t.length
                     || memcmp (s.text, t.text, s.length) != 0))
          difference = g_strdup_printf ("%s %" PRIu64 ": argument %s: %.*s and %s: %.*s", of, i,
                                        trace_string (c->a, s.key, NULL), (int) s.length, s.text,
                                        trace_string (c->b, t.key, NULL), (int) t.length, t.text);
      }
    while (more_p && difference == NULL);
  else if (has_p != has_q)
    difference = g_strdup_printf ("%s %" PRIu64 " has arguments in one", of, i);
  if (has_p)
    arg_iter_clear (&p);
  if (has_q)
    arg_iter_clear (&q);
  return difference;
}

static char *
compare_slices (const Comparison *c)
{
  const SliceColumns *x = trace_slices (c->a), *y = trace_slices (c->b);

  SAME (x->n, y->n, "slices");
  for (uint64_t i = 0; i < x->n; i++)
    {
      SAME (x->start_ns[i], y->start_ns[i], "start of slice %" PRIu64, i);
      SAME (x->dur_ns[i], y->dur_ns[i], "duration of slice %" PRIu64, i);
      SAME_TEXT (c, x->name[i], y->name[i], "name of slice %" PRIu64, i);
      SAME_TEXT (c, x->category[i], y->category[i], "category of slice %" PRIu64, i);
      SAME (x->track[i], y->track[i], "track of slice %" PRIu64, i);
      SAME (x->kind[i], y->kind[i], "kind of slice %" PRIu64, i);
      SAME (x->flags[i], y->flags[i], "flags of slice %" PRIu64, i);
      SAME (x->correlation[i], y->correlation[i], "correlation of slice %" PRIu64, i);
      SAME_PART (compare_args (c, x->args[i], y->args[i], "slice", i));
      if (strcmp (trace_display_name (c->a, x->name[i]), trace_display_name (c->b, y->name[i])) != 0)
        return g_strdup_printf ("display name of slice %" PRIu64, i);
    }
  return NULL;
}

static char *
compare_instants_and_samples (const Comparison *c)
{
  const SampleColumns *p = trace_samples (c->a), *q = trace_samples (c->b);

  SAME (trace_n_instants (c->a), trace_n_instants (c->b), "instants");
  for (uint64_t i = 0; i < trace_n_instants (c->a); i++)
    {
      TraceInstant x = trace_instant (c->a, i), y = trace_instant (c->b, i);

      SAME (x.track, y.track, "track of instant %" PRIu64, i);
      SAME_TEXT (c, x.name, y.name, "name of instant %" PRIu64, i);
      SAME_TEXT (c, x.category, y.category, "category of instant %" PRIu64, i);
      SAME (x.scope, y.scope, "scope of instant %" PRIu64, i);
      SAME (x.time_ns, y.time_ns, "time of instant %" PRIu64, i);
      SAME_PART (compare_args (c, x.args, y.args, "instant", i));
    }
  SAME (p->n, q->n, "samples");
  for (uint64_t i = 0; i < p->n; i++)
    {
      SAME (p->time_ns[i], q->time_ns[i], "time of sample %" PRIu64, i);
      if (memcmp (&p->value[i], &q->value[i], sizeof *p->value) != 0)
        return g_strdup_printf ("value of sample %" PRIu64, i);
    }
  return NULL;
}

static char *
compare_flows (const Comparison *c)
{
  SAME (trace_n_flows (c->a), trace_n_flows (c->b), "flows");
  for (uint64_t i = 0; i < trace_n_flows (c->a); i++)
    {
      TraceFlow x = trace_flow (c->a, i), y = trace_flow (c->b, i);

      SAME (x.from, y.from, "begin of flow %" PRIu64, i);
      SAME (x.to, y.to, "end of flow %" PRIu64, i);
      SAME (x.kind, y.kind, "kind of flow %" PRIu64, i);
      SAME_TEXT (c, x.category, y.category, "category of flow %" PRIu64, i);
      SAME (trace_flow_into (c->a, i).from, trace_flow_into (c->b, i).from, "flow into, %" PRIu64, i);
      SAME (trace_flow_into (c->a, i).to, trace_flow_into (c->b, i).to, "flow into, %" PRIu64, i);
    }
  return NULL;
}

static char *
compare_steps (const Comparison *c)
{
  g_autoptr (StepTable) p = step_table_new (c->a, NULL, NULL);
  g_autoptr (StepTable) q = step_table_new (c->b, NULL, NULL);

  if (p == NULL || q == NULL)
    return g_strdup ("steps: not enough memory");
  SAME (step_table_count (p), step_table_count (q), "steps");
  for (uint64_t i = 0; i < step_table_count (p); i++)
    {
      const TraceStep *x = step_table_get (p, i), *y = step_table_get (q, i);

      SAME (x->slice, y->slice, "slice of step %" PRIu64, i);
      SAME (x->has_number, y->has_number, "whether step %" PRIu64 " has a number", i);
      if (x->has_number)
        SAME (x->number, y->number, "number of step %" PRIu64, i);
      SAME (x->wall_ns, y->wall_ns, "wall time of step %" PRIu64, i);
      SAME (x->busy_ns, y->busy_ns, "busy time of step %" PRIu64, i);
      SAME (x->activities, y->activities, "activities of step %" PRIu64, i);
      SAME (x->is_truncated, y->is_truncated, "whether step %" PRIu64 " is truncated", i);
    }
  return NULL;
}

static char *
compare_all (const Comparison *c)
{
  char *(*const parts[]) (const Comparison *) = {
    compare_file,  compare_tracks, compare_ranks,  compare_slices, compare_rows, compare_instants_and_samples,
    compare_flows, compare_steps,  compare_health,
  };

  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    SAME_PART (parts[i](c));
  return NULL;
}

char *
trace_compare (const Trace *a, const Trace *b, TraceCompareFlags flags)
{
  Comparison c = { a, b, flags, calloc ((size_t) trace_n_strings (a) + 1, sizeof *c.known) };

  if (c.known == NULL)
    return g_strdup ("not enough memory to compare");
  char *difference = compare_all (&c);
  free (c.known);
  return difference;
}
