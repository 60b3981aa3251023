/* SPDX-License-Identifier: Apache-2.0
 *
 * Slices in order of the text of their name or category, so that "group by name" needs no sorting of rows: texts
 * are sorted once each, slices are then dealt out to their texts. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/query/query_source.h"
#include "trace/query/slice_scan.h"

/* The slices of a scan, which is read twice; those with one text ascend by id. string: slice_name () or
 * slice_category (). *ret_slices: *ret_n ids, to be freed with free (). O(slices + strings), 8 bytes a slice.
 * SQLITE_OK, SQLITE_NOMEM or SQLITE_INTERRUPT. */
int slice_sort (const QuerySource *source,
                const SliceScan *scan,
                uint32_t (*string) (const SliceColumns *slices, uint64_t slice),
                bool is_descending,
                uint64_t **ret_slices,
                uint64_t *ret_n);
