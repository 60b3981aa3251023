/* SPDX-License-Identifier: Apache-2.0
 *
 * What ranks send to each other, and how fast the collectives of each process group are at each of its ranks
 * (trace/ranks/rank_links.h, process_groups.h), as maps of which few cells may have anything: SECTION_RANK_TRAFFIC. */

#pragma once

#include "trace/ranks/process_groups.h"
#include "trace/ranks/rank_links.h"
#include "widgets/dashboard/sections/dashboard_data.h"

/* The most rows and columns of a map. Those beyond are left out; n_left_out counts ranks that have messages. */
#define RANK_TRAFFIC_MAX 4096

typedef enum
{
  TRAFFIC_PACE, /* attoseconds for a byte, so that the slowest is the highest: rank_traffic_gb_s () */
  TRAFFIC_BYTES,
  N_TRAFFIC_FIGURES
} TrafficFigure;

#define TRAFFIC_UNKNOWN INT64_MIN

typedef struct
{
  uint64_t n_known;    /* cells */
  int64_t least, most; /* 0 if there are none */
  int64_t high;        /* where the colours end: most, or what makes differences of less than a tenth look small */
} TrafficSpread;

/* The entries of a row are from row_first[row] to row_first[row + 1], ascending by their columns. */
typedef struct
{
  uint32_t n_rows, n_columns;
  size_t n; /* entries */
  size_t *row_first;
  uint32_t *columns;
  int64_t *values[N_TRAFFIC_FIGURES]; /* >= 0 or TRAFFIC_UNKNOWN */
  TrafficSpread spreads[N_TRAFFIC_FIGURES];
} TrafficMap;

typedef struct
{
  /* From the rank of the row to that of the column, both by numbers; entries are those of links. */
  TrafficMap messages;
  RankLinkColumn links;
  int64_t *numbers;  /* ascending: of all ranks that send or receive */
  size_t n_left_out; /* ranks beyond RANK_TRAFFIC_MAX, whose links are left out */

  /* Process groups x indices of trace_rank (); entries are those of groups.ranks, of which
   * those of groups and ranks beyond RANK_TRAFFIC_MAX are left out, so that ProcessGroup.first_rank is of no use here. The
   * size of the messages counts, and the time of the rank's kernels without waiting. */
  TrafficMap collectives;
  ProcessGroups groups;
} RankTraffic;

void *section_rank_traffic_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_rank_traffic_free (void *section);

static inline const RankTraffic *
dashboard_rank_traffic (const DashboardData *data)
{
  return dashboard_section (data, SECTION_RANK_TRAFFIC);
}

/* Returns the bandwidth of a pace > 0. */
static inline double
rank_traffic_gb_s (int64_t pace)
{
  return 1e9 / (double) pace;
}

/* Returns the entry of a cell, or SIZE_MAX. O(log entries of the row). */
size_t rank_traffic_entry (const TrafficMap *map, uint32_t row, uint32_t column);
