/* SPDX-License-Identifier: Apache-2.0
 *
 * From what an importer appended to a native file, in this order: ranks and the time origin, the tree of tracks,
 * slices in their places, their indices, instants and samples, arrows, devices, names, and what is derived from
 * all of it. What is written goes out of memory; later stages read it from the file. */

#include <stdlib.h>
#include <string.h>

#include "trace/builder_clock.h"
#include "trace/builder_private.h"
#include "trace/file/profile_derive.h"
#include "trace/file/profile_write.h"
#include "trace/flow_link.h"
#include "trace/open.h"
#include "trace/parallel.h"
#include "trace/radix_order.h"
#include "trace/slice_columns.h"
#include "trace/slice_layout.h"
#include "trace/track_order.h"
#include "trace/trace_error.h"

/* What the stages hand to one another. */
typedef struct
{
  TraceBuilder *builder;
  Trace *trace;
  uint32_t *rank_map;    /* builder's rank -> trace's */
  uint32_t *track_map;   /* builder's track -> trace's */
  int64_t *shift_ns;     /* by rank of the trace: added to its times */
  SourceRecord *sources; /* likewise */
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

static bool
number_is_taken (const RankInputColumn *ranks, size_t n, int64_t number)
{
  for (size_t i = 0; i < n; i++)
    if (ranks->at[i].rank.number == number)
      return true;
  return false;
}

static void
number_ranks (TraceBuilder *builder)
{
  int64_t next = 0;

  for (size_t i = 0; i < builder->ranks.n; i++)
    {
      TraceRank *rank = &builder->ranks.at[i].rank;

      if (rank->number >= 0 && number_is_taken (&builder->ranks, i, rank->number))
        {
          health_table_add (&builder->health, HEALTH_RANKS_DUPLICATE, 1, (int32_t) i, HEALTH_NO_OFFSET);
          rank->number = -1;
        }
    }
  for (size_t i = 0; i < builder->ranks.n; i++)
    if (builder->ranks.at[i].rank.number < 0)
      {
        while (number_is_taken (&builder->ranks, builder->ranks.n, next))
          next++;
        builder->ranks.at[i].rank.number = next;
      }
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
  number_ranks (builder);
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

/* ---- instants and samples ---- */

/* 2 n pairs, of which the first n become the order of n items. */
static OrderPair *
new_order (size_t n)
{
  return malloc (n * 2 * sizeof (OrderPair) + 1);
}

static uint64_t
key_of_time (int64_t time_ns)
{
  return (uint64_t) time_ns ^ UINT64_C (1) << 63;
}

/* Puts items[order[i].item] at items[i], without a second array of them: along each cycle of the permutation. The
 * order is lost. */
#define PERMUTE(items, order, n)                                                  \
  for (size_t first = 0; first < (n); first++)                                    \
    if ((order)[first].item != first)                                             \
      {                                                                           \
        __typeof__ (*(items)) held = (items)[first];                              \
        size_t to = first;                                                        \
                                                                                  \
        for (size_t from; (from = (size_t) (order)[to].item) != first; to = from) \
          {                                                                       \
            (items)[to] = (items)[from];                                          \
            (order)[to].item = to;                                                \
          }                                                                       \
        (items)[to] = held;                                                       \
        (order)[to].item = to;                                                    \
      }

static bool
finish_instants (Finish *finish)
{
  InstantColumn *instants = &finish->trace->instants;
  TrackColumn *tracks = &finish->trace->tracks;
  size_t n = finish->builder->instants.n;
  OrderPair *order = new_order (n);

  if (order == NULL)
    return false;
  *instants = finish->builder->instants;
  finish->builder->instants = (InstantColumn){ 0 };
  for (size_t i = 0; i < n; i++)
    {
      TraceInstant *instant = &instants->at[i];

      instant->track = finish->track_map[instant->track];
      instant->time_ns += finish->shift_ns[tracks->at[instant->track].rank];
      order[i] = (OrderPair){ key_of_time (instant->time_ns), i };
    }
  radix_order (order, order + n, n);
  for (size_t i = 0; i < n; i++)
    order[i].key = instants->at[order[i].item].track;
  radix_order (order, order + n, n);
  PERMUTE (instants->at, order, n)
  free (order);
  for (size_t i = 0; i < n; i++)
    {
      TraceTrack *track = &tracks->at[instants->at[i].track];

      if (track->n_instants++ == 0)
        track->first_instant = i;
    }
  return true;
}

static bool
take_samples (Trace *trace, const SampleInputColumn *input)
{
  size_t n = input->n;

  if (!i64_column_reserve (&trace->sample_time_ns, n) || !f64_column_reserve (&trace->sample_value, n))
    return false;
  for (size_t i = 0; i < n; i++)
    {
      const SampleInput *sample = &input->at[i];
      TraceTrack *track = &trace->tracks.at[sample->track];

      if (track->n_samples++ == 0)
        track->first_sample = i;
      trace->sample_time_ns.at[trace->sample_time_ns.n++] = sample->time_ns;
      trace->sample_value.at[trace->sample_value.n++] = sample->value;
    }
  trace->samples = (SampleColumns){ n, trace->sample_time_ns.at, trace->sample_value.at };
  return true;
}

static bool
finish_samples (Finish *finish)
{
  SampleInputColumn *input = &finish->builder->samples;
  Trace *trace = finish->trace;
  size_t n = input->n;
  OrderPair *order = new_order (n);

  if (order == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      SampleInput *sample = &input->at[i];

      sample->track = finish->track_map[sample->track];
      sample->time_ns += finish->shift_ns[trace->tracks.at[sample->track].rank];
      order[i] = (OrderPair){ key_of_time (sample->time_ns), i };
    }
  radix_order (order, order + n, n);
  for (size_t i = 0; i < n; i++)
    order[i].key = input->at[order[i].item].track;
  radix_order (order, order + n, n);
  PERMUTE (input->at, order, n)
  free (order);
  if (!take_samples (trace, input))
    return false;
  sample_input_column_clear (input);
  return true;
}

/* ---- devices ---- */

static bool
track_has_gpu_activity (const Trace *trace, const TraceTrack *track)
{
  for (uint64_t i = 0; i < track->n_slices; i++)
    if (slice_kind_is_gpu_activity ((SliceKind) trace->slices.kind[track->first_slice + i]))
      return true;
  return false;
}

/* A rank has one device of each number. */
static int
compare_devices (const void *a, const void *b)
{
  const TraceDevice *x = a, *y = b;

  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Files list every GPU of the machine; those of the profile are found by rank and number. */
static void
name_devices (Finish *finish)
{
  const DeviceNameColumn *names = &finish->builder->device_names;
  Trace *trace = finish->trace;

  for (size_t i = 0; i < names->n && trace->devices.n > 0; i++)
    {
      TraceDevice wanted = { .rank = finish->rank_map[names->at[i].rank], .number = names->at[i].number };
      TraceDevice *device =
        bsearch (&wanted, trace->devices.at, trace->devices.n, sizeof wanted, compare_devices);

      if (device == NULL)
        continue;
      device->name = names->at[i].name;
      trace->tracks.at[device->track].name = names->at[i].name;
    }
}

static bool
finish_devices (Finish *finish)
{
  Trace *trace = finish->trace;

  for (uint32_t t = 0; t < trace->tracks.n; t++)
    {
      const TraceTrack *stream = &trace->tracks.at[t];

      /* Streams follow their device; one with an activity makes it a device of the profile. */
      if (stream->kind != TRACK_STREAM || !track_has_gpu_activity (trace, stream)
          || (trace->devices.n > 0 && trace->devices.at[trace->devices.n - 1].track == stream->parent))
        continue;

      const TraceTrack *track = &trace->tracks.at[stream->parent];
      if (!device_column_push (&trace->devices,
                               (TraceDevice){ track->rank, track->device, STRING_EMPTY, stream->parent }))
        return false;
    }
  /* Tracks go by node and by the file's sort index. */
  if (trace->devices.n > 0)
    qsort (trace->devices.at, trace->devices.n, sizeof *trace->devices.at, compare_devices);
  name_devices (finish);
  return true;
}

/* ---- categories ---- */

static int
compare_categories (const void *a, const void *b, void *strings)
{
  const CategoryCount *x = a, *y = b;
  size_t n, m;
  const char *s = string_table_get (strings, x->category, &n);
  const char *t = string_table_get (strings, y->category, &m);
  int order = memcmp (s, t, n < m ? n : m);

  return order != 0 ? order : n < m ? -1 : n > m;
}

static bool
finish_categories (Finish *finish)
{
  const SliceColumns *slices = &finish->trace->slices;
  CategoryColumn *categories = &finish->trace->categories;
  uint32_t n = string_table_count (finish->trace->strings);
  uint64_t *counts = calloc (n + 1, sizeof *counts);
  bool ok = counts != NULL;

  for (uint64_t i = 0; ok && i < slices->n; i++)
    counts[slices->category[i]] += !(slices->flags[i] & (SLICE_UNFINISHED | SLICE_PAIRED));
  for (uint32_t id = 0; ok && id < n; id++)
    if (counts[id] > 0)
      ok = category_column_push (categories, (CategoryCount){ id, counts[id] });
  if (categories->n > 0)
    qsort_r (categories->at, categories->n, sizeof *categories->at, compare_categories,
             finish->trace->strings);
  free (counts);
  return ok;
}

/* ---- slices ---- */

static bool
finish_slices (Finish *finish)
{
  TraceBuilder *builder = finish->builder;
  Trace *trace = finish->trace;
  SliceSurvey survey;

  if (!slice_survey_make (&survey, builder, finish->n_threads))
    return false;
  uint64_t n = survey.n_slices;
  bool ok = builder_clock (builder, &survey, trace, finish->rank_map, finish->shift_ns)
            && track_order (builder, &survey, trace, finish->rank_map, finish->track_map)
            && slice_layout (builder, &survey, trace, finish->track_map, finish->shift_ns, finish->n_threads)
            && slice_columns_map (builder, trace, n);
  slice_survey_clear (&survey);
  return ok;
}

/* ---- all of it ---- */

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
         && finish->sources != NULL && finish_ranks (finish) && finish_slices (finish)
         && profile_derive_indices (trace, builder->writer) && finish_instants (finish)
         && finish_samples (finish)
         && flow_link (builder, trace, finish->track_map, finish->rank_map, finish->shift_ns,
                       finish->n_threads)
         && finish_devices (finish) && finish_categories (finish) && builder_names (builder, trace)
         && profile_write (trace, builder->writer, finish->sources)
         && profile_derive_statistics (trace, builder->writer);
}

static bool
fail (SectionWriter *writer, const char *path, GError **error)
{
  /* What the writer has to say is more to the point. */
  if (section_writer_failed (writer))
    return section_writer_finish (writer, 0, (const uint8_t[TRACE_KEY_BYTES]){ 0 }, path, error);
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
               "%s: not enough memory for this profile. Convert it on a larger machine.", path);
  return false;
}

bool
trace_builder_finish_file (TraceBuilder *builder, const char *path, GError **error)
{
  Finish finish = { .builder = builder, .trace = trace_new (), .n_threads = parallel_threads () };
  bool ok = !builder->failed && finish.trace != NULL && finish_stages (&finish) && !builder->failed;

  free (finish.rank_map);
  free (finish.track_map);
  free (finish.shift_ns);
  free (finish.sources);
  trace_unref (finish.trace);
  if (!ok)
    return fail (builder->writer, path, error);
  return section_writer_finish (builder->writer, builder->is_partial ? SECTION_FILE_PARTIAL : 0, builder->key,
                                path, error);
}

Trace *
trace_builder_finish (TraceBuilder *builder, GError **error)
{
  return trace_builder_finish_file (builder, "profile", error) ? trace_map (builder->fd, "profile", error)
                                                               : NULL;
}
