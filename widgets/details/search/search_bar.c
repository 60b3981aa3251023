/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/search/search_bar.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/quiet_tooltip.h"

#define GAP_PX 8

typedef enum
{
  TOGGLE_REGEX,
  TOGGLE_CASE,
  TOGGLE_NAMES,
  TOGGLE_CATEGORIES,
  TOGGLE_ARGUMENTS,
  TOGGLE_LONGEST,
  N_TOGGLES
} Toggle;

static const struct
{
  const char *label, *description;
  bool is_active;
} toggles[N_TOGGLES] = {
  [TOGGLE_REGEX] = { ".*", N_ ("Regular expression"), false },
  [TOGGLE_CASE] = { "Aa", N_ ("Match case"), false },
  [TOGGLE_NAMES] = { N_ ("Names"), N_ ("Search names"), true },
  [TOGGLE_CATEGORIES] = { N_ ("Categories"), N_ ("Search categories"), true },
  [TOGGLE_ARGUMENTS] = { N_ ("Arguments"), N_ ("Search arguments"), true },
  [TOGGLE_LONGEST] = { N_ ("Longest First"), N_ ("List the longest slices first"), false },
};

struct _SearchBar
{
  GtkWidget parent_instance;
  GtkWidget *entry, *toggles[N_TOGGLES], *status;
  GtkWidget *arrows[2]; /* to the previous and the next match */
};

G_DEFINE_TYPE (SearchBar, search_bar, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_ORDER_CHANGED,
  SIGNAL_WALK,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static bool
is_on (SearchBar *self, Toggle toggle)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->toggles[toggle]));
}

void
search_bar_read (SearchBar *self, SearchQuery *query)
{
  query->text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  query->is_regex = is_on (self, TOGGLE_REGEX);
  query->match_case = is_on (self, TOGGLE_CASE);
  query->texts = (is_on (self, TOGGLE_NAMES) ? SEARCH_NAMES : 0u)
                 | (is_on (self, TOGGLE_CATEGORIES) ? SEARCH_CATEGORIES : 0u)
                 | (is_on (self, TOGGLE_ARGUMENTS) ? SEARCH_ARGUMENTS : 0u);
}

SearchOrder
search_bar_order (SearchBar *self)
{
  return is_on (self, TOGGLE_LONGEST) ? SEARCH_BY_DURATION : SEARCH_BY_TIME;
}

bool
search_bar_has_text (SearchBar *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] != '\0';
}

void
search_bar_focus (SearchBar *self)
{
  gtk_widget_grab_focus (self->entry);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

bool
search_bar_is_typed_into (SearchBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, self->entry);
}

void
search_bar_clear (SearchBar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
}

void
search_bar_search_names (SearchBar *self, const char *text)
{
  for (Toggle toggle = 0; toggle < TOGGLE_LONGEST; toggle++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->toggles[toggle]),
                                  toggle == TOGGLE_NAMES || toggle == TOGGLE_CASE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

void
search_bar_say (SearchBar *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->status), text);
  quiet_tooltip_set (self->status, text);
}

void
search_bar_set_has_matches (SearchBar *self, bool has_matches)
{
  for (size_t i = 0; i < G_N_ELEMENTS (self->arrows); i++)
    gtk_widget_set_sensitive (self->arrows[i], has_matches);
}

/* ---- what it consists of ---- */

static void
changed (SearchBar *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
order_changed (SearchBar *self)
{
  g_signal_emit (self, signals[SIGNAL_ORDER_CHANGED], 0);
}

static void
walk_back (SearchBar *self)
{
  g_signal_emit (self, signals[SIGNAL_WALK], 0, -1);
}

static void
walk_on (SearchBar *self)
{
  g_signal_emit (self, signals[SIGNAL_WALK], 0, 1);
}

static GtkWidget *
new_arrow (SearchBar *self, const char *icon, const char *description, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  quiet_tooltip_set (button, description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);
  gtk_widget_set_sensitive (button, FALSE);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

static GtkWidget *
new_toggle (SearchBar *self, Toggle toggle)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (_ (toggles[toggle].label));

  /* ".*" is not written from right to left. */
  if (toggle == TOGGLE_REGEX)
    gtk_widget_set_direction (gtk_button_get_child (GTK_BUTTON (button)), GTK_TEXT_DIR_LTR);

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), toggles[toggle].is_active);
  quiet_tooltip_set (button, _ (toggles[toggle].description));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (toggles[toggle].description), -1);
  g_signal_connect_object (button, "toggled", G_CALLBACK (toggle == TOGGLE_LONGEST ? order_changed : changed),
                           self, G_CONNECT_SWAPPED);
  self->toggles[toggle] = button;
  return button;
}

static void
add_toggles (SearchBar *self, Toggle first, Toggle last)
{
  GtkWidget *group = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_add_css_class (group, "linked");
  for (Toggle toggle = first; toggle <= last; toggle++)
    gtk_box_append (GTK_BOX (group), new_toggle (self, toggle));
  gtk_widget_set_parent (group, GTK_WIDGET (self));
}

static void
add_entry (SearchBar *self)
{
  self->entry = gtk_search_entry_new ();
  g_object_set (self->entry, "placeholder-text", _ ("Search slices"), "width-chars", 8, "max-width-chars", 26,
                NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search slices"), -1);
  g_signal_connect_object (self->entry, "changed", G_CALLBACK (changed), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->entry, GTK_WIDGET (self));
}

static void
add_status (SearchBar *self)
{
  self->status = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->status), PANGO_ELLIPSIZE_END);
  /* Large text leaves little room. */
  gtk_label_set_width_chars (GTK_LABEL (self->status), 6);
  gtk_label_set_max_width_chars (GTK_LABEL (self->status), 24);
  gtk_label_set_xalign (GTK_LABEL (self->status), 0);
  gtk_widget_set_hexpand (self->status, TRUE);
  gtk_widget_add_css_class (self->status, "numeric");
  gtk_widget_set_parent (self->status, GTK_WIDGET (self));
}

static void
search_bar_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (search_bar_parent_class)->dispose (object);
}

static void
search_bar_class_init (SearchBarClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = search_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[SIGNAL_CHANGED] =
    g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ORDER_CHANGED] =
    g_signal_new ("order-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_WALK] =
    g_signal_new ("walk", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
search_bar_init (SearchBar *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), GAP_PX);
  add_entry (self);
  self->arrows[0] = new_arrow (self, "go-up-symbolic", _ ("Previous match"), G_CALLBACK (walk_back));
  self->arrows[1] = new_arrow (self, "go-down-symbolic", _ ("Next match"), G_CALLBACK (walk_on));
  add_toggles (self, TOGGLE_REGEX, TOGGLE_CASE);
  add_toggles (self, TOGGLE_NAMES, TOGGLE_ARGUMENTS);
  add_toggles (self, TOGGLE_LONGEST, TOGGLE_LONGEST);
  add_status (self);
}

GtkWidget *
search_bar_new (void)
{
  return g_object_new (DETAILS_TYPE_SEARCH_BAR, NULL);
}
