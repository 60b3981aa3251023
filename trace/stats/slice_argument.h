/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the whole numbers and words among the arguments of slices that statistics need. */

#pragma once

#include "trace/model/trace.h"

/* Reads a number that is not negative, rounded to a whole one. */
bool argument_whole (const Arg *arg, int64_t *ret_number);

/* Returns whether the argument has that key. */
bool argument_is (const Trace *trace, const Arg *arg, const char *key);
