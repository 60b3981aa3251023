/* SPDX-License-Identifier: Apache-2.0 */

#include "app/scope/step_proposal_button.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "app/desktop/mnemonic.h"
#include "trace/naming/display_text.h"
#include "trace/stats/step/step_proposals.h"
#include "widgets/controls/background_answer.h"
#include "widgets/look/screen_style.h"

/* The search waits for the first drawing of the profile, which needs the processors as well. */
#define FIND_DELAY_MS 200

/* Limits of a name. It is cut before it becomes a part of a text, so that the count stays whole. */
#define LABEL_NAME_BYTES_MAX   40
#define SHORT_NAME_BYTES_MAX   16
#define MENU_NAME_BYTES_MAX    60
#define TOOLTIP_NAME_BYTES_MAX 60
#define NAME_BYTES_MAX         500

typedef struct
{
  GtkWidget *button;
  GtkWidget *texts; /* ShortForms, the content of the button */
  BackgroundAnswer *answer;
  const Profile *profile; /* what is proposed for, or looked at; NULL: nothing */
  guint timer;
} Proposing;

/* The job of a worker thread. */
typedef struct
{
  const Profile *profile;
  StepProposals proposals;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  step_proposals_clear (&question->proposals);
  profile_unref (question->profile);
  g_free (question);
}

static void
find (gpointer data)
{
  Question *question = data;

  step_proposals_find (question->profile->trace, background_answer_should_continue, NULL,
                       &question->proposals);
}

/* ---- showing ---- */

/* Returns a name as valid text of at most max_bytes. Transfer full. */
static char *
name_to_show (const char *name, size_t max_bytes)
{
  char *shown = g_malloc (max_bytes + 1);
  TextSpan whole = { name, strlen (name) };

  shown[display_text (whole, shown, max_bytes)] = '\0';
  return shown;
}

/* "Optimizer.step (5×)", or a sentence with it. */
static char *
proposal_text (const Proposing *proposing, const StepProposal *proposal, size_t max_bytes, const char *format)
{
  g_autofree char *name = name_to_show (proposal->shown, max_bytes);
  char n[NUMBER_TEXT_MAX];

  number_text_count (screen_style_get (proposing->button)->numbers, proposal->count, n);
  return g_strdup_printf (format, name, n);
}

/* An underscore in a menu label marks the next letter as its key, so it is doubled. */
static char *
text_of_menu (const char *text)
{
  GString *escaped = g_string_new (text);

  g_string_replace (escaped, "_", "__", 0);
  return g_string_free (escaped, FALSE);
}

static GVariant *
target_of (const StepProposal *proposal)
{
  return g_variant_new ("(ss)", proposal->pattern, proposal->shown);
}

static void
show_menu (const Proposing *proposing, const StepProposals *proposals)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) others = g_menu_new ();
  g_autoptr (GMenu) choose = g_menu_new ();

  for (uint32_t i = 1; i < proposals->n; i++)
    {
      /* Translators: a menu item for a name to use as step, and how often it occurs: "Use “Optimizer.step” (5×)". */
      g_autofree char *text =
        proposal_text (proposing, &proposals->proposals[i], MENU_NAME_BYTES_MAX, _ ("Use “%s” (%s×)"));
      g_autofree char *label = text_of_menu (text);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target_value (item, "win.use-annotation",
                                               target_of (&proposals->proposals[i]));
      g_menu_append_item (others, item);
    }
  g_menu_append (choose, _ ("Choose an _Annotation…"), "win.choose-annotation");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (others));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (choose));
  adw_split_button_set_menu_model (ADW_SPLIT_BUTTON (proposing->button), G_MENU_MODEL (menu));
}

/* The label sets no tooltip: that of the button says more. */
static void
set_label (const Proposing *proposing, StepProposalForm form, char *text)
{
  gtk_label_set_text (GTK_LABEL (short_forms_get (SHORT_FORMS (proposing->texts), form)), text);
  g_free (text);
}

static void
show_best (const Proposing *proposing, const StepProposal *best)
{
  /* Translators: a button: "Use “Optimizer.step” (5×) as step". */
  const char *whole = _ ("Use “%s” (%s×) as step");
  g_autofree char *text = proposal_text (proposing, best, NAME_BYTES_MAX, whole);
  char percent[NUMBER_TEXT_MAX];
  const NumberStyle *numbers = screen_style_get (proposing->button)->numbers;
  /* Translators: a tooltip of several lines. %s is a share: "12 %". */
  g_autofree char *reason =
    g_strdup_printf (_ ("No steps found, but this repeats regularly.\n"
                        "Each of its slices becomes a step;\n"
                        "a slice takes %s of the time from one begin to the next."),
                     number_text_percent (numbers, (int64_t) (100 * best->cover + 0.5), percent));
  g_autofree char *name = name_to_show (best->name, TOOLTIP_NAME_BYTES_MAX);
  g_autofree char *tooltip = g_strdup_printf ("%s\n%s", name, reason);
  GtkWidget *half = gtk_widget_get_first_child (proposing->button);

  set_label (proposing, STEP_PROPOSAL_WHOLE, proposal_text (proposing, best, LABEL_NAME_BYTES_MAX, whole));
  /* Translators: the same button where it has little room: "“Optimizer.step” (5×)". */
  set_label (proposing, STEP_PROPOSAL_NAME,
             proposal_text (proposing, best, SHORT_NAME_BYTES_MAX, _ ("“%s” (%s×)")));
  gtk_widget_set_tooltip_text (proposing->button, tooltip);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (proposing->button), target_of (best));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (proposing->button), "win.use-annotation");
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (half), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (half), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, reason, -1);
}

static void
show (gpointer data, gpointer user_data)
{
  const Question *question = data;
  const Proposing *proposing = user_data;

  if (question->proposals.n == 0)
    return;
  show_menu (proposing, &question->proposals);
  show_best (proposing, &question->proposals.proposals[0]);
  gtk_widget_set_visible (proposing->button, TRUE);
}

/* ---- the search ---- */

static gboolean
ask (gpointer data)
{
  Proposing *proposing = data;
  Question *question = g_new0 (Question, 1);

  proposing->timer = 0;
  question->profile = profile_ref (proposing->profile);
  background_answer_ask (proposing->answer, question, question_free, find, show, proposing);
  return G_SOURCE_REMOVE;
}

static void
forget (Proposing *proposing)
{
  g_clear_handle_id (&proposing->timer, g_source_remove);
  background_answer_drop (proposing->answer);
  g_clear_pointer (&proposing->profile, profile_unref);
}

static void
proposing_free (gpointer data)
{
  Proposing *proposing = data;

  forget (proposing);
  background_answer_free (proposing->answer);
  g_free (proposing);
}

void
step_proposal_button_set_profile (GtkWidget *button, const Profile *profile)
{
  Proposing *proposing = g_object_get_data (G_OBJECT (button), "proposing");

  if (profile == proposing->profile)
    return;
  forget (proposing);
  gtk_widget_set_visible (button, FALSE);
  if (profile == NULL)
    return;
  proposing->profile = profile_ref (profile);
  proposing->timer = g_timeout_add (FIND_DELAY_MS, ask, proposing);
}

GtkWidget *
step_proposal_button_new (void)
{
  Proposing *proposing = g_new0 (Proposing, 1);

  proposing->button = adw_split_button_new ();
  proposing->texts = short_forms_new ();
  proposing->answer = background_answer_new_index ();
  short_forms_add_labels (SHORT_FORMS (proposing->texts), N_STEP_PROPOSAL_FORMS, -1);
  adw_split_button_set_child (ADW_SPLIT_BUTTON (proposing->button), proposing->texts);
  adw_split_button_set_dropdown_tooltip (ADW_SPLIT_BUTTON (proposing->button), _ ("Other steps"));
  mnemonic_name (gtk_widget_get_last_child (proposing->button), _ ("Other steps"));
  gtk_widget_add_css_class (proposing->button, "flat");
  gtk_widget_set_visible (proposing->button, FALSE);
  g_object_set_data_full (G_OBJECT (proposing->button), "proposing", proposing, proposing_free);
  return proposing->button;
}

ShortForms *
step_proposal_button_forms (GtkWidget *button)
{
  const Proposing *proposing = g_object_get_data (G_OBJECT (button), "proposing");

  return SHORT_FORMS (proposing->texts);
}
