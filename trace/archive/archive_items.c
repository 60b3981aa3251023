/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/archive_items.h"

#include <stdlib.h>

bool
archive_items_context (const ArchiveItems *items,
                       uint64_t first,
                       uint32_t n,
                       ArchiveItemsScratch *scratch,
                       ArgsContext *ret_context)
{
  const SliceColumns *slices = items->slices;

  if (first + n <= slices->n)
    {
      *ret_context = (ArgsContext){ slices->name + first, slices->correlation + first };
      return true;
    }
  if (!u32_column_reserve (&scratch->name, n) || !i64_column_reserve (&scratch->correlation, n))
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      bool is_slice = first + i < slices->n;
      scratch->name.at[i] = is_slice ? slices->name[first + i] : items->instants[first + i - slices->n].name;
      scratch->correlation.at[i] = is_slice ? slices->correlation[first + i] : 0;
    }
  *ret_context = (ArgsContext){ scratch->name.at, scratch->correlation.at };
  return true;
}

bool
archive_items_range (const ArchiveItems *items,
                     uint64_t first,
                     uint32_t n,
                     ArchiveItemsScratch *scratch,
                     ArgsItems *ret_range)
{
  const SliceColumns *slices = items->slices;

  if (!archive_items_context (items, first, n, scratch, &ret_range->context))
    return false;
  if (first + n <= slices->n)
    {
      ret_range->offset = slices->args + first;
      return true;
    }
  if (!u64_column_reserve (&scratch->offset, n))
    return false;
  for (uint32_t i = 0; i < n; i++)
    scratch->offset.at[i] =
      first + i < slices->n ? slices->args[first + i] : items->instants[first + i - slices->n].args;
  ret_range->offset = scratch->offset.at;
  return true;
}

void
archive_items_scratch_clear (ArchiveItemsScratch *scratch)
{
  u32_column_clear (&scratch->name);
  i64_column_clear (&scratch->correlation);
  u64_column_clear (&scratch->offset);
}
