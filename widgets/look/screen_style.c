/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/screen_style.h"

#include <math.h>

/* The sizes of the design are those of a desktop whose font is as large as GNOME's. */
#define DESIGN_FONT_PT 11.0
#define DESIGN_DPI     96.0

#define SCREEN_TYPE_STYLE (screen_style_get_type ())
G_DECLARE_FINAL_TYPE (ScreenStyle, screen_style, SCREEN, STYLE, GObject)

struct _ScreenStyle
{
  GObject parent_instance;
  DrawStyle style;
  NumberStyle numbers;
  char *family;
  double scale;
  ThemeId theme;
  bool has_patterns;
  Theme patterned; /* what the style points to while they are wanted */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_TYPE (ScreenStyle, screen_style, G_TYPE_OBJECT)

static void
screen_style_class_init (ScreenStyleClass *klass)
{
  /* Never disposed of: the one instance lives as long as the program. */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
}

static void
screen_style_init (ScreenStyle *self)
{
  self->numbers = number_style_of_locale ();
  self->style.theme = theme_get (THEME_LIGHT);
  self->style.numbers = &self->numbers;
}

static double
text_scale (GtkSettings *settings, const PangoFontDescription *font)
{
  int dpi_1024 = 0;

  g_object_get (settings, "gtk-xft-dpi", &dpi_1024, NULL);
  double scale = dpi_1024 > 0 ? dpi_1024 / 1024.0 / DESIGN_DPI : 1;
  int size = font != NULL ? pango_font_description_get_size (font) : 0;
  /* A smaller font than the design's does not make captions smaller than 9 pt. */
  if (size > 0 && !pango_font_description_get_size_is_absolute (font))
    scale *= fmax (1, (double) size / PANGO_SCALE / DESIGN_FONT_PT);
  return CLAMP (scale, 0.5, 8);
}

/* Reads the font; true when it is another one than before. */
static bool
read_font (ScreenStyle *self, GtkSettings *settings)
{
  g_autofree char *name = NULL;
  PangoFontDescription *font = NULL;

  g_object_get (settings, "gtk-font-name", &name, NULL);
  if (name != NULL)
    font = pango_font_description_from_string (name);
  g_autofree char *family = g_strdup (font != NULL ? pango_font_description_get_family (font) : NULL);
  double scale = text_scale (settings, font);
  if (font != NULL)
    pango_font_description_free (font);

  if (self->style.text != NULL && scale == self->scale && g_strcmp0 (family, self->family) == 0)
    return false;
  g_clear_pointer (&self->style.text, text_cache_free);
  self->style.text = text_cache_new (family, scale);
  text_cache_follow_locale (self->style.text);
  self->scale = scale;
  g_free (self->family);
  self->family = g_steal_pointer (&family);
  return true;
}

static void
font_setting_changed (ScreenStyle *self, GParamSpec *property, GtkSettings *settings)
{
  (void) property;

  if (read_font (self, settings))
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static ScreenStyle *
the_style (void)
{
  static ScreenStyle *style;

  if (style == NULL)
    style = g_object_new (SCREEN_TYPE_STYLE, NULL);
  return style;
}

const DrawStyle *
screen_style_get (GtkWidget *widget)
{
  ScreenStyle *self = the_style ();

  if (self->style.text == NULL)
    {
      GtkSettings *settings = gtk_widget_get_settings (widget);

      read_font (self, settings);
      g_signal_connect_swapped (settings, "notify::gtk-font-name", G_CALLBACK (font_setting_changed), self);
      g_signal_connect_swapped (settings, "notify::gtk-xft-dpi", G_CALLBACK (font_setting_changed), self);
    }
  return &self->style;
}

static void
choose_theme (ScreenStyle *self)
{
  const Theme *theme = theme_get (self->theme);

  self->patterned = theme_with_patterns (theme);
  self->style.theme = self->has_patterns ? &self->patterned : theme;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
screen_style_set_theme (ThemeId id)
{
  ScreenStyle *self = the_style ();

  if (id == self->theme)
    return;
  self->theme = id;
  choose_theme (self);
}

void
screen_style_set_patterns (bool has_patterns)
{
  ScreenStyle *self = the_style ();

  if (has_patterns == self->has_patterns)
    return;
  self->has_patterns = has_patterns;
  choose_theme (self);
}

void
screen_style_connect_changed (GtkWidget *widget, void (*changed) (GtkWidget *widget))
{
  g_signal_connect_object (the_style (), "changed", G_CALLBACK (changed), widget, G_CONNECT_SWAPPED);
}

int
screen_style_scaled_px (GtkWidget *widget, int px)
{
  return (int) lround (px * fmax (1, text_cache_scale (screen_style_get (widget)->text)));
}
