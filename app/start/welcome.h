/* SPDX-License-Identifier: Apache-2.0
 *
 * What a window without a profile shows while no profile is known: how to open one, and how to record one. Its buttons use
 * the window's actions win.open and win.open-sample, and the start page's start.add-folder. */

#pragma once

#include <gtk/gtk.h>

GtkWidget *welcome_new (void);
