/* SPDX-License-Identifier: Apache-2.0
 *
 * What was allocated at the peak of each GPU in the window, by line of code (trace/stats/tables/table_allocations.h), for
 * profiles with the history of an allocator: SECTION_ALLOCATIONS. */

#pragma once

#include "widgets/dashboard/sections/dashboard_data.h"

#define ALLOCATIONS_SHOWN_MAX 12

typedef struct
{
  char *name; /* line of code, UTF-8; NULL if no call stack was recorded; owned */
  int64_t device;
  int64_t bytes, largest_bytes;
  int64_t count;
  uint32_t tenths; /* of all bytes */
} AllocationLine;

typedef struct
{
  bool has_instant; /* all GPUs had their peak at one time: there is but one GPU */
  int64_t at_ns;
  int64_t bytes;  /* of all */
  uint64_t count; /* allocations */

  /* The lines with the most bytes, and all others together. */
  uint32_t n_shown;
  AllocationLine shown[ALLOCATIONS_SHOWN_MAX];
  uint64_t n_others, other_count;
  int64_t other_bytes;
  uint32_t other_tenths;
} AllocationFigures;

void *
section_allocations_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_allocations_free (void *section);

static inline const AllocationFigures *
dashboard_allocations (const DashboardData *data)
{
  return dashboard_section (data, SECTION_ALLOCATIONS);
}
