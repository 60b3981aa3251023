/* SPDX-License-Identifier: Apache-2.0
 *
 * The footer of a card in a window. It is cut as in a picture (widgets/dashboard/pane/footer_fit.h), and takes whatever
 * width it is given: a label that changed its text with its width would ask for another layout in the middle of one. */

#pragma once

#include <gtk/gtk.h>

#define FOOTER_TYPE_LINE (footer_line_get_type ())
G_DECLARE_FINAL_TYPE (FooterLine, footer_line, FOOTER, LINE, GtkWidget)

GtkWidget *footer_line_new (void);

/* Sets the text, which is copied. Its tooltip and assistive technology always give all of it. */
void footer_line_set_text (FooterLine *line, const char *text);
