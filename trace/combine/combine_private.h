/* SPDX-License-Identifier: Apache-2.0
 *
 * What the sources of trace/combine/combine.h share while one profile is made of several: combine_ranks.c finds which ranks
 * meet, combine_owners.c chooses whose slices are taken, and combine_copy.c copies them. combine.c calls these in this
 * order. */

#pragma once

#include <stdatomic.h>

#include "trace/build/builder.h"
#include "trace/combine/same_run.h"
#include "trace/combine/trace_copy.h"
#include "trace/container/id_map.h"
#include "trace/import/tracks/import_tracks.h"
#include "trace/model/trace.h"

/* A rank of the new profile. */
typedef struct
{
  uint32_t rank;        /* of the builder */
  ImportTracks *tracks; /* owned */
  bool has_number;      /* a file says which rank it is of */
  bool has_node;        /* and on which machine it ran */
  /* The profiles whose device work and API calls are taken: those with the most GPU activities, and with them its calls,
   * or the most calls where it has none. */
  size_t owner, call_owner;
  uint64_t n_owner_activities, n_owner_calls;
  /* And the profile with the most operators: those of several would cross each other. */
  size_t operator_owner;
  uint64_t n_owner_operators;
} CombinedRank;

/* A profile that is being added. */
typedef struct
{
  Trace *trace; /* borrowed */
  RunProcesses *processes;
  int64_t shift_ns; /* from its times to those of the new profile */
  uint32_t *ranks;  /* of each rank of the trace: an index of Combination.ranks; TRACE_NONE if it is left out */
  uint32_t *rows;   /* of each track: the builder's track of the slices of the kind below, or TRACE_NONE */
  uint8_t *row_kinds;
  uint64_t n_samples_left_out;
  uint64_t n_slices, n_points, n_samples, n_arrows; /* that were copied; points are instants */
  const uint8_t *keep; /* by slice: 0 if it is left out; borrowed; NULL: all are taken */
  const TraceCopyPart *copied; /* of a copy of a part, which counts what it has; else NULL */
  /* Of each string: that of the builder + 1, or 0 if it was not needed yet. Where texts are changed, the strings follow one
   * another once for each kind of slice and once for each CopiedWhat. */
  uint32_t *strings;
} CombinedPart;

typedef struct
{
  TraceBuilder *builder;
  CombinedPart *parts;
  size_t n_parts;
  CombinedRank *ranks;
  uint32_t n_ranks;
  /* Which part has the most of what is owned by its name, and how many (combine_owners.c). */
  IdMap annotations; /* and asynchronous slices: by rank and name */
  IdMap counters;    /* by rank, device and name: samples */
  uint64_t n_samples_left_out;
  uint64_t next_flow;
  uint64_t n_left_out;
  bool is_one_of_many; /* TraceCopyPlace.is_one_of_many */
  /* How the copy of a profile differs (trace_copy.h); NULL where several are combined. */
  const TraceCopyChange *change;
  const atomic_bool *cancelled; /* by the caller; NULL: it never does */
  bool is_job; /* it is a copy into a job profile (job_copy.h) */
} Combination;

static inline bool
combination_is_cancelled (const Combination *combination)
{
  return combination->cancelled != NULL && atomic_load_explicit (combination->cancelled, memory_order_relaxed);
}

static inline bool
combination_is_copy (const Combination *combination)
{
  return combination->change != NULL;
}

/* Returns whether a rank of the part exists and is taken; a track may have none. */
static inline bool
combine_takes_rank (const CombinedPart *part, uint32_t rank)
{
  return rank < trace_n_ranks (part->trace) && part->ranks[rank] != TRACE_NONE;
}

/* Returns a time of the new profile from one of a rank of the part. */
static inline int64_t
combine_time_ns (const Combination *combination, const CombinedPart *part, uint32_t rank, int64_t time_ns)
{
  if (combination_is_copy (combination) && combination->change->time != NULL)
    time_ns = combination->change->time (rank, time_ns, combination->change->data);
  return trace_time_clamp (time_ns + part->shift_ns);
}

/* Returns the builder's string of a string of the part, which is a text of that kind; the second one is for names of slices. */
uint32_t combine_string (Combination *combination, CombinedPart *part, CopiedWhat what, uint32_t id);
uint32_t combine_slice_name (Combination *combination, CombinedPart *part, SliceKind kind, uint32_t id);

/* Returns what is to be written for a text; text->what is not the name of a slice. */
const char *combine_text (const Combination *combination, const CopiedText *text, size_t *ret_length);

/* Adds the ranks of the new profile to the builder and fills those of the parts. path becomes that of all ranks; base_ns is
 * the epoch of the new profile. O(ranks^2 x processes^2). Returns false when memory runs out. */
bool combine_ranks_join (Combination *combination, const char *path, int64_t base_ns);

/* Chooses of each rank whose device work, calls, operators and annotations are taken. Call this after
 * combine_ranks_join (). O(slices). Returns false when memory runs out. */
bool combine_owners_choose (Combination *combination);

/* Returns whether a slice of a rank of the part is not taken, because another profile owns those of its kind. */
bool combine_owners_leave_out (Combination *combination, CombinedPart *part, uint32_t rank, uint64_t s);

/* Returns whether the samples of a counter's track of the part are not taken, because another profile has more of them. */
bool combine_owners_leave_counter_out (Combination *combination, CombinedPart *part, const TraceTrack *track);

/* Adds the settings that the profiles have for each rank, each once. */
void combine_copy_settings (Combination *combination);

/* Adds all else of a part. Counts what is left out. */
void combine_copy_part (Combination *combination, CombinedPart *part);
