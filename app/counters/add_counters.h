/* SPDX-License-Identifier: Apache-2.0
 *
 * The dialog that attaches a file of counters to a profile: it shows what the file holds and the shift that is proposed, and
 * takes another one. */

#pragma once

#include <gtk/gtk.h>

#include "app/library/library.h"
#include "app/opening/attach_task.h"

/* Shows the dialog. Takes counters, which must be of loaded. added () is called with the new profile, and a message to show
 * once or NULL, both borrowed, and not at all if the user cancels. data must outlive parent; the dialog closes with it. */
void add_counters_show (GtkWindow *parent,
                        LoadedProfile *loaded,
                        ReadCounters *counters,
                        Library *library,
                        void (*added) (LoadedProfile *loaded, const char *notice, gpointer data),
                        gpointer data);
