/* SPDX-License-Identifier: Apache-2.0
 *
 * The connections of the selected slice as a list: first those that end at it, then those that begin there, then what it
 * is connected with beyond them (widgets/timeline/links/slice_chain.h). Items are made for the rows that are shown. */

#pragma once

#include <gio/gio.h>

#include "widgets/state/profile.h"
#include "widgets/timeline/links/slice_chain.h"

typedef struct
{
  TraceFlow flow;
  bool is_outgoing; /* begins at the selected slice; for a chain, the end is shown */
  bool is_chain;    /* not a flow of the slice; only from and to of flow are set */
  ChainPart part;   /* for a chain */
} Connection;

#define DETAILS_TYPE_CONNECTION_ITEM (connection_item_get_type ())
G_DECLARE_FINAL_TYPE (ConnectionItem, connection_item, DETAILS, CONNECTION_ITEM, GObject)

const Connection *connection_item_get (ConnectionItem *item);

#define DETAILS_TYPE_CONNECTION_MODEL (connection_model_get_type ())
G_DECLARE_FINAL_TYPE (ConnectionModel, connection_model, DETAILS, CONNECTION_MODEL, GObject)

ConnectionModel *connection_model_new (void);

/* slice may be SLICE_NONE, which gives an empty list. pairs is for slice_chain_new () and borrowed for the
 * call. Shows at most limit connections. Takes a reference to the profile. */
void connection_model_set_slice (ConnectionModel *model,
                                 const Profile *profile,
                                 const SequencePairs *pairs,
                                 uint64_t slice,
                                 guint limit);

/* Shows more connections of the same slice. Returns how many are still not shown. */
uint64_t connection_model_show_more (ConnectionModel *model, guint n_more);

/* Returns the number of connections of a slice. Costs as much as slice_chain_new (). */
uint64_t connection_model_count (const Trace *trace, const SequencePairs *pairs, uint64_t slice);
