/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/name_groups.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/stop_check.h"

/* The search criteria. */
typedef struct
{
  const StatsScope *scope;
  SliceKind kind;
  uint32_t category; /* of operators that count as well; TRACE_NONE if none do */
  uint8_t *has_any;  /* by row: slices that belong have been counted */
  StopCheck check;
} Search;

/* A range that PyTorch's emit_nvtx () named after an operator is an annotation in its file, and an operator everywhere
 * else. */
static uint32_t
category_of_annotations (const Trace *trace)
{
  for (uint64_t i = 0; i < trace_n_categories (trace); i++)
    {
      uint32_t category = trace_category (trace, i)->category;

      if (strcmp (trace_string (trace, category, NULL), "user_annotation") == 0)
        return category;
    }
  return TRACE_NONE;
}

static bool
belongs (const Search *search, const SliceColumns *slices, uint64_t i)
{
  bool is_of_kind = slices->kind[i] == search->kind
                    || (search->category != TRACE_NONE && slices->kind[i] == SLICE_OPERATOR
                        && slice_category (slices, i) == search->category);

  return is_of_kind && !(slices->flags[i] & SLICE_UNFINISHED)
         && stats_scope_holds_start (search->scope, slice_start_ns (slices, i));
}

/* The slices of a row that may belong; none if the row is not in scope, or has none of that kind: most rows have slices of
 * one kind. Returns false when memory runs out. */
static bool
slices_of_row (const Search *search, uint32_t r, uint64_t *ret_first, uint64_t *ret_end)
{
  const StatsScope *scope = search->scope;
  const TraceRow *row = trace_row (scope->trace, r);
  const uint8_t *kinds = trace_slices (scope->trace)->kind;

  *ret_first = *ret_end = row->first_slice;
  if (!stats_scope_holds_track (scope, trace_track (scope->trace, row->track)))
    return true;
  if (!stats_scope_slices_of_row (scope, row, ret_first, ret_end))
    return false;
  if (search->category == TRACE_NONE && memchr (kinds + *ret_first, (int) search->kind, *ret_end - *ret_first) == NULL)
    *ret_end = *ret_first;
  return true;
}

/* Adds the number of slices of each name to at[name]. */
static bool
count_names (Search *search, uint64_t *at, NameGroups *groups)
{
  const StatsScope *scope = search->scope;
  const SliceColumns *slices = trace_slices (scope->trace);

  for (uint32_t r = 0; r < trace_n_rows (scope->trace); r++)
    {
      uint64_t first, end;

      if (!slices_of_row (search, r, &first, &end))
        return false;
      uint64_t n_before = groups->n_slices;
      for (uint64_t i = first; i < end; i++)
        {
          if (!stop_check_next (&search->check))
            return false;
          if (!belongs (search, slices, i))
            continue;
          groups->n_groups += at[slice_name (slices, i)]++ == 0;
          groups->n_slices++;
        }
      search->has_any[r] = groups->n_slices > n_before;
    }
  return true;
}

/* at[name] is the position of the next duration of that name. A mapped file that is truncated meanwhile reads as zeros:
 * slices beyond those that were counted are left out, and missing ones get a duration of 0 ns. */
static bool
place_durations (Search *search, uint64_t *at, const NameGroups *groups)
{
  const StatsScope *scope = search->scope;
  const SliceColumns *slices = trace_slices (scope->trace);

  for (uint32_t r = 0; r < trace_n_rows (scope->trace); r++)
    {
      uint64_t first, end;

      if (!search->has_any[r])
        continue;
      if (!slices_of_row (search, r, &first, &end))
        return false;
      for (uint64_t i = first; i < end; i++)
        {
          if (!stop_check_next (&search->check))
            return false;
          if (belongs (search, slices, i) && at[slice_name (slices, i)] < groups->n_slices)
            groups->dur_ns[at[slice_name (slices, i)]++] = slice_dur_ns (slices, i);
        }
    }
  return true;
}

bool
name_groups_collect (const StatsScope *scope,
                     SliceKind kind,
                     bool (*should_continue) (void *user_data),
                     void *user_data,
                     NameGroups *ret_groups)
{
  Search search = {
    .scope = scope,
    .kind = kind,
    .category = kind == SLICE_ANNOTATION ? category_of_annotations (scope->trace) : TRACE_NONE,
    .has_any = calloc (trace_n_rows (scope->trace) + (size_t) 1, 1),
    .check = { should_continue, user_data, 0 },
  };
  uint32_t n_names = trace_n_strings (scope->trace);
  uint64_t *at = calloc ((size_t) n_names + 1, sizeof *at); /* by name: count, then next position */
  NameGroups groups = { 0 };
  uint64_t sum = 0;

  bool ok = at != NULL && search.has_any != NULL && count_names (&search, at, &groups);
  if (ok)
    {
      groups.groups = malloc (groups.n_groups * sizeof *groups.groups + 1);
      groups.dur_ns = calloc (groups.n_slices + 1, sizeof *groups.dur_ns);
      ok = groups.groups != NULL && groups.dur_ns != NULL;
    }
  groups.n_groups = 0;
  for (uint32_t name = 0; ok && name < n_names; name++)
    if (at[name] > 0)
      {
        uint64_t n = at[name];
        groups.groups[groups.n_groups++] = (NameGroup){ name, sum, n };
        at[name] = sum;
        sum += n;
      }
  ok = ok && place_durations (&search, at, &groups);
  free (at);
  free (search.has_any);
  if (!ok)
    name_groups_clear (&groups);
  *ret_groups = groups;
  return ok;
}

void
name_groups_clear (NameGroups *groups)
{
  free (groups->groups);
  free (groups->dur_ns);
  *groups = (NameGroups){ 0 };
}

int
name_compare (const Trace *trace, uint32_t a, uint32_t b)
{
  size_t n, m;
  const char *s = trace_string (trace, a, &n), *t = trace_string (trace, b, &m);
  int order = memcmp (s, t, n < m ? n : m);

  return order != 0 ? order : n < m ? -1 : n > m;
}
