/* SPDX-License-Identifier: Apache-2.0
 *
 * Collects, one rank after another, the slices whose names repeat (trace/stats/step/repeated_names.h) and the calls that
 * launch something. trace/stats/step/step_proposals.h judges from them which names are steps.
 *
 * A group of names is out, on this rank and on all that follow, if
 *
 *   - its slices on a rank are on two threads, or
 *   - one of its slices is a part of something else: it is inside a module, or it is an operator or a Python frame other
 *     than a module and inside a slice that repeats. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/index/interval_union.h"
#include "trace/model/trace.h"
#include "trace/stats/step/repeated_names.h"

/* The slices of one group of names on the current rank. */
typedef struct
{
  const RepeatedName *repeats;
  bool is_out;           /* may be set by the caller too; slices of a group that is out are not collected */
  uint32_t rank;         /* the rank that the rest is of; TRACE_NONE: none so far */
  uint32_t thread;       /* track id of the thread that all slices are on */
  IntervalColumn slices; /* ascending by begin; incomplete if the group is out */
} RepeatedSlices;

/* The calls of a rank that launched something. */
typedef struct
{
  int64_t *call_ns;  /* begins of the calls, ascending */
  uint32_t *threads; /* track ids, one for each call */
  size_t n;
} RankLaunches;

/* The fields below the line belong to the functions. One thread. */
typedef struct
{
  uint32_t *seen; /* the groups that have slices on the current rank, as indices of names->groups */
  uint32_t n_seen;
  /* The number of times that a group was looked at. A test bounds the work with it, because time depends on the
   * machine. */
  uint64_t n_looks;

  /* ---- */
  const Trace *trace;
  const RepeatedNames *names;
  bool (*should_continue) (void *user_data);
  void *user_data;
  RepeatedSlices *groups; /* one for each group of names */
  uint32_t *tracks;       /* those with slices of the host, by rank, then in order of the tree */
  size_t n_tracks;
  size_t first, behind;   /* the tracks of the current rank are tracks[first..behind) */
  uint8_t *has_candidate; /* by thread of the current rank; the last one is for tracks without a thread */
  RankLaunches launches;
  bool has_launches; /* launches are those of the current rank */
  bool is_memory_out;
} RankRepeats;

/* Starts before the first rank. trace and names must outlive *ret_ranks. should_continue (user_data) may be NULL;
 * rank_repeats_next () and rank_repeats_launches () call it about once in 65536 slices or flows. Returns false when
 * memory runs out; call clear () in either case. O(tracks + groups). */
bool rank_repeats_init (const Trace *trace,
                        const RepeatedNames *names,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        RankRepeats *ret_ranks);
void rank_repeats_clear (RankRepeats *ranks);

/* Returns whether rank_repeats_next () may be called. O(1). */
bool rank_repeats_has_next (const RankRepeats *ranks);

/* Goes to the next rank that has slices of the host and collects their groups. The slices of the rank before are freed.
 * Returns false when should_continue () returns false or memory runs out. O(slices of the host x log lanes). */
bool rank_repeats_next (RankRepeats *ranks);

/* Returns a group, which *ranks owns. Its slices are those of the current rank if the group is among seen. O(1). */
RepeatedSlices *rank_repeats_group (RankRepeats *ranks, uint32_t group);

/* Returns the launches of the current rank, which *ranks owns, or NULL when should_continue () returns false or memory
 * runs out. The first call for a rank takes O(launches of the rank + tracks x log flows), the others O(1). */
const RankLaunches *rank_repeats_launches (RankRepeats *ranks);
