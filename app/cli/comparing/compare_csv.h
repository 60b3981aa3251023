/* SPDX-License-Identifier: Apache-2.0
 *
 * One table of a comparison as CSV: a column for each side and figure. Numbers are exact. In names control characters become
 * U+FFFD, and one that begins like a formula gets an apostrophe; the exact names are in the JSON. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "trace/compare/comparison.h"

/* Returns whether there is a table of this name: "summary", "waterfall" or a row_kind_word (). */
bool compare_csv_has (const char *table);

/* There is such a table; an empty one has a header too. Transfer full. */
GString *compare_csv (const Comparison *comparison, const char *table);

/* "summary, waterfall, kernels, ..." Transfer full. */
char *compare_csv_names (void);
