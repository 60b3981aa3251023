/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/document_html.h"

#include <string.h>

#include "app/report/html_text.h"
#include "app/report/page_style.h"
#include "app/report/report_chart.h"
#include "app/report/svg_inline.h"
#include "widgets/look/picture.h"

/* One picture. Most have 20 kB to 60 kB. */
#define CHART_MAX_BYTES 250000

typedef struct
{
  GString *out;
  const Document *document;
  TextCache *text;
  SvgColours colours;
  gsize charts_max; /* bytes that all charts together may have; 0: none is drawn */
  gsize charts;     /* bytes of those so far */
  guint n_charts;
  bool is_in_section, is_in_list, is_in_charts;
} Page;

/* ---- charts ---- */

typedef struct
{
  const DocumentChart *chart;
  DrawStyle style;
} Drawing;

static void
draw (cairo_t *cr, void *user_data)
{
  const Drawing *drawing = user_data;

  report_chart_draw (cr, drawing->chart, &drawing->style);
}

static GByteArray *
picture (const Page *page, const DocumentChart *chart, ThemeId theme, GError **error)
{
  Drawing drawing = { chart, { theme_get (theme), page->text, &number_style_c } };

  return picture_bytes (PICTURE_SVG, chart->width_px, chart->height_px, 1, draw, &drawing, error);
}

static void
append_svg (Page *page, const DocumentBlock *block, const GByteArray *light, const GByteArray *dark)
{
  g_autoptr (GString) head = g_string_new (NULL), svg = g_string_new (NULL);
  guint number = 2 * page->n_charts++;
  g_autoptr (GString) attributes = g_string_new (NULL);

  g_string_append_printf (attributes, "role=\"img\" viewBox=\"0 0 %d %d\" aria-describedby=\"d%u\" aria-label=\"",
                          block->chart.width_px, block->chart.height_px, number);
  html_append_text (attributes, block->title);
  g_string_append_c (attributes, '"');
  g_string_append (head, "<title>");
  html_append_text (head, block->title);
  g_string_append_printf (head, "</title><desc id=\"d%u\">", number);
  html_append_text (head, block->text);
  g_string_append (head, "</desc>\n");
  svg_inline_append (svg, light, dark, number, attributes->str, head->str, &page->colours);
  if (svg->len > CHART_MAX_BYTES || page->charts + svg->len > page->charts_max)
    {
      g_string_append (page->out, "<p>The chart has too many parts for a page. In words: ");
      html_append_text (page->out, block->text);
      g_string_append (page->out, "</p>\n");
      return;
    }
  page->charts += svg->len;
  g_string_append_len (page->out, svg->str, (gssize) svg->len);
}

static bool
append_chart (Page *page, const DocumentBlock *block, GError **error)
{
  bool is_whole = block->chart.width_px > REPORT_CHART_HALF_PX;

  g_string_append_printf (page->out, "<figure%s>\n<figcaption>", is_whole ? " class=\"whole\"" : "");
  html_append_text (page->out, block->title);
  if (block->note != NULL)
    {
      g_string_append (page->out, "<span>");
      html_append_text (page->out, block->note);
      g_string_append (page->out, "</span>");
    }
  g_string_append (page->out, "</figcaption>\n");
  if (page->charts_max > 0)
    {
      g_autoptr (GByteArray) light = picture (page, &block->chart, THEME_LIGHT, error);
      g_autoptr (GByteArray) dark = light != NULL ? picture (page, &block->chart, THEME_DARK, error) : NULL;

      if (dark == NULL)
        return false;
      append_svg (page, block, light, dark);
    }
  g_string_append (page->out, "</figure>\n");
  return true;
}

/* ---- tables ---- */

static void
append_cell_text (GString *out, const DocumentCell *cell)
{
  if (!cell->is_name)
    {
      html_append_sentence (out, cell->text);
      return;
    }
  g_string_append (out, "<code>");
  html_append_text (out, cell->text);
  g_string_append (out, "</code>");
}

/* The first column heads its row if it has texts. */
static void
append_row (GString *out, const DocumentTable *table, guint row)
{
  guint n_columns = table->columns->len;

  g_string_append (out, "<tr>");
  for (guint c = 0; c < n_columns; c++)
    {
      const DocumentCell *cell = &g_array_index (table->cells, DocumentCell, row * n_columns + c);
      bool is_text = g_array_index (table->columns, DocumentColumn, c).is_text, is_head = c == 0 && is_text;

      g_string_append (out, is_head ? "<th scope=\"row\" class=\"text\">" : is_text ? "<td class=\"text\"" : "<td");
      if (!is_head && cell->exact != NULL)
        g_string_append_printf (out, " data-n=\"%s\"", cell->exact);
      g_string_append (out, is_head ? "" : ">");
      append_cell_text (out, cell);
      g_string_append (out, is_head ? "</th>" : "</td>");
    }
  g_string_append (out, "</tr>\n");
}

/* Without numbers, and with rows of different things, the order says something. */
static bool
is_sortable (const DocumentTable *table)
{
  if (table->is_facts || document_table_n_rows (table) < 2)
    return false;
  for (guint i = 0; i < table->cells->len; i++)
    if (g_array_index (table->cells, DocumentCell, i).exact != NULL)
      return true;
  return false;
}

static void
append_table (GString *out, const DocumentBlock *block)
{
  const DocumentTable *table = block->table;

  g_string_append_printf (out, "<div class=\"table%s\"", table->is_facts ? " facts" : "");
  g_string_append (out, " tabindex=\"0\" role=\"region\" aria-label=\"");
  html_append_text (out, block->title);
  g_string_append_printf (out, "\">\n<table%s>\n<caption>", is_sortable (table) ? " class=\"sortable\"" : "");
  html_append_text (out, block->title);
  g_string_append (out, "</caption>\n<thead><tr>");
  for (guint c = 0; c < table->columns->len; c++)
    {
      const DocumentColumn *column = &g_array_index (table->columns, DocumentColumn, c);

      g_string_append (out, column->is_text ? "<th scope=\"col\" class=\"text\">" : "<th scope=\"col\">");
      html_append_text (out, column->title);
      g_string_append (out, "</th>");
    }
  g_string_append (out, "</tr></thead>\n<tbody>\n");
  for (guint row = 0; row < document_table_n_rows (table); row++)
    append_row (out, table, row);
  g_string_append (out, "</tbody>\n");
  if (table->note != NULL)
    {
      g_string_append_printf (out, "<tfoot><tr><td colspan=\"%u\">", table->columns->len);
      html_append_sentence (out, table->note);
      g_string_append (out, "</td></tr></tfoot>\n");
    }
  g_string_append (out, "</table>\n</div>\n");
}

/* ---- the page ---- */

static void
open_or_close (GString *out, bool *is_open, bool wants_open, const char *open, const char *close)
{
  if (*is_open == wants_open)
    return;
  g_string_append (out, wants_open ? open : close);
  *is_open = wants_open;
}

static void
append_heading (Page *page, const DocumentBlock *block)
{
  if (block->level == 2)
    {
      open_or_close (page->out, &page->is_in_section, false, "", "</section>\n");
      g_string_append_printf (page->out, "<section id=\"%s\" aria-labelledby=\"h-%s\">\n<h2 id=\"h-%s\">", block->id,
                              block->id, block->id);
      page->is_in_section = true;
    }
  else
    g_string_append (page->out, "<h3>");
  html_append_text (page->out, block->title);
  if (block->mark != NULL)
    {
      g_string_append_printf (page->out, " <span class=\"mark %s\">", block->mark);
      html_append_text (page->out, block->mark);
      g_string_append (page->out, "</span>");
    }
  g_string_append (page->out, block->level == 2 ? "</h2>\n" : "</h3>\n");
}

static bool
append_block (Page *page, const DocumentBlock *block, GError **error)
{
  open_or_close (page->out, &page->is_in_list, block->kind == DOCUMENT_ITEM, "<ul>\n", "</ul>\n");
  open_or_close (page->out, &page->is_in_charts, block->kind == DOCUMENT_CHART, "<div class=\"charts\">\n", "</div>\n");
  switch (block->kind)
    {
    case DOCUMENT_HEADING:
      append_heading (page, block);
      return true;
    case DOCUMENT_TEXT:
    case DOCUMENT_ITEM:
      g_string_append (page->out, block->kind == DOCUMENT_TEXT ? "<p>" : "<li>");
      html_append_sentence (page->out, block->text);
      g_string_append (page->out, block->kind == DOCUMENT_TEXT ? "</p>\n" : "</li>\n");
      return true;
    case DOCUMENT_TABLE:
      append_table (page->out, block);
      return true;
    case DOCUMENT_CHART:
      break;
    }
  return append_chart (page, block, error);
}

static void
append_contents (GString *out, const Document *document)
{
  g_string_append (out, "<nav aria-label=\"Chapters\">\n<ul>\n");
  for (guint i = 0; i < document->blocks->len; i++)
    {
      const DocumentBlock *block = document->blocks->pdata[i];

      if (block->kind != DOCUMENT_HEADING || block->level != 2)
        continue;
      g_string_append_printf (out, "<li><a href=\"#%s\">", block->id);
      html_append_text (out, block->title);
      g_string_append (out, "</a></li>\n");
    }
  g_string_append (out, "</ul>\n</nav>\n");
}

static bool
append_body (Page *page, GError **error)
{
  g_string_append (page->out, "<header>\n<h1>");
  html_append_text (page->out, page->document->title);
  g_string_append (page->out, "</h1>\n");
  append_contents (page->out, page->document);
  g_string_append (page->out, "</header>\n<main>\n");
  for (guint i = 0; i < page->document->blocks->len; i++)
    if (!append_block (page, page->document->blocks->pdata[i], error))
      return false;
  open_or_close (page->out, &page->is_in_list, false, "", "</ul>\n");
  open_or_close (page->out, &page->is_in_charts, false, "", "</div>\n");
  open_or_close (page->out, &page->is_in_section, false, "", "</section>\n");
  g_string_append (page->out, "</main>\n<footer>Written by Stepscope " STEPSCOPE_VERSION ". Tables can be sorted by their "
                              "columns where scripts run.</footer>\n");
  return true;
}

/* "'sha256-...'" of a text, as policies name it. */
static char *
hash_of (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize n = sizeof digest;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &n);
  g_autofree char *base64 = g_base64_encode (digest, n);
  return g_strdup_printf ("'sha256-%s'", base64);
}

static void
append_head (GString *out, const Document *document, const char *style, bool has_images)
{
  g_autofree char *style_hash = hash_of (style), *script_hash = hash_of (page_script);

  g_string_append (out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  g_string_append_printf (out,
                          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src %s; "
                          "script-src %s;%s base-uri 'none'; form-action 'none'\">\n",
                          style_hash, script_hash, has_images ? " img-src data:;" : "");
  g_string_append (out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                        "<meta name=\"referrer\" content=\"no-referrer\">\n"
                        "<meta name=\"color-scheme\" content=\"light dark\">\n"
                        "<meta name=\"generator\" content=\"Stepscope " STEPSCOPE_VERSION "\">\n<title>");
  html_append_text (out, document->title);
  g_string_append_printf (out, "</title>\n<style>%s</style>\n</head>\n<body>\n", style);
}

/* Returns the body with at most that many bytes of charts, or NULL with an error. */
static GString *
body_new (const Document *document, gsize charts_max, SvgColours *colours, GError **error)
{
  Page page = {
    .out = g_string_new (NULL),
    .document = document,
    .text = text_cache_new (NULL, 1),
    .colours = *colours,
    .charts_max = charts_max,
  };
  bool ok = append_body (&page, error);

  *colours = page.colours;
  text_cache_free (page.text);
  if (ok)
    return page.out;
  g_string_free (page.out, TRUE);
  return NULL;
}

GString *
document_html (const Document *document, GError **error)
{
  SvgColours colours = svg_colours_new ();
  g_autoptr (GString) without = body_new (document, 0, &colours, error);
  gsize room = without != NULL && without->len < DOCUMENT_HTML_MAX_BYTES ? DOCUMENT_HTML_MAX_BYTES - without->len : 1;
  g_autoptr (GString) body = without != NULL ? body_new (document, room, &colours, error) : NULL;
  GString *out = NULL;

  if (body != NULL)
    {
      g_autoptr (GString) style = page_style (&colours);

      out = g_string_sized_new (body->len + 2 * style->len);
      append_head (out, document, style->str, colours.has_images);
      g_string_append_len (out, body->str, (gssize) body->len);
      g_string_append_printf (out, "<script>%s</script>\n</body>\n</html>\n", page_script);
    }
  svg_colours_clear (&colours);
  return out;
}
