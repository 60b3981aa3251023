/* SPDX-License-Identifier: Apache-2.0
 *
 * The moment at which a profile is first seen, for measurements: where the environment has
 * STEPSCOPE_PRINT_FIRST_PICTURE, the frame after the first dashboard has its figures is told on the standard output,
 * as "first picture at N us" of the monotonic clock, which a program that starts this one can read as well. */

#pragma once

#include <gtk/gtk.h>

/* The widget is shown and was given figures that the next frame draws. Only the first call counts. */
void first_picture_expect (GtkWidget *widget);
