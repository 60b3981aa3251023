/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/search/search_results.h"

#include "widgets/controls/text_list.h"
#include "widgets/details/search/search_lists.h"

#define GAP_PX    16
#define TRACKS_PX 320

struct _SearchResults
{
  GtkWidget parent_instance;

  SearchResult *found; /* NULL: nothing */
  IdModel *slices, *tracks;
  GtkSingleSelection *slice_selection, *track_selection;
  bool is_setting; /* what is chosen is changed from here */
  TextListFilling filling;
  GtkWidget *list;
};

G_DEFINE_TYPE (SearchResults, search_results, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_SLICE_CHOSEN,
  SIGNAL_TRACK_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
search_results_take_list (SearchResults *self, uint64_t *slices, size_t n)
{
  self->is_setting = true;
  text_list_fill (&self->filling, slices, n);
  gtk_single_selection_set_selected (self->slice_selection, GTK_INVALID_LIST_POSITION);
  self->is_setting = false;
}

/* The rows' texts come from what was found, so it goes after they have. */
void
search_results_set_found (SearchResults *self, const SearchResult *found)
{
  SearchResult *before = self->found;
  size_t n = 0;
  uint64_t *places = found != NULL ? search_lists_order_tracks (found, &n) : NULL;

  self->found = found != NULL ? search_result_ref ((SearchResult *) found) : NULL;
  self->is_setting = true;
  id_model_take (self->tracks, places, n, n);
  gtk_single_selection_set_selected (self->track_selection, n > 0 ? 0 : GTK_INVALID_LIST_POSITION);
  self->is_setting = false;
  search_result_unref (before);
}

const uint64_t *
search_results_list (SearchResults *self, size_t *ret_n)
{
  return id_model_ids (self->slices, ret_n);
}

void
search_results_show_place (SearchResults *self, size_t place)
{
  self->is_setting = true;
  text_list_show_place (&self->filling, self->slice_selection, self->list, (guint) place);
  self->is_setting = false;
}

void
search_results_focus_list (SearchResults *self)
{
  gtk_widget_child_focus (self->list, GTK_DIR_TAB_FORWARD);
}

/* ---- choosing ---- */

static void
slice_chosen (SearchResults *self)
{
  guint place = gtk_single_selection_get_selected (self->slice_selection);

  if (!self->is_setting && place != GTK_INVALID_LIST_POSITION)
    g_signal_emit (self, signals[SIGNAL_SLICE_CHOSEN], 0, (guint64) place);
}

static void
track_chosen (SearchResults *self)
{
  size_t n, n_tracks;
  const uint64_t *places = id_model_ids (self->tracks, &n);
  guint chosen = gtk_single_selection_get_selected (self->track_selection);

  if (self->is_setting || self->found == NULL || chosen >= n)
    return;
  const SearchTrack *tracks = search_result_tracks (self->found, &n_tracks);
  g_signal_emit (self, signals[SIGNAL_TRACK_CHOSEN], 0,
                 places[chosen] < n_tracks ? tracks[places[chosen]].track : TRACE_NONE);
}

static GtkSingleSelection *
new_selection (SearchResults *self, IdModel *model, GCallback chosen)
{
  GtkSingleSelection *selection = text_list_selection_new (model);

  g_signal_connect_object (selection, "notify::selected", chosen, self, G_CONNECT_SWAPPED);
  return selection;
}

/* ---- life ---- */

static void
search_results_dispose (GObject *object)
{
  SearchResults *self = DETAILS_SEARCH_RESULTS (object);
  GtkWidget *child;

  text_list_stop (&self->filling);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->slice_selection);
  g_clear_object (&self->track_selection);
  g_clear_object (&self->slices);
  g_clear_object (&self->tracks);
  g_clear_pointer (&self->found, search_result_unref);
  G_OBJECT_CLASS (search_results_parent_class)->dispose (object);
}

static void
search_results_class_init (SearchResultsClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = search_results_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  signals[SIGNAL_SLICE_CHOSEN] = g_signal_new ("slice-chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 1, G_TYPE_UINT64);
  signals[SIGNAL_TRACK_CHOSEN] =
    g_signal_new ("track-chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
search_results_init (SearchResults *self)
{
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GAP_PX);
  self->slices = id_model_new ();
  self->tracks = id_model_new ();
  self->filling = (TextListFilling){ .widget = GTK_WIDGET (self), .ids = self->slices };
  self->slice_selection = new_selection (self, self->slices, G_CALLBACK (slice_chosen));
  self->track_selection = new_selection (self, self->tracks, G_CALLBACK (track_chosen));
}

GtkWidget *
search_results_new (ViewState *state)
{
  SearchResults *self = g_object_new (DETAILS_TYPE_SEARCH_RESULTS, NULL);
  GtkWidget *found = search_lists_new_found (state, GTK_SELECTION_MODEL (self->slice_selection), &self->list);
  GtkWidget *tracks = search_lists_new_tracks ((const SearchResult *const *) &self->found, state,
                                               GTK_SELECTION_MODEL (self->track_selection));

  gtk_widget_set_size_request (tracks, TRACKS_PX, -1);
  gtk_widget_set_hexpand (tracks, FALSE);
  gtk_widget_set_parent (found, GTK_WIDGET (self));
  gtk_widget_set_parent (tracks, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
