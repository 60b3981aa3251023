/* SPDX-License-Identifier: Apache-2.0
 *
 * A button that lists the areas that are kept: going back to one, dropping one or all. Hidden while there are none. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"

/* Lives as long as state. */
GtkWidget *kept_areas_new (ViewState *state);
