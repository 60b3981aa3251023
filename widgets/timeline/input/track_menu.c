/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/track_menu.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/popover_place.h"
#include "widgets/timeline/rows/track_edit.h"

#define SIZE_SMALL 60
#define SIZE_LARGE 200

/* ---- actions ---- */

static const TrackTree *
tree_of (TimelineScene *scene)
{
  return timeline_scene_view (scene)->tree;
}

static void
pin (GSimpleAction *action, GVariant *line, gpointer scene)
{
  (void) action;
  track_edit_pin (timeline_scene_layout (scene), tree_of (scene), g_variant_get_uint32 (line), true);
  timeline_scene_layout_changed (scene);
}

static void
unpin (GSimpleAction *action, GVariant *line, gpointer scene)
{
  (void) action;
  track_edit_pin (timeline_scene_layout (scene), tree_of (scene), g_variant_get_uint32 (line), false);
  timeline_scene_layout_changed (scene);
}

static void
hide (GSimpleAction *action, GVariant *line, gpointer scene)
{
  (void) action;
  track_edit_hide (timeline_scene_layout (scene), tree_of (scene), g_variant_get_uint32 (line));
  timeline_scene_layout_changed (scene);
}

static void
show_only (GSimpleAction *action, GVariant *line, gpointer scene)
{
  (void) action;
  track_edit_show_only (timeline_scene_layout (scene), tree_of (scene), g_variant_get_uint32 (line));
  timeline_scene_layout_changed (scene);
}

static void
move (TimelineScene *scene, TrackLine line, int by)
{
  if (track_edit_move (timeline_scene_layout (scene), tree_of (scene), line, by))
    timeline_scene_layout_changed (scene);
}

static void
move_up (GSimpleAction *action, GVariant *line, gpointer scene)
{
  (void) action;
  move (scene, g_variant_get_uint32 (line), -1);
}

static void
move_down (GSimpleAction *action, GVariant *line, gpointer scene)
{
  (void) action;
  move (scene, g_variant_get_uint32 (line), 1);
}

static void
resize (GSimpleAction *action, GVariant *what, gpointer scene)
{
  guint32 line, size;

  (void) action;
  g_variant_get (what, "(uu)", &line, &size);
  track_edit_resize (timeline_scene_layout (scene), tree_of (scene), line, (int) MIN (size, TRACK_SIZE_MOST));
  timeline_scene_layout_changed (scene);
}

static void
show_hidden (GSimpleAction *action, GVariant *parameter, gpointer scene)
{
  (void) action;
  (void) parameter;
  track_edit_show_hidden (timeline_scene_layout (scene), tree_of (scene));
  timeline_scene_layout_changed (scene);
}

static void
open_all (GSimpleAction *action, GVariant *parameter, gpointer scene)
{
  (void) action;
  (void) parameter;
  track_edit_fold_all (timeline_scene_layout (scene), tree_of (scene), true);
  timeline_scene_layout_changed (scene);
}

static void
close_all (GSimpleAction *action, GVariant *parameter, gpointer scene)
{
  (void) action;
  (void) parameter;
  track_edit_fold_all (timeline_scene_layout (scene), tree_of (scene), false);
  timeline_scene_layout_changed (scene);
}

static void
reset (GSimpleAction *action, GVariant *parameter, gpointer scene)
{
  (void) action;
  (void) parameter;
  track_layout_clear (timeline_scene_layout (scene));
  timeline_scene_layout_changed (scene);
}

static void
filter (GSimpleAction *action, GVariant *parameter, gpointer scene)
{
  (void) action;
  (void) parameter;
  g_signal_emit_by_name (scene, "filter-wanted");
}

static void
choose_ranks (GSimpleAction *action, GVariant *parameter, gpointer scene)
{
  (void) action;
  (void) parameter;
  g_signal_emit_by_name (scene, "ranks-wanted");
}

static void
compare_ranks (GSimpleAction *action, GVariant *parameter, gpointer scene)
{
  (void) action;
  (void) parameter;
  timeline_scene_compare_ranks (scene);
}

static void
show_ranks (GSimpleAction *action, GVariant *ready, gpointer scene)
{
  (void) action;
  view_state_choose_ranks (timeline_scene_state (scene), (ReadyRanks) g_variant_get_uint32 (ready));
}

static const GActionEntry entries[] = {
  { .name = "pin", .activate = pin, .parameter_type = "u" },
  { .name = "unpin", .activate = unpin, .parameter_type = "u" },
  { .name = "hide", .activate = hide, .parameter_type = "u" },
  { .name = "only", .activate = show_only, .parameter_type = "u" },
  { .name = "up", .activate = move_up, .parameter_type = "u" },
  { .name = "down", .activate = move_down, .parameter_type = "u" },
  { .name = "size", .activate = resize, .parameter_type = "(uu)" },
  { .name = "show-hidden", .activate = show_hidden },
  { .name = "open-all", .activate = open_all },
  { .name = "close-all", .activate = close_all },
  { .name = "reset", .activate = reset },
  { .name = "filter", .activate = filter },
  { .name = "choose-ranks", .activate = choose_ranks },
  { .name = "compare-ranks", .activate = compare_ranks },
  { .name = "show-ranks", .activate = show_ranks, .parameter_type = "u" },
};

void
track_menu_add_actions (GtkWidget *widget, TimelineScene *scene)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), scene);
  gtk_widget_insert_action_group (widget, "rows", G_ACTION_GROUP (group));
}

/* ---- the menu ---- */

static void
append (GMenu *menu, const char *label, const char *action, GVariant *target)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target_value (item, action, target);
  g_menu_append_item (menu, item);
}

static void
append_of_line (GMenu *menu, const TrackTree *tree, const TimelineRow *row)
{
  GVariant *line = g_variant_ref_sink (g_variant_new_uint32 (row->line));

  if (track_edit_can_pin (tree, row->line))
    append (menu, row->is_pinned ? _ ("Un_pin") : _ ("_Pin to the Top"),
            row->is_pinned ? "rows.unpin" : "rows.pin", line);
  append (menu, _ ("_Hide"), "rows.hide", line);
  append (menu, _ ("Show _Only This"), "rows.only", line);
  g_variant_unref (line);
}

static void
append_moves (GMenu *menu, TrackLine line)
{
  append (menu, _ ("Move _Up"), "rows.up", g_variant_new_uint32 (line));
  append (menu, _ ("Move _Down"), "rows.down", g_variant_new_uint32 (line));
}

static void
append_sizes (GMenu *menu, TrackLine line)
{
  append (menu, _ ("_Small"), "rows.size", g_variant_new ("(uu)", line, SIZE_SMALL));
  append (menu, _ ("_Normal"), "rows.size", g_variant_new ("(uu)", line, TRACK_SIZE_NORMAL));
  append (menu, _ ("_Large"), "rows.size", g_variant_new ("(uu)", line, SIZE_LARGE));
}

/* Empty where no ranks can be chosen. */
static GMenu *
new_ranks (TimelineScene *scene)
{
  ViewState *state = timeline_scene_state (scene);
  GMenu *section = g_menu_new ();

  if (!view_state_can_choose_ranks (state, RANKS_ALL))
    return section;
  append (section, _ ("Show _Ranks…"), "rows.choose-ranks", NULL);
  if (view_state_ranks (state) != NULL)
    append (section, _ ("Show _All Ranks"), "rows.show-ranks", g_variant_new_uint32 (RANKS_ALL));
  if (timeline_scene_can_compare_ranks (scene))
    append (section, _ ("Compare With _Median Rank"), "rows.compare-ranks", NULL);
  return section;
}

static void
append_section (GMenu *menu, const char *title, GMenu *section)
{
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, title, G_MENU_MODEL (section));
  g_object_unref (section);
}

static GMenuModel *
build_menu (TimelineScene *scene, uint32_t r)
{
  uint32_t n;
  const TrackTree *tree = tree_of (scene);
  const TimelineRow *rows = track_tree_rows (tree, &n), *row = r < n ? &rows[r] : NULL;
  GMenu *menu = g_menu_new (), *section = g_menu_new ();
  uint32_t n_hidden = track_tree_n_hidden (tree);
  TrackLine moved = track_tree_moved_line (tree, r);

  if (row != NULL && row->line != TRACK_LINE_NONE && row->line != TRACK_LINE_HIDDEN)
    append_of_line (section, tree, row);
  append_section (menu, NULL, section);
  section = g_menu_new ();
  if (moved != TRACK_LINE_NONE)
    append_moves (section, moved);
  append_section (menu, NULL, section);
  section = g_menu_new ();
  if (track_edit_can_resize (tree, r))
    append_sizes (section, row->line);
  append_section (menu, _ ("Height"), section);
  append_section (menu, NULL, new_ranks (scene));

  section = g_menu_new ();
  if (n_hidden > 0)
    {
      g_autofree char *label =
        g_strdup_printf (ngettext ("Show %u _Hidden Row", "Show %u _Hidden Rows", n_hidden), n_hidden);
      append (section, label, "rows.show-hidden", NULL);
    }
  append (section, _ ("_Filter Rows…"), "rows.filter", NULL);
  append (section, _ ("_Expand All"), "rows.open-all", NULL);
  append (section, _ ("_Collapse All"), "rows.close-all", NULL);
  if (!track_layout_is_default (timeline_scene_layout (scene)))
    append (section, _ ("_Reset Rows"), "rows.reset", NULL);
  append_section (menu, NULL, section);
  return G_MENU_MODEL (menu);
}

/* GTK activates the actions of a menu after it has closed. */
static gboolean
unparent (gpointer popover)
{
  gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
closed (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, unparent, g_object_ref (popover), g_object_unref);
}

void
track_menu_popup (GtkWidget *widget, TimelineScene *scene, uint32_t row, double x_px, double y_px)
{
  g_autoptr (GMenuModel) model = build_menu (scene, row);
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  gtk_widget_set_parent (menu, widget);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_popover_set_position (GTK_POPOVER (menu), GTK_POS_BOTTOM);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  popover_place (GTK_POPOVER (menu), x_px, y_px, 1, 1);
  g_signal_connect (menu, "closed", G_CALLBACK (closed), NULL);
  gtk_popover_popup (GTK_POPOVER (menu));
}
