/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels by exact name, over all GPUs in scope, ranked by time and by launches: SECTION_KERNELS. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

#define DASHBOARD_TOP     15 /* rows of the ranked panes, and the default of the rings */
#define DASHBOARD_TOP_MIN 1
#define DASHBOARD_TOP_MAX 50 /* rows kept in the data */

/* All launches of one exact kernel name. */
typedef struct
{
  uint32_t name; /* string id */
  WorkKind work;
  uint64_t count;
  int64_t total_ns;
  int64_t within_ns; /* time of its kernels inside the window, including those that began before it */
  uint64_t longest;  /* the earliest of its longest slices */
} DashboardKernel;

typedef struct
{
  DashboardKernel rows[DASHBOARD_TOP_MAX]; /* by time or count, descending, then by name */
  uint32_t n;
} KernelRanking;

typedef struct
{
  uint64_t n_names, n_launches;
  int64_t total_ns;  /* of durations; concurrent kernels count each */
  int64_t within_ns; /* the parts of the durations inside the window */
  KernelRanking by_time, by_count;
} KernelFigures;

/* The first rows of a ranking, and the rest as one row, for a chart. */
typedef struct
{
  const DashboardKernel *rows; /* borrowed from the ranking */
  uint32_t n;
  uint32_t tenths[DASHBOARD_TOP_MAX]; /* share of the time or count of all names */
  uint64_t n_others;                  /* number of names without a row */
  uint64_t other_count;
  int64_t other_ns, other_within_ns;
  uint32_t other_tenths;
} KernelTop;

void *section_kernels_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_kernels_free (void *section);

static inline const KernelFigures *
dashboard_kernels (const DashboardData *data)
{
  return dashboard_section (data, SECTION_KERNELS);
}

/* Returns the first n_rows rows, DASHBOARD_TOP_MIN to DASHBOARD_TOP_MAX. O(n_rows^2). */
KernelTop kernel_figures_top (const KernelFigures *kernels, bool by_count, uint32_t n_rows);
