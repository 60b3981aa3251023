/* SPDX-License-Identifier: Apache-2.0
 *
 * What Kineto records about a communication kernel (torch/csrc/distributed/c10d/ParamCommsUtils.hpp): the collective it
 * belongs to, the number of ranks, and the amount of data. */

#pragma once

#include "trace/container/column.h"
#include "trace/model/arg_finder.h"
#include "trace/model/trace.h"

/* What a collective does, whatever its exact name. */
typedef enum
{
  COLLECTIVE_ALL_TO_ALL_V, /* with parts of different sizes */
  COLLECTIVE_ALL_TO_ALL,
  COLLECTIVE_ALL_REDUCE,
  COLLECTIVE_ALL_GATHER,
  COLLECTIVE_REDUCE_SCATTER,
  COLLECTIVE_BROADCAST,
  COLLECTIVE_REDUCE,
  COLLECTIVE_SEND,
  COLLECTIVE_RECEIVE,
  N_COLLECTIVE_KINDS /* not known */
} CollectiveKind;

/* Borrowed bytes of the file. */
typedef struct
{
  const char *at;
  size_t n;
} CollectiveText;

typedef struct
{
  CollectiveText collective, process_group, dtype; /* "" if not known */
  CollectiveKind kind;                             /* collective_kind () of collective */
  int64_t group_size;                              /* 0 if unknown */
  bool has_bytes;
  int64_t bytes; /* size of the message: the output of an all-gather, else the input; 0 if not known */
} CollectiveFacts;

/* Reads one slice after the other. Starts with all 0. */
typedef struct
{
  ArgFinder finder;
  char *texts; /* copies of the texts that facts point to, since the next argument replaces them */
  size_t n, cap;
  char last[32]; /* the last name of a collective, and its kind or -1 */
  size_t n_last;
  int which_last;
} CollectiveReader;

/* Reads the facts of a slice. Returns false when memory runs out. The facts are borrowed until the next call. */
bool
collective_read (CollectiveReader *reader, const Trace *trace, uint64_t slice, CollectiveFacts *ret_facts);
void collective_reader_clear (CollectiveReader *reader);

/* The traffic of several kernels. Sums saturate. */
typedef struct
{
  uint64_t n_told; /* kernels whose bytes are known */
  int64_t bytes;
  int64_t timed_bytes, timed_ns; /* of kernels that take time */
} CollectiveTraffic;

COLUMN_DEFINE (CollectiveTrafficColumn, collective_traffic_column, CollectiveTraffic)

/* transfer_ns is the time that the kernel, or the shortest kernel of its collective, took for the transfer. */
void collective_traffic_add (CollectiveTraffic *traffic, const CollectiveFacts *facts, int64_t transfer_ns);

/* Return whether the text of "Collective name" names a message to one rank, or from one. */
bool collective_is_send (const char *text, size_t length);
bool collective_is_receive (const char *text, size_t length);

/* Returns the kind of a collective by its name, such as "_allgather_base"; N_COLLECTIVE_KINDS if it is none of them. */
CollectiveKind collective_kind (const CollectiveText *collective);

/* Returns a word for a kind: "all_reduce". Static. */
const char *collective_kind_word (CollectiveKind kind);

/* Returns false if the collective has no single bandwidth, as an all-to-all with uneven parts. */
bool collective_has_bandwidth (const CollectiveText *collective);

/* Returns the bytes sent over a link for each byte of the message (METRICS 19, nccl-tests' PERFORMANCE.md), or -1 if it
 * is unknown or not a single number, as for an all-to-all with uneven parts. */
double collective_bus_factor (const CollectiveText *collective, int64_t group_size);

/* Does the same for the kind of a collective. */
double collective_kind_bus_factor (CollectiveKind kind, int64_t group_size);
