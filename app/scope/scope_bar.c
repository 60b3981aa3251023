/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/scope_bar.h"

#include <glib/gi18n-lib.h>

#include "app/scope/scope_choice.h"
#include "app/scope/scope_list.h"
#include "app/scope/scope_window_menu.h"
#include "app/scope/step_bar.h"
#include "app/scope/step_proposal_button.h"
#include "app/scope/step_text.h"
#include "trace/model/device_word.h"
#include "widgets/controls/short_bar.h"
#include "widgets/look/screen_style.h"

/* The line counts slices, which takes too long for every frame while the scope follows a zoom. */
#define LINE_DELAY_MS 80

#define SCOPE_TYPE_BAR (scope_bar_get_type ())
G_DECLARE_FINAL_TYPE (ScopeBar, scope_bar, SCOPE, BAR, GtkWidget)

struct _ScopeBar
{
  GtkWidget parent_instance;

  ViewState *state;
  HealthSummary health;
  ViewPage page;
  GtkWidget *bar, *box, *window_choice, *rank_choice, *device_choice, *line, *steps;
  GtkWidget *window_menu, *rank_list, *device_list;
  GArray *devices; /* uint32_t: what the texts of the device list stand for, from the second on */
  uint32_t shown_rank, shown_device;
  guint line_timer;
};

G_DEFINE_TYPE (ScopeBar, scope_bar, GTK_TYPE_WIDGET)

/* ---- showing ---- */

static gboolean
update_line (gpointer data)
{
  ScopeBar *bar = data;
  char *lines[N_SCOPE_LINES];

  scope_text_lines (bar->state, &bar->health, screen_style_get (GTK_WIDGET (bar))->numbers, lines);
  bar->line_timer = 0;
  for (guint i = 0; i < N_SCOPE_LINES; i++)
    {
      short_forms_set_text (SHORT_FORMS (bar->line), i, lines[i]);
      g_free (lines[i]);
    }
  return G_SOURCE_REMOVE;
}

static void
update_line_soon (ScopeBar *bar)
{
  if (bar->line_timer == 0)
    bar->line_timer = g_timeout_add (LINE_DELAY_MS, update_line, bar);
}

static void
update_ranks (ScopeBar *bar)
{
  const Trace *trace = view_state_profile (bar->state)->trace;
  const ViewScope *scope = view_state_scope (bar->state);
  uint32_t n = trace_n_ranks (trace);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  gtk_widget_set_visible (bar->rank_choice, n > 1);
  g_ptr_array_add (texts, g_strdup (_ ("All ranks")));
  for (uint32_t i = 0; i < n; i++)
    g_ptr_array_add (texts, scope_text_rank (trace, i));
  g_ptr_array_add (texts, NULL);

  guint chosen = scope->rank == TRACE_NONE ? 0 : scope->rank + 1;
  scope_list_set (SCOPE_LIST (bar->rank_list), (const char *const *) texts->pdata, chosen);
  scope_choice_set_text (SCOPE_CHOICE (bar->rank_choice), texts->pdata[chosen],
                         chosen == 0 ? _ ("Ranks") : texts->pdata[chosen], chosen == 0);
}

/* Only devices of the rank in scope can be chosen. */
static void
update_devices (ScopeBar *bar)
{
  const Trace *trace = view_state_profile (bar->state)->trace;
  const ViewScope *scope = view_state_scope (bar->state);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *short_text = device_word_in (trace, g_strdup (_ ("GPUs")));
  guint chosen = 0;

  g_array_set_size (bar->devices, 0);
  g_ptr_array_add (texts, device_word_in (trace, g_strdup (_ ("All GPUs"))));
  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    {
      if (scope->rank != TRACE_NONE && trace_device (trace, i)->rank != scope->rank)
        continue;
      g_array_append_val (bar->devices, i);
      g_ptr_array_add (texts, scope_text_device (trace, i));
      if (i == scope->device)
        {
          chosen = bar->devices->len;
          g_free (short_text);
          short_text = scope_text_short_device (trace, i);
        }
    }
  g_ptr_array_add (texts, NULL);
  gtk_widget_set_visible (bar->device_choice, trace_n_devices (trace) > 1);
  scope_list_set (SCOPE_LIST (bar->device_list), (const char *const *) texts->pdata, chosen);
  scope_choice_set_text (SCOPE_CHOICE (bar->device_choice), texts->pdata[chosen], short_text, chosen == 0);
}

static void
update_limits (ScopeBar *bar)
{
  bar->shown_rank = view_state_scope (bar->state)->rank;
  bar->shown_device = view_state_scope (bar->state)->device;
  update_ranks (bar);
  update_devices (bar);
}

static void
update_window (ScopeBar *bar)
{
  g_autofree char *text = scope_text_window (bar->state);
  g_autofree char *short_text = scope_text_short_window (bar->state);

  scope_choice_set_text (SCOPE_CHOICE (bar->window_choice), text, short_text,
                         view_state_scope (bar->state)->window == SCOPE_WHOLE);
}

static void
update (ScopeBar *bar, guint changes)
{
  const ViewScope *scope = view_state_scope (bar->state);

  if (changes & VIEW_CHANGED_SCOPE)
    update_window (bar);
  if (changes & (VIEW_CHANGED_SCOPE | VIEW_CHANGED_PROFILE))
    update_line_soon (bar);
  /* A scope that follows the timeline changes with every frame, but its rank and device do not. */
  if (scope->rank != bar->shown_rank || scope->device != bar->shown_device)
    update_limits (bar);
  step_bar_update (bar->steps, bar->state, bar->page != VIEW_PAGE_TIMELINE);
}

/* ---- choosing ---- */

static void
reset_window (ScopeBar *bar)
{
  ViewScope scope = *view_state_scope (bar->state);

  scope.window = SCOPE_WHOLE;
  view_state_set_scope (bar->state, &scope);
}

/* Another rank has other steps and other devices. */
static void
choose_rank (ScopeBar *bar, guint place)
{
  ViewScope scope = *view_state_scope (bar->state);

  scope.rank = place == 0 ? TRACE_NONE : place - 1;
  scope.device = TRACE_NONE;
  if (scope.window == SCOPE_STEPS)
    scope.window = SCOPE_WHOLE;
  view_state_set_scope (bar->state, &scope);
}

static void
reset_rank (ScopeBar *bar)
{
  choose_rank (bar, 0);
}

static void
choose_device (ScopeBar *bar, guint place)
{
  ViewScope scope = *view_state_scope (bar->state);

  scope.device = place == 0 ? TRACE_NONE : g_array_index (bar->devices, uint32_t, place - 1);
  view_state_set_scope (bar->state, &scope);
}

static void
reset_device (ScopeBar *bar)
{
  choose_device (bar, 0);
}

/* ---- the widget ---- */

static void
forget_state (ScopeBar *bar)
{
  g_clear_handle_id (&bar->line_timer, g_source_remove);
  if (bar->state != NULL)
    g_signal_handlers_disconnect_by_data (bar->state, bar);
  g_clear_object (&bar->state);
}

static void
scope_bar_dispose (GObject *object)
{
  ScopeBar *bar = SCOPE_BAR (object);

  forget_state (bar);
  g_clear_pointer (&bar->bar, gtk_widget_unparent);
  g_clear_pointer (&bar->devices, g_array_unref);
  G_OBJECT_CLASS (scope_bar_parent_class)->dispose (object);
}

static void
scope_bar_class_init (ScopeBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = scope_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
add_choice (ScopeBar *bar, const char *what, GtkWidget *popover, GCallback reset)
{
  GtkWidget *choice = scope_choice_new (what);

  scope_choice_set_popover (SCOPE_CHOICE (choice), popover);
  g_signal_connect_swapped (choice, "reset", reset, bar);
  gtk_box_append (GTK_BOX (bar->box), choice);
  return choice;
}

/* The order in which a narrow window shortens the bar. All forms of the line report lost events. */
static GtkWidget *
shortened (ScopeBar *bar)
{
  ShortForms *line = SHORT_FORMS (bar->line);
  ShortForms *window = scope_choice_text (SCOPE_CHOICE (bar->window_choice));
  ShortForms *rank = scope_choice_text (SCOPE_CHOICE (bar->rank_choice));
  ShortForms *device = scope_choice_text (SCOPE_CHOICE (bar->device_choice));
  ShortForms *place = step_bar_place (bar->steps), *jumps = step_bar_jumps (bar->steps);
  ShortForms *proposal = step_bar_proposal (bar->steps);

  /* clang-format off */
  const ShortStep order[] = {
    { line,   SCOPE_LINE_WITHOUT_GPUS },  /* the button beside it tells which */
    { line,   SCOPE_LINE_WITHOUT_STEPS }, /* the place of the step tells how many */
    { place,  STEP_PLACE_OF_NUMBER },     /* "1011 (3 of 6)" */
    { jumps,  STEP_JUMPS_IN_MENU },
    { line,   SCOPE_LINE_OF_SLICES },
    { proposal, STEP_PROPOSAL_NAME },     /* "“Optimizer.step” (5×)" */
    { device, SCOPE_CHOICE_SHORT },       /* "GPUs" */
    { rank,   SCOPE_CHOICE_SHORT },       /* "Ranks" */
    { window, SCOPE_CHOICE_SHORT },       /* "Whole" */
    { line,   SCOPE_LINE_OF_LOSS },
    { place,  STEP_PLACE_NUMBER },        /* "1011" */
  };
  /* clang-format on */
  return short_bar_new (bar->box, order, G_N_ELEMENTS (order));
}

static void
scope_bar_init (ScopeBar *bar)
{
  bar->devices = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  bar->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (GTK_WIDGET (bar), "scope-bar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Scope"), -1);

  bar->window_menu = scope_window_menu_new ();
  bar->rank_list = scope_list_new (_ ("Ranks"));
  bar->device_list = scope_list_new (_ ("GPUs"));
  bar->window_choice = add_choice (bar, _ ("Time"), bar->window_menu, G_CALLBACK (reset_window));
  bar->rank_choice = add_choice (bar, _ ("Ranks"), bar->rank_list, G_CALLBACK (reset_rank));
  bar->device_choice = add_choice (bar, _ ("GPUs"), bar->device_list, G_CALLBACK (reset_device));
  g_signal_connect_swapped (bar->rank_list, "chosen", G_CALLBACK (choose_rank), bar);
  g_signal_connect_swapped (bar->device_list, "chosen", G_CALLBACK (choose_device), bar);

  bar->line = short_forms_new ();
  short_forms_add_labels (SHORT_FORMS (bar->line), N_SCOPE_LINES, -1);
  gtk_widget_set_hexpand (bar->line, TRUE);
  gtk_widget_set_margin_start (bar->line, 4);
  gtk_widget_add_css_class (bar->line, "secondary");
  gtk_widget_add_css_class (bar->line, "numeric");
  gtk_box_append (GTK_BOX (bar->box), bar->line);

  bar->steps = step_bar_new ();
  gtk_box_append (GTK_BOX (bar->box), bar->steps);

  bar->bar = shortened (bar);
  gtk_widget_set_valign (bar->bar, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (bar->bar, GTK_WIDGET (bar));
}

GtkWidget *
scope_bar_new (void)
{
  return g_object_new (SCOPE_TYPE_BAR, NULL);
}

void
scope_bar_set_state (GtkWidget *widget, ViewState *state)
{
  ScopeBar *bar = SCOPE_BAR (widget);

  if (bar->state == state)
    return;
  forget_state (bar);
  scope_window_menu_set_state (SCOPE_WINDOW_MENU (bar->window_menu), state);
  if (state == NULL)
    return;
  bar->state = g_object_ref (state);
  bar->health = health_summary_of (view_state_profile (state));
  g_signal_connect_swapped (state, "changed", G_CALLBACK (update), bar);
  update_limits (bar);
  update_window (bar);
  update_line (bar);
  step_bar_update (bar->steps, state, bar->page != VIEW_PAGE_TIMELINE);
}

void
scope_bar_set_doubt (GtkWidget *widget, HealthDoubt doubt)
{
  ScopeBar *bar = SCOPE_BAR (widget);

  if (bar->health.doubt == doubt)
    return;
  bar->health.doubt = doubt;
  if (bar->state != NULL)
    update_line_soon (bar);
}

void
scope_bar_set_page (GtkWidget *widget, ViewPage page)
{
  ScopeBar *bar = SCOPE_BAR (widget);

  bar->page = page;
  step_bar_update (bar->steps, bar->state, page != VIEW_PAGE_TIMELINE);
}
