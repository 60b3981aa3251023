/* SPDX-License-Identifier: Apache-2.0
 *
 * GPU utilization as another program sampled it (trace/stats/host/gpu_counter.h): SECTION_GPU_SAMPLES. */

#pragma once

#include "trace/stats/host/cpu_time.h"
#include "widgets/dashboard/sections/dashboard_data.h"

/* Nodes are lines, and GPUs their series. */
void *
section_gpu_samples_compute (const DashboardData *data, bool (*should_continue) (void *), void *user_data);
void section_gpu_samples_free (void *section);

static inline const CpuTime *
dashboard_gpu_samples (const DashboardData *data)
{
  return dashboard_section (data, SECTION_GPU_SAMPLES);
}
