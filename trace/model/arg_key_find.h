/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether any event of a profile may have an argument. */

#pragma once

#include <stdbool.h>

#include "trace/model/trace.h"

/* Returns whether the profile knows the key, exactly. O(kinds of events), that is, of lists of keys. Any thread. */
bool arg_key_is_in (const Trace *trace, const char *key);
