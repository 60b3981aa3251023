/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/bookmarks/bookmark_colour_button.h"

#include <glib/gi18n-lib.h>

#include "widgets/look/screen_style.h"
#include "widgets/timeline/draw/bookmarks_draw.h"

#define FLAG_PX    16
#define GAP_PX     4
#define KEY_COLOUR "colour"

struct _BookmarkColourButton
{
  GtkWidget parent_instance;

  unsigned colour;
  GtkWidget *menu, *flag;
  GtkWidget *choices[BOOKMARK_COLOURS];
};

G_DEFINE_TYPE (BookmarkColourButton, bookmark_colour_button, GTK_TYPE_WIDGET)

enum
{
  PROPERTY_COLOUR = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

/* As bookmarks_draw.c paints them; the theme has the fifth as its texts. */
static const char *const names[BOOKMARK_COLOURS] = { N_ ("Blue"), N_ ("Green"),          N_ ("Amber"),
                                                     N_ ("Cyan"), N_ ("Black or white"), N_ ("Grey") };

static void
draw_flag (GtkDrawingArea *area, cairo_t *cr, int width_px, int height_px, gpointer user_data)
{
  unsigned colour = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), KEY_COLOUR));
  (void) user_data;

  cairo_translate (cr, (width_px - FLAG_PX) / 2, (height_px - FLAG_PX) / 2);
  bookmarks_draw_flag (cr, screen_style_get (GTK_WIDGET (area))->theme, BOOKMARK_RANGE, colour, FLAG_PX);
}

static GtkWidget *
new_flag (unsigned colour)
{
  GtkWidget *area = gtk_drawing_area_new ();

  g_object_set_data (G_OBJECT (area), KEY_COLOUR, GUINT_TO_POINTER (colour));
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), FLAG_PX);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), FLAG_PX);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_flag, NULL, NULL);
  return area;
}

static void
show_colour (BookmarkColourButton *self)
{
  /* Translators: %s is the name of a colour */
  g_autofree char *label = g_strdup_printf (_ ("Colour of the bookmark: %s"), _ (names[self->colour]));

  g_object_set_data (G_OBJECT (self->flag), KEY_COLOUR, GUINT_TO_POINTER (self->colour));
  gtk_widget_queue_draw (self->flag);
  gtk_widget_set_tooltip_text (self->menu, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->choices[self->colour]), TRUE);
}

unsigned
bookmark_colour_button_get (BookmarkColourButton *self)
{
  return self->colour;
}

void
bookmark_colour_button_set (BookmarkColourButton *self, unsigned colour)
{
  g_return_if_fail (colour < BOOKMARK_COLOURS);
  if (self->colour == colour)
    return;
  self->colour = colour;
  show_colour (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROPERTY_COLOUR]);
}

static void
choose (GtkWidget *choice, BookmarkColourButton *self)
{
  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (choice)))
    return;
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->menu));
  bookmark_colour_button_set (self, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (choice), KEY_COLOUR)));
}

/* ---- life ---- */

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *property)
{
  if (id == PROPERTY_COLOUR)
    g_value_set_uint (value, BOOKMARK_COLOUR_BUTTON (object)->colour);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, property);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *property)
{
  if (id == PROPERTY_COLOUR)
    bookmark_colour_button_set (BOOKMARK_COLOUR_BUTTON (object), g_value_get_uint (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, property);
}

static void
bookmark_colour_button_dispose (GObject *object)
{
  g_clear_pointer (&BOOKMARK_COLOUR_BUTTON (object)->menu, gtk_widget_unparent);
  G_OBJECT_CLASS (bookmark_colour_button_parent_class)->dispose (object);
}

static void
bookmark_colour_button_class_init (BookmarkColourButtonClass *klass)
{
  GObjectClass *object = G_OBJECT_CLASS (klass);

  object->dispose = bookmark_colour_button_dispose;
  object->get_property = get_property;
  object->set_property = set_property;
  properties[PROPERTY_COLOUR] =
    g_param_spec_uint ("colour", NULL, NULL, 0, BOOKMARK_COLOURS - 1, 0,
                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object, N_PROPERTIES, properties);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
new_choice (BookmarkColourButton *self, unsigned colour)
{
  GtkWidget *choice = gtk_toggle_button_new ();

  g_object_set_data (G_OBJECT (choice), KEY_COLOUR, GUINT_TO_POINTER (colour));
  gtk_button_set_child (GTK_BUTTON (choice), new_flag (colour));
  gtk_widget_add_css_class (choice, "flat");
  gtk_widget_set_tooltip_text (choice, _ (names[colour]));
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (names[colour]),
                                  -1);
  if (colour > 0)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (choice), GTK_TOGGLE_BUTTON (self->choices[0]));
  return choice;
}

static void
bookmark_colour_button_init (BookmarkColourButton *self)
{
  GtkWidget *popover = gtk_popover_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);

  self->menu = gtk_menu_button_new ();
  self->flag = new_flag (0);
  for (unsigned colour = 0; colour < BOOKMARK_COLOURS; colour++)
    {
      self->choices[colour] = new_choice (self, colour);
      gtk_box_append (GTK_BOX (row), self->choices[colour]);
    }
  gtk_popover_set_child (GTK_POPOVER (popover), row);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->menu), popover);
  gtk_menu_button_set_child (GTK_MENU_BUTTON (self->menu), self->flag);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  /* Else it lies over the choices. */
  g_object_bind_property (popover, "visible", self->menu, "has-tooltip", G_BINDING_INVERT_BOOLEAN);
  show_colour (self);
  for (unsigned colour = 0; colour < BOOKMARK_COLOURS; colour++)
    g_signal_connect (self->choices[colour], "toggled", G_CALLBACK (choose), self);
}

GtkWidget *
bookmark_colour_button_new (void)
{
  return g_object_new (BOOKMARK_TYPE_COLOUR_BUTTON, NULL);
}
