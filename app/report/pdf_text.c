/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/pdf_text.h"

#include <math.h>
#include <string.h>

#include "trace/text/unit_space.h"

struct PdfText
{
  PangoFontMap *fonts;
  PangoContext *context;
};

PdfText *
pdf_text_new (void)
{
  PdfText *text = g_new0 (PdfText, 1);
  cairo_font_options_t *options = cairo_font_options_create ();

  text->fonts = pango_cairo_font_map_new ();
  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (text->fonts), 72);
  text->context = pango_font_map_create_context (text->fonts);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (text->context, options);
  cairo_font_options_destroy (options);
  /* The same file on every machine. */
  pango_context_set_base_dir (text->context, PANGO_DIRECTION_LTR);
  pango_context_set_language (text->context, pango_language_from_string ("en"));
  pango_context_set_round_glyph_positions (text->context, FALSE);
  return text;
}

void
pdf_text_free (PdfText *text)
{
  g_object_unref (text->context);
  g_object_unref (text->fonts);
  g_free (text);
}

static PangoLayout *
layout_new (PdfText *text, double size_pt, bool is_bold, double width_pt)
{
  PangoLayout *layout = pango_layout_new (text->context);
  PangoFontDescription *font = pango_font_description_from_string ("sans");

  pango_font_description_set_size (font, (int) lround (size_pt * PANGO_SCALE));
  pango_font_description_set_weight (font, is_bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  if (width_pt >= 0)
    pango_layout_set_width (layout, (int) ceil (width_pt * PANGO_SCALE));
  return layout;
}

static void
set_monospace (PangoAttrList *attributes, gsize begin, gsize end)
{
  PangoAttribute *attribute = pango_attr_family_new ("monospace");

  attribute->start_index = (guint) begin;
  attribute->end_index = (guint) end;
  pango_attr_list_insert (attributes, attribute);
}

PangoLayout *
pdf_text_sentence (PdfText *text, const char *sentence, double size_pt, bool is_bold, double width_pt)
{
  PangoLayout *layout = layout_new (text, size_pt, is_bold, width_pt);
  PangoAttrList *attributes = pango_attr_list_new ();
  g_autofree char *firm = unit_space_firm (sentence);
  g_auto (GStrv) pieces = g_strsplit (firm, "`", -1);
  g_autoptr (GString) plain = g_string_new (NULL);

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  for (guint i = 0; pieces[i] != NULL; i++)
    {
      gsize begin = plain->len;
      bool is_name = i % 2 == 1 && pieces[i + 1] != NULL;

      /* A tick without its other half is text. */
      g_string_append_printf (plain, "%s%s", i % 2 == 1 && !is_name ? "`" : "", pieces[i]);
      if (is_name)
        set_monospace (attributes, begin, plain->len);
    }
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_text (layout, plain->str, (int) plain->len);
  return layout;
}

PangoLayout *
pdf_text_name (PdfText *text, const char *name, double size_pt, double width_pt)
{
  PangoLayout *layout = layout_new (text, size_pt, false, width_pt);
  PangoAttrList *attributes = pango_attr_list_new ();

  set_monospace (attributes, 0, G_MAXUINT);
  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_text (layout, name, -1);
  return layout;
}

double
pdf_text_width_pt (PangoLayout *layout)
{
  PangoRectangle logical;

  pango_layout_get_extents (layout, NULL, &logical);
  return (double) logical.width / PANGO_SCALE;
}

double
pdf_text_height_pt (PangoLayout *layout)
{
  PangoRectangle logical;

  pango_layout_get_extents (layout, NULL, &logical);
  return (double) logical.height / PANGO_SCALE;
}
