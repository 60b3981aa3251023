/* SPDX-License-Identifier: Apache-2.0
 *
 * A list of numbers, each shown as a row of texts under the column names. Only shown rows have an object
 * and a widget, even among a million numbers. The widgets are created over several frames. */

#pragma once

#include "widgets/controls/id_model.h"
#include "widgets/controls/text_row.h"

#define DETAILS_TYPE_TEXT_LIST (text_list_get_type ())
G_DECLARE_FINAL_TYPE (TextList, text_list, DETAILS, TEXT_LIST, GtkWidget)

/* Returns a scrolled list below the column names, which are static, and its GtkListView in *ret_list. The
 * "bind" handler of factory fills a row, whose child is a TextRow; it is called again when the row shows
 * another number. The selection is that of an IdModel. label names the list for assistive technology. Takes
 * ownership of factory. */
GtkWidget *text_list_new (GtkSelectionModel *selection,
                          GtkListItemFactory *factory,
                          const char *label,
                          const TextRowColumn *columns,
                          int n_columns,
                          const char *const *titles,
                          GtkWidget **ret_list);

/* Creates the row of an item. */
void text_list_set_up (GtkListItem *item, const TextRowColumn *columns, int n_columns);

/* Returns a selection in which nothing is selected by default. */
GtkSingleSelection *text_list_selection_new (IdModel *model);

/* Fills a list shown in a widget with as many rows per frame as the time of a frame allows. */
typedef struct
{
  GtkWidget *widget;
  IdModel *ids;
  guint tick;
} TextListFilling;

/* Takes ownership of ids, which is freed with free (). */
void text_list_fill (TextListFilling *filling, uint64_t *ids, size_t n);
void text_list_stop (TextListFilling *filling);

/* Selects the row at a place and scrolls to it; GTK_INVALID_LIST_POSITION selects none. */
void
text_list_show_place (TextListFilling *filling, GtkSingleSelection *selection, GtkWidget *list, guint place);
