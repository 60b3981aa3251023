/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/pdf_sheet.h"

#define HEADER_PT    18.0 /* below the margin of pages after the first */
#define FOOTER_PT    22.0 /* above that of each page */
#define SMALL_PT     7.5
#define RULE_PT      0.5
#define BOTTOM_PT    (PDF_PAGE_HEIGHT_PT - PDF_MARGIN_PT - FOOTER_PT)

static void
draw_line (PdfSheet *sheet, const char *sentence, double y_pt, PangoAlignment alignment)
{
  PangoLayout *layout = pdf_text_sentence (sheet->text, sentence, SMALL_PT, false, PDF_WIDTH_PT);

  pango_layout_set_alignment (layout, alignment);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
  pdf_sheet_draw (sheet, layout, sheet->theme->secondary, PDF_MARGIN_PT, y_pt);
  g_object_unref (layout);
}

void
pdf_sheet_end (PdfSheet *sheet)
{
  g_autofree char *number = g_strdup_printf ("Page %d of %d", sheet->page, sheet->n_pages);
  double y_pt = PDF_PAGE_HEIGHT_PT - PDF_MARGIN_PT - SMALL_PT;

  if (sheet->cr == NULL || sheet->page == 0)
    return;
  draw_line (sheet, "Stepscope " STEPSCOPE_VERSION, y_pt, PANGO_ALIGN_LEFT);
  draw_line (sheet, number, y_pt, PANGO_ALIGN_RIGHT);
  cairo_show_page (sheet->cr);
}

void
pdf_sheet_turn (PdfSheet *sheet)
{
  pdf_sheet_end (sheet);
  sheet->page++;
  sheet->y_pt = PDF_MARGIN_PT;
  if (sheet->page == 1)
    return;
  draw_line (sheet, sheet->title, PDF_MARGIN_PT - SMALL_PT, PANGO_ALIGN_LEFT);
  sheet->y_pt += HEADER_PT;
}

bool
pdf_sheet_need (PdfSheet *sheet, double height_pt)
{
  if (sheet->y_pt + height_pt <= BOTTOM_PT)
    return false;
  pdf_sheet_turn (sheet);
  return true;
}

void
pdf_sheet_draw (PdfSheet *sheet, PangoLayout *layout, Rgb colour, double x_pt, double y_pt)
{
  if (sheet->cr == NULL)
    return;
  theme_set_source (sheet->cr, colour);
  cairo_move_to (sheet->cr, x_pt, y_pt);
  pango_cairo_show_layout (sheet->cr, layout);
}

void
pdf_sheet_write (PdfSheet *sheet, PangoLayout *layout, Rgb colour, double x_pt)
{
  PangoLayoutIter *iter = pango_layout_get_iter (layout);

  do
    {
      PangoRectangle logical;
      double height_pt;

      pango_layout_iter_get_line_extents (iter, NULL, &logical);
      height_pt = (double) logical.height / PANGO_SCALE;
      pdf_sheet_need (sheet, height_pt);
      if (sheet->cr != NULL)
        {
          theme_set_source (sheet->cr, colour);
          cairo_move_to (sheet->cr, PDF_MARGIN_PT + x_pt + (double) logical.x / PANGO_SCALE,
                         sheet->y_pt
                           + (double) (pango_layout_iter_get_baseline (iter) - logical.y) / PANGO_SCALE);
          pango_cairo_show_layout_line (sheet->cr, pango_layout_iter_get_line_readonly (iter));
        }
      sheet->y_pt += height_pt;
    }
  while (pango_layout_iter_next_line (iter));
  pango_layout_iter_free (iter);
}

void
pdf_sheet_rule (PdfSheet *sheet, double y_pt, double width_pt)
{
  if (sheet->cr == NULL)
    return;
  theme_set_source (sheet->cr, sheet->theme->rule);
  cairo_rectangle (sheet->cr, PDF_MARGIN_PT, y_pt, width_pt, RULE_PT);
  cairo_fill (sheet->cr);
}
