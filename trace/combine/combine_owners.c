/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose slices are taken where several profiles recorded the same ones. */

#include "trace/combine/combine_private.h"

#include <stdlib.h>

#include "trace/import/tracks/item_index.h"

/* ---- device work, calls, operators ---- */

/* What a profile has of one rank. */
typedef struct
{
  uint64_t n_activities, n_calls, n_operators;
} RankSlices;

/* counts has one entry per rank of the trace. */
static void
count_slices (const Trace *trace, RankSlices *counts)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t s = 0; s < slices->n; s++)
    {
      uint32_t rank = trace_track (trace, trace_track_of (trace, s))->rank;

      if (rank >= trace_n_ranks (trace))
        continue;
      counts[rank].n_activities += slice_kind_is_gpu_activity (slices->kind[s]);
      counts[rank].n_calls += slices->kind[s] == SLICE_CALL;
      counts[rank].n_operators += slices->kind[s] == SLICE_OPERATOR;
    }
}

/* Call this for the parts in their order. */
static void
take_ownership (CombinedRank *rank, size_t part, const RankSlices *counts)
{
  bool has_most = counts->n_activities > rank->n_owner_activities;
  bool has_calls = rank->n_owner_calls > 0;

  if (has_most)
    {
      rank->owner = part;
      rank->n_owner_activities = counts->n_activities;
    }
  if (counts->n_operators > rank->n_owner_operators)
    {
      rank->operator_owner = part;
      rank->n_owner_operators = counts->n_operators;
    }
  /* Calls belong to the work that they launched. */
  bool owner_has_calls = has_calls && rank->call_owner == rank->owner && rank->n_owner_activities > 0;
  if ((has_most && counts->n_calls > 0) || (!owner_has_calls && counts->n_calls > rank->n_owner_calls))
    {
      rank->call_owner = part;
      rank->n_owner_calls = counts->n_calls;
    }
}

static bool
choose_owners (Combination *combination)
{
  for (size_t i = 0; i < combination->n_parts; i++)
    {
      const CombinedPart *part = &combination->parts[i];
      uint32_t n_ranks = trace_n_ranks (part->trace);
      RankSlices *counts = calloc (n_ranks + (size_t) 1, sizeof *counts);

      if (counts == NULL)
        return false;
      count_slices (part->trace, counts);
      for (uint32_t r = 0; r < n_ranks; r++)
        take_ownership (&combination->ranks[part->ranks[r]], i, &counts[r]);
      free (counts);
    }
  return true;
}

/* ---- annotations, asynchronous slices, counters ---- */

/* PyTorch can write its annotations as NVTX ranges, too: a step that two profilers recorded would be two steps. So those of
 * one name are taken from the profile with the most of them; so are asynchronous slices, and the samples of counters. */

#define OWNER_COUNT_BITS 48

static uint64_t
owner_value (size_t part, uint64_t n)
{
  return (uint64_t) part << OWNER_COUNT_BITS | MIN (n, (UINT64_C (1) << OWNER_COUNT_BITS) - 1);
}

/* Asynchronous slices are none of the annotations of the same name. */
#define KEY_IS_ASYNC (UINT64_C (1) << 63)

static bool
is_owned_by_name (const CombinedPart *part, uint64_t s)
{
  SliceKind kind = trace_slices (part->trace)->kind[s];

  return kind == SLICE_ANNOTATION
         || (kind != SLICE_CALL && kind != SLICE_OPERATOR && !slice_kind_is_on_device (kind)
             && trace_track (part->trace, trace_track_of (part->trace, s))->kind == TRACK_ASYNC);
}

static uint64_t
name_key (Combination *combination, CombinedPart *part, uint32_t rank, uint64_t s)
{
  const SliceColumns *slices = trace_slices (part->trace);

  return (slices->kind[s] == SLICE_ANNOTATION ? 0 : KEY_IS_ASYNC) | (uint64_t) part->ranks[rank] << 32
         | combine_slice_name (combination, part, SLICE_OTHER, slice_name (slices, s));
}

/* Counters of a machine, of its processes and of a device that have one name are told apart. */
static uint64_t
counter_key (Combination *combination, CombinedPart *part, const TraceTrack *track)
{
  bool is_of_node =
    track->parent != TRACE_NONE && trace_track (part->trace, track->parent)->kind == TRACK_NODE;
  uint64_t owner =
    item_hash_mix (part->ranks[track->rank], is_of_node ? UINT64_MAX : (uint64_t) track->device);

  return item_hash_mix (owner, combine_string (combination, part, COPIED_TRACK, track->name));
}

static bool
count_names (Combination *combination, CombinedPart *part, IdMap *counts)
{
  const SliceColumns *slices = trace_slices (part->trace);

  for (uint64_t s = 0; s < slices->n; s++)
    {
      uint32_t rank = trace_track (part->trace, trace_track_of (part->trace, s))->rank;

      if (rank >= trace_n_ranks (part->trace) || !is_owned_by_name (part, s))
        continue;
      uint64_t *n = id_map_add (counts, name_key (combination, part, rank, s), 0);
      if (n == NULL)
        return false;
      ++*n;
    }
  return true;
}

static bool
count_samples (Combination *combination, CombinedPart *part, IdMap *counts)
{
  for (uint32_t t = 0; t < trace_n_tracks (part->trace); t++)
    {
      const TraceTrack *track = trace_track (part->trace, t);

      if (track->kind != TRACK_COUNTER || track->rank >= trace_n_ranks (part->trace) || track->n_samples == 0)
        continue;
      uint64_t *n = id_map_add (counts, counter_key (combination, part, track), 0);
      if (n == NULL)
        return false;
      *n += track->n_samples;
    }
  return true;
}

static bool
take_most (IdMap *owners, size_t i, const IdMap *counts)
{
  for (size_t e = 0; e < counts->n_entries; e++)
    {
      const IdMapEntry *entry = &counts->entries[e];

      if (entry->value == ID_MAP_NONE)
        continue;
      uint64_t *most = id_map_add (owners, entry->id, owner_value (i, entry->value));
      if (most == NULL)
        return false;
      if (entry->value > (*most & ((UINT64_C (1) << OWNER_COUNT_BITS) - 1)))
        *most = owner_value (i, entry->value);
    }
  return true;
}

static bool
choose_by_name (Combination *combination)
{
  for (size_t i = 0; i < combination->n_parts; i++)
    {
      IdMap counts = { 0 }, samples = { 0 };
      bool ok = count_names (combination, &combination->parts[i], &counts)
                && take_most (&combination->annotations, i, &counts)
                && count_samples (combination, &combination->parts[i], &samples)
                && take_most (&combination->counters, i, &samples);

      id_map_clear (&counts);
      id_map_clear (&samples);
      if (!ok)
        return false;
    }
  return true;
}

/* ---- the choice ---- */

bool
combine_owners_choose (Combination *combination)
{
  return choose_owners (combination) && choose_by_name (combination);
}

bool
combine_owners_leave_out (Combination *combination, CombinedPart *part, uint32_t rank, uint64_t s)
{
  const CombinedRank *combined = &combination->ranks[part->ranks[rank]];
  SliceKind kind = trace_slices (part->trace)->kind[s];
  size_t i = (size_t) (part - combination->parts);

  if (kind == SLICE_CALL)
    return combined->call_owner != i;
  if (kind == SLICE_OPERATOR)
    return combined->operator_owner != i;
  if (combination->annotations.n_entries > 0 && is_owned_by_name (part, s))
    {
      const uint64_t *most = id_map_find (&combination->annotations, name_key (combination, part, rank, s));

      return most != NULL && *most >> OWNER_COUNT_BITS != i;
    }
  return slice_kind_is_on_device (kind) && combined->n_owner_activities > 0 && combined->owner != i;
}

bool
combine_owners_leave_counter_out (Combination *combination, CombinedPart *part, const TraceTrack *track)
{
  const uint64_t *most = combination->counters.n_entries > 0 && track->kind == TRACK_COUNTER
                           ? id_map_find (&combination->counters, counter_key (combination, part, track))
                           : NULL;

  return most != NULL && *most >> OWNER_COUNT_BITS != (size_t) (part - combination->parts);
}
