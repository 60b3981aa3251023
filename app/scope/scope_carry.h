/* SPDX-License-Identifier: Apache-2.0
 *
 * The scope of one profile, for another one of the same file as it is now. */

#pragma once

#include "widgets/state/view_state.h"

/* Gives `to` the scope of `from`, as far as it has what that is made of: the rank of that number, its device of that
 * number, steps of these numbers, an area within its time. What it has not is not limited. */
void scope_carry (ViewState *from, ViewState *to);
