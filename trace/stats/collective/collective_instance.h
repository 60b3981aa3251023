/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds which communication kernels of a job's devices belong to the same collective, so that the records of several
 * ranks can be compared (METRICS 19).
 *
 * An instance is identified by a process group (name and members, as far as the file gives them) and a sequence number
 * within it; if there is no number, by a process group and an exact kernel name. If a device has several such kernels,
 * its nth belongs to the nth of every other device, counted from the begin of the recording, whatever the window. So an
 * instance has at most one kernel per device. If there is no number and devices have different counts, as when one
 * began to record later, each kernel is an instance of its own. Point-to-point sends are not collectives, nor is a
 * SendRecv whose collective the file does not name. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/container/column.h"
#include "trace/model/trace.h"

/* A kernel of one device. */
typedef struct
{
  uint64_t slice;
  int64_t start_ns;
  uint64_t nth;      /* index among kernels of the same identity on its device, from 0 */
  uint32_t identity; /* equal for all kernels of an instance, and independent of their number */
  uint32_t device;   /* index of trace_device () */
  uint32_t message; /* equal for messages of the same type and number of elements, as far as they are known */
  bool is_numbered; /* the file gives a sequence number */
} CollectivePart;

COLUMN_DEFINE (CollectivePartColumn, collective_part_column, CollectivePart)

typedef struct
{
  const Trace *trace;
  CollectivePartColumn parts; /* grouped by instance, ascending by start */
  U64Column slices, places;   /* ascending slices, and the index of each in parts */
  uint64_t n_uncounted; /* kernels without a sequence number of which devices have recorded different numbers */
} CollectiveInstances;

/* Collects the finished kernels of all ranks; a profile of one device has no instances. should_continue (user_data) may
 * be NULL; it is called regularly on the calling thread. Returns false when it returns false or memory runs out; call
 * clear () in either case. O(activities + k log k) for k communication kernels. Afterwards any thread may read. */
bool collective_instances_init (CollectiveInstances *instances,
                                const Trace *trace,
                                bool (*should_continue) (void *user_data),
                                void *user_data);
void collective_instances_clear (CollectiveInstances *instances);

/* Returns whether another rank began its kernel of the same instance within [begin_ns, end_ns], with both ranks on the
 * common clock (TraceRank.has_epoch; METRICS 27, 4). kernel may be any slice. O(log k + devices). */
bool collective_instances_begin_elsewhere (const CollectiveInstances *instances,
                                           uint64_t kernel,
                                           int64_t begin_ns,
                                           int64_t end_ns);

/* Returns the duration of the shortest kernel of the instance that takes time. That is the transfer time, because all
 * others wait for the last one to begin. Returns -1 if no other device of the profile takes part or the messages
 * differ. O(log k + devices). */
int64_t collective_instances_shortest_ns (const CollectiveInstances *instances, uint64_t kernel);
