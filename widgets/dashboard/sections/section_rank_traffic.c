/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_rank_traffic.h"

#include <stdlib.h>

#include "trace/container/stoppable_order.h"
#include "trace/ranks/job_waits.h"

/* ---- figures ---- */

/* Returns how long a byte takes, TRAFFIC_UNKNOWN if that is nothing or not known. */
static int64_t
pace_of (int64_t bytes, int64_t time_ns)
{
  if (bytes <= 0 || time_ns <= 0)
    return TRAFFIC_UNKNOWN;
  __int128 pace = (__int128) time_ns * 1000000000 / bytes;

  return (int64_t) CLAMP (pace, 1, INT64_MAX / 2);
}

/* Bytes of some over the time of all would be a bandwidth of nothing. */
static void
set_link (TrafficMap *map, size_t i, const RankLink *link)
{
  uint64_t n_messages = link->n_sends > 0 ? link->n_sends : link->n_receives;

  map->values[TRAFFIC_PACE][i] =
    link->n_told == n_messages ? pace_of (link->bytes, link->transfer_ns) : TRAFFIC_UNKNOWN;
  map->values[TRAFFIC_BYTES][i] = link->n_told > 0 ? MAX (link->bytes, 0) : TRAFFIC_UNKNOWN;
}

static void
set_rank (TrafficMap *map, size_t i, const GroupRank *rank)
{
  map->values[TRAFFIC_PACE][i] = rank->n_told == rank->n_kernels
                                   ? pace_of (rank->bytes, group_rank_transfer_ns (rank))
                                   : TRAFFIC_UNKNOWN;
  map->values[TRAFFIC_BYTES][i] = rank->n_told > 0 ? MAX (rank->bytes, 0) : TRAFFIC_UNKNOWN;
}

static TrafficSpread
spread_of (const int64_t *values, size_t n)
{
  TrafficSpread spread = { .least = INT64_MAX };

  for (size_t i = 0; i < n; i++)
    if (values[i] != TRAFFIC_UNKNOWN)
      {
        spread.n_known++;
        spread.least = MIN (spread.least, values[i]);
        spread.most = MAX (spread.most, values[i]);
      }
  if (spread.n_known == 0)
    return (TrafficSpread){ 0 };
  int64_t tenth = spread.least / 10;
  spread.high = spread.most - spread.least > tenth ? spread.most : spread.least + tenth;
  return spread;
}

/* ---- maps ---- */

static bool
map_init (TrafficMap *map, uint32_t n_rows, uint32_t n_columns, size_t n)
{
  *map = (TrafficMap){ .n_rows = n_rows,
                       .n_columns = n_columns,
                       .n = n,
                       .row_first = calloc (n_rows + (size_t) 1, sizeof *map->row_first),
                       .columns = calloc (n + 1, sizeof *map->columns) };
  bool ok = map->row_first != NULL && map->columns != NULL;

  for (TrafficFigure figure = 0; figure < N_TRAFFIC_FIGURES; figure++)
    {
      map->values[figure] = calloc (n + 1, sizeof *map->values[figure]);
      ok = ok && map->values[figure] != NULL;
    }
  return ok;
}

static void
map_clear (TrafficMap *map)
{
  free (map->row_first);
  free (map->columns);
  for (TrafficFigure figure = 0; figure < N_TRAFFIC_FIGURES; figure++)
    free (map->values[figure]);
}

/* The last entry of each row that has some has set where the row ends. n is the number of entries. */
static void
map_finish (TrafficMap *map, size_t n)
{
  map->n = n;
  for (uint32_t row = 0; row < map->n_rows; row++)
    map->row_first[row + 1] = MAX (map->row_first[row + 1], map->row_first[row]);
  for (TrafficFigure figure = 0; figure < N_TRAFFIC_FIGURES; figure++)
    map->spreads[figure] = spread_of (map->values[figure], map->n);
}

size_t
rank_traffic_entry (const TrafficMap *map, uint32_t row, uint32_t column)
{
  size_t low = map->row_first[row], end = map->row_first[row + 1], high = end;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (map->columns[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
  return low < end && map->columns[low] == column ? low : SIZE_MAX;
}

/* ---- messages ---- */

static int
compare_numbers (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

/* Returns the index of a number, or n. */
static size_t
find_number (const int64_t *numbers, size_t n, int64_t number)
{
  const int64_t *found = n > 0 ? bsearch (&number, numbers, n, sizeof *numbers, compare_numbers) : NULL;

  return found != NULL ? (size_t) (found - numbers) : n;
}

static bool
find_numbers (RankTraffic *traffic, bool (*should_continue) (void *), void *user_data, size_t *ret_n)
{
  const RankLinkColumn *links = &traffic->links;
  int64_t *numbers = malloc ((2 * links->n + 1) * sizeof *numbers);
  size_t n = 0;

  traffic->numbers = numbers;
  if (numbers == NULL)
    return false;
  for (size_t i = 0; i < links->n; i++)
    {
      numbers[2 * i] = links->at[i].from;
      numbers[2 * i + 1] = links->at[i].to;
    }
  if (!stoppable_order (numbers, 2 * links->n, sizeof *numbers, compare_numbers, should_continue, user_data))
    return false;
  for (size_t i = 0; i < 2 * links->n; i++)
    if (n == 0 || numbers[n - 1] != numbers[i])
      numbers[n++] = numbers[i];
  *ret_n = MIN (n, RANK_TRAFFIC_MAX);
  traffic->n_left_out = n - *ret_n;
  return true;
}

static bool
add_messages (RankTraffic *traffic, bool (*should_continue) (void *), void *user_data)
{
  RankLinkColumn *links = &traffic->links;
  TrafficMap *map = &traffic->messages;
  size_t n_numbers, n = 0;

  if (!find_numbers (traffic, should_continue, user_data, &n_numbers)
      || !map_init (map, (uint32_t) n_numbers, (uint32_t) n_numbers, links->n))
    return false;
  for (size_t i = 0; i < links->n; i++)
    {
      size_t row = find_number (traffic->numbers, n_numbers, links->at[i].from);
      size_t column = find_number (traffic->numbers, n_numbers, links->at[i].to);

      if (row == n_numbers || column == n_numbers)
        continue;
      links->at[n] = links->at[i];
      map->columns[n] = (uint32_t) column;
      set_link (map, n, &links->at[n]);
      map->row_first[row + 1] = ++n;
    }
  map_finish (map, n);
  links->n = n;
  return true;
}

/* ---- collectives ---- */

static bool
add_groups (RankTraffic *traffic, const Trace *trace)
{
  ProcessGroups *groups = &traffic->groups;
  uint32_t n_groups = (uint32_t) MIN (groups->groups.n, (size_t) RANK_TRAFFIC_MAX);
  uint32_t n_ranks = MIN (trace_n_ranks (trace), RANK_TRAFFIC_MAX);
  TrafficMap *map = &traffic->collectives;
  size_t n = 0;

  if (!map_init (map, n_groups, n_ranks, groups->ranks.n))
    return false;
  /* Ranks are by group, then rank, as the entries are. */
  for (size_t i = 0; i < groups->ranks.n; i++)
    {
      const GroupRank rank = groups->ranks.at[i];

      if (rank.group >= n_groups || rank.rank >= n_ranks)
        continue;
      groups->ranks.at[n] = rank;
      map->columns[n] = rank.rank;
      set_rank (map, n, &rank);
      map->row_first[rank.group + 1] = ++n;
    }
  map_finish (map, n);
  groups->ranks.n = n;
  return true;
}

void *
section_rank_traffic_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data)
{
  RankTraffic *traffic = calloc (1, sizeof *traffic);
  const Trace *trace = data->scope.trace;
  bool ok = traffic != NULL;

  if (ok && trace_n_ranks (trace) > 1)
    {
      ok = rank_links_collect (&data->scope, should_continue, user_data, &traffic->links)
           && add_messages (traffic, should_continue, user_data);
      if (ok)
        {
          JobWaits job;

          ok = job_waits_init (&job, &data->scope, should_continue, user_data)
               && process_groups_init (&traffic->groups, &data->scope, &job.waits, should_continue, user_data)
               && add_groups (traffic, trace);
          job_waits_clear (&job);
        }
    }
  if (ok)
    return traffic;
  if (traffic != NULL)
    section_rank_traffic_free (traffic);
  return NULL;
}

void
section_rank_traffic_free (void *section)
{
  RankTraffic *traffic = section;

  map_clear (&traffic->messages);
  map_clear (&traffic->collectives);
  rank_link_column_clear (&traffic->links);
  process_groups_clear (&traffic->groups);
  free (traffic->numbers);
  free (traffic);
}
