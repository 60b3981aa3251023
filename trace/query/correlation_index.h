/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds slices by correlation id, so that joining an API call with the work it launched takes one look-up per row.
 *
 * A hash table of buckets, filled in two passes over the slices at the first look-up. Takes about ten bytes per slice
 * that has an id. */

#pragma once

#include <stdint.h>

#include "trace/model/trace.h"

typedef struct CorrelationIndex CorrelationIndex;
typedef struct QuerySource QuerySource;

/* trace is borrowed. Returns NULL when memory runs out. O(1). */
CorrelationIndex *correlation_index_new (const Trace *trace);
void correlation_index_free (CorrelationIndex *index);

/* Returns slices in ascending order that include all with that correlation; the caller checks each one. Id 0 means no
 * correlation and finds nothing. The result is valid as long as the index. The first call takes O(slices), and ends
 * early when the query of the source must end. Returns SQLITE_OK, SQLITE_NOMEM or SQLITE_INTERRUPT. */
int correlation_index_find (CorrelationIndex *index,
                            const QuerySource *source,
                            int64_t correlation,
                            const uint64_t **ret_slices,
                            uint64_t *ret_n);
