/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/ruler_menu.h"

#include <glib/gi18n-lib.h>

#include "widgets/controls/context_menu.h"

static const struct
{
  const char *label, *action;
} items[N_RULER_MODES] = {
  [RULER_FROM_STEP] = { N_ ("Time in the Step"), "ruler.mode::step" },
  [RULER_FROM_BEGIN] = { N_ ("Time Since the Begin"), "ruler.mode::begin" },
  [RULER_CLOCK] = { N_ ("Time of Day"), "ruler.mode::clock" },
};

static void
open_menu (GtkWidget *ruler, double x_px)
{
  TimelineScene *scene = g_object_get_data (G_OBJECT (ruler), "scene");
  g_autoptr (GMenu) model = g_menu_new ();

  /* Timelines side by side count from their alignment. */
  if (timeline_scene_has_instant (scene))
    return;
  for (int i = 0; i < N_RULER_MODES; i++)
    if (i != RULER_CLOCK || timeline_scene_view (scene)->clock.is_known)
      g_menu_append (model, _ (items[i].label), items[i].action);
  context_menu_open (ruler, G_MENU_MODEL (model), x_px >= 0 ? x_px : timeline_scene_header_px (scene));
}

void
ruler_menu_attach (GtkWidget *ruler, TimelineScene *scene)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GPropertyAction) mode = g_property_action_new ("mode", scene, "ruler-mode");

  g_object_set_data_full (G_OBJECT (ruler), "scene", g_object_ref (scene), g_object_unref);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (mode));
  gtk_widget_insert_action_group (ruler, "ruler", G_ACTION_GROUP (actions));
  context_menu_attach (ruler, open_menu);
}
