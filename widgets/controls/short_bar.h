/* SPDX-License-Identifier: Apache-2.0
 *
 * A bar that shortens what is in it, in an order that is stated once, as far as its width asks for it. Widths are measured:
 * translations and larger text need none of their own. */

#pragma once

#include <gtk/gtk.h>

#include "widgets/controls/short_forms.h"

/* From here on a part is shown in that form. */
typedef struct
{
  ShortForms *part; /* anywhere in the bar; borrowed: it lives as long as the bar */
  guint form;
} ShortStep;

#define SHORT_TYPE_BAR (short_bar_get_type ())
G_DECLARE_FINAL_TYPE (ShortBar, short_bar, SHORT, BAR, GtkWidget)

/* A bar around content, which it takes: boxes, beside each other and in each other. The steps are taken in their order,
 * as few as the width allows, and are copied; each part begins at form 0. Where all of them are not enough, parts get
 * an ellipsis. */
GtkWidget *short_bar_new (GtkWidget *content, const ShortStep *steps, size_t n_steps);

/* How many of n steps have to be taken so that width_px is enough; needed_px[i]: the width after i of them. All, if even
 * those are not enough. */
size_t short_bar_n_steps (int width_px, const int *needed_px, size_t n);
