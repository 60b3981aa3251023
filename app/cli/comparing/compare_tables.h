/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison for people: the headline, figures, the waterfall and the rows with the largest differences, as aligned
 * columns or as Markdown. "~" stands before a change that is not beyond the spread between steps, or for which there are
 * too few steps to tell; what that means in the summary and in tables is printed. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/comparing/compare_costs.h"
#include "app/cli/comparing/compare_sides.h"
#include "trace/compare/comparison.h"

/* costs adds what steps cost, unless it has no sides. n_rows is the largest number of rows of a table; n_columns the width of
 * text, which tables may be wider than (app/cli/out/text_width.h). Transfer full. */
GString *compare_tables (const CompareSides *sides,
                         const Comparison *comparison,
                         const CompareCosts *costs,
                         bool is_markdown,
                         guint n_rows,
                         size_t n_columns);
