/* SPDX-License-Identifier: Apache-2.0
 *
 * What the GPUs of a rank did in windows of time, such as those between collectives.
 *
 * The parts come from the slices of the profile, or from the tables of a job profile (trace/model/job_tables.h), which were
 * computed from the slices where the traces lay, with the same numbers. */

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/stats/scope.h"

/* What the GPUs of a rank did. Each instant counts for the first part that applies, so that the parts add up to the time
 * between the two collectives times the GPUs of the rank. */
typedef enum
{
  GAP_COMPUTE,    /* a kernel that computes was running */
  GAP_COLLECTIVE, /* else, communication with other ranks */
  GAP_MEMCPY,     /* else, a memcpy or memset */
  GAP_LOADER,     /* else idle, and the host fetched the next batch */
  GAP_HOST,       /* else idle for another reason */
  N_GAP_PARTS
} GapPart;

/* Returns "compute", "collective", "memcpy", "dataloader" or "host". */
const char *gap_part_word (GapPart part);

typedef struct
{
  uint32_t
    device; /* index of trace_device (): what its rank did is counted on all of the rank's devices, but the
                               time of the data loader on this one alone */
  int64_t begin_ns, end_ns; /* begin_ns <= end_ns, by the profile's own times */
} GapWindow;

typedef struct
{
  int64_t ns[N_GAP_PARTS];
} GapParts;

/* Sets ret_parts[i] for windows[i]; they may overlap and be in any order. In a job profile begin and end of a window with a
 * length must be begins or ends of communication kernels of the device; the parts of others are 0. scope gives the profile
 * and its steps; its window does not matter. should_continue (user_data) may be NULL; it is called regularly, on several
 * threads at once. Returns false when it returns false or memory runs out. Costs what step_split_compute () costs for each
 * rank, and idle_causes_compute_each (); in a job profile O(windows x log communication kernels). */
bool gap_parts_compute (const StatsScope *scope,
                        const GapWindow *windows,
                        size_t n,
                        bool (*should_continue) (void *user_data),
                        void *user_data,
                        GapParts *ret_parts);
