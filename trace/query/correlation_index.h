/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices by correlation id: what makes a join of a call with what it launched one look per row.
 *
 * A table of buckets by hash, filled in two passes over the slices when it is first asked: about ten bytes per slice
 * that has an id. */

#pragma once

#include <stdint.h>

#include "trace/model/trace.h"

typedef struct CorrelationIndex CorrelationIndex;
typedef struct QuerySource QuerySource;

/* trace is borrowed. NULL: out of memory. O(1). */
CorrelationIndex *correlation_index_new (const Trace *trace);
void correlation_index_free (CorrelationIndex *index);

/* Slices among which are all of that correlation, ascending; the caller checks each. 0, which means none, has none.
 * Valid as long as the index. The first call is O(slices), and ends when the query of the source does.
 * SQLITE_OK, SQLITE_NOMEM or SQLITE_INTERRUPT. */
int correlation_index_find (CorrelationIndex *index,
                            const QuerySource *source,
                            int64_t correlation,
                            const uint64_t **ret_slices,
                            uint64_t *ret_n);
