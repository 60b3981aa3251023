/* SPDX-License-Identifier: Apache-2.0
 *
 * Which of several profiles recorded the same run, as far as they tell: each knows the time of the day, their times
 * overlap, and they name the same process; of two of one format, one has no GPU work. The ranks of one job are recorded
 * at the same time as well, but their processes have different ids. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/model/trace.h"

/* Returns whether both profiles know the time of the day and were recorded at the same time. */
bool trace_overlaps (const Trace *trace, const Trace *other);

/* Returns whether both have the same key; a profile that is still being read has none. */
bool trace_is_same_recording (const Trace *trace, const Trace *other);

/* The processes of a profile whose threads did something: what is drawn below a device or is the profiler's own has the
 * id of no process. */
typedef struct RunProcesses RunProcesses;

/* O(tracks). References the trace. */
RunProcesses *run_processes_new (Trace *trace);
void run_processes_free (RunProcesses *processes);

/* Returns whether a rank of one profile and a rank of the other have a process of the same id. False if the files number
 * the two ranks differently: the same id is then that of another machine or container. */
bool run_processes_share (const RunProcesses *processes,
                          uint32_t rank,
                          const RunProcesses *other,
                          uint32_t other_rank);

/* Returns whether two profiles of one rank each overlap and are of different formats, which is all that can be known where
 * a profiler outside of a container has another id for its process; or of one format, and one names no process. O(tracks). */
bool same_run_is_likely (const Trace *trace, const Trace *other);

/* Finds the profiles of the same run as traces[at] and sets is_in for each of the n, itself included. Returns their
 * number; 1 means that there is no other. These are the ones that share a process with it, or with one that is found,
 * but neither a copy of the same recording nor a second one of the GPU work of a process of that id. If none does, it is
 * the only one for which same_run_is_likely (). O(n^2 x ranks^2 x processes^2 + tracks). */
size_t same_run_find (Trace *const *traces, size_t n, size_t at, bool *is_in);
