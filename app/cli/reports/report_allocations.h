/* SPDX-License-Identifier: Apache-2.0
 *
 * The reports of live allocations. */

#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Sets the instant that they are about; without it, it is the peak of each GPU. Call it before the reports. */
void report_allocations_set_time (int64_t at_ns);

/* Returns to the peaks. */
void report_allocations_clear_time (void);

/* Returns whether an instant was set, and which. */
bool report_allocations_time (int64_t *ret_at_ns);
