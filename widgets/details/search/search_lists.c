/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/search/search_lists.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "trace/container/radix_order.h"
#include "widgets/controls/text_list.h"
#include "widgets/details/facts/search_text.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/look/screen_style.h"

static const TextRowColumn found_columns[] = {
  { .share = 5 },
  { .px = 88, .is_number = true },
  { .px = 88, .is_number = true },
  { .share = 3 },
};

static const TextRowColumn track_columns[] = {
  { .share = 1 },
  { .px = 64, .is_number = true },
};

/* ---- what was found ---- */

static void
set_up_found (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  (void) factory;
  text_list_set_up (item, found_columns, G_N_ELEMENTS (found_columns));
}

static void
bind_found (GtkSignalListItemFactory *factory, GtkListItem *item, ViewState *state)
{
  const Profile *profile = view_state_profile (state);
  const SliceColumns *slices = trace_slices (profile->trace);
  GtkWidget *row = gtk_list_item_get_child (item);
  const NumberStyle *numbers = screen_style_get (row)->numbers;
  uint64_t slice = id_item_get (DETAILS_ID_ITEM (gtk_list_item_get_item (item)));
  g_autofree char *place = slice_place_row (profile->trace, slice);
  char start[NUMBER_TEXT_MAX], duration[NUMBER_TEXT_MAX];

  (void) factory;
  number_text_duration (numbers, (double) slice_start_ns (slices, slice), start);
  number_text_duration (numbers, (double) slice_dur_ns (slices, slice), duration);
  text_row_set (DETAILS_TEXT_ROW (row),
                (const char *[]){ trace_display_name (profile->trace, slice_name (slices, slice)), start,
                                  duration, place });
}

/* ---- rows ---- */

typedef struct
{
  const SearchResult *const *found;
  ViewState *state;
} TrackList;

static void
set_up_track (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  (void) factory;
  text_list_set_up (item, track_columns, G_N_ELEMENTS (track_columns));
}

static void
bind_track (GtkSignalListItemFactory *factory, GtkListItem *item, TrackList *list)
{
  GtkWidget *row = gtk_list_item_get_child (item);
  uint64_t place = id_item_get (DETAILS_ID_ITEM (gtk_list_item_get_item (item)));
  g_autofree char *label = NULL;
  char count[NUMBER_TEXT_MAX];
  uint64_t n_hits = search_result_n_hits (*list->found);
  size_t n_tracks;
  const SearchTrack *tracks = search_result_tracks (*list->found, &n_tracks);

  (void) factory;
  if (place < n_tracks)
    {
      n_hits = tracks[place].n_hits;
      label = search_text_track (view_state_profile (list->state)->trace, &tracks[place]);
    }
  number_text_count (screen_style_get (row)->numbers, n_hits, count);
  text_row_set (DETAILS_TEXT_ROW (row), (const char *[]){ label != NULL ? label : _ ("All rows"), count });
}

uint64_t *
search_lists_order_tracks (const SearchResult *found, size_t *ret_n)
{
  size_t n;
  const SearchTrack *tracks = search_result_tracks (found, &n);
  OrderPair *pairs = malloc (2 * (n + 1) * sizeof *pairs);
  uint64_t *places = malloc ((n + 1) * sizeof *places);

  *ret_n = 0;
  for (size_t i = 0; pairs != NULL && i < n; i++)
    pairs[i] = (OrderPair){ UINT64_MAX - tracks[i].n_hits, i };
  if (pairs != NULL && places != NULL)
    {
      radix_order (pairs, pairs + n + 1, n);
      places[0] = SEARCH_LISTS_ALL;
      for (size_t i = 0; i < n; i++)
        places[i + 1] = pairs[i].item;
      *ret_n = n + 1;
    }
  free (pairs);
  return places;
}

/* ---- lists ---- */

GtkWidget *
search_lists_new_found (ViewState *state, GtkSelectionModel *selection, GtkWidget **ret_list)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (set_up_found), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_found), state, 0);
  GtkWidget *box = text_list_new (
    selection, factory, _ ("Matches"), found_columns, G_N_ELEMENTS (found_columns),
    (const char *[]){ _ ("Name"), _ ("Start"), _ ("Duration"), _ ("Row") }, ret_list);
  gtk_widget_set_hexpand (box, TRUE);
  return box;
}

static void
free_track_list (gpointer list, GClosure *closure)
{
  (void) closure;
  g_free (list);
}

GtkWidget *
search_lists_new_tracks (const SearchResult *const *found, ViewState *state, GtkSelectionModel *selection)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  TrackList *list = g_new (TrackList, 1);
  GtkWidget *view;

  *list = (TrackList){ found, state };
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_track), NULL);
  g_signal_connect_data (factory, "bind", G_CALLBACK (bind_track), list, free_track_list, 0);
  return text_list_new (selection, factory, _ ("Matches by row"), track_columns, G_N_ELEMENTS (track_columns),
                        (const char *[]){ _ ("Row"), _ ("Matches") }, &view);
}
