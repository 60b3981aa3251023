/* SPDX-License-Identifier: Apache-2.0
 *
 * Whole numbers and words among the arguments of slices that statistics add up. */

#pragma once

#include "trace/model/trace.h"

/* A number, rounded to a whole one, that is not negative. */
bool argument_whole (const Arg *arg, int64_t *ret_number);

/* Whether it stands under that key. */
bool argument_is (const Trace *trace, const Arg *arg, const char *key);
