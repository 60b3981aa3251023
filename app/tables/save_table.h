/* SPDX-License-Identifier: Apache-2.0
 *
 * Saving a table: asks where, and writes it on another thread. What came of it is said by the window. */

#pragma once

#include "widgets/tables/table_view.h"

/* Does so whenever the user wants the view's table saved; name: of the file that is proposed, without a suffix. Copied. */
void save_table_follow (TableView *view, const char *name);
