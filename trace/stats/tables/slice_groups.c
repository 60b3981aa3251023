/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/slice_groups.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/radix_order.h"
#include "trace/container/stop_check.h"
#include "trace/stats/distribution.h"
#include "trace/stats/tables/slices_covered.h"

/* A row, its slices that may be in the window, and its owner: unions are per device, or per rank on the host. */
typedef struct
{
  uint64_t owner;
  uint64_t first, end; /* slices */
} RowPart;

COLUMN_DEFINE (RowPartColumn, row_part_column, RowPart)
COLUMN_IMPLEMENT (RowPartColumn, row_part_column)

/* The positions for the slices of a group. */
typedef struct
{
  uint64_t begin; /* of the current owner's slices */
  uint64_t next, end;
  uint64_t n_in, longest;
  int64_t longest_ns;
} GroupPlace;

typedef struct
{
  const StatsScope *scope;
  const SliceColumns *slices;
  const SliceKeys *keys;
  StopCheck check;

  RowPartColumn rows;
  U32Column key_of_item; /* the keys of one slice after the other, if keys come from slices */
  U64Column at;          /* by key: the count, then the group's index + 1 */
  SliceGroups groups;
  GroupPlace *places; /* by group */
  U64Column owned;    /* groups that have slices of the current owner */
} Collection;

/* ---- rows ---- */

static uint64_t
owner_of (const TraceTrack *track)
{
  return (uint64_t) track->rank << 32 | (uint32_t) (track->device + 1);
}

bool
slice_keys_hold (const SliceKeys *keys, const SliceColumns *slices, uint64_t first, uint64_t end)
{
  for (int kind = 0; kind < (int) G_N_ELEMENTS (keys->has_kind); kind++)
    if (keys->has_kind[kind] && memchr (slices->kind + first, kind, (size_t) (end - first)) != NULL)
      return true;
  return false;
}

/* Orders by owner, then by row. */
static bool
order_rows (RowPartColumn *rows)
{
  OrderPair *order = malloc ((2 * rows->n + 1) * sizeof *order);
  RowPart *ordered = malloc ((rows->n + 1) * sizeof *ordered);

  if (order == NULL || ordered == NULL)
    {
      free (order);
      free (ordered);
      return false;
    }
  for (size_t i = 0; i < rows->n; i++)
    order[i] = (OrderPair){ rows->at[i].owner, i };
  radix_order (order, order + rows->n, rows->n);
  for (size_t i = 0; i < rows->n; i++)
    ordered[i] = rows->at[order[i].item];
  free (order);
  free (rows->at);
  rows->at = ordered;
  rows->cap = rows->n + 1;
  return true;
}

static bool
find_rows (Collection *collection)
{
  const Trace *trace = collection->scope->trace;

  for (uint32_t r = 0; r < trace_n_rows (trace); r++)
    {
      const TraceRow *row = trace_row (trace, r);
      const TraceTrack *track = trace_track (trace, row->track);
      RowPart part = { .owner = owner_of (track) };

      if (!stats_scope_holds_track (collection->scope, track))
        continue;
      if (!stats_scope_slices_of_row (collection->scope, row, &part.first, &part.end)
          || !stop_check_ask (&collection->check))
        return false;
      if (slice_keys_hold (collection->keys, collection->slices, part.first, part.end)
          && !row_part_column_push (&collection->rows, part))
        return false;
    }
  return order_rows (&collection->rows);
}

/* ---- keys ---- */

static inline bool
belongs (const Collection *collection, uint64_t i)
{
  const SliceColumns *slices = collection->slices;

  return collection->keys->has_kind[slices->kind[i]] && !(slices->flags[i] & SLICE_UNFINISHED)
         && (collection->scope->is_whole
             || stats_scope_touches (collection->scope, slice_start_ns (slices, i),
                                     slice_dur_ns (slices, i)));
}

/* Makes room for the count of a key. */
static bool
make_room (U64Column *at, uint32_t key)
{
  size_t n = at->n;

  if (key < n)
    return true;
  if (!u64_column_reserve (at, (size_t) key + 1 - n))
    return false;
  at->n = (size_t) key + 1;
  memset (at->at + n, 0, (at->n - n) * sizeof *at->at);
  return true;
}

static bool
find_key (Collection *collection, uint64_t i, uint32_t *ret_key)
{
  const SliceKeys *keys = collection->keys;
  uint32_t name;

  if (keys->of_slice != NULL)
    return keys->of_slice (keys->user_data, i, ret_key)
           && (*ret_key == SLICE_KEY_NONE || make_room (&collection->at, *ret_key))
           && u32_column_push (&collection->key_of_item, *ret_key);
  name = slice_name (collection->slices, i);
  *ret_key = name;
  if (keys->of_name == NULL)
    return true;
  *ret_key = collection->groups.key_of_name[name];
  if (*ret_key != SLICE_KEY_UNSEEN)
    return true;
  if (!keys->of_name (keys->user_data, name, ret_key))
    return false;
  collection->groups.key_of_name[name] = *ret_key;
  return *ret_key == SLICE_KEY_NONE || make_room (&collection->at, *ret_key);
}

/* Counts slices [first, end) by the key of their name. The loop over millions of slices keeps what it needs in variables of
 * its own, since the counts might otherwise lie anywhere in the collection. */
static bool
count_names (Collection *collection, uint64_t first, uint64_t end)
{
  const SliceColumns *slices = collection->slices;
  const uint32_t *key_of_name = collection->groups.key_of_name;
  uint64_t *restrict at = collection->at.at;

  for (uint64_t i = first; i < end; i++)
    {
      uint32_t key;

      if (!belongs (collection, i))
        continue;
      key = slice_name (slices, i);
      if (key_of_name != NULL)
        {
          key = key_of_name[key];
          if (key == SLICE_KEY_UNSEEN)
            {
              if (!find_key (collection, i, &key))
                return false;
              at = collection->at.at;
            }
          if (key == SLICE_KEY_NONE)
            continue;
        }
      at[key]++;
    }
  return true;
}

static bool
count_slices (Collection *collection, uint64_t first, uint64_t end)
{
  for (uint64_t i = first; i < end; i++)
    {
      uint32_t key;

      if (!belongs (collection, i))
        continue;
      if (!find_key (collection, i, &key))
        return false;
      if (key != SLICE_KEY_NONE)
        collection->at.at[key]++;
    }
  return true;
}

static bool
count_keys (Collection *collection)
{
  bool (*count) (Collection *, uint64_t, uint64_t) =
    collection->keys->of_slice != NULL ? count_slices : count_names;

  for (size_t r = 0; r < collection->rows.n; r++)
    for (uint64_t i = collection->rows.at[r].first, end = collection->rows.at[r].end; i < end; i += STOPPABLE_AT_ONCE)
      if (!stop_check_ask (&collection->check) || !count (collection, i, MIN (i + STOPPABLE_AT_ONCE, end)))
        return false;
  for (size_t key = 0; key < collection->at.n; key++)
    {
      collection->groups.n_groups += collection->at.at[key] > 0;
      collection->groups.n_slices += collection->at.at[key];
    }
  return true;
}

static bool
make_groups (Collection *collection)
{
  SliceGroups *groups = &collection->groups;
  uint64_t sum = 0, n = 0;

  groups->groups = malloc ((size_t) groups->n_groups * sizeof *groups->groups + 1);
  groups->start_ns = malloc ((size_t) groups->n_slices * sizeof *groups->start_ns + 1);
  groups->dur_ns = malloc ((size_t) groups->n_slices * sizeof *groups->dur_ns + 1);
  collection->places = malloc ((size_t) groups->n_groups * sizeof *collection->places + 1);
  if (groups->groups == NULL || groups->start_ns == NULL || groups->dur_ns == NULL
      || collection->places == NULL)
    return false;
  for (size_t key = 0; key < collection->at.n; key++)
    {
      uint64_t count = collection->at.at[key];

      if (count == 0)
        continue;
      groups->groups[n] = (SliceGroup){ .key = (uint32_t) key, .first = sum, .longest = SLICE_NONE };
      collection->places[n] = (GroupPlace){ sum, sum, sum + count, 0, SLICE_NONE, -1 };
      sum += count;
      collection->at.at[key] = ++n;
    }
  return true;
}

/* ---- slices ---- */

/* A mapped file that is truncated meanwhile reads as zeros; slices beyond those that were counted are left out. */
static bool
place_slice (Collection *collection, uint64_t i, uint32_t key)
{
  uint64_t number = key < collection->at.n ? collection->at.at[key] : 0;
  int64_t start_ns = slice_start_ns (collection->slices, i), dur_ns = slice_dur_ns (collection->slices, i);

  if (number == 0)
    return true;
  GroupPlace *place = &collection->places[number - 1];
  if (place->next == place->end)
    return true;
  if (place->next == place->begin && !u64_column_push (&collection->owned, number - 1))
    return false;
  collection->groups.start_ns[place->next] = start_ns;
  collection->groups.dur_ns[place->next++] = dur_ns;
  if (!stats_scope_holds_start (collection->scope, start_ns))
    return true;
  place->n_in++;
  if (dur_ns > place->longest_ns || (dur_ns == place->longest_ns && i < place->longest))
    {
      place->longest_ns = dur_ns;
      place->longest = i;
    }
  return collection->keys->take == NULL || collection->keys->take (collection->keys->user_data, key, i);
}

/* Returns the key that count_keys () found for the slice. *item counts the keys that came from slices and have been
 * used. */
static uint32_t
known_key (const Collection *collection, uint64_t i, size_t *item)
{
  uint32_t name;

  if (collection->keys->of_slice != NULL)
    return *item < collection->key_of_item.n ? collection->key_of_item.at[(*item)++] : SLICE_KEY_NONE;
  name = slice_name (collection->slices, i);
  return collection->groups.key_of_name == NULL ? name : collection->groups.key_of_name[name];
}

static bool
place_row (Collection *collection, RowPart row, size_t *item)
{
  for (uint64_t i = row.first; i < row.end; i++)
    {
      if (!stop_check_next (&collection->check))
        return false;
      if (belongs (collection, i) && !place_slice (collection, i, known_key (collection, i, item)))
        return false;
    }
  return true;
}

/* ---- unions ---- */

/* Adds the current owner's cover of a group. Returns false when memory runs out. */
static bool
cover (Collection *collection, uint64_t number)
{
  GroupPlace *place = &collection->places[number];
  SliceGroup *group = &collection->groups.groups[number];
  int64_t *start_ns = collection->groups.start_ns + place->begin;
  int64_t *dur_ns = collection->groups.dur_ns + place->begin;
  size_t n = (size_t) (place->next - place->begin);
  int64_t covered_ns;

  place->begin = place->next;
  if (!slices_covered (collection->scope, start_ns, dur_ns, n, &covered_ns))
    return false;
  group->covered_ns = add_saturated (group->covered_ns, covered_ns);
  return true;
}

static bool
place_all (Collection *collection)
{
  const RowPartColumn *rows = &collection->rows;
  size_t item = 0;

  for (size_t r = 0; r < rows->n; r++)
    {
      if (!place_row (collection, rows->at[r], &item))
        return false;
      if (r + 1 < rows->n && rows->at[r + 1].owner == rows->at[r].owner)
        continue;
      for (size_t i = 0; i < collection->owned.n; i++)
        if (!cover (collection, collection->owned.at[i]))
          return false;
      collection->owned.n = 0;
    }
  for (uint64_t i = 0; i < collection->groups.n_groups; i++)
    {
      SliceGroup *group = &collection->groups.groups[i];

      group->n = collection->places[i].next - group->first;
      group->n_in = collection->places[i].n_in;
      group->longest = collection->places[i].longest;
    }
  return true;
}

static bool
prepare_keys (Collection *collection)
{
  const SliceKeys *keys = collection->keys;
  size_t n_names = (size_t) collection->slices->n_strings + 1;

  if (keys->of_slice != NULL)
    return true;
  if (keys->of_name == NULL)
    return make_room (&collection->at, collection->slices->n_strings);
  collection->groups.key_of_name = malloc (n_names * sizeof (uint32_t));
  for (size_t name = 0; collection->groups.key_of_name != NULL && name < n_names; name++)
    collection->groups.key_of_name[name] = SLICE_KEY_UNSEEN;
  return collection->groups.key_of_name != NULL;
}

bool
slice_groups_collect (const StatsScope *scope,
                      const SliceKeys *keys,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      SliceGroups *ret_groups)
{
  Collection collection = {
    .scope = scope,
    .slices = trace_slices (scope->trace),
    .keys = keys,
    .check = { should_continue, user_data, 0 },
  };
  bool ok = prepare_keys (&collection) && find_rows (&collection) && count_keys (&collection)
            && make_groups (&collection) && place_all (&collection);

  row_part_column_clear (&collection.rows);
  u32_column_clear (&collection.key_of_item);
  u64_column_clear (&collection.at);
  u64_column_clear (&collection.owned);
  free (collection.places);
  if (!ok)
    slice_groups_clear (&collection.groups);
  *ret_groups = collection.groups;
  return ok;
}

void
slice_groups_clear (SliceGroups *groups)
{
  free (groups->groups);
  free (groups->start_ns);
  free (groups->dur_ns);
  free (groups->key_of_name);
  *groups = (SliceGroups){ 0 };
}
