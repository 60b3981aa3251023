/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_merge.h"

#include <stdlib.h>
#include <string.h>

#include "trace/derive/time_extent.h"
#include "trace/import/chrome/chrome_pairs.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/import/chrome/chrome_uncategorised.h"

struct ChromeMerge
{
  TraceBuilder *builder;
  ImportTracks *tracks;
  ChromePairs *pairs;

  /* Maps numbers of the current batch to those of the profile. */
  U32Column strings, nodes, places, rows;

  bool has_kineto_kinds, has_uncategorised, has_rpd_operations, has_epoch_base;
  uint64_t n_times, n_epoch_times;
  int64_t epoch_base_ns;
};

ChromeMerge *
chrome_merge_new (TraceBuilder *builder)
{
  ChromeMerge *merge = calloc (1, sizeof *merge);

  if (merge == NULL)
    return NULL;
  merge->builder = builder;
  merge->tracks = import_tracks_new (builder);
  merge->pairs = chrome_pairs_new (builder);
  if (merge->tracks != NULL && merge->pairs != NULL)
    return merge;
  chrome_merge_free (merge);
  return NULL;
}

void
chrome_merge_free (ChromeMerge *merge)
{
  if (merge == NULL)
    return;
  import_tracks_free (merge->tracks);
  chrome_pairs_free (merge->pairs);
  u32_column_clear (&merge->strings);
  u32_column_clear (&merge->nodes);
  u32_column_clear (&merge->places);
  u32_column_clear (&merge->rows);
  free (merge);
}

/* ---- numbers ---- */

static uint32_t
string_of (const ChromeMerge *merge, uint32_t id)
{
  return id & BATCH_STRING ? merge->strings.at[id & ~BATCH_STRING] : id;
}

static bool
map_strings (ChromeMerge *merge, const ChromeBatch *batch)
{
  StringTable *strings = trace_builder_strings (merge->builder);

  merge->strings.n = 0;
  if (!u32_column_reserve (&merge->strings, batch->strings.n))
    return false;
  for (size_t i = 0; i < batch->strings.n; i++)
    {
      const BatchString *string = &batch->strings.at[i];
      uint32_t *id = &merge->strings.at[merge->strings.n++];

      if (!string_table_intern_hashed (strings, string->text, string->length, string->hash, id)
          || *id >= BATCH_STRING)
        return false;
    }
  return true;
}

static bool
map_nodes (ChromeMerge *merge, const ChromeBatch *batch)
{
  ArgKeys *keys = trace_builder_arg_keys (merge->builder);
  uint32_t n = arg_keys_count (batch->arg_keys);

  merge->nodes.n = 0;
  if (!u32_column_push (&merge->nodes, 0) || !u32_column_reserve (&merge->nodes, n))
    return false;
  for (uint32_t i = 1; i < n; i++)
    {
      ArgKeyRecord record = arg_keys_record (batch->arg_keys, i);

      if (!arg_keys_child (keys, merge->nodes.at[record.parent], string_of (merge, record.key),
                           &merge->nodes.at[merge->nodes.n++]))
        return false;
    }
  return true;
}

static bool
map_places (ChromeMerge *merge, const ChromeBatch *batch)
{
  merge->places.n = merge->rows.n = 0;
  if (!u32_column_reserve (&merge->places, batch->places.n)
      || !u32_column_reserve (&merge->rows, batch->rows.n))
    return false;
  for (size_t i = 0; i < batch->places.n; i++)
    {
      const BatchPlace *place = &batch->places.at[i];

      merge->places.at[merge->places.n++] =
        import_tracks_place (merge->tracks, string_of (merge, place->pid), string_of (merge, place->tid));
    }
  for (size_t i = 0; i < batch->rows.n; i++)
    {
      ImportRow row = batch->rows.at[i];

      row.place = merge->places.at[row.place];
      if (row.form == ROW_ASYNC || row.form == ROW_COUNTER)
        {
          row.a = string_of (merge, (uint32_t) row.a);
          row.b = string_of (merge, (uint32_t) row.b);
        }
      merge->rows.at[merge->rows.n++] = import_tracks_row (merge->tracks, &row);
    }
  for (size_t i = 0; i < batch->places.n; i++)
    if (batch->places.at[i].last_device_row != TRACE_NONE)
      import_tracks_set_device_track (merge->tracks, merge->places.at[i],
                                      merge->rows.at[batch->places.at[i].last_device_row]);
  return true;
}

/* ---- contents ---- */

/* Adds the arguments and returns where they begin among all of them. */
static uint64_t
add_args (ChromeMerge *merge, ChromeBatch *batch)
{
  uint8_t *args = batch->args.at;

  for (size_t i = 0; i < batch->headers.n; i++)
    {
      uint8_t *header = args + batch->headers.at[i];
      args_header_set (header, merge->nodes.at[args_header_get (header)]);
    }
  for (size_t i = 0; i < batch->wides.n; i++)
    args_value_set_wide (args + batch->wides.at[i], merge->strings.at[batch->wide_strings.at[i]]);
  return trace_builder_add_args (merge->builder, args, batch->args.n);
}

static uint64_t
args_of (uint64_t args, uint64_t base)
{
  return args == ARGS_NONE ? ARGS_NONE : base + args;
}

static void
translate (const ChromeMerge *merge, SliceInput *slice, uint64_t base)
{
  slice->track = merge->rows.at[slice->track];
  slice->name = string_of (merge, slice->name);
  slice->category = string_of (merge, slice->category);
  slice->args = args_of (slice->args, base);
}

static void
add_slices (ChromeMerge *merge, ChromeBatch *batch, uint64_t base)
{
  for (size_t i = 0; i < batch->slices.n; i++)
    translate (merge, &batch->slices.at[i], base);
  trace_builder_add_slices (merge->builder, batch->slices.at, batch->slices.n);
}

static void
add_pair_ends (ChromeMerge *merge, ChromeBatch *batch, uint64_t base)
{
  for (size_t i = 0; i < batch->pair_ends.n; i++)
    {
      BatchPairEnd *end = &batch->pair_ends.at[i];
      /* The high bit makes sure that no hash equals a place. */
      uint64_t key = end->of_place ? merge->places.at[end->key] : end->key | UINT64_C (1) << 63;

      if (end->is_end)
        chrome_pairs_end (merge->pairs, key, end->slice.start_ns, args_of (end->slice.args, base),
                          end->offset);
      else
        {
          translate (merge, &end->slice, base);
          chrome_pairs_begin (merge->pairs, key, &end->slice, end->offset);
        }
    }
}

static void
add_others (ChromeMerge *merge, const ChromeBatch *batch, uint64_t base)
{
  for (size_t i = 0; i < batch->flow_points.n; i++)
    {
      FlowPoint point = batch->flow_points.at[i];

      point.place = import_tracks_flow_place (merge->tracks, merge->places.at[point.place]);
      point.category = string_of (merge, point.category);
      trace_builder_add_flow_point (merge->builder, &point);
    }
  for (size_t i = 0; i < batch->instants.n; i++)
    {
      TraceInstant instant = batch->instants.at[i];

      instant.track = merge->rows.at[instant.track];
      instant.name = string_of (merge, instant.name);
      instant.category = string_of (merge, instant.category);
      instant.args = args_of (instant.args, base);
      trace_builder_add_instant (merge->builder, &instant);
    }
  for (size_t i = 0; i < batch->samples.n; i++)
    {
      const BatchSample *sample = &batch->samples.at[i];

      trace_builder_add_sample (merge->builder, merge->rows.at[sample->row], sample->time_ns, sample->value);
    }
  for (size_t i = 0; i < batch->descriptions.n; i++)
    {
      ImportDescription description = batch->descriptions.at[i];

      description.place = merge->places.at[description.place];
      description.text = string_of (merge, description.text);
      import_tracks_describe (merge->tracks, &description);
    }
}

static void
add_counts (ChromeMerge *merge, const ChromeBatch *batch)
{
  EventCounts *events = trace_builder_event_counts (merge->builder);

  events->total += batch->events.total;
  events->skipped += batch->events.skipped;
  events->slices += batch->events.slices;
  events->flows += batch->events.flows;
  events->counters += batch->events.counters;
  events->instants += batch->events.instants;
  for (int i = 0; i < N_HEALTH_IDS; i++)
    if (batch->health.rows[i].count > 0)
      trace_builder_add_health (merge->builder, (HealthId) i, batch->health.rows[i].count,
                                batch->health.rows[i].first_offset);

  merge->has_kineto_kinds = merge->has_kineto_kinds || batch->has_kineto_kinds;
  merge->has_uncategorised = merge->has_uncategorised || batch->has_uncategorised;
  merge->has_rpd_operations = merge->has_rpd_operations || batch->has_rpd_operations;
  merge->n_times += batch->n_times;
  merge->n_epoch_times += batch->n_epoch_times;
  if (batch->has_epoch_base && !merge->has_epoch_base)
    merge->epoch_base_ns = batch->epoch_base_ns;
  merge->has_epoch_base = merge->has_epoch_base || batch->has_epoch_base;
}

void
chrome_merge_add (ChromeMerge *merge, ChromeBatch *batch)
{
  if (batch->failed || !map_strings (merge, batch) || !map_nodes (merge, batch) || !map_places (merge, batch))
    {
      trace_builder_set_failed (merge->builder);
      return;
    }

  uint64_t base = add_args (merge, batch);
  add_slices (merge, batch, base);
  add_pair_ends (merge, batch, base);
  add_others (merge, batch, base);
  add_counts (merge, batch);
}

void
chrome_merge_finish (ChromeMerge *merge)
{
  chrome_pairs_finish (merge->pairs);
  if (merge->has_uncategorised && !merge->has_kineto_kinds)
    chrome_uncategorised_finish (merge->builder, merge->tracks, merge->has_rpd_operations);
  import_tracks_finish (merge->tracks);
}

bool
chrome_merge_has_kineto_kinds (const ChromeMerge *merge)
{
  return merge->has_kineto_kinds;
}

bool
chrome_merge_times_are_epoch (const ChromeMerge *merge)
{
  return merge->n_times > 0
         && merge->n_times - merge->n_epoch_times <= time_extent_n_untrusted (merge->n_times);
}

bool
chrome_merge_epoch_base_ns (const ChromeMerge *merge, int64_t *ret_ns)
{
  *ret_ns = merge->epoch_base_ns;
  return merge->has_epoch_base;
}
