/* SPDX-License-Identifier: Apache-2.0
 *
 * A button that lists the kept areas: it selects one, or removes one or all. Hidden while there are none. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/state/view_state.h"

/* It must not outlive state. */
GtkWidget *kept_areas_new (ViewState *state);
