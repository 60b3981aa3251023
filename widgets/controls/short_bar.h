/* SPDX-License-Identifier: Apache-2.0
 *
 * A bar that shortens its contents when it gets narrow. The caller gives the order in which parts are shortened. The
 * bar measures all widths, so translations and larger text need no widths of their own. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/controls/short_forms.h"

/* One step of shortening: from this step on, the part is shown in that form. */
typedef struct
{
  ShortForms *part; /* anywhere in the bar; borrowed, must live as long as the bar */
  guint form;
} ShortStep;

#define SHORT_TYPE_BAR (short_bar_get_type ())
G_DECLARE_FINAL_TYPE (ShortBar, short_bar, SHORT, BAR, GtkWidget)

/* Makes a bar around content (nested boxes), whose ownership it takes. The steps are copied. The bar takes as few steps
 * as the width allows, in their order; each part begins with form 0. If all steps are not enough, texts get an
 * ellipsis. */
GtkWidget *short_bar_new (GtkWidget *content, const ShortStep *steps, size_t n_steps);

/* Returns the number of the n steps that must be taken to fit into width_px, or n if even all of them are not enough.
 * needed_px[i] is the width after i steps, for i < n. O(n). */
size_t short_bar_n_steps (int width_px, const int *needed_px, size_t n);
