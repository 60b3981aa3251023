/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane_menu.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/sections/section_kernels.h"

typedef struct
{
  GtkWidget *owner;
  void (*on_command) (gpointer user_data, PaneCommand command);
  void (*on_rows) (gpointer user_data, uint32_t n_rows);
  gpointer user_data;
} Hands;

static const char *const action_names[N_PANE_COMMANDS] = {
  [PANE_ENLARGE] = "enlarge",
  [PANE_SHOW_EVENTS] = "show-events",
  [PANE_SHOW_TABLE] = "show-table",
  [PANE_RENAME_GROUP] = "rename-group",
  [PANE_AGAIN] = "again",
  [PANE_USUAL] = "usual",
  [PANE_OTHER] = "other",
  [PANE_COPY_IMAGE] = "copy-image",
  [PANE_COPY_TABLE] = "copy-table",
  [PANE_COPY_MARKDOWN] = "copy-markdown",
  [PANE_COPY_ISSUE] = "copy-issue",
  [PANE_RULES] = "rules",
  [PANE_SAVE] = "save",
  [PANE_MOVE_LEFT] = "move-left",
  [PANE_MOVE_RIGHT] = "move-right",
  [PANE_HIDE] = "hide",
  [PANE_REMOVE] = "remove",
};

/* ---- actions ---- */

typedef struct
{
  Hands hands;
  PaneCommand command;
} Order;

static gboolean
carry_out (gpointer data)
{
  const Order *order = data;

  if (gtk_widget_get_root (order->hands.owner) != NULL)
    order->hands.on_command (order->hands.user_data, order->command);
  return G_SOURCE_REMOVE;
}

static void
order_free (gpointer data)
{
  Order *order = data;

  g_object_unref (order->hands.owner);
  g_free (order);
}

/* Not at once: the menu goes with the card that is hidden, and has to be closed before. */
static void
on_activate (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  Order *order = g_new (Order, 1);

  (void) parameter;
  order->hands = *(const Hands *) user_data;
  order->command = (PaneCommand) GPOINTER_TO_INT (g_object_get_data (G_OBJECT (action), "command"));
  g_object_ref (order->hands.owner);
  g_idle_add_full (G_PRIORITY_DEFAULT, carry_out, order, order_free);
}

static bool
is_possible (PaneCommand command, const PaneMenuState *state)
{
  switch (command)
    {
    case PANE_SHOW_EVENTS:
      return state->can_show_events;
    case PANE_COPY_IMAGE:
    case PANE_SAVE:
      return state->can_copy_image;
    case PANE_COPY_TABLE:
    case PANE_COPY_MARKDOWN:
    case PANE_COPY_ISSUE:
      return state->can_copy_table;
    case PANE_MOVE_LEFT:
      return state->can_move_left;
    case PANE_MOVE_RIGHT:
      return state->can_move_right;
    default:
      return true;
    }
}

static GSimpleActionGroup *
actions_new (const PaneOptions *options, const PaneMenuState *state, Hands *hands)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();

  for (PaneCommand command = 0; command < N_PANE_COMMANDS; command++)
    {
      bool is_choice = command == PANE_USUAL || command == PANE_OTHER;
      g_autoptr (GSimpleAction) action =
        is_choice ? g_simple_action_new_stateful (
          action_names[command], NULL, g_variant_new_boolean (options->is_other == (command == PANE_OTHER)))
                  : g_simple_action_new (action_names[command], NULL);

      g_object_set_data (G_OBJECT (action), "command", GINT_TO_POINTER (command));
      g_simple_action_set_enabled (action, is_possible (command, state));
      g_signal_connect (action, "activate", G_CALLBACK (on_activate), hands);
      g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
    }
  return group;
}

/* ---- the menu ---- */

static void
append (GMenu *section, const char *label, PaneCommand command)
{
  g_autofree char *action = g_strconcat ("pane.", action_names[command], NULL);

  g_menu_append (section, label, action);
}

/* Takes section. */
static void
append_section (GMenu *menu, GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_object_unref (section);
}

static GMenuModel *
model_new (const Pane *pane, const PaneMenuState *state)
{
  GMenu *menu = g_menu_new ();
  GMenu *look = g_menu_new (), *choice = g_menu_new (), *copy = g_menu_new (), *place = g_menu_new ();

  append (look, state->is_enlarged ? _ ("Back to All Panes") : _ ("Enlarge"), PANE_ENLARGE);
  append (look, _ ("Show Events"), PANE_SHOW_EVENTS);
  if (pane->table_id != NULL)
    append (look, _ ("Show as Table"), PANE_SHOW_TABLE);
  if (pane->group_of != NULL)
    append (look, _ ("Rename Group…"), PANE_RENAME_GROUP);
  if (pane->issue_text != NULL)
    append (look, _ ("Rules…"), PANE_RULES);
  if (state->may_improve)
    append (look, _ ("Recompute"), PANE_AGAIN);
  if (state->has_choice)
    {
      append (choice, _ (pane->usual_label), PANE_USUAL);
      append (choice, _ (pane->other_label), PANE_OTHER);
    }
  if (pane->has_rows)
    {
      g_autoptr (GMenuItem) rows = g_menu_item_new (NULL, NULL);

      g_menu_item_set_attribute (rows, "custom", "s", "rows");
      g_menu_append_item (choice, rows);
    }
  append (copy, _ ("Copy as Image"), PANE_COPY_IMAGE);
  append (copy, _ ("Copy as Table"), PANE_COPY_TABLE);
  append (copy, _ ("Copy as Markdown"), PANE_COPY_MARKDOWN);
  if (pane->issue_text != NULL)
    append (copy, _ ("Copy as Text for an Issue"), PANE_COPY_ISSUE);
  append (copy, _ ("Save as Picture…"), PANE_SAVE);
  append (place, _ ("Move Left"), PANE_MOVE_LEFT);
  append (place, _ ("Move Right"), PANE_MOVE_RIGHT);
  append (place, _ ("Hide"), PANE_HIDE);
  if (state->is_removable)
    append (place, _ ("Remove"), PANE_REMOVE);
  append_section (menu, look);
  append_section (menu, choice);
  append_section (menu, copy);
  append_section (menu, place);
  return G_MENU_MODEL (menu);
}

static void
on_rows_changed (GtkSpinButton *spin, const Hands *hands)
{
  hands->on_rows (hands->user_data, (uint32_t) gtk_spin_button_get_value_as_int (spin));
}

static GtkWidget *
rows_new (const PaneOptions *options, Hands *hands)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (_ ("Named Parts"));
  GtkWidget *spin = gtk_spin_button_new_with_range (DASHBOARD_TOP_MIN, DASHBOARD_TOP_MAX, 1);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), options->n_rows != 0 ? options->n_rows : DASHBOARD_TOP);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_margin_start (box, 12);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), spin);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Named Parts"),
                                  -1);
  g_signal_connect (spin, "value-changed", G_CALLBACK (on_rows_changed), hands);
  return box;
}

GtkWidget *
pane_menu_new (GtkWidget *owner,
               const Pane *pane,
               const PaneOptions *options,
               const PaneMenuState *state,
               void (*on_command) (gpointer user_data, PaneCommand command),
               void (*on_rows) (gpointer user_data, uint32_t n_rows),
               gpointer user_data)
{
  Hands *hands = g_new (Hands, 1);
  *hands = (Hands){ owner, on_command, on_rows, user_data };
  g_autoptr (GSimpleActionGroup) actions = actions_new (options, state, hands);
  g_autoptr (GMenuModel) model = model_new (pane, state);
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  /* Both use them, the actions longer than the menu. */
  g_object_set_data_full (G_OBJECT (actions), "hands", hands, g_free);
  g_object_set_data_full (G_OBJECT (menu), "actions", g_object_ref (actions), g_object_unref);
  gtk_widget_insert_action_group (owner, "pane", G_ACTION_GROUP (actions));
  if (pane->has_rows)
    gtk_popover_menu_add_child (GTK_POPOVER_MENU (menu), rows_new (options, hands), "rows");
  return menu;
}
