/* SPDX-License-Identifier: Apache-2.0
 *
 * The window "About Stepscope". */

#pragma once

#include <gtk/gtk.h>

void about_show (GtkWindow *parent);
