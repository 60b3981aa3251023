/* SPDX-License-Identifier: Apache-2.0
 *
 * What Kineto tells of a communication kernel (torch/csrc/distributed/c10d/ParamCommsUtils.hpp): which collective it is
 * part of, among how many ranks, and how much is sent. */

#pragma once

#include "trace/container/column.h"
#include "trace/model/trace.h"

/* Borrowed bytes of the file. */
typedef struct
{
  const char *at;
  size_t n;
} CollectiveText;

typedef struct
{
  CollectiveText collective, process_group, dtype; /* "" where not told */
  int64_t group_size;                              /* 0: not told */
  bool has_bytes;
  int64_t bytes; /* of the message: the output of an all-gather, else the input; 0 where that is not told */
} CollectiveFacts;

/* Of one slice after the other. All 0 to begin with. */
typedef struct
{
  ArgIter iter;
  char *texts; /* what a fact points to, as the next argument takes its place */
  size_t n, cap;
} CollectiveReader;

/* False: out of memory. The facts are borrowed until the next call. */
bool
collective_read (CollectiveReader *reader, const Trace *trace, uint64_t slice, CollectiveFacts *ret_facts);
void collective_reader_clear (CollectiveReader *reader);

/* Of several kernels. Sums saturate. */
typedef struct
{
  uint64_t n_told;
  int64_t bytes;
  int64_t timed_bytes, timed_ns; /* of those that take any time */
} CollectiveTraffic;

COLUMN_DEFINE (CollectiveTrafficColumn, collective_traffic_column, CollectiveTraffic)

/* transfer_ns: how long the kernel, or the shortest of its collective, took to send that much. */
void collective_traffic_add (CollectiveTraffic *traffic, const CollectiveFacts *facts, int64_t transfer_ns);

/* False: no one bandwidth can be told of it, as of an all-to-all of uneven parts. */
bool collective_has_bandwidth (const CollectiveText *collective);

/* Bytes over a link for each byte of the message (METRICS 19, nccl-tests' PERFORMANCE.md); -1: not known, or not one
 * number, as of an all-to-all of uneven parts. */
double collective_bus_factor (const CollectiveText *collective, int64_t group_size);
