/* SPDX-License-Identifier: Apache-2.0 */

#include "app/compare/cost_dialog.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "app/compare/typed_number.h"
#include "widgets/look/screen_style.h"

#define WIDTH_PX      420
#define HEIGHT_MAX_PX 420

#define PRICE_MAX         1e12
#define SAMPLES_MAX       1e12
#define GPUS_PER_NODE_MAX 1e6

/* Of a node: several sides may have run on such nodes. */
typedef struct
{
  char *name;
  uint32_t side; /* the first of them */
  GtkWidget *price, *currency, *gpus;
} NodeRows;

/* Of a profile: several sides may be parts of it. */
typedef struct
{
  uint32_t side;
  GtkWidget *samples;
} ProfileRow;

typedef struct
{
  AdwMessageDialog *dialog; /* borrowed: it owns this */
  CostBook *book;
  Compared *compared;
  CostTerms terms[COMPARED_SIDES_MAX]; /* as they were */
  uint32_t n_nodes, n_profiles;
  NodeRows nodes[COMPARED_SIDES_MAX];
  ProfileRow profiles[COMPARED_SIDES_MAX];
  NumberStyle numbers;
} Dialog;

static void
dialog_free (gpointer data, GClosure *closure)
{
  Dialog *self = data;
  (void) closure;

  for (uint32_t i = 0; i < self->n_nodes; i++)
    g_free (self->nodes[i].name);
  g_object_unref (self->book);
  compared_unref (self->compared);
  g_free (self);
}

/* ---- what was typed ---- */

static const char *
text_of (GtkWidget *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

static bool
is_blank (GtkWidget *row)
{
  g_autofree char *text = g_strdup (text_of (row));

  return *g_strstrip (text) == '\0';
}

/* "98 USD" belongs into two rows. */
static bool
is_currency (GtkWidget *row)
{
  return strpbrk (text_of (row), "0123456789") == NULL;
}

/* An empty row stands for "not given", 0. */
static bool
read_number (Dialog *self, GtkWidget *row, double max, bool is_whole, double *ret_number)
{
  *ret_number = 0;
  if (is_blank (row))
    return true;
  if (!typed_number (text_of (row), &self->numbers, ret_number) || *ret_number > max)
    return false;
  return !is_whole || (*ret_number >= 1 && floor (*ret_number) == *ret_number);
}

static bool
mark (GtkWidget *row, bool is_right)
{
  if (is_right)
    gtk_widget_remove_css_class (row, "error");
  else
    gtk_widget_add_css_class (row, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID,
                               is_right ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE, -1);
  return is_right;
}

static void
check (Dialog *self)
{
  bool ok = true;
  double number;

  for (uint32_t i = 0; i < self->n_nodes; i++)
    {
      const NodeRows *node = &self->nodes[i];

      ok &= mark (node->price, read_number (self, node->price, PRICE_MAX, false, &number));
      ok &= mark (node->currency, is_currency (node->currency));
      ok &= mark (node->gpus, read_number (self, node->gpus, GPUS_PER_NODE_MAX, true, &number));
    }
  for (uint32_t i = 0; i < self->n_profiles; i++)
    {
      GtkWidget *row = self->profiles[i].samples;

      ok &= mark (row, read_number (self, row, SAMPLES_MAX, true, &number));
    }
  adw_message_dialog_set_response_enabled (self->dialog, "save", ok);
}

/* ---- saving ---- */

static bool
is_same_price (const CostTerms *a, const CostTerms *b)
{
  return a->has_price == b->has_price
         && (!a->has_price
             || (a->price_per_hour == b->price_per_hour && a->gpus_per_node == b->gpus_per_node
                 && strcmp (a->currency, b->currency) == 0));
}

static void
save_node (Dialog *self, const NodeRows *node)
{
  CostTerms terms = { .has_price = !is_blank (node->price) };
  const Trace *trace = self->compared->sides[node->side].profile->trace;
  g_autofree char *currency = g_strstrip (g_strdup (text_of (node->currency)));
  double gpus;

  read_number (self, node->price, PRICE_MAX, false, &terms.price_per_hour);
  read_number (self, node->gpus, GPUS_PER_NODE_MAX, true, &gpus);
  /* What the profile says is not kept: a better reading of it may come. */
  terms.gpus_per_node = (uint64_t) gpus == cost_gpus_per_node (trace) ? 0 : (uint64_t) gpus;
  cost_terms_set_currency (&terms, currency);
  if (!is_same_price (&terms, &self->terms[node->side]))
    cost_book_set_price (self->book, node->name, &terms);
}

static void
finish (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Dialog *self = data;
  (void) dialog;

  if (!g_str_equal (response, "save"))
    return;
  for (uint32_t i = 0; i < self->n_nodes; i++)
    save_node (self, &self->nodes[i]);
  for (uint32_t i = 0; i < self->n_profiles; i++)
    {
      const ProfileRow *profile = &self->profiles[i];
      double samples;

      read_number (self, profile->samples, SAMPLES_MAX, true, &samples);
      if ((uint64_t) samples != self->terms[profile->side].samples_per_step)
        cost_book_set_samples (self->book, self->compared->sides[profile->side].profile, (uint64_t) samples);
    }
}

/* ---- building ---- */

static GtkWidget *
entry_row_new (Dialog *self, const char *title, const char *text)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (row), TRUE);
  g_signal_connect_swapped (row, "changed", G_CALLBACK (check), self);
  return row;
}

static GtkWidget *
number_row_new (Dialog *self, const char *title, bool is_given, double number)
{
  g_autofree char *text = is_given ? typed_number_text (number, &self->numbers) : g_strdup ("");
  GtkWidget *row = entry_row_new (self, title, text);

  adw_entry_row_set_input_purpose (ADW_ENTRY_ROW (row), GTK_INPUT_PURPOSE_NUMBER);
  return row;
}

static GtkWidget *
boxed_new (GtkBox *column, const char *heading)
{
  GtkWidget *label = gtk_label_new (heading), *list = gtk_list_box_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 8);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_box_append (column, label);
  gtk_box_append (column, list);
  return list;
}

/* The currency that was entered last is probably the next one too. */
static const char *
usual_currency (Dialog *self)
{
  for (uint32_t side = 0; side < self->compared->n_sides; side++)
    if (self->terms[side].has_price)
      return self->terms[side].currency;
  return "USD";
}

static bool
has_node (Dialog *self, const char *name)
{
  for (uint32_t i = 0; i < self->n_nodes; i++)
    if (strcmp (self->nodes[i].name, name) == 0)
      return true;
  return false;
}

static void
add_node (Dialog *self, GtkBox *column, uint32_t side)
{
  const Trace *trace = self->compared->sides[side].profile->trace;
  const CostTerms *terms = &self->terms[side];
  NodeRows *node = &self->nodes[self->n_nodes];
  char *name = cost_node_name (trace);
  uint64_t gpus = terms->gpus_per_node > 0 ? terms->gpus_per_node : cost_gpus_per_node (trace);

  if (has_node (self, name))
    {
      g_free (name);
      return;
    }
  /* Translators: a node of a cluster, and what it consists of: "Node: 8 × NVIDIA H100". */
  g_autofree char *heading = g_strdup_printf (_ ("Node: %s"), name);
  GtkWidget *list = boxed_new (column, heading);
  node->name = name;
  node->side = side;
  node->price = number_row_new (self, _ ("Price per hour"), terms->has_price, terms->price_per_hour);
  node->currency =
    entry_row_new (self, _ ("Currency"), terms->has_price ? terms->currency : usual_currency (self));
  node->gpus = number_row_new (self, _ ("GPUs of the node"), gpus > 0, (double) gpus);
  gtk_list_box_append (GTK_LIST_BOX (list), node->price);
  gtk_list_box_append (GTK_LIST_BOX (list), node->currency);
  gtk_list_box_append (GTK_LIST_BOX (list), node->gpus);
  self->n_nodes++;
}

/* "A, C: control" of the sides that are parts of the same profile; NULL if an earlier side is one. */
static char *
profile_title (Dialog *self, uint32_t side)
{
  const Compared *compared = self->compared;
  g_autoptr (GString) letters = g_string_new (NULL);

  for (uint32_t other = 0; other < compared->n_sides; other++)
    {
      if (compared->sides[other].profile != compared->sides[side].profile)
        continue;
      if (other < side)
        return NULL;
      g_string_append_printf (letters, "%s%s", letters->len > 0 ? ", " : "", compared_letter (other));
    }
  return g_strdup_printf ("%s: %s", letters->str, compared->sides[side].name);
}

static void
add_profile (Dialog *self, GtkListBox *list, uint32_t side)
{
  g_autofree char *title = profile_title (self, side);
  ProfileRow *profile = &self->profiles[self->n_profiles];
  uint64_t samples = self->terms[side].samples_per_step;

  if (title == NULL)
    return;
  profile->side = side;
  profile->samples = number_row_new (self, title, samples > 0, (double) samples);
  gtk_list_box_append (list, profile->samples);
  self->n_profiles++;
}

static GtkWidget *
body_new (Dialog *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  GtkWidget *list = boxed_new (GTK_BOX (column), _ ("Samples of a step, of all GPUs together"));
  for (uint32_t side = 0; side < self->compared->n_sides; side++)
    add_profile (self, GTK_LIST_BOX (list), side);
  for (uint32_t side = 0; side < self->compared->n_sides; side++)
    add_node (self, GTK_BOX (column), side);
  /* Room for the shadows of the lists. */
  gtk_widget_set_margin_start (column, 2);
  gtk_widget_set_margin_end (column, 2);
  gtk_widget_set_margin_bottom (column, 2);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), HEIGHT_MAX_PX);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), column);
  gtk_widget_set_size_request (scrolled, WIDTH_PX, -1);
  return scrolled;
}

void
cost_dialog_show (GtkWindow *parent, CostBook *book, Compared *compared)
{
  GtkWidget *dialog = adw_message_dialog_new (
    parent, _ ("Prices and Samples"),
    _ ("Prices are remembered for all profiles of the same hardware, samples for each "
       "profile. Leave a row empty if you do not know."));
  Dialog *self = g_new0 (Dialog, 1);

  self->dialog = ADW_MESSAGE_DIALOG (dialog);
  self->book = g_object_ref (book);
  self->compared = compared_ref (compared);
  self->numbers = *screen_style_get (GTK_WIDGET (parent))->numbers;
  cost_book_terms (book, compared, self->terms);
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "save");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  adw_message_dialog_set_extra_child (self->dialog, body_new (self));
  check (self);
  g_signal_connect_data (dialog, "response", G_CALLBACK (finish), self, dialog_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (self->profiles[0].samples);
}
