/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_contexts.h"

#include <stdlib.h>

#include "trace/container/column.h"
#include "trace/import/tracks/item_index.h"

typedef struct
{
  uint32_t process;
  int64_t context, device;
} Context;

COLUMN_DEFINE (ContextColumn, nsys_context_column, Context)
COLUMN_IMPLEMENT (ContextColumn, nsys_context_column)

struct NsysContexts
{
  ContextColumn list;
  ItemIndex index;
  uint32_t last; /* index of the one found last */
};

static uint64_t
hash_of_context (const void *contexts, uint32_t item)
{
  const Context *context = (const Context *) contexts + item;

  return item_hash_mix ((uint64_t) context->context, context->process);
}

NsysContexts *
nsys_contexts_new (void)
{
  NsysContexts *contexts = calloc (1, sizeof *contexts);

  if (contexts != NULL && item_index_init (&contexts->index))
    return contexts;
  free (contexts);
  return NULL;
}

void
nsys_contexts_free (NsysContexts *contexts)
{
  if (contexts == NULL)
    return;
  nsys_context_column_clear (&contexts->list);
  item_index_clear (&contexts->index);
  free (contexts);
}

static const Context *
find (NsysContexts *contexts, uint32_t process, int64_t context)
{
  const ContextColumn *list = &contexts->list;
  uint32_t item = contexts->last;

  if (item < list->n && list->at[item].process == process && list->at[item].context == context)
    return &list->at[item];

  ItemSearch search = item_index_search (&contexts->index, item_hash_mix ((uint64_t) context, process));
  while (item_search_next (&search, &item))
    if (list->at[item].process == process && list->at[item].context == context)
      {
        contexts->last = item;
        return &list->at[item];
      }
  return NULL;
}

bool
nsys_contexts_learn (NsysContexts *contexts, uint32_t process, int64_t context, int64_t device)
{
  return find (contexts, process, context) != NULL
         || (nsys_context_column_push (&contexts->list, (Context){ process, context, device })
             && item_index_add (&contexts->index, contexts->list.at, contexts->list.n, hash_of_context));
}

int64_t
nsys_contexts_device (NsysContexts *contexts, uint32_t process, int64_t context, int64_t other)
{
  const Context *found = find (contexts, process, context);

  return found != NULL ? found->device : other;
}
