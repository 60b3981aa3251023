/* SPDX-License-Identifier: Apache-2.0
 *
 * A popover that asks for steps: a number, or two with ".." between. Main thread.
 *
 * Signal "chosen" (int64 first, int64 last): both inclusive. */

#pragma once

#include <gtk/gtk.h>

#define STEPS_TYPE_POPOVER (steps_popover_get_type ())
G_DECLARE_FINAL_TYPE (StepsPopover, steps_popover, STEPS, POPOVER, GtkPopover)

GtkWidget *steps_popover_new (void);

/* Opens it with that text in its entry. */
void steps_popover_open (StepsPopover *popover, const char *text);

/* Reads "1011" or "1009..1014"; returns false for anything else. */
bool steps_popover_parse (const char *text, int64_t *ret_first, int64_t *ret_last);
