/* SPDX-License-Identifier: Apache-2.0
 *
 * One table of a comparison as CSV: exact names and numbers, a column for each side and figure. */

#pragma once

#include <glib.h>

#include "trace/compare/comparison.h"

/* table is "summary", "waterfall" or a row_kind_word (). Returns NULL if there is no such table. Transfer full. */
GString *compare_csv (const Comparison *comparison, const char *table);

/* "summary, waterfall, kernels, ..." Transfer full. */
char *compare_csv_names (void);
