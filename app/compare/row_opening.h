/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens and closes the rows of a table of a comparison: what a row launched is found on another thread. Main thread. */

#pragma once

#include "widgets/compare/compare_source.h"

typedef struct RowOpening RowOpening;

/* take (source, user_data) gets the table with other rows beneath, whose reference it owns; NULL: the row has nothing that
 * could be beneath it. before is the table that was asked about. */
RowOpening *row_opening_new (void (*take) (TableSource *source, TableSource *before, gpointer user_data),
                             gpointer user_data);
void row_opening_free (RowOpening *opening);

/* Opens a closed row and closes an open one; does nothing to others. An earlier answer that is still to come is dropped. */
void row_opening_turn (RowOpening *opening, TableSource *source, uint64_t row);
void row_opening_drop (RowOpening *opening);

/* Returns whether the row has others beneath it, or could have. */
TableFold row_opening_fold (const TableSource *source, uint64_t row);
