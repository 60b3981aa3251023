/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/dashboard_view.h"

#include <glib/gi18n-lib.h>

#include "widgets/dashboard/dashboard_end.h"
#include "widgets/dashboard/dashboard_grid.h"
#include "widgets/dashboard/findings/dismissed_findings.h"
#include "widgets/dashboard/pane_target.h"
#include "widgets/dashboard/panes/pane_arrangement.h"
#include "widgets/dashboard/panes/pane_histogram.h"
#include "widgets/dashboard/panes/pane_query.h"

struct _DashboardView
{
  GtkWidget parent;

  ViewState *state;
  DashboardData *data; /* referenced; NULL: none was shown yet */
  PaneArrangement *panes;
  char *group_names, *dismissed;
  GtkWidget *scroller, *grid, *end;
  bool keeps_others; /* as it was last asked to show */
  guint rest;        /* cards that are not on the screen are still to be shown */
};

G_DEFINE_FINAL_TYPE (DashboardView, dashboard_view, GTK_TYPE_WIDGET)

enum
{
  PROP_PANES = 1,
  PROP_GROUP_NAMES,
  PROP_DISMISSED,
  N_PROPERTIES
};

enum
{
  ARRANGED,
  AGAIN,
  SAVE_PANE,
  ADD_HISTOGRAM,
  ADD_QUERY,
  RENAME_GROUP,
  DISMISS,
  FINDING_RULES,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

/* ---- the arrangement ---- */

static void
on_part_activated (PaneCard *card, int part, DashboardView *self)
{
  PaneTarget target;

  if (!pane_card_target (card, part, &target))
    return;
  switch (target.kind)
    {
    case TARGET_FOLD:
      pane_card_toggle (card, target.id);
      break;
    case TARGET_DISMISS:
      g_signal_emit (self, signals[DISMISS], 0, target.rule->id);
      break;
    case TARGET_RESTORE:
      dashboard_view_dismiss (self, target.rule, NULL);
      break;
    default:
      pane_target_show (&target, self->state);
      break;
    }
}

static size_t
item_of (DashboardView *self, PaneCard *card)
{
  return pane_arrangement_find (self->panes, pane_card_pane (card), pane_card_options (card)->name);
}

static PaneCard *
card_of (DashboardView *self, const Pane *pane, const char *name)
{
  PaneCard *card;

  for (size_t i = 0; (card = dashboard_grid_card (DASHBOARD_GRID (self->grid), i)) != NULL; i++)
    if (pane_card_pane (card) == pane && g_strcmp0 (pane_card_options (card)->name, name) == 0)
      break;
  return card;
}

static gboolean
focus_now (GtkWidget *card, GdkFrameClock *clock, gpointer user_data)
{
  (void) clock;
  (void) user_data;
  pane_card_focus (PANE_CARD (card));
  return G_SOURCE_REMOVE;
}

static gboolean
focus_next (GtkWidget *card, GdkFrameClock *clock, gpointer user_data)
{
  (void) clock;
  (void) user_data;
  gtk_widget_add_tick_callback (card, focus_now, NULL, NULL);
  return G_SOURCE_REMOVE;
}

/* The page scrolls to where the card stands, which is known after the next frame. */
static void
focus_later (PaneCard *card)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (card), focus_next, NULL, NULL);
}

static bool
is_ready (PaneCard *card, const DashboardData *data)
{
  return pane_is_ready (pane_card_pane (card), pane_card_options (card), data);
}

static void on_command (PaneCard *card, int command, DashboardView *self);
static void on_rows (PaneCard *card, guint n_rows, DashboardView *self);
static void on_choice (PaneCard *card, guint choice, guint word, DashboardView *self);

static void
on_card_added (gpointer user_data, PaneCard *card)
{
  g_signal_connect (card, "part-activated", G_CALLBACK (on_part_activated), user_data);
  g_signal_connect (card, "command", G_CALLBACK (on_command), user_data);
  g_signal_connect (card, "rows", G_CALLBACK (on_rows), user_data);
  g_signal_connect (card, "choice", G_CALLBACK (on_choice), user_data);
}

static void
arrange (DashboardView *self)
{
  const Profile *profile = view_state_profile (self->state);
  PaneCard *card;

  dashboard_grid_arrange (DASHBOARD_GRID (self->grid), self->panes, on_card_added, self);
  dashboard_end_update (DASHBOARD_END (self->end), self->panes, profile);
  for (size_t i = 0;
       self->data != NULL && (card = dashboard_grid_card (DASHBOARD_GRID (self->grid), i)) != NULL; i++)
    if (is_ready (card, self->data))
      pane_card_show (card, self->data);
  g_signal_emit (self, signals[ARRANGED], 0);
}

/* As a change of the user's: to be remembered. */
static void
rearrange (DashboardView *self)
{
  arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PANES]);
}

/* The cards stay where they are, and the menu that says so open. */
static void
on_rows (PaneCard *card, guint n_rows, DashboardView *self)
{
  size_t item = item_of (self, card);

  pane_arrangement_set_rows (self->panes, item, n_rows);
  pane_card_set_options (card, &pane_arrangement_item (self->panes, item)->options);
  dashboard_end_update (DASHBOARD_END (self->end), self->panes, view_state_profile (self->state));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PANES]);
}

static void
on_choice (PaneCard *card, guint choice, guint word, DashboardView *self)
{
  size_t item = item_of (self, card);

  pane_arrangement_set_choice (self->panes, item, choice, word);
  pane_card_set_options (card, &pane_arrangement_item (self->panes, item)->options);
  dashboard_end_update (DASHBOARD_END (self->end), self->panes, view_state_profile (self->state));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PANES]);
}

static void
on_moved (DashboardGrid *grid, PaneCard *card, PaneCard *to, DashboardView *self)
{
  (void) grid;
  pane_arrangement_move (self->panes, item_of (self, card), item_of (self, to));
  rearrange (self);
}

static void
enlarge (DashboardView *self, PaneCard *card)
{
  dashboard_grid_enlarge (DASHBOARD_GRID (self->grid), card);
}

static void
toggle_enlarged (DashboardView *self, PaneCard *card)
{
  bool is_enlarged = dashboard_grid_enlarged (DASHBOARD_GRID (self->grid)) == card;

  enlarge (self, is_enlarged ? NULL : card);
  focus_later (card);
}

static void
move_to_side (DashboardView *self, PaneCard *card, bool to_left)
{
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int by = to_left != is_mirrored ? -1 : 1;
  size_t item = item_of (self, card);
  size_t to = pane_arrangement_neighbour (self->panes, view_state_profile (self->state), item, by);

  if (to == pane_arrangement_count (self->panes))
    return;
  pane_arrangement_move (self->panes, item, to);
  rearrange (self);
  focus_later (card);
}

/* Takes the card away: the focus goes to the one that comes next, or before. */
static void
take_away (DashboardView *self, PaneCard *card, bool for_good)
{
  size_t item = item_of (self, card), i = 0;

  while (dashboard_grid_card (DASHBOARD_GRID (self->grid), i) != card)
    i++;
  if (for_good)
    pane_arrangement_remove (self->panes, item);
  else
    pane_arrangement_set_hidden (self->panes, item, true);
  rearrange (self);
  PaneCard *next = dashboard_grid_card (DASHBOARD_GRID (self->grid), i);
  if (next == NULL && i > 0)
    next = dashboard_grid_card (DASHBOARD_GRID (self->grid), i - 1);
  if (next != NULL)
    focus_later (next);
  else
    gtk_widget_child_focus (self->end, GTK_DIR_TAB_FORWARD);
}

static void
on_command (PaneCard *card, int command, DashboardView *self)
{
  PaneTarget target;

  switch ((PaneCommand) command)
    {
    case PANE_ENLARGE:
      toggle_enlarged (self, card);
      break;
    case PANE_SHOW_EVENTS:
      if (pane_card_first_target (card, &target))
        pane_target_show (&target, self->state);
      break;
    case PANE_SHOW_TABLE:
      view_state_want_table (self->state, pane_card_table_id (card), "");
      break;
    case PANE_RENAME_GROUP:
      g_signal_emit (self, signals[RENAME_GROUP], 0, -1);
      break;
    case PANE_RULES:
      g_signal_emit (self, signals[FINDING_RULES], 0);
      break;
    case PANE_AGAIN:
      g_signal_emit (self, signals[AGAIN], 0);
      break;
    case PANE_USUAL:
    case PANE_OTHER:
      pane_arrangement_set_other (self->panes, item_of (self, card), command == PANE_OTHER);
      rearrange (self);
      break;
    case PANE_SAVE:
      g_signal_emit (self, signals[SAVE_PANE], 0, card);
      break;
    case PANE_MOVE_LEFT:
    case PANE_MOVE_RIGHT:
      move_to_side (self, card, command == PANE_MOVE_LEFT);
      break;
    case PANE_HIDE:
    case PANE_REMOVE:
      take_away (self, card, command == PANE_REMOVE);
      break;
    default: /* the card does it */
      break;
    }
}

static void
on_show_pane (DashboardEnd *end, guint item, DashboardView *self)
{
  const PaneItem *shown;

  (void) end;
  if (item >= pane_arrangement_count (self->panes))
    return;
  pane_arrangement_set_hidden (self->panes, item, false);
  rearrange (self);
  shown = pane_arrangement_item (self->panes, item);
  PaneCard *card = card_of (self, shown->pane, shown->options.name);
  if (card != NULL)
    focus_later (card);
}

static void
on_restore (DashboardEnd *end, DashboardView *self)
{
  (void) end;
  pane_arrangement_read (self->panes, NULL);
  rearrange (self);
  gtk_widget_child_focus (self->end, GTK_DIR_TAB_FORWARD);
}

static void
on_add_histogram (DashboardEnd *end, DashboardView *self)
{
  (void) end;
  g_signal_emit (self, signals[ADD_HISTOGRAM], 0);
}

static void
on_add_query (DashboardEnd *end, DashboardView *self)
{
  (void) end;
  g_signal_emit (self, signals[ADD_QUERY], 0);
}

/* That of the cursor in the card with the focus. */
static gboolean
rename_group (DashboardView *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *card = focus != NULL ? gtk_widget_get_ancestor (focus, PANE_TYPE_CARD) : NULL;

  if (card == NULL || pane_card_pane (PANE_CARD (card))->group_of == NULL)
    return GDK_EVENT_PROPAGATE;
  g_signal_emit (self, signals[RENAME_GROUP], 0, pane_card_focused_group (PANE_CARD (card)));
  return GDK_EVENT_STOP;
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint keycode,
        GdkModifierType held,
        DashboardView *self)
{
  PaneCard *enlarged = dashboard_grid_enlarged (DASHBOARD_GRID (self->grid));

  (void) controller;
  (void) keycode;
  if (key == GDK_KEY_F2 && (held & gtk_accelerator_get_default_mod_mask ()) == 0)
    return rename_group (self);
  if (key != GDK_KEY_Escape || (held & gtk_accelerator_get_default_mod_mask ()) != 0 || enlarged == NULL)
    return GDK_EVENT_PROPAGATE;
  toggle_enlarged (self, enlarged);
  return GDK_EVENT_STOP;
}

/* ---- life ---- */

static void
dashboard_view_dispose (GObject *object)
{
  DashboardView *self = DASHBOARD_VIEW (object);

  g_clear_handle_id (&self->rest, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->data, dashboard_data_unref);
  g_clear_object (&self->state);
  G_OBJECT_CLASS (dashboard_view_parent_class)->dispose (object);
}

static void
dashboard_view_finalize (GObject *object)
{
  pane_arrangement_free (DASHBOARD_VIEW (object)->panes);
  g_free (DASHBOARD_VIEW (object)->group_names);
  g_free (DASHBOARD_VIEW (object)->dismissed);
  G_OBJECT_CLASS (dashboard_view_parent_class)->finalize (object);
}

static void
dashboard_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  DashboardView *self = DASHBOARD_VIEW (object);

  if (id == PROP_PANES)
    g_value_take_boxed (value, pane_arrangement_entries (self->panes));
  else if (id == PROP_GROUP_NAMES)
    g_value_set_string (value, self->group_names);
  else if (id == PROP_DISMISSED)
    g_value_set_string (value, self->dismissed);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
dashboard_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  DashboardView *self = DASHBOARD_VIEW (object);

  if (id == PROP_GROUP_NAMES || id == PROP_DISMISSED)
    {
      char **text = id == PROP_DISMISSED ? &self->dismissed : &self->group_names;

      if (g_strcmp0 (*text, g_value_get_string (value)) == 0)
        return;
      g_free (*text);
      *text = g_value_dup_string (value);
      g_object_notify_by_pspec (object, spec);
    }
  else if (id != PROP_PANES)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  else if (pane_arrangement_read (self->panes, g_value_get_boxed (value)))
    arrange (self);
}

static void
dashboard_view_class_init (DashboardViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = dashboard_view_dispose;
  object_class->finalize = dashboard_view_finalize;
  object_class->get_property = dashboard_view_get_property;
  object_class->set_property = dashboard_view_set_property;
  properties[PROP_PANES] = g_param_spec_boxed (
    "panes", NULL, NULL, G_TYPE_STRV, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_GROUP_NAMES] = g_param_spec_string (
    "group-names", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_DISMISSED] = g_param_spec_string (
    "dismissed", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  signals[ARRANGED] = g_signal_new ("arranged", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[AGAIN] = g_signal_new ("again", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SAVE_PANE] =
    g_signal_new ("save-pane", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, PANE_TYPE_CARD);
  signals[ADD_HISTOGRAM] =
    g_signal_new ("add-histogram", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ADD_QUERY] =
    g_signal_new ("add-query", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RENAME_GROUP] =
    g_signal_new ("rename-group", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[DISMISS] =
    g_signal_new ("dismiss", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[FINDING_RULES] =
    g_signal_new ("finding-rules", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
dashboard_view_init (DashboardView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->panes = pane_arrangement_new ();
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Dashboard"), -1);
}

GtkWidget *
dashboard_view_new (ViewState *state)
{
  DashboardView *self = g_object_new (DASHBOARD_TYPE_VIEW, NULL);

  self->state = g_object_ref (state);
  self->end = dashboard_end_new ();
  g_signal_connect (self->end, "show-pane", G_CALLBACK (on_show_pane), self);
  g_signal_connect (self->end, "restore", G_CALLBACK (on_restore), self);
  g_signal_connect (self->end, "add-histogram", G_CALLBACK (on_add_histogram), self);
  g_signal_connect (self->end, "add-query", G_CALLBACK (on_add_query), self);
  self->grid = dashboard_grid_new (view_state_profile (state), self->end);
  g_signal_connect (self->grid, "moved", G_CALLBACK (on_moved), self);
  arrange (self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->grid);
  gtk_widget_set_hexpand (self->scroller, TRUE);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

/* Whether some of it is not scrolled away. */
static bool
is_on_screen (DashboardView *self, GtkWidget *card)
{
  graphene_rect_t bounds;
  graphene_rect_t screen = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (self->scroller),
                                               (float) gtk_widget_get_height (self->scroller));

  return gtk_widget_get_mapped (card) && gtk_widget_compute_bounds (card, self->scroller, &bounds)
         && graphene_rect_intersection (&bounds, &screen, NULL);
}

/* Whether the card is to show the data, or that there is none, and does not. */
static bool
is_behind (DashboardView *self, PaneCard *card)
{
  bool has_figures = is_ready (card, self->data);

  return (has_figures || !self->keeps_others) && !pane_card_shows (card, has_figures ? self->data : NULL);
}

/* One card a turn: all of them at once would hold up a frame. */
static gboolean
show_next (gpointer user_data)
{
  DashboardView *self = user_data;
  PaneCard *card;

  for (size_t i = 0; (card = dashboard_grid_card (DASHBOARD_GRID (self->grid), i)) != NULL; i++)
    if (is_behind (self, card))
      {
        pane_card_show (card, self->data);
        return G_SOURCE_CONTINUE;
      }
  self->rest = 0;
  return G_SOURCE_REMOVE;
}

void
dashboard_view_show (DashboardView *view, DashboardData *data, bool keep_others)
{
  PaneCard *card;

  g_return_if_fail (DASHBOARD_IS_VIEW (view));
  dashboard_data_ref (data);
  g_clear_pointer (&view->data, dashboard_data_unref);
  view->data = data;
  view->keeps_others = keep_others;
  for (size_t i = 0; (card = dashboard_grid_card (DASHBOARD_GRID (view->grid), i)) != NULL; i++)
    {
      if (!is_behind (view, card))
        continue;
      if (!gtk_widget_get_mapped (view->scroller) || is_on_screen (view, GTK_WIDGET (card)))
        pane_card_show (card, data);
      else if (view->rest == 0)
        view->rest = g_idle_add (show_next, view);
    }
}

SectionMask
dashboard_view_sections (DashboardView *view)
{
  SectionMask sections = 0;
  PaneCard *card;

  for (size_t i = 0; (card = dashboard_grid_card (DASHBOARD_GRID (view->grid), i)) != NULL; i++)
    sections |= pane_card_pane (card)->needs;
  return sections;
}

SectionMask
dashboard_view_sections_on_screen (DashboardView *view)
{
  SectionMask sections = 0;
  PaneCard *card;

  for (size_t i = 0; (card = dashboard_grid_card (DASHBOARD_GRID (view->grid), i)) != NULL; i++)
    if (is_on_screen (view, GTK_WIDGET (card)))
      sections |= pane_card_pane (card)->needs;
  return sections & ~SECTION_BIT (SECTION_FINDINGS);
}

bool
dashboard_view_has_data (DashboardView *view)
{
  return view->data != NULL && dashboard_data_has (view->data, dashboard_view_sections (view));
}

char **
dashboard_view_annotations (DashboardView *view)
{
  return pane_arrangement_names (view->panes, &pane_histogram);
}

char **
dashboard_view_queries (DashboardView *view)
{
  return pane_arrangement_names (view->panes, &pane_query);
}

static bool
add_pane (DashboardView *self, const Pane *pane, const char *name)
{
  if (!pane_arrangement_add (self->panes, pane, name))
    return false;
  rearrange (self);
  PaneCard *card = card_of (self, pane, name);
  if (card != NULL)
    focus_later (card);
  return true;
}

bool
dashboard_view_add_histogram (DashboardView *view, const char *annotation)
{
  return add_pane (view, &pane_histogram, annotation);
}

void
dashboard_view_dismiss (DashboardView *view, const FindingRule *rule, const char *reason)
{
  g_autofree char *dismissed = dismissed_findings_with (view->dismissed, rule, reason);

  g_object_set (view, "dismissed", *dismissed != '\0' ? dismissed : NULL, NULL);
}

bool
dashboard_view_add_query (DashboardView *view, const char *name)
{
  return add_pane (view, &pane_query, name);
}
