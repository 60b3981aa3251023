/* SPDX-License-Identifier: Apache-2.0
 *
 * Measures when a profile is first seen. When the environment has STEPSCOPE_PRINT_FIRST_PICTURE, the program prints
 * "first picture at N us" on standard output at the first frame of a dashboard with figures. N is the monotonic clock,
 * which a program that starts this one can read too. */

#pragma once

#include <gtk/gtk.h>

/* Call this when the widget is visible and its next frame draws figures. Only the first call counts. */
void first_picture_expect (GtkWidget *widget);
