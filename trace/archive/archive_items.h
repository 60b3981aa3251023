/* SPDX-License-Identifier: Apache-2.0
 *
 * The items of a profile that may have arguments: its slices, then its instants, in one numbering. */

#pragma once

#include "trace/archive/args_codec.h"
#include "trace/model/trace.h"

typedef struct
{
  const SliceColumns *slices;
  const TraceInstant *instants;
  uint64_t n_instants;
} ArchiveItems;

/* Memory that is reused from range to range. All zero at first. */
typedef struct
{
  U32Column name;
  I64Column correlation;
  U64Column offset;
} ArchiveItemsScratch;

/* Sets *ret_context to the names and correlations of items [first, first + n), borrowed from the items or
 * from scratch. Returns false if memory runs out. O(n). */
bool archive_items_context (const ArchiveItems *items,
                            uint64_t first,
                            uint32_t n,
                            ArchiveItemsScratch *scratch,
                            ArgsContext *ret_context);

/* Like archive_items_context (), and also sets where the arguments of the items are. */
bool archive_items_range (const ArchiveItems *items,
                          uint64_t first,
                          uint32_t n,
                          ArchiveItemsScratch *scratch,
                          ArgsItems *ret_range);

void archive_items_scratch_clear (ArchiveItemsScratch *scratch);
