/* SPDX-License-Identifier: Apache-2.0
 *
 * A list of numbers, each shown as a row of texts in columns below their names. Of a million numbers only those have an
 * object and a widget that are shown; widgets are made over several frames. */

#pragma once

#include "widgets/controls/id_model.h"
#include "widgets/controls/text_row.h"

#define DETAILS_TYPE_TEXT_LIST (text_list_get_type ())
G_DECLARE_FINAL_TYPE (TextList, text_list, DETAILS, TEXT_LIST, GtkWidget)

/* A scrolled list below the names of the columns, which are static; *ret_list is the GtkListView. Binding a row is left
 * to factory's "bind": its child is a TextRow; it is called again for a row that shows another number. The selection is
 * that of an IdModel. label: what the list is, for assistive technology. factory: transfer full. */
GtkWidget *text_list_new (GtkSelectionModel *selection,
                          GtkListItemFactory *factory,
                          const char *label,
                          const TextRowColumn *columns,
                          int n_columns,
                          const char *const *titles,
                          GtkWidget **ret_list);

/* Sets up the row of an item. */
void text_list_set_up (GtkListItem *item, const TextRowColumn *columns, int n_columns);

/* Nothing is selected by itself. */
GtkSingleSelection *text_list_selection_new (IdModel *model);

/* Fills a list that is shown in a widget, as many rows per frame as leave it time. */
typedef struct
{
  GtkWidget *widget;
  IdModel *ids;
  guint tick;
} TextListFilling;

/* Takes ids, to be freed with free (). */
void text_list_fill (TextListFilling *filling, uint64_t *ids, size_t n);
void text_list_stop (TextListFilling *filling);

/* Selects and shows the row at a place; GTK_INVALID_LIST_POSITION: none. */
void
text_list_show_place (TextListFilling *filling, GtkSingleSelection *selection, GtkWidget *list, guint place);
