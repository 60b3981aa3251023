/* SPDX-License-Identifier: Apache-2.0
 *
 * A place for one of several forms of the same thing, each shorter than the one before: "Step 1011 (3 of 6)", "1011", or
 * buttons and a menu of them. A ShortBar around it chooses the form by the width that there is. */

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define SHORT_TYPE_FORMS (short_forms_get_type ())
G_DECLARE_FINAL_TYPE (ShortForms, short_forms, SHORT, FORMS, GtkWidget)

GtkWidget *short_forms_new (void);

/* Adds a form, which has to be shorter than those that were added before; takes the widget. The first one added is shown. */
void short_forms_add (ShortForms *forms, GtkWidget *form);

/* Adds n labels, for texts that short_forms_set_text () sets. The text of the first has at most max_chars; -1: any. */
void short_forms_add_labels (ShortForms *forms, guint n, int max_chars);

/* Sets the text of a form that is a label. The first form's text is the tooltip of all of them, and what assistive
 * technology reads of each. */
void short_forms_set_text (ShortForms *forms, guint form, const char *text);

GtkWidget *short_forms_get (ShortForms *forms, guint form);

/* The form that is shown. Where the one before had the keyboard, the new one gets it. is_tight: the form may be narrower
 * than its natural width, with an ellipsis; else it asks for all of that. */
guint short_forms_shown (ShortForms *forms);
void short_forms_show (ShortForms *forms, guint form, bool is_tight);

/* What a form takes, and what it needs where it is tight. */
int short_forms_natural_px (ShortForms *forms, guint form);
int short_forms_tight_px (ShortForms *forms, guint form);

/* What is asked for now, with the form that is shown. */
int short_forms_asked_px (ShortForms *forms);
