/* SPDX-License-Identifier: Apache-2.0
 *
 * How to record a profile: commands to copy. */

#pragma once

#include <gtk/gtk.h>

/* Adds a command for each way of recording. */
void recordings_add (GtkBox *column);
