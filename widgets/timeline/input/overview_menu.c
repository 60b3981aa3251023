/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/input/overview_menu.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "widgets/controls/context_menu.h"
#include "widgets/timeline/scene/timeline_area.h"
#include "widgets/timeline/view/ruler.h"

typedef struct
{
  TimelineScene *scene;
  uint64_t (*step_at) (GtkWidget *overview, double x_px);
} OverviewMenu;

static void
overview_menu_free (gpointer data)
{
  OverviewMenu *menu = data;

  g_object_unref (menu->scene);
  g_free (menu);
}

static OverviewMenu *
menu_of (gpointer overview)
{
  return g_object_get_data (G_OBJECT (overview), "stepscope-menu");
}

static void
append_for_step (GMenu *model, const char *label, const char *action, uint64_t step)
{
  g_autofree char *detailed = g_strdup_printf ("%s(uint64 %" PRIu64 ")", action, step);

  g_menu_append (model, label, detailed);
}

static void
open_menu (GtkWidget *overview, double x_px)
{
  const OverviewMenu *menu = menu_of (overview);
  const TimelineView *view = timeline_scene_view (menu->scene);
  int header_px = timeline_scene_header_px (menu->scene);
  uint64_t step = x_px >= header_px ? menu->step_at (overview, x_px) : UINT64_MAX;
  char number[NUMBER_TEXT_MAX];

  if (step == UINT64_MAX)
    step = view_state_current_step (timeline_scene_state (menu->scene));
  if (step == UINT64_MAX)
    return;
  g_autoptr (GMenu) model = g_menu_new ();
  const char *name = ruler_step_number (view->profile, step, number);
  g_autofree char *go = g_strdup_printf (_ ("Go to Step %s"), name);
  /* Translators: makes the stretch of time of a step the selected area */
  g_autofree char *select = g_strdup_printf (_ ("Select Step %s"), name);
  append_for_step (model, go, "overview.go", step);
  append_for_step (model, select, "overview.select", step);
  /* Translators: shows what decides how long a step takes */
  g_autofree char *path = g_strdup_printf (_ ("Critical Path of Step %s"), name);
  append_for_step (model, path, "overview.path", step);
  append_for_step (model, _ ("Compare With the Median Step"), "win.compare-step", step);
  context_menu_open (overview, G_MENU_MODEL (model), x_px >= 0 ? x_px : header_px);
}

/* The steps may have changed while the menu was open. */
static bool
is_there (ViewState *state, uint64_t step)
{
  return step < step_table_count (view_state_profile (state)->steps);
}

static void
go_to_step (GSimpleAction *action, GVariant *step, gpointer overview)
{
  ViewState *state = timeline_scene_state (menu_of (overview)->scene);

  (void) action;
  if (is_there (state, g_variant_get_uint64 (step)))
    view_state_go_to_step (state, g_variant_get_uint64 (step));
}

static void
select_step (GSimpleAction *action, GVariant *step, gpointer overview)
{
  ViewState *state = timeline_scene_state (menu_of (overview)->scene);

  (void) action;
  if (is_there (state, g_variant_get_uint64 (step)))
    timeline_area_select_this_step (state, g_variant_get_uint64 (step));
}

static void
show_path (GSimpleAction *action, GVariant *step, gpointer overview)
{
  TimelineScene *scene = menu_of (overview)->scene;

  (void) action;
  if (is_there (timeline_scene_state (scene), g_variant_get_uint64 (step)))
    timeline_scene_show_path_of (scene, g_variant_get_uint64 (step));
}

void
overview_menu_attach (GtkWidget *overview,
                      TimelineScene *scene,
                      uint64_t (*step_at) (GtkWidget *overview, double x_px))
{
  static const GActionEntry entries[] = {
    { .name = "go", .activate = go_to_step, .parameter_type = "t" },
    { .name = "select", .activate = select_step, .parameter_type = "t" },
    { .name = "path", .activate = show_path, .parameter_type = "t" },
  };
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  OverviewMenu *menu = g_new (OverviewMenu, 1);

  *menu = (OverviewMenu){ .scene = g_object_ref (scene), .step_at = step_at };
  g_object_set_data_full (G_OBJECT (overview), "stepscope-menu", menu, overview_menu_free);
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), overview);
  gtk_widget_insert_action_group (overview, "overview", G_ACTION_GROUP (actions));
  context_menu_attach (overview, open_menu);
}
