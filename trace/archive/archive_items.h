/* SPDX-License-Identifier: Apache-2.0
 *
 * What may have arguments: the slices of a profile, then its instants, numbered as one. */

#pragma once

#include "trace/archive/args_codec.h"
#include "trace/model/trace.h"

typedef struct
{
  const SliceColumns *slices;
  const TraceInstant *instants;
  uint64_t n_instants;
} ArchiveItems;

/* Memory that is used again from range to range. All zero to begin with. */
typedef struct
{
  U32Column name;
  I64Column correlation;
  U64Column offset;
} ArchiveItemsScratch;

/* What is known of items [first, first + n), borrowed from the items or from scratch. False: out of memory. O(n). */
bool archive_items_context (const ArchiveItems *items,
                            uint64_t first,
                            uint32_t n,
                            ArchiveItemsScratch *scratch,
                            ArgsContext *ret_context);

/* Likewise, with where their arguments are. */
bool archive_items_range (const ArchiveItems *items,
                          uint64_t first,
                          uint32_t n,
                          ArchiveItemsScratch *scratch,
                          ArgsItems *ret_range);

void archive_items_scratch_clear (ArchiveItemsScratch *scratch);
