/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of the sides of a comparison where there is little room for them. */

#pragma once

#include <glib.h>

/* Returns a name without the words that all other names begin and end with as well: of "run__h100__bert" beside
 * "run__mi300__bert" it is "…h100…". Equal names do not count as others, and a few bytes in common stay. n names; transfer
 * full. O(bytes of the names). */
char *distinct_name (const char *name, const char *const *names, guint n);
