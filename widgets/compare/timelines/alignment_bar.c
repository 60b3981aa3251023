/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/alignment_bar.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#define GAP_PX     8
#define NAME_CHARS 22 /* of a name in the bar */
#define LIST_CHARS 60 /* in its list */
#define COUNT_MAX  1e9

typedef enum
{
  BY_BEGIN,
  BY_STEP,
  BY_ANNOTATION,
  BY_COLLECTIVE,
  BY_SLICES,
  N_WAYS
} Way;

static const char *const way_titles[N_WAYS] = {
  [BY_BEGIN] = N_ ("Begin"),
  [BY_STEP] = N_ ("Step"),
  [BY_ANNOTATION] = N_ ("Annotation"),
  [BY_COLLECTIVE] = N_ ("Collective"),
  [BY_SLICES] = N_ ("Selected slices"),
};

struct _AlignmentBar
{
  GtkWidget parent_instance;

  const AlignmentChoices *choices; /* NULL: none */
  Way ways[N_WAYS];                /* those offered */
  guint n_ways;
  GtkWidget *way, *name, *step, *instance, *of;
  bool is_filling; /* what changes now was not chosen */
};

G_DEFINE_FINAL_TYPE (AlignmentBar, alignment_bar, GTK_TYPE_WIDGET)

static guint chosen_signal;

static Way
chosen_way (AlignmentBar *self)
{
  guint place = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->way));

  return place < self->n_ways ? self->ways[place] : BY_BEGIN;
}

/* NULL for ways without names. */
static const AlignmentNameColumn *
names_of (AlignmentBar *self, Way way)
{
  if (self->choices == NULL)
    return NULL;
  return way == BY_ANNOTATION   ? &self->choices->annotations
         : way == BY_COLLECTIVE ? &self->choices->collectives
                                : NULL;
}

static const AlignmentName *
chosen_name (AlignmentBar *self)
{
  const AlignmentNameColumn *names = names_of (self, chosen_way (self));
  guint place = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->name));

  return names != NULL && place < names->n ? &names->at[place] : NULL;
}

/* ---- filling ---- */

static GtkStringList *
step_texts (const AlignmentChoices *choices)
{
  GtkStringList *texts = gtk_string_list_new (NULL);

  for (size_t i = 0; choices != NULL && i < choices->steps.n; i++)
    gtk_string_list_take (texts, g_strdup_printf ("%" PRId64, choices->steps.at[i]));
  return texts;
}

static GtkStringList *
name_texts (const AlignmentChoices *choices, const AlignmentNameColumn *names)
{
  GtkStringList *texts = gtk_string_list_new (NULL);

  for (size_t i = 0; names != NULL && i < names->n; i++)
    {
      size_t length;
      const char *text = string_table_get (choices->texts, names->at[i].text, &length);

      gtk_string_list_take (texts, g_utf8_make_valid (text, (gssize) length));
    }
  return texts;
}

static void
set_model (GtkWidget *drop_down, GtkStringList *texts)
{
  gtk_drop_down_set_model (GTK_DROP_DOWN (drop_down), G_LIST_MODEL (texts));
  g_object_unref (texts);
}

/* Of the name: how many there are. */
static void
show_instances (AlignmentBar *self)
{
  const AlignmentName *name = chosen_name (self);

  gtk_widget_set_visible (self->instance, name != NULL);
  gtk_widget_set_visible (self->of, name != NULL);
  if (name == NULL)
    return;
  g_autofree char *of = g_strdup_printf (_ ("of %" PRIu64), name->count);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->instance), 1, MIN ((double) name->count, COUNT_MAX));
  gtk_label_set_text (GTK_LABEL (self->of), of);
}

static void
show_way (AlignmentBar *self)
{
  Way way = chosen_way (self);

  self->is_filling = true;
  gtk_widget_set_visible (self->step, way == BY_STEP);
  gtk_widget_set_visible (self->name, names_of (self, way) != NULL);
  set_model (self->name, name_texts (self->choices, names_of (self, way)));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->instance), 1);
  show_instances (self);
  self->is_filling = false;
}

static void
offer (AlignmentBar *self, Way chosen)
{
  const AlignmentChoices *choices = self->choices;
  const bool is_there[N_WAYS] = {
    [BY_BEGIN] = true,
    [BY_STEP] = choices != NULL && choices->steps.n > 0,
    [BY_ANNOTATION] = choices != NULL && choices->annotations.n > 0,
    [BY_COLLECTIVE] = choices != NULL && choices->collectives.n > 0,
    [BY_SLICES] = chosen == BY_SLICES,
  };
  GtkStringList *texts = gtk_string_list_new (NULL);
  guint place = 0;

  self->is_filling = true;
  self->n_ways = 0;
  for (Way way = 0; way < N_WAYS; way++)
    if (is_there[way])
      {
        if (way == chosen)
          place = self->n_ways;
        self->ways[self->n_ways++] = way;
        gtk_string_list_append (texts, _ (way_titles[way]));
      }
  set_model (self->way, texts);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->way), place);
  show_way (self);
}

void
alignment_bar_set_choices (AlignmentBar *self, const AlignmentChoices *choices)
{
  self->choices = choices;
  self->is_filling = true;
  set_model (self->step, step_texts (choices));
  offer (self, choices != NULL && choices->steps.n > 0 ? BY_STEP : BY_BEGIN);
}

void
alignment_bar_choose_step (AlignmentBar *self, int64_t number)
{
  if (self->choices == NULL)
    return;
  for (size_t i = 0; i < self->choices->steps.n; i++)
    if (self->choices->steps.at[i] == number)
      {
        self->is_filling = true;
        gtk_drop_down_set_selected (GTK_DROP_DOWN (self->step), (guint) i);
        offer (self, BY_STEP);
        return;
      }
}

bool
alignment_bar_get (AlignmentBar *self, Alignment *ret_alignment)
{
  Way way = chosen_way (self);
  const AlignmentName *name = chosen_name (self);
  guint step = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->step));

  *ret_alignment = (Alignment){ .kind = ALIGN_START };
  if (way == BY_STEP && self->choices != NULL && step < self->choices->steps.n)
    *ret_alignment = (Alignment){ .kind = ALIGN_STEP, .number = self->choices->steps.at[step] };
  else if (name != NULL)
    {
      ret_alignment->kind = way == BY_ANNOTATION ? ALIGN_ANNOTATION : ALIGN_COLLECTIVE;
      ret_alignment->number = (int64_t) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->instance));
      ret_alignment->name = string_table_get (self->choices->texts, name->text, &ret_alignment->length);
    }
  return way != BY_SLICES;
}

void
alignment_bar_choose_slices (AlignmentBar *self)
{
  offer (self, BY_SLICES);
}

bool
alignment_bar_walk (AlignmentBar *self, int by)
{
  Way way = chosen_way (self);

  if (way == BY_STEP)
    {
      guint step = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->step));

      if (by < 0 ? step == 0 : step + 1 >= self->choices->steps.n)
        return false;
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->step), by < 0 ? step - 1 : step + 1);
      return true;
    }
  if (chosen_name (self) == NULL)
    return false;
  int before = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->instance));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->instance), before + by);
  return gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->instance)) != before;
}

/* ---- what the user chooses ---- */

static void
chosen (AlignmentBar *self)
{
  if (!self->is_filling)
    g_signal_emit (self, chosen_signal, 0);
}

static void
way_chosen (AlignmentBar *self)
{
  if (self->is_filling)
    return;
  show_way (self);
  chosen (self);
}

static void
name_chosen (AlignmentBar *self)
{
  if (self->is_filling)
    return;
  self->is_filling = true;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->instance), 1);
  show_instances (self);
  self->is_filling = false;
  chosen (self);
}

/* ---- the widget ---- */

static void
alignment_bar_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (alignment_bar_parent_class)->dispose (object);
}

static void
alignment_bar_class_init (AlignmentBarClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = alignment_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
make_label (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  GtkWidget *label = gtk_label_new (NULL);

  (void) factory;
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), GPOINTER_TO_INT (chars));
  gtk_list_item_set_child (item, label);
}

static void
fill_label (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkStringObject *text = gtk_list_item_get_item (item);

  (void) factory;
  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (item)), gtk_string_object_get_string (text));
}

static GtkListItemFactory *
label_factory (int chars)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (make_label), GINT_TO_POINTER (chars));
  g_signal_connect (factory, "bind", G_CALLBACK (fill_label), NULL);
  return factory;
}

static GtkWidget *
add_drop_down (AlignmentBar *self, const char *label, GCallback changed)
{
  GtkExpression *text = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");
  GtkWidget *drop_down = gtk_drop_down_new (NULL, text);

  gtk_accessible_update_property (GTK_ACCESSIBLE (drop_down), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_tooltip_text (drop_down, label);
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (drop_down, "notify::selected", changed, self);
  gtk_widget_set_parent (drop_down, GTK_WIDGET (self));
  return drop_down;
}

static void
let_search (GtkWidget *drop_down)
{
  g_autoptr (GtkListItemFactory) shown = label_factory (NAME_CHARS), listed = label_factory (LIST_CHARS);

  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop_down), TRUE);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop_down), shown);
  gtk_drop_down_set_list_factory (GTK_DROP_DOWN (drop_down), listed);
}

static void
alignment_bar_init (AlignmentBar *self)
{
  GtkWidget *title = gtk_label_new (_ ("Align by"));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GAP_PX);
  gtk_widget_set_parent (title, GTK_WIDGET (self));
  self->way = add_drop_down (self, _ ("Align the timelines by"), G_CALLBACK (way_chosen));
  self->step = add_drop_down (self, _ ("Step"), G_CALLBACK (chosen));
  self->name = add_drop_down (self, _ ("Name"), G_CALLBACK (name_chosen));
  let_search (self->step);
  let_search (self->name);
  self->instance = gtk_spin_button_new_with_range (1, 1, 1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->instance), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Instance"), -1);
  gtk_widget_set_tooltip_text (self->instance, _ ("Instance"));
  gtk_widget_set_valign (self->instance, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->instance, "value-changed", G_CALLBACK (chosen), self);
  gtk_widget_set_parent (self->instance, GTK_WIDGET (self));
  self->of = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->of, "secondary");
  gtk_widget_set_parent (self->of, GTK_WIDGET (self));
  alignment_bar_set_choices (self, NULL);
}

GtkWidget *
alignment_bar_new (void)
{
  return g_object_new (ALIGNMENT_TYPE_BAR, NULL);
}
