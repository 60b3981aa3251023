/* SPDX-License-Identifier: Apache-2.0
 *
 * How to record a profile: commands to copy. */

#pragma once

#include <gtk/gtk.h>

/* Adds the commands of every format (trace/model/profile_format.h), with captions. */
void recordings_add (GtkBox *column);
