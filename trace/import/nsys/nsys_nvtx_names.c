/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_nvtx_names.h"

#include <stdlib.h>

#include "trace/import/nsys/nsys_nvtx_types.h"
#include "trace/import/tracks/item_index.h"

/* The domain itself. Categories are 32-bit numbers. */
#define NO_CATEGORY INT64_MIN

typedef struct
{
  uint32_t process, name;
  int64_t domain, category;
} NvtxName;

COLUMN_DEFINE (NvtxNameColumn, nsys_nvtx_name_column, NvtxName)
COLUMN_IMPLEMENT (NvtxNameColumn, nsys_nvtx_name_column)

struct NsysNvtxNames
{
  NvtxNameColumn list;
  ItemIndex index;
};

static uint64_t
hash_of (uint32_t process, int64_t domain, int64_t category)
{
  return item_hash_mix (item_hash_mix ((uint64_t) domain, (uint64_t) category), process);
}

static uint64_t
hash_of_name (const void *names, uint32_t item)
{
  const NvtxName *name = (const NvtxName *) names + item;

  return hash_of (name->process, name->domain, name->category);
}

static NvtxName *
find (NsysNvtxNames *names, uint32_t process, int64_t domain, int64_t category)
{
  ItemSearch search = item_index_search (&names->index, hash_of (process, domain, category));
  uint32_t item;

  while (item_search_next (&search, &item))
    {
      NvtxName *name = &names->list.at[item];

      if (name->process == process && name->domain == domain && name->category == category)
        return name;
    }
  return NULL;
}

enum
{
  TYPE,
  DOMAIN,
  CATEGORY,
  TEXT,
  TEXT_ID,
  THREAD,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = {
  [TYPE] = "eventType", [DOMAIN] = "domainId", [CATEGORY] = "category",
  [TEXT] = "text",      [TEXT_ID] = "textId",  [THREAD] = "globalTid",
};

static bool
read_text (NsysImport *import, const ForeignRows *rows, uint32_t *ret_name)
{
  const char *text;
  size_t length;
  int64_t number;

  if (foreign_rows_text (rows, TEXT, &text, &length))
    {
      *ret_name = trace_builder_string (import->builder, text, length);
      return true;
    }
  return foreign_rows_integer (rows, TEXT_ID, &number) && nsys_strings_id (import->strings, number, ret_name);
}

static void
read_row (NsysNvtxNames *names, NsysImport *import, const ForeignRows *rows)
{
  int64_t type = nsys_integer_or (rows, TYPE, -1), global_tid;
  bool is_category = type == NVTX_CATEGORY || type == NVTXT_CATEGORY;
  NvtxName name = { .category = NO_CATEGORY };

  if (type != NVTX_DOMAIN_CREATE && type != NVTX_THREAD && !is_category)
    return;
  bool has_thread = foreign_rows_integer (rows, THREAD, &global_tid);
  if (!read_text (import, rows, &name.name))
    return;
  if (type == NVTX_THREAD)
    {
      if (has_thread)
        nsys_processes_name_thread (import->processes, global_tid, -1, name.name);
      return;
    }
  name.process = nsys_processes_find (import->processes, has_thread ? &global_tid : NULL);
  name.domain = nsys_integer_or (rows, DOMAIN, 0);
  if (is_category && (!foreign_rows_integer (rows, CATEGORY, &name.category) || name.category == NO_CATEGORY))
    return;

  NvtxName *known = find (names, name.process, name.domain, name.category);
  if (known != NULL)
    known->name = name.name;
  else if (!nsys_nvtx_name_column_push (&names->list, name)
           || !item_index_add (&names->index, names->list.at, names->list.n, hash_of_name))
    trace_builder_set_failed (import->builder);
}

NsysNvtxNames *
nsys_nvtx_names_new (NsysImport *import)
{
  NsysNvtxNames *names = calloc (1, sizeof *names);
  ForeignRows rows;

  if (names == NULL || !item_index_init (&names->index))
    {
      free (names);
      return NULL;
    }
  if (foreign_rows_begin (&rows, import->database, "NVTX_EVENTS", columns, N_COLUMNS))
    while (foreign_rows_next (&rows))
      read_row (names, import, &rows);
  foreign_rows_end (&rows);
  return names;
}

void
nsys_nvtx_names_free (NsysNvtxNames *names)
{
  if (names == NULL)
    return;
  nsys_nvtx_name_column_clear (&names->list);
  item_index_clear (&names->index);
  free (names);
}

uint32_t
nsys_nvtx_names_category (NsysNvtxNames *names, uint32_t process, int64_t domain, int64_t category)
{
  const NvtxName *name = find (names, process, domain, category);

  return name != NULL ? name->name : STRING_EMPTY;
}

uint32_t
nsys_nvtx_names_domain (NsysNvtxNames *names, uint32_t process, int64_t domain)
{
  return nsys_nvtx_names_category (names, process, domain, NO_CATEGORY);
}
