/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/step_bar.h"

#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "app/scope/step_proposal_button.h"
#include "app/scope/step_text.h"

#define PLACE_CHARS_MAX 32

typedef struct
{
  GtkWidget *with_steps, *without_steps, *proposal, *place, *jumps;
  bool offers_annotation; /* where nothing is proposed */
} Parts;

static GtkWidget *
icon_button_new (const char *icon, const char *what, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_direction (gtk_button_get_child (GTK_BUTTON (button)), GTK_TEXT_DIR_LTR);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, what);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, what, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

static GtkWidget *
text_button_new (const char *label, const char *tooltip, const char *action)
{
  GtkWidget *button = mnemonic_button_new (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/* What is proposed has the way to choose in its menu. */
static void
offer_annotation (const Parts *parts)
{
  gtk_widget_set_visible (parts->without_steps,
                          parts->offers_annotation && !gtk_widget_get_visible (parts->proposal));
}

void
step_bar_update (GtkWidget *bar, ViewState *state, bool offers_annotation)
{
  Parts *parts = g_object_get_data (G_OBJECT (bar), "parts");
  const Profile *profile = state != NULL ? view_state_profile (state) : NULL;
  uint64_t step = profile != NULL ? view_state_current_step (state) : UINT64_MAX;

  bool has_none = profile != NULL && step_table_count (profile->steps) == 0;

  gtk_widget_set_visible (parts->with_steps, step != UINT64_MAX);
  step_proposal_button_set_profile (parts->proposal, has_none ? profile : NULL);
  parts->offers_annotation = offers_annotation && has_none;
  offer_annotation (parts);
  if (step == UINT64_MAX)
    return;
  for (guint i = 0; i < N_STEP_PLACES; i++)
    {
      g_autofree char *place = step_text_place (profile, step, (StepPlace) i);

      short_forms_set_text (SHORT_FORMS (parts->place), i, place);
    }
}

ShortForms *
step_bar_place (GtkWidget *bar)
{
  return SHORT_FORMS (((Parts *) g_object_get_data (G_OBJECT (bar), "parts"))->place);
}

ShortForms *
step_bar_jumps (GtkWidget *bar)
{
  return SHORT_FORMS (((Parts *) g_object_get_data (G_OBJECT (bar), "parts"))->jumps);
}

ShortForms *
step_bar_proposal (GtkWidget *bar)
{
  return step_proposal_button_forms (((Parts *) g_object_get_data (G_OBJECT (bar), "parts"))->proposal);
}

/* "[Slowest] [Median]" */
static GtkWidget *
jump_buttons_new (void)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_box_append (GTK_BOX (buttons),
                  text_button_new (_ ("S_lowest"), _ ("Go to the slowest step"), "win.slowest-step"));
  gtk_box_append (GTK_BOX (buttons),
                  text_button_new (_ ("_Median"), _ ("Go to the step of median length"), "win.median-step"));
  return buttons;
}

static GtkWidget *
jump_menu_new (void)
{
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  g_menu_append (menu, _ ("S_lowest Step"), "win.slowest-step");
  g_menu_append (menu, _ ("_Median Step"), "win.median-step");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "view-more-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Go to the slowest or the median step"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Go to the slowest or the median step"), -1);
  return button;
}

GtkWidget *
step_bar_new (void)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  Parts *parts = g_new0 (Parts, 1);

  parts->with_steps = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  parts->place = short_forms_new ();
  short_forms_add_labels (SHORT_FORMS (parts->place), N_STEP_PLACES, PLACE_CHARS_MAX);
  gtk_widget_add_css_class (parts->place, "numeric");
  /* As on the timeline: what is later stands at the right. */
  GtkWidget *walk = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_widget_set_direction (walk, GTK_TEXT_DIR_LTR);
  gtk_box_append (GTK_BOX (walk),
                  icon_button_new ("go-previous-symbolic", _ ("Previous step"), "win.previous-step"));
  gtk_box_append (GTK_BOX (walk), parts->place);
  gtk_box_append (GTK_BOX (walk), icon_button_new ("go-next-symbolic", _ ("Next step"), "win.next-step"));
  gtk_box_append (GTK_BOX (parts->with_steps), walk);
  parts->jumps = short_forms_new ();
  short_forms_add (SHORT_FORMS (parts->jumps), jump_buttons_new ());
  short_forms_add (SHORT_FORMS (parts->jumps), jump_menu_new ());
  gtk_box_append (GTK_BOX (parts->with_steps), parts->jumps);

  parts->without_steps = text_button_new (_ ("Choose an _Annotation…"), _ ("This profile has no steps yet"),
                                          "win.choose-annotation");
  gtk_box_append (GTK_BOX (bar), parts->with_steps);
  gtk_box_append (GTK_BOX (bar), parts->without_steps);
  parts->proposal = step_proposal_button_new ();
  g_signal_connect_swapped (parts->proposal, "notify::visible", G_CALLBACK (offer_annotation), parts);
  gtk_box_append (GTK_BOX (bar), parts->proposal);
  g_object_set_data_full (G_OBJECT (bar), "parts", parts, g_free);
  return bar;
}
