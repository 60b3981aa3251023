/* SPDX-License-Identifier: Apache-2.0
 *
 * What is an option of the report "idle" and the list of its gaps. */

#pragma once

#include <stdint.h>

/* Below it a gap before work that had been launched is launch overhead. IDLE_SHORT_NS unless it is called, before any
 * report. */
void report_idle_set_short (int64_t short_ns);
