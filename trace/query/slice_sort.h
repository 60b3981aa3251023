/* SPDX-License-Identifier: Apache-2.0
 *
 * Orders slices by the text of their name or category, so that "group by name" needs no sorting of rows. Each text is
 * sorted once; the slices are then distributed to their texts. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/query/query_source.h"
#include "trace/query/slice_scan.h"

/* Sorts the slices of a scan, which is read twice; slices with the same text ascend by id. string is slice_name () or
 * slice_category (). *ret_slices gets *ret_n ids; free it with free (). O(slices + strings), 8 bytes per slice. Returns
 * SQLITE_OK, SQLITE_NOMEM or SQLITE_INTERRUPT. */
int slice_sort (const QuerySource *source,
                const SliceScan *scan,
                uint32_t (*string) (const SliceColumns *slices, uint64_t slice),
                bool is_descending,
                uint64_t **ret_slices,
                uint64_t *ret_n);
