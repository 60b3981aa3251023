/* SPDX-License-Identifier: Apache-2.0
 *
 * The head of the timeline of a side: its letter, its name and its scope. Main thread. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/compare/compared.h"

GtkWidget *side_head_new (void);
void side_head_set (GtkWidget *head, const Compared *compared, uint32_t side);
