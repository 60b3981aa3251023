/* SPDX-License-Identifier: Apache-2.0
 *
 * The number of launched operations that wait on each stream (trace/stats/launch/queue_depth.h): SECTION_QUEUES. */

#pragma once

#include "trace/stats/launch/queue_depth.h"
#include "widgets/dashboard/sections/dashboard_data.h"

#define QUEUES_SHOWN_MAX 9

typedef struct
{
  uint32_t n_streams; /* streams with waiting work in the window */
  uint64_t n, n_negative, most;
  int64_t full_ns; /* sum over the streams; saturates */

  /* The streams with the deepest queues, by mean depth, descending. */
  uint32_t n_shown;
  QueueDepth shown[QUEUES_SHOWN_MAX];
} QueueFigures;

void *section_queues_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_queues_free (void *section);

static inline const QueueFigures *
dashboard_queues (const DashboardData *data)
{
  return dashboard_section (data, SECTION_QUEUES);
}
