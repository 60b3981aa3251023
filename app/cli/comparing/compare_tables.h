/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison for people: the headline, figures, the waterfall and the rows with the largest differences, as aligned
 * columns, as Markdown, or in a document. "~" stands before a change that is not beyond the spread between steps, or for which there are
 * too few steps to tell; what that means in the summary and in tables is printed. */

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "app/cli/comparing/compare_costs.h"
#include "app/cli/comparing/compare_sides.h"
#include "app/cli/document/document.h"
#include "trace/compare/comparison.h"

/* costs adds what steps cost, unless it has no sides. n_rows is the largest number of rows of a table; n_columns the width of
 * text, which tables may be wider than (app/cli/out/text_width.h). Transfer full. */
GString *compare_tables (const CompareSides *sides,
                         const Comparison *comparison,
                         const CompareCosts *costs,
                         bool is_markdown,
                         guint n_rows,
                         size_t n_columns);

typedef enum
{
  COMPARED_SIDES,      /* which profiles, and which of their steps; without the folders of files */
  COMPARED_HEADLINE,   /* what changed, in a sentence or two */
  COMPARED_SUMMARY,    /* figures of each side, and how they changed */
  COMPARED_WATERFALLS, /* from the baseline to each other side */
  COMPARED_ROWS,       /* kernels, operators, ... with the largest differences */
} ComparedChapter;

/* Adds one part of the same to a document. */
void compare_tables_add (Document *document,
                         ComparedChapter chapter,
                         const CompareSides *sides,
                         const Comparison *comparison,
                         guint n_rows);
