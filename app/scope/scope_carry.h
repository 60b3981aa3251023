/* SPDX-License-Identifier: Apache-2.0
 *
 * Carries the scope over when a file is reloaded. */

#pragma once

#include "widgets/state/view_state.h"

/* Gives `to` the scope of `from`: the rank and device of the same numbers, the steps of the same numbers, an area within
 * its time. A part that `to` does not have is not limited. */
void scope_carry (ViewState *from, ViewState *to);
