/* SPDX-License-Identifier: Apache-2.0
 *
 * Carries the scope over when a file is reloaded. */

#pragma once

#include "widgets/state/view_state.h"

/* Gives `to` the scope of `from`: the rank and device of the same numbers, the steps of the same numbers, an area within
 * its time. A part that `to` does not have is not limited. */
void scope_carry (ViewState *from, ViewState *to);

/* Returns the index of the rank that has the same number in another trace. Returns TRACE_NONE when there is none, or when
 * rank is TRACE_NONE. O(ranks). */
uint32_t scope_carry_rank (const Trace *from, const Trace *to, uint32_t rank);

/* Does the same for a device; its rank must have the same number too. O(devices x ranks). */
uint32_t scope_carry_device (const Trace *from, const Trace *to, uint32_t device);
