/* SPDX-License-Identifier: Apache-2.0
 *
 * Long names in one column of a table. Each loses its middle, and different names stay different: where the ends of several
 * are alike, what they differ in stays too, or else all of them. */

#pragma once

#include <glib.h>

/* Returns the names, none of them wider than n_columns (app/cli/out/text_width.h) unless it takes more to tell it from
 * another. Names are valid UTF-8. The strings of the result are owned by it; transfer full. O(n^2 x length). */
GPtrArray *names_cut (const char *const *names, guint n, size_t n_columns);
