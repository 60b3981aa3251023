/* SPDX-License-Identifier: Apache-2.0
 *
 * A list model of an array of numbers (slices, places in a table). Items are created when a row is shown,
 * so a million numbers do not need a million objects. An item stands for a place: new numbers keep the
 * items, and the rows that show them, which GTK would otherwise recreate one by one. Main thread.
 *
 * Signal "renumbered": the numbers at the existing places may have changed. */

#pragma once

#include <gio/gio.h>
#include <stdint.h>

#define DETAILS_TYPE_ID_ITEM (id_item_get_type ())
G_DECLARE_FINAL_TYPE (IdItem, id_item, DETAILS, ID_ITEM, GObject)

/* Returns the number at the place of the item; UINT64_MAX if the place no longer exists. */
uint64_t id_item_get (IdItem *item);

#define DETAILS_TYPE_ID_MODEL (id_model_get_type ())
G_DECLARE_FINAL_TYPE (IdModel, id_model, DETAILS, ID_MODEL, GObject)

IdModel *id_model_new (void);

/* Takes ownership of ids, which is freed with free (), and shows the first n_shown of them. */
void id_model_take (IdModel *model, uint64_t *ids, size_t n, size_t n_shown);

/* Shows that many more. Returns how many are still not shown. */
size_t id_model_show_more (IdModel *model, size_t n_more);

/* Returns all numbers, shown or not. Borrowed; valid until the next ones are set. */
const uint64_t *id_model_ids (IdModel *model, size_t *ret_n);
