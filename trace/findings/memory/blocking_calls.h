/* SPDX-License-Identifier: Apache-2.0
 *
 * API calls that return only when what they asked of a device is done. */

#pragma once

#include "trace/findings/finding_rule.h"

typedef struct
{
  uint64_t n;     /* calls inside steps; in a profile without steps all */
  uint64_t worst; /* the longest of them, or SLICE_NONE */
} BlockingCalls;

/* Adds to the gain the time in which a device does nothing but work of such calls, and its idle time during the calls; the
 * calls are places. is () tells a call by its name. Returns false when memory ran out or the computation must end. O(bytes
 * of texts), and if there is such a name, + O(API calls + activities). */
bool blocking_calls_gain (FindingLook *look,
                          bool (*is) (const char *name, size_t length),
                          BlockingCalls *ret_calls);

/* Returns whether a name begins with the prefix of an API ("cuda", "cu", "hip") and word, and is not asynchronous. */
bool blocking_calls_is (const char *name, const char *word);
