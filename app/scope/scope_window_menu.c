/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/scope_window_menu.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "app/scope/step_text.h"

#define N_WINDOWS      (SCOPE_AREA + 1)
#define NAME_CHARS_MAX 28

struct _ScopeWindowMenu
{
  GtkPopover parent_instance;

  ViewState *state;
  GtkWidget *windows[N_WINDOWS]; /* radio buttons by ScopeWindow */
  GtkWidget *steps, *from, *to;
  GtkStringList *names;
  uint64_t first_step; /* what the first of the names is */
  bool is_updating;    /* what changes now is not the user's doing */
};

G_DEFINE_TYPE (ScopeWindowMenu, scope_window_menu, GTK_TYPE_POPOVER)

static void
scope_window_menu_dispose (GObject *object)
{
  ScopeWindowMenu *menu = SCOPE_WINDOW_MENU (object);

  menu->is_updating = true;
  g_clear_object (&menu->state);
  g_clear_object (&menu->names);
  G_OBJECT_CLASS (scope_window_menu_parent_class)->dispose (object);
}

static void
list_steps (ScopeWindowMenu *menu)
{
  const Profile *profile = view_state_profile (menu->state);
  uint64_t n = profile_steps_of_rank (profile, view_state_step_rank (menu->state), &menu->first_step);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (uint64_t i = 0; i < n; i++)
    g_ptr_array_add (names, step_text_choice (profile, menu->first_step + i));
  g_ptr_array_add (names, NULL);
  gtk_string_list_splice (menu->names, 0, g_list_model_get_n_items (G_LIST_MODEL (menu->names)),
                          (const char *const *) names->pdata);
}

/* Shows what is in force, or what would be if it were chosen. */
static void
update (ScopeWindowMenu *menu)
{
  if (menu->state == NULL)
    return;
  const ViewScope *scope = view_state_scope (menu->state);

  menu->is_updating = true;
  list_steps (menu);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (menu->names));
  gtk_widget_set_visible (menu->windows[SCOPE_STEPS], n > 0);
  gtk_widget_set_visible (menu->steps, n > 0);
  gtk_widget_set_sensitive (menu->windows[SCOPE_AREA],
                            view_state_selection (menu->state)->kind != SELECTED_NOTHING);
  if (n > 0)
    {
      uint64_t first = view_state_current_step (menu->state), last = first;

      if (scope->window == SCOPE_STEPS)
        {
          first = scope->first_step;
          last = scope->last_step;
        }
      gtk_drop_down_set_selected (GTK_DROP_DOWN (menu->from), (guint) MIN (first - menu->first_step, n - 1));
      gtk_drop_down_set_selected (GTK_DROP_DOWN (menu->to), (guint) MIN (last - menu->first_step, n - 1));
    }
  gtk_widget_set_sensitive (menu->steps, scope->window == SCOPE_STEPS);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (menu->windows[scope->window]), TRUE);
  menu->is_updating = false;
}

static void
apply (ScopeWindowMenu *menu)
{
  if (menu->is_updating || menu->state == NULL)
    return;

  ViewScope scope = *view_state_scope (menu->state);
  for (int i = 0; i < N_WINDOWS; i++)
    if (gtk_check_button_get_active (GTK_CHECK_BUTTON (menu->windows[i])))
      scope.window = (ScopeWindow) i;
  guint from = gtk_drop_down_get_selected (GTK_DROP_DOWN (menu->from));
  guint to = gtk_drop_down_get_selected (GTK_DROP_DOWN (menu->to));
  if (scope.window == SCOPE_STEPS)
    {
      if (from == GTK_INVALID_LIST_POSITION || to == GTK_INVALID_LIST_POSITION)
        return;
      scope.first_step = menu->first_step + MIN (from, to);
      scope.last_step = menu->first_step + MAX (from, to);
    }
  gtk_widget_set_sensitive (menu->steps, scope.window == SCOPE_STEPS);
  view_state_set_scope (menu->state, &scope);
}

/* A radio button tells both when it is chosen and when it no longer is. */
static void
choose_window (ScopeWindowMenu *menu, GParamSpec *property, GtkCheckButton *button)
{
  (void) property;
  if (gtk_check_button_get_active (button))
    apply (menu);
}

static void
scope_window_menu_class_init (ScopeWindowMenuClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_window_menu_dispose;
}

static void
setup_name (ScopeWindowMenu *menu, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);
  (void) menu;

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_CHARS_MAX);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_name (ScopeWindowMenu *menu, GtkListItem *item)
{
  (void) menu;
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)),
                      gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static GtkWidget *
drop_down_new (ScopeWindowMenu *menu, const char *what)
{
  GtkWidget *drop_down = gtk_drop_down_new (G_LIST_MODEL (g_object_ref (menu->names)), NULL);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  /* GTK's own rows are as wide as the longest name. */
  g_signal_connect_swapped (factory, "setup", G_CALLBACK (setup_name), menu);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (bind_name), menu);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop_down), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, what, -1);
  g_signal_connect_swapped (drop_down, "notify::selected", G_CALLBACK (apply), menu);
  return drop_down;
}

static void
scope_window_menu_init (ScopeWindowMenu *menu)
{
  static const char *const labels[N_WINDOWS] = {
    [SCOPE_WHOLE] = N_ ("_Whole profile"),
    [SCOPE_STEPS] = N_ ("S_teps"),
    [SCOPE_VIEW] = N_ ("Timeline _view"),
    [SCOPE_AREA] = N_ ("_Selection"),
  };
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  menu->names = gtk_string_list_new (NULL);
  menu->steps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  menu->from = drop_down_new (menu, _ ("First step"));
  menu->to = drop_down_new (menu, _ ("Last step"));
  gtk_widget_set_margin_start (menu->steps, 28);
  gtk_box_append (GTK_BOX (menu->steps), menu->from);
  /* Translators: between two steps: "Step 1009 to Step 1011". */
  gtk_box_append (GTK_BOX (menu->steps), gtk_label_new (_ ("to")));
  gtk_box_append (GTK_BOX (menu->steps), menu->to);

  for (int i = 0; i < N_WINDOWS; i++)
    {
      menu->windows[i] = gtk_check_button_new_with_mnemonic (_ (labels[i]));
      mnemonic_name (menu->windows[i], _ (labels[i]));
      gtk_check_button_set_group (GTK_CHECK_BUTTON (menu->windows[i]),
                                  i > 0 ? GTK_CHECK_BUTTON (menu->windows[0]) : NULL);
      gtk_box_append (GTK_BOX (column), menu->windows[i]);
      if (i == SCOPE_STEPS)
        gtk_box_append (GTK_BOX (column), menu->steps);
      g_signal_connect_swapped (menu->windows[i], "notify::active", G_CALLBACK (choose_window), menu);
    }
  gtk_widget_set_tooltip_text (menu->windows[SCOPE_VIEW], _ ("Follows what the timeline shows"));
  gtk_widget_set_tooltip_text (menu->windows[SCOPE_AREA], _ ("Follows what is selected in the timeline"));
  gtk_popover_set_child (GTK_POPOVER (menu), column);
  g_signal_connect (menu, "show", G_CALLBACK (update), NULL);
}

GtkWidget *
scope_window_menu_new (void)
{
  return g_object_new (SCOPE_TYPE_WINDOW_MENU, NULL);
}

void
scope_window_menu_set_state (ScopeWindowMenu *menu, ViewState *state)
{
  g_set_object (&menu->state, state);
}
