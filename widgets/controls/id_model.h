/* SPDX-License-Identifier: Apache-2.0
 *
 * An array of numbers (slices, places in a table) as a list. An item is made when a row is shown, so that a million
 * numbers are no million objects. An item is a place: taking other numbers leaves the items in place, and the rows that
 * show them, which GTK would make anew one by one. Main thread.
 *
 * Signal "renumbered": at the places that were there before, other numbers may stand. */

#pragma once

#include <gio/gio.h>
#include <stdint.h>

#define DETAILS_TYPE_ID_ITEM (id_item_get_type ())
G_DECLARE_FINAL_TYPE (IdItem, id_item, DETAILS, ID_ITEM, GObject)

/* What stands at the place now; UINT64_MAX: it is no longer there. */
uint64_t id_item_get (IdItem *item);

#define DETAILS_TYPE_ID_MODEL (id_model_get_type ())
G_DECLARE_FINAL_TYPE (IdModel, id_model, DETAILS, ID_MODEL, GObject)

IdModel *id_model_new (void);

/* Takes ids, to be freed with free (); shows the first n_shown of them. */
void id_model_take (IdModel *model, uint64_t *ids, size_t n, size_t n_shown);

/* Shows so many more; returns how many are not shown even so. */
size_t id_model_show_more (IdModel *model, size_t n_more);

/* All, shown or not. Borrowed, until others are taken. */
const uint64_t *id_model_ids (IdModel *model, size_t *ret_n);
