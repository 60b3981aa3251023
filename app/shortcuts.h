/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Keyboard Shortcuts". Keys that go by their place on the keyboard are shown as what the user's own
 * keyboard has there. */

#pragma once

#include <gtk/gtk.h>

void shortcuts_show (GtkWindow *parent);
