/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_activity.h"
#include "widgets/dashboard/sections/section_allocations.h"
#include "widgets/dashboard/sections/section_collectives.h"
#include "widgets/dashboard/sections/section_cpu.h"
#include "widgets/dashboard/sections/section_copies.h"
#include "widgets/dashboard/sections/section_findings.h"
#include "widgets/dashboard/sections/section_gpu_samples.h"
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
#include "widgets/dashboard/sections/section_rank_traffic.h"
#include "widgets/dashboard/sections/section_ranks.h"
#include "widgets/dashboard/sections/section_queries.h"
#include "widgets/dashboard/sections/section_steps.h"
#include "widgets/dashboard/sections/section_stragglers.h"
#include "widgets/dashboard/sections/section_time.h"

const SectionKind section_kinds[N_DASHBOARD_SECTIONS] = {
  [SECTION_IDLE] = { .compute = section_idle_compute, .free = section_idle_free, .depends_on_short_gap = true },
  [SECTION_STEP_PARTS] = { .compute = section_step_parts_compute, .free = section_step_parts_free },
  [SECTION_CPU] = { .compute = section_cpu_compute, .free = section_cpu_free },
  [SECTION_GPU_SAMPLES] = { .compute = section_gpu_samples_compute, .free = section_gpu_samples_free },
  [SECTION_OVERHEAD] = { .compute = section_overhead_compute, .free = section_overhead_free },
  [SECTION_DEVICES] = { .compute = section_devices_compute, .free = section_devices_free },
  [SECTION_OCCUPANCY] = { .compute = section_occupancy_compute, .free = section_occupancy_free },
  [SECTION_LAUNCHES] = { .compute = section_launches_compute, .free = section_launches_free },
  [SECTION_QUEUES] = { .compute = section_queues_compute, .free = section_queues_free },
  [SECTION_COPIES] = { .compute = section_copies_compute, .free = section_copies_free },
  [SECTION_MEMORY_USE] = { .compute = section_memory_use_compute, .free = section_memory_use_free },
  [SECTION_ALLOCATIONS] = { .compute = section_allocations_compute, .free = section_allocations_free },
  [SECTION_OVERLAP] = { .compute = section_overlap_compute, .free = section_overlap_free,
                        .after = SECTION_BIT (SECTION_DEVICES) },
  [SECTION_PRECISION] = { .compute = section_precision_compute, .free = section_precision_free },
  [SECTION_KERNELS] = { .compute = section_kernels_compute, .free = section_kernels_free },
  [SECTION_ACTIVITY] = { .compute = section_activity_compute, .free = section_activity_free },
  [SECTION_HISTOGRAMS] = { .compute = section_histograms_compute, .free = section_histograms_free,
                           .depends_on_histograms = true },
  [SECTION_RANKS] = { .compute = section_ranks_compute, .free = section_ranks_free },
  [SECTION_STRAGGLERS] = { .compute = section_stragglers_compute, .free = section_stragglers_free },
  [SECTION_RANK_TRAFFIC] = { .compute = section_rank_traffic_compute, .free = section_rank_traffic_free },
  [SECTION_COLLECTIVES] = { .compute = section_collectives_compute, .free = section_collectives_free },
  [SECTION_STEPS] = { .compute = section_steps_compute, .free = section_steps_free },
  [SECTION_FINDINGS] = { .compute = section_findings_compute, .free = section_findings_free,
                         .depends_on_finding_rules = true },
  [SECTION_QUERIES] = { .compute = section_queries_compute, .free = section_queries_free, .depends_on_queries = true,
                        .is_final = section_queries_is_final },
  [SECTION_TIME] = { .compute = section_time_compute, .free = section_time_free,
                     .after = SECTION_BIT (SECTION_IDLE) | SECTION_BIT (SECTION_DEVICES) },
};
