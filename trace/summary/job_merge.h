/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes the profile of a job out of summaries of its ranks (rank_summary.h). The result does not depend on the order in
 * which they are given.
 *
 * A file that is no summary or is damaged, one whose rank another one has, and ranks of the job that no summary is of are
 * left out, and named in the health table of the profile. Ranks that do not know their number are numbered in the order
 * of the names of their traces, as in a folder of traces. */

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef struct
{
  GPtrArray *complaints; /* sentences: one for each file that is left out, one for all missing ranks. Owned */
  guint n_ranks, n_damaged, n_twice;
  guint64 n_missing;
} JobMerged;

/* Writes the profile to fd, an empty regular file, open for reading and writing, borrowed; path is for messages. Only one
 * summary is mapped at a time. Errors: TRACE_ERROR_NOT_A_TRACE if no summary could be read, and those of
 * trace_builder_finish_file (). Clear ret_merged in any case. O(sizes of the summaries). */
bool job_merge (const char *const *paths,
                size_t n,
                int fd,
                const char *path,
                JobMerged *ret_merged,
                GError **error);
void job_merged_clear (JobMerged *merged);
