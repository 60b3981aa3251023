/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory use over the window (trace/stats/memory/memory_use_stats.h): SECTION_MEMORY_USE. */

#pragma once

#include "trace/stats/memory/memory_use_stats.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define MEMORY_USE_SHOWN_MAX    9
#define MEMORY_USE_RESERVED_MAX 2 /* so that there are four lines */

typedef struct
{
  uint32_t n_devices, n_processes; /* with known memory use in the window */

  double peak_bytes; /* highest peak of a GPU or, without GPUs, of a process */

  /* The series with the highest peaks, GPUs before processes, in the order of devices, then of tracks. */
  uint32_t n_shown;
  MemoryUseStats shown[MEMORY_USE_SHOWN_MAX];

  /* What the allocators have reserved, where the file tells and there is room for it: of the first series. Else 0. */
  uint32_t n_reserved;
  MemoryUseStats reserved[MEMORY_USE_RESERVED_MAX];
} MemoryUseFigures;

void *
section_memory_use_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_memory_use_free (void *section);

static inline const MemoryUseFigures *
dashboard_memory_use (const DashboardData *data)
{
  return dashboard_section (data, SECTION_MEMORY_USE);
}
