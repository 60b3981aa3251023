/* SPDX-License-Identifier: Apache-2.0
 *
 * The pages of a PDF, filled from the top: A4, with the title above, and the number of the page below.
 *
 * A document is laid out twice by the same code: first only to count the pages, without a context to draw in. */

#pragma once

#include "app/report/pdf_text.h"
#include "widgets/look/theme.h"

#define PDF_PAGE_WIDTH_PT  595.276
#define PDF_PAGE_HEIGHT_PT 841.89
#define PDF_MARGIN_PT      42.0
#define PDF_WIDTH_PT       (PDF_PAGE_WIDTH_PT - 2 * PDF_MARGIN_PT)

typedef struct
{
  cairo_t *cr; /* NULL: pages are only counted */
  PdfText *text;
  const Theme *theme;
  const char *title;
  double y_pt; /* of what comes next */
  int page;    /* from 1 on; 0 before the first one */
  int n_pages; /* once they were counted */
} PdfSheet;

/* Begins the next page. */
void pdf_sheet_turn (PdfSheet *sheet);

/* Begins the next page if the rest of this one is lower than height_pt. Returns whether it did. */
bool pdf_sheet_need (PdfSheet *sheet, double height_pt);

/* Writes what is below the last page. */
void pdf_sheet_end (PdfSheet *sheet);

/* Draws a layout with its top left corner there. */
void pdf_sheet_draw (PdfSheet *sheet, PangoLayout *layout, Rgb colour, double x_pt, double y_pt);

/* Writes a layout from the margin and x_pt on, line by line, over as many pages as it takes. */
void pdf_sheet_write (PdfSheet *sheet, PangoLayout *layout, Rgb colour, double x_pt);

/* Draws a hairline from the margin on. */
void pdf_sheet_rule (PdfSheet *sheet, double y_pt, double width_pt);
