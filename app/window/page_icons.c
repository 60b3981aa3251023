/* SPDX-License-Identifier: Apache-2.0 */

#include "app/window/page_icons.h"

#define GAP_PX 4

struct _PageIcons
{
  GtkWidget parent_instance;

  AdwViewStack *stack;      /* NULL: none */
  GtkSelectionModel *pages; /* of it */
};

G_DEFINE_FINAL_TYPE (PageIcons, page_icons, GTK_TYPE_WIDGET)

#define KEY_PAGE "stack-page"

static void
show_selected (PageIcons *self)
{
  guint i = 0;

  for (GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (self)); button != NULL;
       button = gtk_widget_get_next_sibling (button), i++)
    {
      gboolean is_selected = gtk_selection_model_is_selected (self->pages, i);

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), is_selected);
      gtk_accessible_update_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
    }
}

/* A page that is shown already stays. */
static void
choose (PageIcons *self, GtkWidget *button)
{
  adw_view_stack_set_visible_child (self->stack, g_object_get_data (G_OBJECT (button), KEY_PAGE));
  show_selected (self);
}

static void
add_button (PageIcons *self, AdwViewStackPage *page)
{
  GtkWidget *button = g_object_new (GTK_TYPE_TOGGLE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_TAB, NULL);
  const char *title = adw_view_stack_page_get_title (page);

  gtk_button_set_icon_name (GTK_BUTTON (button), adw_view_stack_page_get_icon_name (page));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data (G_OBJECT (button), KEY_PAGE, adw_view_stack_page_get_child (page));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (choose), self);
  gtk_widget_set_parent (button, GTK_WIDGET (self));
}

static void
clear (PageIcons *self)
{
  GtkWidget *button;

  while ((button = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (button);
  if (self->pages != NULL)
    g_signal_handlers_disconnect_by_data (self->pages, self);
  g_clear_object (&self->pages);
  g_clear_object (&self->stack);
}

void
page_icons_set_stack (PageIcons *self, AdwViewStack *stack)
{
  if (stack == self->stack)
    return;
  clear (self);
  if (stack == NULL)
    return;
  self->stack = g_object_ref (stack);
  self->pages = adw_view_stack_get_pages (stack);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->pages)); i++)
    {
      g_autoptr (AdwViewStackPage) page = g_list_model_get_item (G_LIST_MODEL (self->pages), i);

      add_button (self, page);
    }
  g_signal_connect_swapped (self->pages, "selection-changed", G_CALLBACK (show_selected), self);
  show_selected (self);
}

/* ---- the widget ---- */

static void
page_icons_dispose (GObject *object)
{
  clear (WINDOW_PAGE_ICONS (object));
  G_OBJECT_CLASS (page_icons_parent_class)->dispose (object);
}

static void
page_icons_class_init (PageIconsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = page_icons_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_TAB_LIST);
}

static void
page_icons_init (PageIcons *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GAP_PX);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

GtkWidget *
page_icons_new (void)
{
  return g_object_new (WINDOW_TYPE_PAGE_ICONS, NULL);
}
