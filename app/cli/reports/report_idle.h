/* SPDX-License-Identifier: Apache-2.0
 *
 * The option of the reports "idle" and "idle_gaps". */

#pragma once

#include <stdint.h>

/* Sets the length below which a gap before work that was already launched counts as launch overhead. Call this before any
 * report; the default is IDLE_SHORT_NS. */
void report_idle_set_short (int64_t short_ns);
