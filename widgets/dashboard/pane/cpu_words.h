/* SPDX-License-Identifier: Apache-2.0
 *
 * What the two panes about processors say alike. Needs SECTION_CPU. */

#pragma once

#include "widgets/dashboard/sections/section_cpu.h"

/* Why there is nothing to draw; NULL: there is. */
char *cpu_words_empty (const DashboardData *data);

/* Counters, or traced threads, of all nodes. */
uint32_t cpu_words_n_series (const CpuTime *time);
