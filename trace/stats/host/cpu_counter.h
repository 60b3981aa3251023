/* SPDX-License-Identifier: Apache-2.0
 *
 * Which counters are samples of how busy processors were, and in which unit, as far as their names tell. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* "CPU Utilization", "cpu_usage_percent", "CPUUtilization cpu3", "cpu 7 load %": a word that begins with CPU, and one that
 * speaks of use; nothing about memory, GPUs, clocks or temperature. */
bool cpu_counter_is_utilization (const char *name, size_t length);

/* The name says that values are percentages: "%", percent, pct. */
bool cpu_counter_says_percent (const char *name, size_t length);
