/* SPDX-License-Identifier: Apache-2.0
 *
 * The communication kernels of a scope, and how long each of them kept its device from computing.
 *
 * Exposed is what no compute kernel of the device covers, as in trace/stats/device/device_stats.h. Kernels that overlap are
 * each exposed for themselves; the time of a device counts once. */

#pragma once

#include "trace/ranks/job_waits.h"
#include "trace/stats/collective/collective_traffic.h"
#include "trace/stats/device/device_stats.h"

typedef struct
{
  uint64_t slice;
  uint32_t device;          /* index of trace_device () */
  uint32_t track;           /* its stream */
  int64_t begin_ns, end_ns; /* clipped to the window */
  int64_t exposed_ns;
  int64_t wait_ns;     /* for the last rank, from its begin; 0 if that is not known */
  CollectiveKind kind; /* by what the file says, else by the kernel's name */
  bool is_named;       /* the file says which collective it is */
  bool has_bytes;
  int64_t bytes, group_size; /* 0 if unknown */
} CommunicationKernel;

COLUMN_DEFINE (CommunicationKernelColumn, communication_kernel_column, CommunicationKernel)

typedef struct
{
  uint32_t n_devices;
  CommunicationKernelColumn kernels; /* ascending by slice: stream by stream, each in the order of time */
  IntervalUnion *exposed;            /* by device of the profile; merged */
  uint32_t
    *compute_stream; /* by device: the track with most time of compute kernels; TRACE_NONE without any */
} CommunicationFacts;

/* devices are those of the scope, waits may be of a profile of one device. All arguments are borrowed during the call.
 * should_continue (user_data) may be NULL. Returns false when it returns false or memory runs out; call
 * communication_facts_clear () in either case. O(k log k) for k activities of devices that communicate; nothing for others. */
bool communication_facts_init (CommunicationFacts *facts,
                               const StatsScope *scope,
                               const DeviceStatsTable *devices,
                               const CollectiveWaits *waits,
                               bool (*should_continue) (void *user_data),
                               void *user_data);
void communication_facts_clear (CommunicationFacts *facts);

/* Returns the kernel with that slice, or NULL. O(log kernels). */
const CommunicationKernel *communication_facts_find (const CommunicationFacts *facts, uint64_t slice);
