/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "Keyboard Shortcuts" lists every command that has a key, with its keys in the chosen preset. A key that
 * goes by its position is shown as the label on the user's own keyboard. */

#pragma once

#include <gtk/gtk.h>

void shortcuts_show (GtkWindow *parent);
