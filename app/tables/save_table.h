/* SPDX-License-Identifier: Apache-2.0
 *
 * Saves a table: asks for the file, writes it on a worker thread, and reports the result in the window. */

#pragma once

#include "widgets/tables/table_view.h"

/* Saves the view's table whenever the user asks for it. name is the proposed file name without a suffix, copied. */
void save_table_follow (TableView *view, const char *name);
