/* SPDX-License-Identifier: Apache-2.0
 *
 * The process groups of a job: which ranks communicate in each, how long, and how much of it nothing else covers.
 *
 * A group is identified by its name and its members, as far as the file gives them: the same name may stand for one group
 * of tensor parallel ranks on each node. All kernels without either are one group. Times are unions of the group's
 * communication kernels on a device, clipped to the scope's window, summed over the devices of a rank; a kernel counts, with
 * its bytes, where it begins in the window. Exposed is what no compute kernel of the device covers, as in
 * trace/stats/device/overlap_stats.h, but of each group by itself: what two groups expose at one time counts for both. */

#pragma once

#include "trace/container/string_table.h"
#include "trace/ranks/collective_waits.h"
#include "trace/ranks/parallelism.h"

/* What one rank does in a group. */
typedef struct
{
  uint32_t group, rank; /* indices of ProcessGroups.groups and of trace_rank () */
  uint64_t n_kernels, n_told; /* n_told: those whose bytes are known */
  int64_t bytes;
  int64_t communication_ns, exposed_ns;
  uint64_t n_collectives, n_last; /* those that other ranks of the profile take part in, and where this rank came last */
  int64_t wait_ns;                /* in these, for the last one */
  uint64_t longest;               /* slice of the kernel of them all that is longest in the window; SLICE_NONE if n_kernels is 0 */
  int64_t longest_ns;
} GroupRank;

/* Returns the time of the rank's kernels without waiting for other ranks. In a window it includes what kernels that began
 * before it do in it, whose bytes do not count: a bandwidth is then a little too low. */
static inline int64_t
group_rank_transfer_ns (const GroupRank *rank)
{
  return rank->wait_ns < rank->communication_ns ? rank->communication_ns - rank->wait_ns : 0;
}

COLUMN_DEFINE (GroupRankColumn, group_rank_column, GroupRank)

typedef struct
{
  uint32_t name, members, description; /* ids of ProcessGroups.texts; bytes of the file, "" where it does not say */
  int64_t size;                        /* number of members; 0 if the file does not say */
  Parallelism parallelism;
  uint32_t first_rank, n_ranks; /* of ProcessGroups.ranks: those of the profile that communicate in it */
} ProcessGroup;

COLUMN_DEFINE (ProcessGroupColumn, process_group_column, ProcessGroup)

typedef struct
{
  StringTable *texts;
  ProcessGroupColumn groups; /* in the order in which they appear, by device and time */
  GroupRankColumn ranks;     /* by group, then rank */
  int64_t *compute_ns;       /* by rank: the union of compute kernels on each device, summed */
  bool has_compute;          /* false of a profile of summaries, which has no compute kernels; then nothing is exposed */
} ProcessGroups;

/* waits are of the same scope. All arguments are borrowed during the call. should_continue (user_data) may be NULL. Returns
 * false when it returns false or memory runs out; call process_groups_clear () in either case.
 * O(device work + k log k) for k communication kernels. */
bool process_groups_init (ProcessGroups *groups,
                          const StatsScope *scope,
                          const CollectiveWaits *waits,
                          bool (*should_continue) (void *user_data),
                          void *user_data);
void process_groups_clear (ProcessGroups *groups);
