/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/selection/connection_model.h"

/* ---- items ---- */

struct _ConnectionItem
{
  GObject parent_instance;
  Connection connection;
};

G_DEFINE_TYPE (ConnectionItem, connection_item, G_TYPE_OBJECT)

static void
connection_item_class_init (ConnectionItemClass *klass)
{
  (void) klass;
}

static void
connection_item_init (ConnectionItem *self)
{
  (void) self;
}

const Connection *
connection_item_get (ConnectionItem *self)
{
  return &self->connection;
}

/* ---- the list ---- */

struct _ConnectionModel
{
  GObject parent_instance;
  const Profile *profile; /* keeps the flows alive */
  uint64_t first_into, n_into;
  uint64_t first_from, n_from;
  GArray *chain; /* ChainLink */
  guint n_shown;
};

static void list_model_init (GListModelInterface *interface);

G_DEFINE_TYPE_WITH_CODE (ConnectionModel,
                         connection_model,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *model)
{
  (void) model;
  return DETAILS_TYPE_CONNECTION_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return DETAILS_CONNECTION_MODEL (model)->n_shown;
}

static uint64_t
n_connections (ConnectionModel *self)
{
  return self->n_into + self->n_from + self->chain->len;
}

static void
set_chain_link (Connection *connection, const ChainLink *link)
{
  *connection = (Connection){
    .flow = { .from = link->from, .to = link->to, .kind = FLOW_OF_FILE },
    .is_outgoing =
      link->part == CHAIN_BACKWARD || link->part == CHAIN_RUN_WITHIN || link->part == CHAIN_RUN_BACKWARD,
    .is_chain = true,
    .part = link->part,
  };
}

static gpointer
get_item (GListModel *model, guint position)
{
  ConnectionModel *self = DETAILS_CONNECTION_MODEL (model);

  if (position >= self->n_shown)
    return NULL;
  const Trace *trace = self->profile->trace;
  ConnectionItem *item = g_object_new (DETAILS_TYPE_CONNECTION_ITEM, NULL);
  if (position >= self->n_into + self->n_from)
    {
      set_chain_link (&item->connection,
                      &g_array_index (self->chain, ChainLink, position - self->n_into - self->n_from));
      return item;
    }
  item->connection.is_outgoing = position >= self->n_into;
  item->connection.flow = item->connection.is_outgoing
                            ? trace_flow (trace, self->first_from + (position - self->n_into))
                            : trace_flow_into (trace, self->first_into + position);
  return item;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static void
connection_model_finalize (GObject *object)
{
  ConnectionModel *self = DETAILS_CONNECTION_MODEL (object);

  g_array_unref (self->chain);
  if (self->profile != NULL)
    profile_unref (self->profile);
  G_OBJECT_CLASS (connection_model_parent_class)->finalize (object);
}

static void
connection_model_class_init (ConnectionModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = connection_model_finalize;
}

static void
connection_model_init (ConnectionModel *self)
{
  self->chain = g_array_new (FALSE, FALSE, sizeof (ChainLink));
}

ConnectionModel *
connection_model_new (void)
{
  return g_object_new (DETAILS_TYPE_CONNECTION_MODEL, NULL);
}

void
connection_model_set_slice (ConnectionModel *self,
                            const Profile *profile,
                            const SequencePairs *pairs,
                            uint64_t slice,
                            guint limit)
{
  const Profile *before = self->profile;
  guint n_before = self->n_shown;

  self->profile = profile_ref (profile);
  self->n_into = self->n_from = 0;
  g_array_set_size (self->chain, 0);
  if (slice != SLICE_NONE)
    {
      self->n_into = trace_flows_to (profile->trace, slice, &self->first_into);
      self->n_from = trace_flows_from (profile->trace, slice, &self->first_from);
      g_array_unref (self->chain);
      self->chain = slice_chain_new (profile->trace, pairs, slice);
    }
  self->n_shown = (guint) MIN (n_connections (self), limit);
  if (n_before != 0 || self->n_shown != 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->n_shown);
  if (before != NULL)
    profile_unref (before);
}

uint64_t
connection_model_show_more (ConnectionModel *self, guint n_more)
{
  uint64_t n = n_connections (self);
  guint n_before = self->n_shown;

  self->n_shown = (guint) MIN (n, (uint64_t) n_before + n_more);
  if (self->n_shown != n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->n_shown - n_before);
  return n - self->n_shown;
}

uint64_t
connection_model_count (const Trace *trace, const SequencePairs *pairs, uint64_t slice)
{
  g_autoptr (GArray) chain = slice_chain_new (trace, pairs, slice);
  uint64_t first;

  return trace_flows_to (trace, slice, &first) + trace_flows_from (trace, slice, &first) + chain->len;
}
