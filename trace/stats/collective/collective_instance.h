/* SPDX-License-Identifier: Apache-2.0
 *
 * Which communication kernels of the devices of a job are one collective, so that what several ranks say of it can be
 * compared (METRICS 19).
 *
 * An instance is one process group (name and members, as far as the file tells) and one sequence number in it; where no
 * number is told, one process group and one exact kernel name. Of several such kernels of one device, the nth belongs
 * together with the nth of every other: they are counted from the begin of the recording, whatever window is looked at. So
 * an instance has one kernel of each device at most. Where no number is told and the devices have unequally many, as when one
 * began to record later, each kernel is alone. What is sent from one rank to another is no collective, nor is a SendRecv of
 * which the file does not tell what it is part of. */

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
  uint64_t nth;      /* of its identity on its device, from 0 */
  uint32_t identity; /* what is the same for all kernels of an instance but their number */
  uint32_t device;   /* index of trace_device () */
  uint32_t
    message; /* the same for messages of the same type and number of elements, as far as they are told */
  bool is_numbered; /* the file tells a sequence number */
} CollectivePart;

COLUMN_DEFINE (CollectivePartColumn, collective_part_column, CollectivePart)

typedef struct
{
  const Trace *trace;
  CollectivePartColumn parts; /* instance by instance, ascending by start */
  U64Column slices, places;   /* ascending; the place of each in parts */
} CollectiveInstances;

/* Finished kernels of all ranks; of a profile of one device there are none. is_wanted (user_data), asked now and then on the
 * calling thread, may be NULL. Returns false when it was not wanted or memory runs out; call clear () in either case. O(activities + k log k) for k
 * kernels of communication. Afterwards any thread may read. */
bool collective_instances_init (CollectiveInstances *instances,
                                const Trace *trace,
                                bool (*is_wanted) (void *user_data),
                                void *user_data);
void collective_instances_clear (CollectiveInstances *instances);

/* Whether another rank began its kernel of the same instance within [begin_ns, end_ns], both ranks on the common clock
 * (TraceRank.has_epoch; METRICS 27, 4). kernel: any slice. O(log k + devices). */
bool collective_instances_begin_elsewhere (const CollectiveInstances *instances,
                                           uint64_t kernel,
                                           int64_t begin_ns,
                                           int64_t end_ns);

/* How long the shortest kernel of the instance lasts, of those that last: the transfer, as all others wait for the last to
 * begin. -1: no other device of the profile has a part in it, or their messages differ. O(log k + devices). */
int64_t collective_instances_shortest_ns (const CollectiveInstances *instances, uint64_t kernel);
