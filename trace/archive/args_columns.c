/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/archive/args_columns.h"

#include <string.h>

bool
args_paths_fill (ArgsPaths *paths, const uint32_t *path_of, uint32_t n, uint32_t n_paths)
{
  paths->items.n = paths->begins.n = 0;
  if (!u32_column_reserve (&paths->items, n) || !u32_column_reserve (&paths->begins, (size_t) n_paths + 2))
    return false;

  /* Counts are stored one entry further on, so that after filling, each begin is in its place. */
  uint32_t *begins = paths->begins.at;
  memset (begins, 0, ((size_t) n_paths + 2) * sizeof *begins);
  for (uint32_t i = 0; i < n; i++)
    if (path_of[i] > 0)
      begins[path_of[i] + 1]++;
  for (uint32_t path = 1; path <= n_paths + 1; path++)
    begins[path] += begins[path - 1];
  for (uint32_t i = 0; i < n; i++)
    if (path_of[i] > 0)
      paths->items.at[begins[path_of[i]]++] = i;
  paths->items.n = begins[n_paths];
  paths->begins.n = (size_t) n_paths + 1;
  return true;
}

void
args_paths_clear (ArgsPaths *paths)
{
  u32_column_clear (&paths->items);
  u32_column_clear (&paths->begins);
}

bool
args_path_context_fill (ArgsPathContext *path, const ArgsContext *block, const uint32_t *items, uint32_t n)
{
  path->context.n = path->correlation.n = 0;
  if (!dense_ids_begin (&path->names, n) || !u32_column_reserve (&path->context, n)
      || !i64_column_reserve (&path->correlation, n))
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      path->context.at[i] = dense_ids_of (&path->names, block->name[items[i]]);
      path->correlation.at[i] = block->correlation[items[i]];
    }
  return true;
}

void
args_path_context_clear (ArgsPathContext *path)
{
  dense_ids_clear (&path->names);
  u32_column_clear (&path->context);
  i64_column_clear (&path->correlation);
  u32_column_clear (&path->part_context);
  i64_column_clear (&path->part_correlation);
}

ColumnHints
args_path_hints (const ArgsPathContext *path, const int64_t *related)
{
  return (ColumnHints){
    .context = path->context.at,
    .n_contexts = (uint32_t) path->names.distinct.n,
    .references = { path->correlation.at, related },
  };
}

bool
args_path_part_hints (ArgsPathContext *path,
                      const uint8_t *kinds,
                      uint32_t n,
                      unsigned kind,
                      ColumnHints *ret_hints,
                      uint32_t *ret_n)
{
  uint32_t n_part = 0;

  if (!u32_column_reserve (&path->part_context, n) || !i64_column_reserve (&path->part_correlation, n))
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (kinds[i] == kind)
      {
        path->part_context.at[n_part] = path->context.at[i];
        path->part_correlation.at[n_part++] = path->correlation.at[i];
      }
  *ret_hints = args_path_hints (path, NULL);
  ret_hints->context = path->part_context.at;
  ret_hints->references[0] = path->part_correlation.at;
  *ret_n = n_part;
  return true;
}

bool
args_column_is_related (const int64_t *numbers, size_t n)
{
  for (size_t i = 1; i < n; i++)
    if (numbers[i] != numbers[0])
      return true;
  return false;
}
