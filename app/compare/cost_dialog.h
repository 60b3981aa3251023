/* SPDX-License-Identifier: Apache-2.0
 *
 * The dialog in which the user enters prices of nodes and samples of steps for what is compared. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "app/compare/cost_book.h"

/* References both. */
void cost_dialog_show (GtkWindow *parent, CostBook *book, Compared *compared);
