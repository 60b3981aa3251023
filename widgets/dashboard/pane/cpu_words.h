/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts shared by the two panes about the CPU. Needs SECTION_CPU. */

#pragma once

#include "widgets/dashboard/sections/section_cpu.h"

/* Returns why there is nothing to draw, or NULL. Free with g_free (). */
char *cpu_words_empty (const DashboardData *data);

/* Returns the number of counters, or of traced threads, of all nodes. */
uint32_t cpu_words_n_series (const CpuTime *time);
