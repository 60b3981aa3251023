/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts of a PDF in points. One PdfText belongs to one thread. */

#pragma once

#include <pango/pangocairo.h>
#include <stdbool.h>

typedef struct PdfText PdfText;

PdfText *pdf_text_new (void);
void pdf_text_free (PdfText *text);

/* Returns a layout of a sentence in which names stand between back ticks, wrapped at width_pt (< 0: one line). Transfer full. */
PangoLayout *
pdf_text_sentence (PdfText *text, const char *sentence, double size_pt, bool is_bold, double width_pt);

/* The same for a text that is whole a name. */
PangoLayout *pdf_text_name (PdfText *text, const char *name, double size_pt, double width_pt);

/* Return the size of a layout. */
double pdf_text_width_pt (PangoLayout *layout);
double pdf_text_height_pt (PangoLayout *layout);
