/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/canvas/slice_list.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "widgets/controls/background_answer.h"
#include "widgets/controls/text_list.h"
#include "widgets/details/facts/detail_fields.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/look/screen_style.h"
#include "widgets/timeline/view/slices_in_view.h"

#define GAP_PX 8

/* clang-format off */
static const TextRowColumn columns[] = {
  { .share = 4 },
  { .px = 150 },
  { .px = 88, .is_number = true },
  { .share = 2 },
  { .share = 3 },
};
/* clang-format on */

struct _SliceList
{
  GtkWidget parent_instance;

  TimelineScene *scene;
  BackgroundAnswer *answer;
  IdModel *slices;
  GtkSingleSelection *selection;
  TextListFilling filling;
  GtkWidget *rows, *list, *count, *by_begin;
  bool is_setting;   /* what is chosen is changed from here */
  bool is_pending;   /* what was asked last is not answered yet */
  bool wants_focus;  /* for the row that is selected, once there is one */
  SlicesOrder order; /* as chosen */

  /* The last request; without lanes, there was none. */
  GArray *lanes;
  int64_t begin_ns, end_ns;
  SlicesOrder asked_order;
};

G_DEFINE_TYPE (SliceList, slice_list, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SLICE_ACTIVATED,
  SIGNAL_LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- the question ---- */

typedef struct
{
  const Profile *profile;
  GArray *lanes;
  int64_t begin_ns, end_ns;
  SlicesOrder order;
  SlicesInView found;
  bool is_done;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  free (question->found.slices);
  g_array_unref (question->lanes);
  profile_unref (question->profile);
  g_free (question);
}

static void
work_on (gpointer data)
{
  Question *question = data;

  question->is_done =
    slices_in_view_find (question->profile->trace, (const uint32_t *) (const void *) question->lanes->data,
                         question->lanes->len, question->begin_ns, question->end_ns, question->order,
                         SLICE_LIST_MAX, background_answer_should_continue, NULL, &question->found);
}

/* ---- the answer ---- */

static char *
count_text (const Question *question, const NumberStyle *numbers)
{
  const SlicesInView *found = &question->found;
  char n[NUMBER_TEXT_MAX], n_in_view[NUMBER_TEXT_MAX];

  if (!question->is_done)
    return g_strdup (_ ("Not enough memory to show the list"));
  if (question->lanes->len == 0)
    return g_strdup (_ ("No slices in view: all rows are collapsed, hidden or filtered out"));
  number_text_count (numbers, found->n, n);
  number_text_count (numbers, found->n_in_view, n_in_view);
  if (found->n == found->n_in_view)
    return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s slice in view", "%s slices in view", (gulong) found->n), n);
  return g_strdup_printf (question->order == SLICES_BY_BEGIN
                            ? _ ("The first %s of %s slices in view; zoom in to list all")
                            : _ ("The longest %s of %s slices in view; zoom in to list all"),
                          n, n_in_view);
}

static bool
is_same_list (SliceList *self, const SlicesInView *found)
{
  size_t n;
  const uint64_t *ids = id_model_ids (self->slices, &n);

  return n == found->n && (n == 0 || memcmp (ids, found->slices, n * sizeof *ids) == 0);
}

/* Returns the position of the selected slice, or GTK_INVALID_LIST_POSITION. */
static guint
place_of_selected (SliceList *self)
{
  const ViewSelection *selection = view_state_selection (timeline_scene_state (self->scene));
  size_t n;
  const uint64_t *ids = id_model_ids (self->slices, &n);

  for (size_t i = 0; i < n && selection->kind == SELECTED_SLICE; i++)
    if (ids[i] == selection->slice)
      return (guint) i;
  return GTK_INVALID_LIST_POSITION;
}

static void
show_selected (SliceList *self)
{
  guint place = place_of_selected (self);

  if (place == gtk_single_selection_get_selected (self->selection))
    return;
  self->is_setting = true;
  text_list_show_place (&self->filling, self->selection, self->list, place);
  self->is_setting = false;
}

static void
focus_rows (SliceList *self)
{
  self->wants_focus = false;
  if (!gtk_widget_child_focus (self->rows, GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (self->by_begin);
}

static void
take_answer (gpointer data, gpointer user_data)
{
  Question *question = data;
  SliceList *self = user_data;
  g_autofree char *text = count_text (question, screen_style_get (GTK_WIDGET (self))->numbers);

  self->is_pending = false;
  gtk_label_set_text (GTK_LABEL (self->count), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  if (!is_same_list (self, &question->found))
    {
      /* The focused row is about to be removed. */
      if (gtk_widget_get_state_flags (self->list) & GTK_STATE_FLAG_FOCUS_WITHIN)
        {
          self->wants_focus = true;
          gtk_widget_grab_focus (self->by_begin);
        }
      self->is_setting = true;
      text_list_fill (&self->filling, g_steal_pointer (&question->found.slices), question->found.n);
      gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
      self->is_setting = false;
      if (question->found.n > 0)
        gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0);
    }
  show_selected (self);
  if (self->wants_focus)
    focus_rows (self);
}

static void
ask (SliceList *self)
{
  ViewState *state = timeline_scene_state (self->scene);
  g_autoptr (GArray) lanes = slices_in_view_lanes (timeline_scene_view (self->scene)->tree);
  int64_t begin_ns, end_ns;

  view_state_span (state, &begin_ns, &end_ns);
  if (self->lanes != NULL && self->begin_ns == begin_ns && self->end_ns == end_ns
      && self->asked_order == self->order && self->lanes->len == lanes->len
      && (lanes->len == 0 || memcmp (self->lanes->data, lanes->data, lanes->len * sizeof (uint32_t)) == 0))
    {
      if (self->wants_focus && !self->is_pending)
        focus_rows (self);
      return;
    }
  g_clear_pointer (&self->lanes, g_array_unref);
  self->lanes = g_array_ref (lanes);
  self->begin_ns = begin_ns;
  self->end_ns = end_ns;
  self->asked_order = self->order;

  Question *question = g_new (Question, 1);
  *question = (Question){
    .profile = profile_ref (view_state_profile (state)),
    .lanes = g_array_ref (lanes),
    .begin_ns = begin_ns,
    .end_ns = end_ns,
    .order = self->order,
  };
  self->is_pending = true;
  background_answer_ask (self->answer, question, question_free, work_on, take_answer, self);
}

/* ---- rows ---- */

static void
set_up (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  (void) factory;
  text_list_set_up (item, columns, G_N_ELEMENTS (columns));
}

static void
bind (GtkSignalListItemFactory *factory, GtkListItem *item, TimelineScene *scene)
{
  const Profile *profile = view_state_profile (timeline_scene_state (scene));
  const SliceColumns *slices = trace_slices (profile->trace);
  GtkWidget *row = gtk_list_item_get_child (item);
  const NumberStyle *numbers = screen_style_get (row)->numbers;
  uint64_t slice = id_item_get (DETAILS_ID_ITEM (gtk_list_item_get_item (item)));
  g_autofree char *place = slice_place_row (profile->trace, slice);
  g_autofree char *begin = slice_place_time (profile, slice_place_rank (profile->trace, slice),
                                             slice_start_ns (slices, slice), numbers);
  g_autofree char *kind = detail_fields_kind (profile, slice);
  char duration[NUMBER_TEXT_MAX];

  (void) factory;
  number_text_duration (numbers, (double) slice_dur_ns (slices, slice), duration);
  text_row_set (DETAILS_TEXT_ROW (row),
                (const char *[]){ trace_display_name (profile->trace, slice_name (slices, slice)), begin,
                                  duration, kind, place });
}

static void
chosen (SliceList *self)
{
  guint place = gtk_single_selection_get_selected (self->selection);
  size_t n;
  const uint64_t *ids = id_model_ids (self->slices, &n);

  if (!self->is_setting && place < n)
    view_state_select_slice (timeline_scene_state (self->scene), ids[place]);
}

static void
activated (SliceList *self, guint place)
{
  size_t n;
  const uint64_t *ids = id_model_ids (self->slices, &n);

  if (place < n)
    g_signal_emit (self, signals[SIGNAL_SLICE_ACTIVATED], 0, ids[place]);
}

/* ---- around them ---- */

static void
order_chosen (SliceList *self)
{
  self->order =
    gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->by_begin)) ? SLICES_BY_BEGIN : SLICES_BY_DURATION;
  ask (self);
}

static void
leave (SliceList *self)
{
  g_signal_emit (self, signals[SIGNAL_LEFT], 0);
}

static void
scene_changed (SliceList *self, guint changes)
{
  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  if (changes & (SCENE_CAME_TO_REST | SCENE_CHANGED_TREE | SCENE_CHANGED_PROFILE))
    ask (self);
  if (changes & SCENE_CHANGED_SELECTION)
    show_selected (self);
}

void
slice_list_set_shown (SliceList *self, bool is_shown)
{
  gtk_widget_set_visible (GTK_WIDGET (self), is_shown);
  if (!is_shown)
    {
      self->wants_focus = false;
      return;
    }
  self->wants_focus = true;
  gtk_widget_grab_focus (self->by_begin);
  show_selected (self);
  ask (self);
}

void
slice_list_take_focus (SliceList *self)
{
  focus_rows (self);
}

/* Tab enters at the first or last part, not where the focus was before. */
static gboolean
slice_list_focus (GtkWidget *widget, GtkDirectionType direction)
{
  if ((gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_FOCUS_WITHIN) == 0)
    gtk_widget_set_focus_child (widget, NULL);
  return GTK_WIDGET_CLASS (slice_list_parent_class)->focus (widget, direction);
}

static GtkWidget *
new_bar (SliceList *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, GAP_PX);
  GtkWidget *orders = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *by_duration = gtk_toggle_button_new_with_label (_ ("By Duration"));
  GtkWidget *back = gtk_button_new_with_label (_ ("Back to the Timeline"));

  self->count = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->count), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (self->count), 0);
  gtk_widget_set_hexpand (self->count, TRUE);
  self->by_begin = gtk_toggle_button_new_with_label (_ ("By Begin"));
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (by_duration), GTK_TOGGLE_BUTTON (self->by_begin));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->by_begin), TRUE);
  gtk_widget_add_css_class (orders, "linked");
  gtk_box_append (GTK_BOX (orders), self->by_begin);
  gtk_box_append (GTK_BOX (orders), by_duration);
  gtk_box_append (GTK_BOX (bar), self->count);
  gtk_box_append (GTK_BOX (bar), orders);
  gtk_box_append (GTK_BOX (bar), back);
  gtk_widget_set_margin_start (bar, GAP_PX);
  gtk_widget_set_margin_end (bar, GAP_PX);
  gtk_widget_set_margin_top (bar, GAP_PX / 2);
  gtk_widget_set_margin_bottom (bar, GAP_PX / 2);
  g_signal_connect_swapped (self->by_begin, "toggled", G_CALLBACK (order_chosen), self);
  g_signal_connect_swapped (back, "clicked", G_CALLBACK (leave), self);
  return bar;
}

static void
slice_list_dispose (GObject *object)
{
  SliceList *self = TIMELINE_SLICE_LIST (object);
  GtkWidget *child;

  text_list_stop (&self->filling);
  g_clear_pointer (&self->answer, background_answer_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->selection);
  g_clear_object (&self->slices);
  g_clear_object (&self->scene);
  g_clear_pointer (&self->lanes, g_array_unref);
  G_OBJECT_CLASS (slice_list_parent_class)->dispose (object);
}

static void
slice_list_class_init (SliceListClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = slice_list_dispose;
  GTK_WIDGET_CLASS (klass)->focus = slice_list_focus;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "slices");
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[SIGNAL_SLICE_ACTIVATED] = g_signal_new ("slice-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SIGNAL_LEFT] = g_signal_new ("left", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
slice_list_init (SliceList *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (GTK_WIDGET (self), "view");
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  self->answer = background_answer_new ();
  self->slices = id_model_new ();
  self->filling = (TextListFilling){ .widget = GTK_WIDGET (self), .ids = self->slices };
  self->selection = text_list_selection_new (self->slices);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (chosen), self, G_CONNECT_SWAPPED);
}

GtkWidget *
slice_list_new (TimelineScene *scene)
{
  SliceList *self = g_object_new (TIMELINE_TYPE_SLICE_LIST, NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->scene = g_object_ref (scene);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind), scene, 0);
  gtk_widget_set_parent (new_bar (self), GTK_WIDGET (self));
  self->rows = text_list_new (
    GTK_SELECTION_MODEL (self->selection), factory, _ ("Slices in view"), columns, G_N_ELEMENTS (columns),
    (const char *[]){ _ ("Name"), _ ("Begin"), _ ("Duration"), _ ("Category"), _ ("Row") }, &self->list);
  gtk_widget_set_parent (self->rows, GTK_WIDGET (self));
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
