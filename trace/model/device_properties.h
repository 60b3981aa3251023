/* SPDX-License-Identifier: Apache-2.0
 *
 * The hardware properties of a device as recorded in the file: "deviceProperties" of Kineto, or the older
 * "computeProperties". */

#pragma once

#include "trace/model/trace.h"

/* The uuid that a maker gives each device. */
#define DEVICE_UUID_BYTES 16

/* Reads a uuid: 32 hexadecimal digits, between which dashes may stand, and "GPU-" before them. Returns false for any other
 * text. */
bool device_uuid_read (const char *text, size_t length, uint8_t ret_uuid[DEVICE_UUID_BYTES]);

typedef struct
{
  int64_t id; /* the device's number */
  int64_t memory_bytes, compute_major, compute_minor;
  int64_t multiprocessors; /* "SMs"; AMD: compute units */
  int64_t threads_per_multiprocessor;
  /* Each of those above is -1 where the file does not say. */
  bool has_uuid;
  uint8_t uuid[DEVICE_UUID_BYTES];
} DeviceProperties;

/* Finds the properties of the device with that number of a rank. Returns false when the file has none. O(length of the
 * text). */
bool device_properties_of (const Trace *trace,
                           const TraceRank *rank,
                           int32_t number,
                           DeviceProperties *ret_properties);

/* Returns how many devices of a rank's node the file describes; 0 if it describes none. */
uint64_t device_properties_count (const Trace *trace, const TraceRank *rank);

/* Returns the number of multiprocessors of the device with that number, or -1 if it is not known. AMD's profilers
 * number devices differently in different places, so if the file describes only other devices, returns the number that
 * all of them have in common. */
int64_t device_multiprocessors (const Trace *trace, const TraceRank *rank, int32_t number);
