/* SPDX-License-Identifier: Apache-2.0
 *
 * A widget that shows one of several forms of the same content, each shorter than the one before, such as "Step 1011 (3
 * of 6)" and "1011", or a row of buttons and a menu. The ShortBar around it chooses the form that fits. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define SHORT_TYPE_FORMS (short_forms_get_type ())
G_DECLARE_FINAL_TYPE (ShortForms, short_forms, SHORT, FORMS, GtkWidget)

GtkWidget *short_forms_new (void);

/* Adds a form, which must be shorter than those added before. Takes ownership of the widget. The first form is
 * shown. */
void short_forms_add (ShortForms *forms, GtkWidget *form);

/* Adds n labels as forms; short_forms_set_text () sets their texts. The first label shows at most max_chars characters,
 * or any number if max_chars is -1. */
void short_forms_add_labels (ShortForms *forms, guint n, int max_chars);

/* Sets the text of a form that is a label. The text of the first form is also the tooltip and the accessible name of
 * all forms. */
void short_forms_set_text (ShortForms *forms, guint form, const char *text);

GtkWidget *short_forms_get (ShortForms *forms, guint form);

/* short_forms_shown () returns the form that is shown; short_forms_show () shows a form and moves the focus to it if
 * the previous form had the focus. If is_tight, the form may be narrower than its natural width, with an ellipsis;
 * otherwise it requests its natural width. */
guint short_forms_shown (ShortForms *forms);
void short_forms_show (ShortForms *forms, guint form, bool is_tight);

/* Return the width that a form requests: its natural width, or its least width if it is tight. */
int short_forms_natural_px (ShortForms *forms, guint form);
int short_forms_tight_px (ShortForms *forms, guint form);

/* Returns the width that the widget requests now, with the form that is shown. */
int short_forms_asked_px (ShortForms *forms);
