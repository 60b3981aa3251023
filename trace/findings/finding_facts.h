/* SPDX-License-Identifier: Apache-2.0
 *
 * What rules look at: figures of a scope that several of them need, each computed once. */

#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/classify/kernel_classes.h"
#include "trace/container/stop_check.h"
#include "trace/findings/communication_facts.h"
#include "trace/findings/finding.h"
#include "trace/index/interval_union.h"
#include "trace/stats/device/device_stats.h"
#include "trace/stats/host/host_word.h"
#include "trace/stats/idle/idle_causes.h"
#include "trace/stats/kernel/kernel_stats.h"
#include "trace/stats/scope.h"

typedef struct
{
  const StatsScope *scope;
  const Trace *trace;
  const SliceColumns *slices;
  StopCheck check;

  /* Whole steps whose host spans lie in the scope, by rank, then begin: indices of the step table. */
  U64Column steps;
  bool has_steps; /* there is one; else the window stands for a step */

  /* By rank of the profile: when the slow first steps of the recording end; INT64_MIN if there are none. They happen once, so
   * they are in no gain and in none of the figures below. */
  int64_t *warm_until_ns;
  uint64_t *n_steps_of_rank; /* by rank, the others; of a rank without steps as many as n_steps; 1 in a profile without */
  uint64_t n_steps;          /* the largest of them */
  double step_ns;            /* the mean time from step to step, or without steps that of step_time; at least 1 */
  bool has_pauses;           /* more than 1 % of that is between steps */
  uint32_t n_devices;        /* in scope */
  /* By rank of the profile, merged: from the begin of its first step to the end of the last one; the window for a rank without
   * steps, or in a whole profile without any from the first activity of its GPUs to the last. What is outside is in no gain. */
  IntervalUnion *step_time;
  uint64_t n_device_steps; /* the devices in scope, each times the steps of its rank; at least 1 */

  DeviceStatsTable devices;
  KernelStatsTable kernels;
  const KernelClasses *classes; /* NULL without kernels */
  HostWords words;
  IdleCauses idle;

  /* For each cause, and each device of the profile: the gaps, as a merged union; and the longest gaps of all devices. */
  IntervalUnion *idle_time; /* [cause * trace_n_devices () + device] */
  FindingPlaceColumn idle_places[N_IDLE_CAUSES];
  uint64_t n_idle_places[N_IDLE_CAUSES]; /* gaps in step_time */
  pthread_mutex_t lock; /* of both, while they are computed */
  bool has_failed;

  /* Computed when a rule asks for them. */
  JobWaits *job;
  CommunicationFacts *communication;
} FindingFacts;

/* scope is borrowed for as long as facts. should_continue (user_data) may be NULL; it is called regularly, on several threads
 * at once. Returns false when it returns false or memory runs out; call finding_facts_clear () in either case. */
bool finding_facts_init (FindingFacts *facts,
                         const StatsScope *scope,
                         bool (*should_continue) (void *user_data),
                         void *user_data);
void finding_facts_clear (FindingFacts *facts);

/* Return who waited for whom in collectives, and the communication kernels, both borrowed; NULL when memory ran out or the
 * computation must end (then facts->has_failed is set). Not on several threads at once. The first call takes the time of
 * job_waits_init (), and that of communication_facts_init (). */
const JobWaits *finding_facts_job (FindingFacts *facts);
const CommunicationFacts *finding_facts_communication (FindingFacts *facts);

/* Whether a time of a rank belongs to the slow first steps. O(1). */
bool finding_facts_is_warm (const FindingFacts *facts, uint32_t rank, int64_t time_ns);

/* Whether some of [begin_ns, end_ns) is time of a rank that gains are of: from its first step to the last, but for slow first
 * steps. O(1). */
bool finding_facts_holds (const FindingFacts *facts, uint32_t rank, int64_t begin_ns, int64_t end_ns);

/* Whether tracks of that kind have slices, anywhere in the profile. O(tracks). */
bool finding_facts_has_tracks (const FindingFacts *facts, TrackKind kind);

const IntervalUnion *finding_facts_idle (const FindingFacts *facts, IdleCause cause, uint32_t device);

/* Keeps the FINDING_PLACES_MAX longest places in a column that is a heap, the shortest first. Returns false when memory runs
 * out. O(log FINDING_PLACES_MAX). */
bool finding_places_keep (FindingPlaceColumn *places, FindingPlace place);

/* Returns the index of trace_device () of a track of a device, or TRACE_NONE. O(devices). */
uint32_t finding_facts_device (const FindingFacts *facts, const TraceTrack *track);

/* Walks the slices of the tracks of one kind that start in the scope. */
typedef struct
{
  FindingFacts *facts;
  TrackKind kind;
  uint32_t next_track, track, row, end_row;
  uint64_t at, end;
} FactsWalk;

FactsWalk facts_walk_begin (FindingFacts *facts, TrackKind kind);

/* Returns the next slice, track by track and row by row; SLICE_NONE when none is left, memory ran out or the computation must
 * end (then facts->has_failed is set). walk->track is its track. Unfinished slices are passed over. O(1), amortised. */
uint64_t facts_walk_next (FactsWalk *walk);
