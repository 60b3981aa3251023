/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_activity.h"
#include "widgets/dashboard/sections/section_cpu.h"
#include "widgets/dashboard/sections/section_copies.h"
#include "widgets/dashboard/sections/section_histograms.h"
#include "widgets/dashboard/sections/section_idle.h"
#include "widgets/dashboard/sections/section_kernels.h"
#include "widgets/dashboard/sections/section_overhead.h"
#include "widgets/dashboard/sections/section_step_parts.h"
#include "widgets/dashboard/sections/section_launches.h"
#include "widgets/dashboard/sections/section_memory_use.h"
#include "widgets/dashboard/sections/section_occupancy.h"
#include "widgets/dashboard/sections/section_overlap.h"
#include "widgets/dashboard/sections/section_queues.h"
#include "widgets/dashboard/sections/section_precision.h"
#include "widgets/dashboard/sections/section_queries.h"
#include "widgets/dashboard/sections/section_steps.h"
#include "widgets/dashboard/sections/section_time.h"

const SectionKind section_kinds[N_DASHBOARD_SECTIONS] = {
  [SECTION_IDLE] = { section_idle_compute, section_idle_free, .depends_on_short_gap = true },
  [SECTION_STEP_PARTS] = { section_step_parts_compute, section_step_parts_free },
  [SECTION_CPU] = { section_cpu_compute, section_cpu_free },
  [SECTION_OVERHEAD] = { section_overhead_compute, section_overhead_free },
  [SECTION_DEVICES] = { section_devices_compute, section_devices_free },
  [SECTION_OCCUPANCY] = { section_occupancy_compute, section_occupancy_free },
  [SECTION_LAUNCHES] = { section_launches_compute, section_launches_free },
  [SECTION_QUEUES] = { section_queues_compute, section_queues_free },
  [SECTION_COPIES] = { section_copies_compute, section_copies_free },
  [SECTION_MEMORY_USE] = { section_memory_use_compute, section_memory_use_free },
  [SECTION_OVERLAP] = { section_overlap_compute, section_overlap_free,
                        .after = SECTION_BIT (SECTION_DEVICES) },
  [SECTION_PRECISION] = { section_precision_compute, section_precision_free },
  [SECTION_KERNELS] = { section_kernels_compute, section_kernels_free },
  [SECTION_ACTIVITY] = { section_activity_compute, section_activity_free },
  [SECTION_HISTOGRAMS] = { section_histograms_compute, section_histograms_free,
                           .depends_on_histograms = true },
  [SECTION_STEPS] = { section_steps_compute, section_steps_free },
  [SECTION_QUERIES] = { section_queries_compute, section_queries_free, .depends_on_queries = true,
                        .is_final = section_queries_is_final },
  [SECTION_TIME] = { section_time_compute, section_time_free,
                     .after = SECTION_BIT (SECTION_IDLE) | SECTION_BIT (SECTION_DEVICES) },
};
