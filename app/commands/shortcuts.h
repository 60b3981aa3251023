/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Keyboard Shortcuts": every command that has a key, with the keys that work now. Keys that go by their
 * place on the keyboard are shown as what the user's own keyboard has there. */

#pragma once

#include <gtk/gtk.h>

void shortcuts_show (GtkWindow *parent);
