/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/document_pdf.h"

#include <cairo-pdf.h>
#include <math.h>

#include "app/report/pdf_sheet.h"
#include "app/report/pdf_table.h"
#include "app/report/report_chart.h"
#include "trace/text/trace_error.h"

#define TITLE_PT     17.0
#define CHAPTER_PT   13.0
#define PART_PT      10.5
#define BODY_PT      9.0
#define CAPTION_PT   8.0
#define ITEM_PT      10.0 /* indent of a list */
#define GAP_PT       4.0
#define CHART_GAP_PT 10.0

/* Any fixed date: the same document is the same file. */
#define PDF_DATE "2000-01-01T00:00:00Z"

typedef struct
{
  PdfSheet sheet;
  const Document *document;
  cairo_surface_t *surface; /* NULL while pages are counted */
  DrawStyle style;          /* of charts */
} Pages;

static const DocumentBlock *
block_at (const Pages *pages, guint i)
{
  return i < pages->document->blocks->len ? pages->document->blocks->pdata[i] : NULL;
}

static double
sentence_height_pt (const Pages *pages, const char *text, double size_pt, bool is_bold)
{
  PangoLayout *layout = pdf_text_sentence (pages->sheet.text, text, size_pt, is_bold, PDF_WIDTH_PT);
  double height_pt = pdf_text_height_pt (layout);

  g_object_unref (layout);
  return height_pt;
}

static void
write_sentence (Pages *pages, const char *text, double size_pt, bool is_bold, Rgb colour, double indent_pt)
{
  PangoLayout *layout =
    pdf_text_sentence (pages->sheet.text, text, size_pt, is_bold, PDF_WIDTH_PT - indent_pt);

  pdf_sheet_write (&pages->sheet, layout, colour, indent_pt);
  g_object_unref (layout);
}

/* ---- charts ---- */

static bool
is_half (const DocumentBlock *block)
{
  return block != NULL && block->kind == DOCUMENT_CHART && block->chart.width_px <= REPORT_CHART_HALF_PX;
}

static double
chart_scale (const DocumentBlock *block)
{
  double room_pt = is_half (block) ? (PDF_WIDTH_PT - CHART_GAP_PT) / 2 : PDF_WIDTH_PT;

  return room_pt / block->chart.width_px;
}

static double
caption_height_pt (const Pages *pages)
{
  return 2 * sentence_height_pt (pages, "X", CAPTION_PT, true) + GAP_PT;
}

static double
chart_height_pt (const Pages *pages, const DocumentBlock *block)
{
  return caption_height_pt (pages) + block->chart.height_px * chart_scale (block) + CHART_GAP_PT;
}

/* One line, cut where it does not fit. */
static void
draw_caption (Pages *pages, const char *text, bool is_bold, double x_pt, double y_pt, double width_pt)
{
  PangoLayout *layout = pdf_text_sentence (pages->sheet.text, text, CAPTION_PT, is_bold, width_pt);
  const Theme *theme = pages->sheet.theme;

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pdf_sheet_draw (&pages->sheet, layout, is_bold ? theme->text : theme->secondary, x_pt, y_pt);
  g_object_unref (layout);
}

static void
draw_chart (Pages *pages, const DocumentBlock *block, double x_pt)
{
  double scale = chart_scale (block), line_pt = sentence_height_pt (pages, "X", CAPTION_PT, true);
  double y_pt = pages->sheet.y_pt, width_pt = block->chart.width_px * scale;

  if (pages->sheet.cr == NULL)
    return;
  draw_caption (pages, block->title, true, x_pt, y_pt, width_pt);
  if (block->note != NULL)
    draw_caption (pages, block->note, false, x_pt, y_pt + line_pt, width_pt);
  cairo_save (pages->sheet.cr);
  cairo_translate (pages->sheet.cr, x_pt, y_pt + caption_height_pt (pages));
  cairo_scale (pages->sheet.cr, scale, scale);
  report_chart_draw (pages->sheet.cr, &block->chart, &pages->style);
  cairo_restore (pages->sheet.cr);
}

/* Returns how many blocks were written: two that are side by side, or one. */
static guint
write_charts (Pages *pages, guint i)
{
  const DocumentBlock *block = block_at (pages, i), *next = block_at (pages, i + 1);
  bool has_neighbour = is_half (block) && is_half (next);
  double height_pt = chart_height_pt (pages, block);

  pdf_sheet_need (&pages->sheet, height_pt);
  draw_chart (pages, block, PDF_MARGIN_PT);
  if (has_neighbour)
    draw_chart (pages, next, PDF_MARGIN_PT + (PDF_WIDTH_PT + CHART_GAP_PT) / 2);
  pages->sheet.y_pt += height_pt;
  return has_neighbour ? 2 : 1;
}

/* ---- headings ---- */

/* A heading stays with what follows it. */
static double
kept_height_pt (const Pages *pages, guint i)
{
  double height_pt = 0;

  for (const DocumentBlock *block; (block = block_at (pages, i)) != NULL; i++)
    {
      if (block->kind == DOCUMENT_HEADING)
        height_pt += 3 * CHAPTER_PT;
      else if (block->kind == DOCUMENT_CHART)
        return height_pt + chart_height_pt (pages, block);
      else if (block->kind == DOCUMENT_TABLE)
        return height_pt + PDF_TABLE_MIN_PT;
      else
        height_pt += sentence_height_pt (pages, block->text, BODY_PT, false) + GAP_PT;
      if (height_pt > 120)
        return height_pt;
    }
  return height_pt;
}

/* An entry in the reader's list of chapters. */
static void
add_outline (Pages *pages, const DocumentBlock *block)
{
  if (pages->surface == NULL)
    return;
  g_autofree char *link = g_strdup_printf ("page=%d pos=[0 %d]", pages->sheet.page, (int) pages->sheet.y_pt);

  cairo_pdf_surface_add_outline (pages->surface, CAIRO_PDF_OUTLINE_ROOT, block->title, link, 0);
}

static void
write_heading (Pages *pages, guint i)
{
  const DocumentBlock *block = block_at (pages, i);
  const Theme *theme = pages->sheet.theme;
  bool is_chapter = block->level == 2;
  g_autofree char *text =
    block->mark != NULL ? g_strdup_printf ("%s (%s)", block->title, block->mark) : g_strdup (block->title);

  pages->sheet.y_pt += is_chapter ? 14 : 8;
  pdf_sheet_need (&pages->sheet, kept_height_pt (pages, i));
  if (is_chapter)
    add_outline (pages, block);
  write_sentence (pages, text, is_chapter ? CHAPTER_PT : PART_PT, true, theme->text, 0);
  pages->sheet.y_pt += GAP_PT;
}

/* ---- the document ---- */

/* Returns how many blocks were written. */
static guint
write_block (Pages *pages, guint i)
{
  const DocumentBlock *block = block_at (pages, i);
  const Theme *theme = pages->sheet.theme;

  switch (block->kind)
    {
    case DOCUMENT_HEADING:
      write_heading (pages, i);
      break;
    case DOCUMENT_TEXT:
      write_sentence (pages, block->text, BODY_PT, false, theme->text, 0);
      pages->sheet.y_pt += GAP_PT;
      break;
    case DOCUMENT_ITEM:
      {
        PangoLayout *bullet = pdf_text_sentence (pages->sheet.text, "•", BODY_PT, false, -1);

        pdf_sheet_need (&pages->sheet, pdf_text_height_pt (bullet));
        pdf_sheet_draw (&pages->sheet, bullet, theme->text, PDF_MARGIN_PT + 2, pages->sheet.y_pt);
        g_object_unref (bullet);
        write_sentence (pages, block->text, BODY_PT, false, theme->text, ITEM_PT);
        pages->sheet.y_pt +=
          block_at (pages, i + 1) != NULL && block_at (pages, i + 1)->kind == DOCUMENT_ITEM ? GAP_PT / 2 : GAP_PT;
      }
      break;
    case DOCUMENT_TABLE:
      pdf_table_write (&pages->sheet, block->title, block->table);
      break;
    case DOCUMENT_CHART:
      return write_charts (pages, i);
    }
  return 1;
}

/* surface NULL: counts the pages. */
static void
write_pages (Pages *pages, cairo_surface_t *surface)
{
  pages->surface = surface;
  pages->sheet.cr = surface != NULL ? cairo_create (surface) : NULL;
  pages->sheet.page = 0;
  pdf_sheet_turn (&pages->sheet);
  write_sentence (pages, pages->document->title, TITLE_PT, true, pages->sheet.theme->text, 0);
  for (guint i = 0; i < pages->document->blocks->len;)
    i += write_block (pages, i);
  pdf_sheet_end (&pages->sheet);
  if (pages->sheet.cr != NULL)
    cairo_destroy (pages->sheet.cr);
  pages->sheet.n_pages = pages->sheet.page;
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_string_append_len (closure, (const char *) data, length);
  return CAIRO_STATUS_SUCCESS;
}

GString *
document_pdf (const Document *document, GError **error)
{
  const Theme theme = theme_with_patterns (theme_get (THEME_LIGHT));
  Pages pages = {
    .sheet = { .text = pdf_text_new (), .theme = &theme, .title = document->title },
    .document = document,
    .style = { &theme, text_cache_new (NULL, 1), &number_style_c },
  };
  GString *out = g_string_new (NULL);
  cairo_surface_t *surface =
    cairo_pdf_surface_create_for_stream (append_bytes, out, PDF_PAGE_WIDTH_PT, PDF_PAGE_HEIGHT_PT);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, document->title);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Stepscope " STEPSCOPE_VERSION);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, PDF_DATE);
  write_pages (&pages, NULL);
  write_pages (&pages, surface);
  cairo_surface_finish (surface);
  cairo_status_t status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  text_cache_free (pages.style.text);
  pdf_text_free (pages.sheet.text);
  if (status == CAIRO_STATUS_SUCCESS)
    return out;
  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY, "The report could not be drawn: %s.",
               cairo_status_to_string (status));
  g_string_free (out, TRUE);
  return NULL;
}
