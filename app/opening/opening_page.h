/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window shows while a profile is being read: how far it is, Cancel (win.cancel-opening), and the frames of
 * what will be there. */

#pragma once

#include <gtk/gtk.h>

#include "app/opening/loader.h"

GtkWidget *opening_page_new (void);

/* Begins with a new file. */
void opening_page_set_name (GtkWidget *page, const char *name);
void opening_page_set_progress (GtkWidget *page, const LoadProgress *progress);

/* "Reading control.json.gz: 38 of 81 MB, about 1 s left". Translated, transfer full. */
char *opening_text (const char *name, const LoadProgress *progress, const NumberStyle *numbers);
