/* SPDX-License-Identifier: Apache-2.0
 *
 * A popover that asks with which kernel another is to be paired. Main thread.
 *
 * Signal "chosen" (uint64 row): of the table of kernels. */

#pragma once

#include "widgets/compare/compared.h"

#include <gtk/gtk.h>

#define PAIR_TYPE_POPOVER (pair_popover_get_type ())
G_DECLARE_FINAL_TYPE (PairPopover, pair_popover, PAIR, POPOVER, GtkPopover)

GtkWidget *pair_popover_new (void);

/* Opens it with what a row of the table of kernels can be paired with. References compared. */
void pair_popover_open (PairPopover *popover, Compared *compared, uint64_t row);
