/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/text.h"

#include <glib.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "widgets/look/characters.h"
#include "widgets/look/text_stamp.h"

/* Layouts of a label have some 2 KB; a frame of a 4K timeline shows some 2,000. */
#define LAYOUTS_MAX 4096

/* What texts cover: less often used ones make room. The labels that find room on a screen need less than this: at 4K and
 * scale 2, with text of 200 %, 1,200 labels of some 35 KB. */
#define STAMP_BYTES_MAX (64u << 20)

/* In UTF-8: U+2300 and up to U+2FFF, and from U+E000 on, where pictographs are. */
#define COLOURED_IN_2000_FROM_BYTE 0x8c
#define COLOURED_FROM_BYTE         0xee

/* No character of a text role is narrower at scale 1, combining ones aside. Bounds how much of a long text is
 * laid out to fill a width. */
#define CHARACTER_MIN_PX 2.0

/* Share of the characters kept that stand before the ellipsis. */
#define HEAD_SHARE 0.6

#define ELLIPSIS "\u2026"

/* Of what is laid out: the whole text, or one of the ways to make it fit. */
typedef enum
{
  FORM_WHOLE,
  FORM_PREFIX, /* the first fit characters */
  FORM_MIDDLE, /* cut so that it is at most fit px wide */
} Form;

typedef struct
{
  TextRole role;
  Form form;
  int fit;
  const char *text; /* as the caller gave it */
} Key;

/* A layout that is kept. The newest used is at the head of the queue. */
typedef struct
{
  Key key;             /* owns its text */
  PangoLayout *layout; /* NULL: nothing fits */
  double width_px;
  TextStamp stamp; /* of the layout, at the scale it was asked for last; without coverage: not made */
  GList link;
} Entry;

typedef struct
{
  PangoFontDescription *font;
  double ascent_px, descent_px;
} RoleFont;

struct TextCache
{
  PangoFontMap *fonts;
  PangoContext *context;
  PangoAttrList *attributes;
  double scale;
  RoleFont roles[N_TEXT_ROLES];
  GHashTable *entries; /* Key * (of the entry) -> Entry * */
  GQueue recent;
  size_t stamp_bytes; /* of the entries */
};

static const struct
{
  double size_pt;
  PangoWeight weight;
  bool is_monospace;
} role_fonts[N_TEXT_ROLES] = {
  [TEXT_FIGURE] = { 20, PANGO_WEIGHT_ULTRABOLD, false },
  [TEXT_SUMMARY] = { 15, PANGO_WEIGHT_ULTRABOLD, false },
  [TEXT_SENTENCE] = { 13, PANGO_WEIGHT_BOLD, false },
  [TEXT_HEADING] = { 11, PANGO_WEIGHT_BOLD, false },
  [TEXT_BODY] = { 11, PANGO_WEIGHT_NORMAL, false },
  [TEXT_TREE] = { 10, PANGO_WEIGHT_NORMAL, false },
  [TEXT_GROUP] = { 10, PANGO_WEIGHT_BOLD, false },
  [TEXT_CAPTION] = { 9, PANGO_WEIGHT_NORMAL, false },
  [TEXT_CAPTION_BOLD] = { 9, PANGO_WEIGHT_BOLD, false },
  [TEXT_MONOSPACE] = { 10, PANGO_WEIGHT_NORMAL, true },
};

/* ---- fonts ---- */

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_str_hash (key->text) ^ ((guint) key->role << 28 | (guint) key->form << 24)
         ^ (guint) key->fit * 2654435761u;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *one = a, *other = b;

  return one->role == other->role && one->form == other->form && one->fit == other->fit
         && strcmp (one->text, other->text) == 0;
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_clear_object (&entry->layout);
  text_stamp_clear (&entry->stamp);
  g_free ((char *) entry->key.text);
  g_free (entry);
}

TextCache *
text_cache_new (const char *family, double scale)
{
  TextCache *cache = g_new0 (TextCache, 1);
  cairo_font_options_t *options = cairo_font_options_create ();

  cache->scale = scale;
  cache->fonts = pango_cairo_font_map_new ();
  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (cache->fonts), 96);
  cache->context = pango_font_map_create_context (cache->fonts);

  /* Stated, so that neither a screen nor a surface has a say in how a picture looks. */
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_subpixel_order (options, CAIRO_SUBPIXEL_ORDER_DEFAULT);
  pango_cairo_context_set_font_options (cache->context, options);
  cairo_font_options_destroy (options);
  pango_context_set_base_dir (cache->context, PANGO_DIRECTION_LTR);
  pango_context_set_language (cache->context, pango_language_from_string ("en"));
  pango_context_set_round_glyph_positions (cache->context, TRUE);

  cache->attributes = pango_attr_list_new ();
  pango_attr_list_insert (cache->attributes, pango_attr_font_features_new ("tnum=1"));

  for (int role = 0; role < N_TEXT_ROLES; role++)
    {
      RoleFont *font = &cache->roles[role];

      font->font = pango_font_description_new ();
      pango_font_description_set_family (font->font, role_fonts[role].is_monospace ? "Monospace"
                                                     : family != NULL              ? family
                                                                                   : "Sans");
      pango_font_description_set_weight (font->font, role_fonts[role].weight);
      pango_font_description_set_size (font->font,
                                       (int) lround (role_fonts[role].size_pt * scale * PANGO_SCALE));

      PangoFontMetrics *metrics = pango_context_get_metrics (cache->context, font->font, NULL);
      font->ascent_px = (double) pango_font_metrics_get_ascent (metrics) / PANGO_SCALE;
      font->descent_px = (double) pango_font_metrics_get_descent (metrics) / PANGO_SCALE;
      pango_font_metrics_unref (metrics);
    }
  cache->entries = g_hash_table_new_full (key_hash, key_equal, NULL, entry_free);
  g_queue_init (&cache->recent);
  return cache;
}

void
text_cache_follow_locale (TextCache *cache)
{
  pango_context_set_language (cache->context, pango_language_get_default ());
}

void
text_cache_free (TextCache *cache)
{
  if (cache == NULL)
    return;
  g_hash_table_unref (cache->entries);
  for (int role = 0; role < N_TEXT_ROLES; role++)
    pango_font_description_free (cache->roles[role].font);
  pango_attr_list_unref (cache->attributes);
  g_object_unref (cache->context);
  g_object_unref (cache->fonts);
  g_free (cache);
}

double
text_cache_scale (const TextCache *cache)
{
  return cache->scale;
}

/* ---- layouts ---- */

static PangoLayout *
layout_new (TextCache *cache, TextRole role, const char *shown, int length)
{
  PangoLayout *layout = pango_layout_new (cache->context);

  pango_layout_set_font_description (layout, cache->roles[role].font);
  pango_layout_set_attributes (layout, cache->attributes);
  pango_layout_set_auto_dir (layout, FALSE);
  pango_layout_set_text (layout, shown, length);
  return layout;
}

static double
layout_width_px (PangoLayout *layout)
{
  PangoRectangle logical;

  pango_layout_line_get_extents (pango_layout_get_line_readonly (layout, 0), NULL, &logical);
  return (double) logical.width / PANGO_SCALE;
}

/* More characters than this do not fit into a width. */
static long
characters_max (const TextCache *cache, double width_px)
{
  double n = width_px / (CHARACTER_MIN_PX * cache->scale) + 16;

  return n < 1e6 ? (long) n : 1000000;
}

/* shown without its middle, keeping n of its characters. */
static void
cut_middle (GString *cut, const char *shown, const char *end, long n)
{
  long n_head = (long) ceil ((double) n * HEAD_SHARE);
  const char *head_end = g_utf8_offset_to_pointer (shown, n_head);
  const char *tail = g_utf8_offset_to_pointer (end, -(n - n_head));

  while (tail < end && g_unichar_ismark (g_utf8_get_char (tail)))
    tail = g_utf8_next_char (tail);
  for (const char *last;
       head_end > shown && g_unichar_isspace (g_utf8_get_char (last = g_utf8_prev_char (head_end)));)
    head_end = last;
  while (g_unichar_isspace (g_utf8_get_char (tail)))
    tail = g_utf8_next_char (tail);
  g_string_truncate (cut, 0);
  g_string_append_len (cut, shown, head_end - shown);
  g_string_append (cut, ELLIPSIS);
  g_string_append_len (cut, tail, end - tail);
}

/* The layout of as many characters as fit around an ellipsis; NULL: not even that fits. */
static PangoLayout *
middle_layout_new (TextCache *cache, TextRole role, const char *shown, double max_width_px)
{
  size_t length = strlen (shown);
  long n_all = g_utf8_strlen (shown, (gssize) length);
  long fits = -1, too_many = MIN (n_all, characters_max (cache, max_width_px));
  GString *cut = g_string_new (NULL);
  PangoLayout *layout = layout_new (cache, role, ELLIPSIS, -1);

  if (layout_width_px (layout) <= max_width_px)
    fits = 0;
  while (fits >= 0 && too_many - fits > 1)
    {
      long n = fits + (too_many - fits) / 2;

      cut_middle (cut, shown, shown + length, n);
      pango_layout_set_text (layout, cut->str, (int) cut->len);
      if (layout_width_px (layout) <= max_width_px)
        fits = n;
      else
        too_many = n;
    }
  if (fits >= 0)
    {
      cut_middle (cut, shown, shown + length, fits);
      pango_layout_set_text (layout, cut->str, (int) cut->len);
    }
  else
    g_clear_object (&layout);
  g_string_free (cut, TRUE);
  return layout;
}

static PangoLayout *
make_layout (TextCache *cache, const Key *key)
{
  char *shown = characters_shown (key->text);
  PangoLayout *layout;

  if (key->form == FORM_MIDDLE)
    layout = middle_layout_new (cache, key->role, shown, key->fit);
  else
    {
      long n = g_utf8_strlen (shown, -1);
      if (key->form == FORM_PREFIX && n > key->fit)
        n = key->fit;
      layout = layout_new (cache, key->role, shown, (int) (g_utf8_offset_to_pointer (shown, n) - shown));
    }
  g_free (shown);
  return layout;
}

static void
drop_stamp (TextCache *cache, Entry *entry)
{
  cache->stamp_bytes -= text_stamp_bytes (&entry->stamp);
  text_stamp_clear (&entry->stamp);
}

/* Valid until the next call. */
static Entry *
find_layout (TextCache *cache, TextRole role, Form form, int fit, const char *text)
{
  const Key key = { role, form, fit, text };
  Entry *entry = g_hash_table_lookup (cache->entries, &key);

  if (entry != NULL)
    {
      if (cache->recent.head != &entry->link)
        {
          g_queue_unlink (&cache->recent, &entry->link);
          g_queue_push_head_link (&cache->recent, &entry->link);
        }
      return entry;
    }

  if (cache->recent.length >= LAYOUTS_MAX)
    {
      Entry *oldest = cache->recent.tail->data;

      g_queue_unlink (&cache->recent, &oldest->link);
      drop_stamp (cache, oldest);
      g_hash_table_remove (cache->entries, &oldest->key);
    }
  entry = g_new0 (Entry, 1);
  entry->key = key;
  entry->key.text = g_strdup (text);
  entry->layout = make_layout (cache, &key);
  entry->width_px = entry->layout != NULL ? layout_width_px (entry->layout) : 0;
  entry->link.data = entry;
  g_queue_push_head_link (&cache->recent, &entry->link);
  g_hash_table_add (cache->entries, &entry->key);
  return entry;
}

double
text_height_px (TextCache *cache, TextRole role)
{
  return cache->roles[role].ascent_px + cache->roles[role].descent_px;
}

double
text_width_px (TextCache *cache, TextRole role, const char *text)
{
  return find_layout (cache, role, FORM_WHOLE, 0, text)->width_px;
}

/* ---- drawing ---- */

static void
show (TextCache *cache, cairo_t *cr, const Entry *entry, Rgb colour, double x_px, double y_px)
{
  const RoleFont *font = &cache->roles[entry->key.role];

  theme_set_source (cr, colour);
  cairo_move_to (cr, x_px, y_px + (font->ascent_px - font->descent_px) / 2);
  pango_cairo_show_layout_line (cr, pango_layout_get_line_readonly (entry->layout, 0));
  cairo_new_path (cr);
}

static double
left_of (TextAlign align, double x_px, double width_px)
{
  return align == TEXT_LEFT ? x_px : align == TEXT_RIGHT ? x_px - width_px : x_px - width_px / 2;
}

void
text_draw (TextCache *cache,
           cairo_t *cr,
           TextRole role,
           Rgb colour,
           TextAlign align,
           double x_px,
           double y_px,
           const char *text)
{
  const Entry *entry = find_layout (cache, role, FORM_WHOLE, 0, text);

  show (cache, cr, entry, colour, left_of (align, x_px, entry->width_px), y_px);
}

/* Whether a text is so long that it cannot fit whole, told without laying it out. */
static bool
is_too_long (const char *text, long n_max)
{
  size_t length = strnlen (text, (size_t) n_max * 4 + 1);

  return (long) length > n_max && g_utf8_strlen (text, (gssize) length) > n_max;
}

/* The layout that is cut at max_width_px, and whether any of it is. Steps of 32 characters, so that zooming does not make
 * one per pixel of width. */
static Entry *
find_clipped (TextCache *cache, TextRole role, double max_width_px, const char *text, bool *ret_is_cut)
{
  long n_max = characters_max (cache, max_width_px);
  Entry *entry;

  if (is_too_long (text, n_max))
    {
      *ret_is_cut = true;
      return find_layout (cache, role, FORM_PREFIX, (int) ((n_max + 31) / 32 * 32), text);
    }
  entry = find_layout (cache, role, FORM_WHOLE, 0, text);
  *ret_is_cut = entry->width_px > max_width_px;
  return entry;
}

/* Where a layout that is cut begins; left_px is the left of what is seen. The text of the layout is asked, because that of
 * the caller may be no UTF-8. */
static double
begin_of_cut (const Entry *entry, double left_px, double max_width_px)
{
  bool is_from_right = characters_begin_at_right (pango_layout_get_text (entry->layout));

  return is_from_right ? left_px + fmin (max_width_px - entry->width_px, 0) : left_px;
}

double
text_draw_fitted (TextCache *cache,
                  cairo_t *cr,
                  TextRole role,
                  Rgb colour,
                  TextAlign align,
                  TextFit fit,
                  double x_px,
                  double y_px,
                  double max_width_px,
                  const char *text)
{
  const Entry *entry;
  bool is_cut;

  if (!(max_width_px >= 1))
    return 0;
  entry = find_clipped (cache, role, max_width_px, text, &is_cut);
  if (!is_cut)
    {
      show (cache, cr, entry, colour, left_of (align, x_px, entry->width_px), y_px);
      return entry->width_px;
    }
  if (fit == TEXT_MIDDLE)
    {
      entry = find_layout (cache, role, FORM_MIDDLE, (int) MIN (floor (max_width_px), 1e6), text);
      if (entry->layout != NULL)
        show (cache, cr, entry, colour, left_of (align, x_px, entry->width_px), y_px);
      return entry->width_px;
    }

  double left_px = left_of (align, x_px, max_width_px);
  double height_px = text_height_px (cache, role);
  cairo_save (cr);
  cairo_rectangle (cr, left_px, y_px - height_px, max_width_px, 2 * height_px);
  cairo_clip (cr);
  show (cache, cr, entry, colour, begin_of_cut (entry, left_px, max_width_px), y_px);
  cairo_restore (cr);
  return MIN (entry->width_px, max_width_px);
}

/* ---- stamps ---- */

bool
text_can_stamp (const char *text)
{
  for (const unsigned char *at = (const unsigned char *) text; *at != '\0'; at++)
    if (*at >= COLOURED_FROM_BYTE || (*at == 0xe2 && at[1] >= COLOURED_IN_2000_FROM_BYTE))
      return false;
  return true;
}

/* Of the entry that was just found, which is therefore the last to make room. */
static bool
have_stamp (TextCache *cache, Entry *entry, double scale)
{
  if (entry->stamp.coverage != NULL && entry->stamp.scale == scale)
    return true;
  drop_stamp (cache, entry);
  if (!text_stamp_make (&entry->stamp, pango_layout_get_line_readonly (entry->layout, 0), scale))
    return false;
  cache->stamp_bytes += text_stamp_bytes (&entry->stamp);
  for (GList *link = cache->recent.tail; link != &entry->link && cache->stamp_bytes > STAMP_BYTES_MAX;
       link = link->prev)
    drop_stamp (cache, link->data);
  return true;
}

size_t
text_cache_stamp_bytes (const TextCache *cache)
{
  return cache->stamp_bytes;
}

double
text_stamp_fitted (TextCache *cache,
                   const TextGround *ground,
                   TextRole role,
                   Rgb colour,
                   TextAlign align,
                   double x_px,
                   double y_px,
                   double max_width_px,
                   const char *text)
{
  const RoleFont *font = &cache->roles[role];
  TextGround seen = *ground;
  double begin_px;
  Entry *entry;
  bool is_cut;

  if (!(max_width_px >= 1))
    return 0;
  entry = find_clipped (cache, role, max_width_px, text, &is_cut);
  if (!have_stamp (cache, entry, ground->scale))
    return -1;
  if (is_cut)
    {
      double left_px = left_of (align, x_px, max_width_px);

      begin_px = begin_of_cut (entry, left_px, max_width_px);
      seen.left = MAX (seen.left, (int) lround (left_px * ground->scale));
      seen.right = MIN (seen.right, (int) lround ((left_px + max_width_px) * ground->scale));
    }
  else
    begin_px = left_of (align, x_px, entry->width_px);
  text_stamp_blend (&entry->stamp, &seen, colour, begin_px, y_px + (font->ascent_px - font->descent_px) / 2);
  return MIN (entry->width_px, max_width_px);
}

double
text_draw_wrapped (TextCache *cache,
                   cairo_t *cr,
                   TextRole role,
                   Rgb colour,
                   double x_px,
                   double y_px,
                   double width_px,
                   int max_lines,
                   const char *text)
{
  char *shown = characters_shown (text);
  long n = MIN (g_utf8_strlen (shown, -1), characters_max (cache, width_px) * max_lines);
  PangoLayout *layout = layout_new (cache, role, shown, (int) (g_utf8_offset_to_pointer (shown, n) - shown));
  int height;

  pango_layout_set_width (layout, (int) lround (MAX (width_px, 1) * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_height (layout, -max_lines);
  pango_layout_get_size (layout, NULL, &height);
  if (cr != NULL)
    {
      theme_set_source (cr, colour);
      cairo_move_to (cr, x_px, y_px);
      pango_cairo_show_layout (cr, layout);
      cairo_new_path (cr);
    }
  g_object_unref (layout);
  g_free (shown);
  return (double) height / PANGO_SCALE;
}
