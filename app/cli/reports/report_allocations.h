/* SPDX-License-Identifier: Apache-2.0
 *
 * The reports of live allocations. */

#pragma once

#include <stdint.h>

/* Sets the instant that allocations_live is about; without it, it is the peak of each GPU. Call it before the reports. */
void report_allocations_set_time (int64_t at_ns);
