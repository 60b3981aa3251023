/* SPDX-License-Identifier: Apache-2.0
 *
 * What a file tells of the hardware of a device: "deviceProperties" of Kineto, or the older "computeProperties". */

#pragma once

#include "trace/model/trace.h"

typedef struct
{
  int64_t id; /* the device's number */
  int64_t memory_bytes, compute_major, compute_minor;
  int64_t multiprocessors; /* "SMs"; AMD: compute units */
  int64_t threads_per_multiprocessor;
} DeviceProperties; /* each -1 where the file does not tell */

/* Of the device with that number of a rank. False: the file does not tell of it. O(length of the text). */
bool device_properties_of (const Trace *trace,
                           const TraceRank *rank,
                           int32_t number,
                           DeviceProperties *ret_properties);

/* Of the device with that number, or where the file tells of others only, as AMD's profilers number them otherwise, what
 * all of them have in common. -1: not known. */
int64_t device_multiprocessors (const Trace *trace, const TraceRank *rank, int32_t number);
