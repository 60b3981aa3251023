/* SPDX-License-Identifier: Apache-2.0
 *
 * From a communication kernel to the parts of the other ranks in its collective, with who waited for whom. Waits and skews
 * are on one clock (trace/ranks/collective_waits.h), whether the times of the profile are or not. Immutable; any thread. */

#pragma once

#include "trace/ranks/collective_waits.h"

typedef struct CollectiveLinks CollectiveLinks;

/* A kernel among the parts of its collective. Borrowed from the links. */
typedef struct
{
  const CollectiveSkew *skew;
  const CollectiveWait *parts; /* skew->n_waits of them, ascending by begin: the last one arrived last */
  size_t place;                /* of the kernel among them */
} CollectiveLink;

/* Reads the collectives of at least two GPUs, of the whole profile. Keeps no reference to trace. should_continue (user_data)
 * may be NULL. Returns NULL when it returns false or memory runs out. O(activities + k log k) for k communication kernels;
 * call it from a worker thread. Transfer full. */
CollectiveLinks *
collective_links_new (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data);
void collective_links_free (CollectiveLinks *links);

/* Finds the collective of a slice. links may be NULL and slice SLICE_NONE. Returns false if the slice is no part of one.
 * O(log k). */
bool collective_links_find (const CollectiveLinks *links, uint64_t slice, CollectiveLink *ret_link);

static inline const CollectiveWait *
collective_link_last (const CollectiveLink *link)
{
  return &link->parts[link->skew->n_waits - 1];
}

/* Returns later_ns - earlier_ns, in an order that the bytes of a file may break: then it is inexact. */
static inline double
collective_links_apart_ns (int64_t later_ns, int64_t earlier_ns)
{
  int64_t apart_ns;

  return __builtin_sub_overflow (later_ns, earlier_ns, &apart_ns) ? (double) later_ns - (double) earlier_ns
                                                                  : (double) apart_ns;
}

/* Returns the slice of the next (by = 1) or previous (-1) GPU in the order of trace_device (), from the last one to the
 * first, for which is_shown (slice, user_data) returns true; NULL means all. Returns SLICE_NONE if there is no other.
 * O(parts). */
uint64_t collective_link_walk (const CollectiveLink *link,
                               int by,
                               bool (*is_shown) (uint64_t slice, void *user_data),
                               void *user_data);

/* Returns "rank 4", or "rank 4 · GPU 1" if the profile has several GPUs of the rank. Free with g_free (). */
char *collective_links_rank (const Trace *trace, uint32_t device);
