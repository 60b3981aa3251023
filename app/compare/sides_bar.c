/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/sides_bar.h"

#include <glib/gi18n-lib.h>

#include "app/compare/side_button.h"

#define GAP_PX 8

struct _SidesBar
{
  GtkWidget parent_instance;

  SideList *sides;
  GtkWidget *scrolled, *swap, *add, *busy;
  GtkWidget *buttons[COMPARED_SIDES_MAX];
  bool is_busy, is_stale; /* is_stale: it is not seen and shows what was before */
};

#define SIDES_TYPE_BAR (sides_bar_get_type ())
G_DECLARE_FINAL_TYPE (SidesBar, sides_bar, SIDES, BAR, GtkWidget)
G_DEFINE_FINAL_TYPE (SidesBar, sides_bar, GTK_TYPE_WIDGET)

char *
sides_bar_reading_text (const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  /* Translators: a file that is being read, to be compared then. */
  return g_strdup_printf (_ ("Reading %s…"), name);
}

/* Without two sides the page says what it waits for. */
static void
say_state (SidesBar *self)
{
  const char *awaited = side_list_count (self->sides) >= 2 ? side_list_awaited (self->sides) : NULL;
  g_autofree char *text = self->is_busy     ? g_strdup (_ ("Computing…"))
                          : awaited != NULL ? sides_bar_reading_text (awaited)
                                            : NULL;

  gtk_label_set_text (GTK_LABEL (self->busy), text != NULL ? text : "");
  gtk_widget_set_visible (self->busy, text != NULL);
}

static void
update (SidesBar *self)
{
  guint n = side_list_count (self->sides);

  for (guint i = 0; i < COMPARED_SIDES_MAX; i++)
    side_button_update (SIDE_BUTTON (self->buttons[i]));
  gtk_widget_set_sensitive (self->add, n >= 1 && n < COMPARED_SIDES_MAX);
  gtk_widget_set_sensitive (self->swap, n >= 2);
  say_state (self);
}

/* With the scope of the timeline the sides change with each frame of a pan, on a page that is not seen then. */
static void
sides_changed (SidesBar *self)
{
  self->is_stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (!self->is_stale)
    update (self);
}

static void
sides_bar_map (GtkWidget *widget)
{
  SidesBar *self = SIDES_BAR (widget);

  if (self->is_stale)
    update (self);
  self->is_stale = false;
  GTK_WIDGET_CLASS (sides_bar_parent_class)->map (widget);
}

void
sides_bar_set_busy (GtkWidget *bar, bool is_busy)
{
  SIDES_BAR (bar)->is_busy = is_busy;
  say_state (SIDES_BAR (bar));
}

static GtkWidget *
icon_button_new (const char *icon, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return button;
}

static void
sides_bar_dispose (GObject *object)
{
  SidesBar *self = SIDES_BAR (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->sides);
  G_OBJECT_CLASS (sides_bar_parent_class)->dispose (object);
}

static void
sides_bar_class_init (SidesBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sides_bar_dispose;
  GTK_WIDGET_CLASS (klass)->map = sides_bar_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
sides_bar_init (SidesBar *self)
{
  (void) self;
}

GtkWidget *
sides_bar_new (SideList *sides)
{
  SidesBar *self = g_object_new (SIDES_TYPE_BAR, NULL);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);

  self->sides = g_object_ref (sides);
  gtk_box_append (GTK_BOX (line), gtk_label_new (_ ("Baseline")));
  for (guint i = 0; i < COMPARED_SIDES_MAX; i++)
    {
      self->buttons[i] = side_button_new (sides, i);
      gtk_widget_set_valign (self->buttons[i], GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (line), self->buttons[i]);
      if (i > 0)
        continue;
      self->swap = icon_button_new ("object-flip-horizontal-symbolic", _ ("Swap A and B"));
      gtk_widget_set_valign (self->swap, GTK_ALIGN_CENTER);
      g_signal_connect_swapped (self->swap, "clicked", G_CALLBACK (side_list_swap), sides);
      gtk_box_append (GTK_BOX (line), self->swap);
      /* Translators: between the baseline and what it is compared with. */
      gtk_box_append (GTK_BOX (line), gtk_label_new (_ ("with")));
    }
  self->add = icon_button_new ("list-add-symbolic", _ ("Compare with another one"));
  gtk_widget_set_valign (self->add, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (side_list_add), sides);
  gtk_box_append (GTK_BOX (line), self->add);
  self->busy = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->busy, "secondary");
  gtk_widget_set_visible (self->busy, FALSE);
  gtk_box_append (GTK_BOX (line), self->busy);
  gtk_widget_add_css_class (line, "page-bar");
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), line);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  g_signal_connect_object (sides, "changed", G_CALLBACK (sides_changed), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
