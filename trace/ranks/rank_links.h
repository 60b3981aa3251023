/* SPDX-License-Identifier: Apache-2.0
 *
 * What ranks send to each other, as a matrix with an entry for each pair that has a message, so that a slow link stands out.
 *
 * PyTorch records with the kernel of a send the rank that it goes to, and with that of a receive the rank that it comes
 * from (torch/csrc/distributed/c10d/ParamCommsUtils.cpp: "Dst Rank", "Src Rank"). Kernels without them are not counted here:
 * a batch of messages in one kernel has no single partner. The nth send of a pair belongs to the nth receive. Each waits for
 * the other, so that the shorter of the two is the time of the transfer; where the file has one side only, or different
 * numbers of both, the transfer is not known to end with the waiting, and the times are upper bounds. */

#pragma once

#include "trace/container/column.h"
#include "trace/stats/scope.h"

typedef struct
{
  int64_t from, to; /* numbers of ranks, as the file has them; not necessarily ranks of the profile */
  uint64_t n_sends, n_receives;
  uint64_t n_told; /* messages whose bytes are known: sends, or receives where there are no sends */
  int64_t bytes;
  int64_t send_ns, receive_ns; /* durations, summed; saturate */
  bool is_paired;              /* there are as many sends as receives */
  uint64_t longest;            /* slice of the message that took longest: if they are paired, the shorter one of its two */
  int64_t transfer_ns;         /* of paired ones the shorter of the two, summed; else of the sends, or of the receives where there are no
                          sends: those whose bytes count */
} RankLink;

COLUMN_DEFINE (RankLinkColumn, rank_link_column, RankLink)

/* Collects the messages that begin in the scope's window, ascending by from, then to. scope is borrowed during the call.
 * should_continue (user_data) may be NULL. *ret_links must be empty; clear it in either case. Returns false when
 * should_continue () returns false or memory runs out. O(device work + k log k) for k messages. */
bool rank_links_collect (const StatsScope *scope,
                         bool (*should_continue) (void *user_data),
                         void *user_data,
                         RankLinkColumn *ret_links);
