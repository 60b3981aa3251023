/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/controls/id_model.h"

#include <stdlib.h>

/* ---- items ---- */

/* A place: what stands there may become another number, and the row that shows it stays. */
struct _IdItem
{
  GObject parent_instance;
  IdModel *model;
  size_t place;
};

G_DEFINE_TYPE (IdItem, id_item, G_TYPE_OBJECT)

struct _IdModel
{
  GObject parent_instance;
  uint64_t *ids;
  size_t n, n_shown;
};

static void
id_item_finalize (GObject *object)
{
  g_object_unref (DETAILS_ID_ITEM (object)->model);
  G_OBJECT_CLASS (id_item_parent_class)->finalize (object);
}

static void
id_item_class_init (IdItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = id_item_finalize;
}

static void
id_item_init (IdItem *self)
{
  (void) self;
}

uint64_t
id_item_get (IdItem *self)
{
  return self->place < self->model->n ? self->model->ids[self->place] : UINT64_MAX;
}

/* ---- the list ---- */

enum
{
  SIGNAL_RENUMBERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *interface);

G_DEFINE_TYPE_WITH_CODE (IdModel,
                         id_model,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *model)
{
  (void) model;
  return DETAILS_TYPE_ID_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return (guint) DETAILS_ID_MODEL (model)->n_shown;
}

static gpointer
get_item (GListModel *model, guint position)
{
  IdModel *self = DETAILS_ID_MODEL (model);

  if (position >= self->n_shown)
    return NULL;
  IdItem *item = g_object_new (DETAILS_TYPE_ID_ITEM, NULL);
  item->model = g_object_ref (self);
  item->place = position;
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
id_model_finalize (GObject *object)
{
  free (DETAILS_ID_MODEL (object)->ids);
  G_OBJECT_CLASS (id_model_parent_class)->finalize (object);
}

static void
id_model_class_init (IdModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = id_model_finalize;
  signals[SIGNAL_RENUMBERED] = g_signal_new ("renumbered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                             NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
id_model_init (IdModel *self)
{
  (void) self;
}

IdModel *
id_model_new (void)
{
  return g_object_new (DETAILS_TYPE_ID_MODEL, NULL);
}

void
id_model_take (IdModel *self, uint64_t *ids, size_t n, size_t n_shown)
{
  size_t n_before = self->n_shown;

  free (self->ids);
  self->ids = ids;
  self->n = n;
  self->n_shown = MIN (MIN (n, n_shown), G_MAXINT);
  size_t n_kept = MIN (n_before, self->n_shown);
  if (n_before != self->n_shown)
    g_list_model_items_changed (G_LIST_MODEL (self), (guint) n_kept, (guint) (n_before - n_kept),
                                (guint) (self->n_shown - n_kept));
  if (n_kept > 0)
    g_signal_emit (self, signals[SIGNAL_RENUMBERED], 0);
}

size_t
id_model_show_more (IdModel *self, size_t n_more)
{
  size_t n_before = self->n_shown, n_most = MIN (self->n, G_MAXINT);

  self->n_shown += MIN (n_more, n_most - n_before);
  if (self->n_shown != n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), (guint) n_before, 0, (guint) (self->n_shown - n_before));
  return n_most - self->n_shown;
}

const uint64_t *
id_model_ids (IdModel *self, size_t *ret_n)
{
  *ret_n = self->n;
  return self->ids;
}
