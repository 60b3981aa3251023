/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_strings.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/tracks/item_index.h"

typedef struct
{
  int64_t number;
  size_t at, length; /* in NsysStrings.bytes */
  uint32_t id;       /* of the builder, or TRACE_NONE before it is asked for */
  uint32_t call_id;  /* likewise, without the version */
} NumberedText;

COLUMN_DEFINE (NumberedTextColumn, nsys_numbered_text_column, NumberedText)
COLUMN_IMPLEMENT (NumberedTextColumn, nsys_numbered_text_column)

struct NsysStrings
{
  TraceBuilder *builder;
  U8Column bytes;
  NumberedTextColumn texts;
  ItemIndex index;
  uint32_t last; /* index of the text found last */
};

static uint64_t
hash_of_number (int64_t number)
{
  return item_hash_mix ((uint64_t) number, 0);
}

static uint64_t
hash_of_text (const void *texts, uint32_t item)
{
  return hash_of_number (((const NumberedText *) texts)[item].number);
}

static NumberedText *
find (NsysStrings *strings, int64_t number)
{
  if (strings->last < strings->texts.n && strings->texts.at[strings->last].number == number)
    return &strings->texts.at[strings->last];

  ItemSearch search = item_index_search (&strings->index, hash_of_number (number));
  uint32_t item;

  while (item_search_next (&search, &item))
    if (strings->texts.at[item].number == number)
      {
        strings->last = item;
        return &strings->texts.at[item];
      }
  return NULL;
}

/* The first text of a number counts. */
static bool
add (NsysStrings *strings, int64_t number, const char *text, size_t length)
{
  if (find (strings, number) != NULL)
    return true;
  const NumberedText added = { number, strings->bytes.n, length, TRACE_NONE, TRACE_NONE };

  if (strings->texts.n >= UINT32_MAX - 1 || !u8_column_reserve (&strings->bytes, length + 1)
      || !nsys_numbered_text_column_push (&strings->texts, added)
      || !item_index_add (&strings->index, strings->texts.at, strings->texts.n, hash_of_text))
    return false;
  memcpy (strings->bytes.at + strings->bytes.n, text, length);
  strings->bytes.n += length;
  return true;
}

static void
read_table (NsysStrings *strings, ForeignDatabase *database)
{
  static const char *const columns[] = { "id", "value" };
  ForeignRows rows;
  const char *text;
  size_t length;
  int64_t number;

  if (foreign_rows_begin (&rows, database, "StringIds", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows))
      if (foreign_rows_integer (&rows, 0, &number) && foreign_rows_text (&rows, 1, &text, &length)
          && !add (strings, number, text, length))
        {
          trace_builder_set_failed (strings->builder);
          break;
        }
  foreign_rows_end (&rows);
}

NsysStrings *
nsys_strings_new (ForeignDatabase *database, TraceBuilder *builder)
{
  NsysStrings *strings = calloc (1, sizeof *strings);

  if (strings == NULL)
    return NULL;
  strings->builder = builder;
  if (!item_index_init (&strings->index))
    {
      nsys_strings_free (strings);
      return NULL;
    }
  read_table (strings, database);
  return strings;
}

void
nsys_strings_free (NsysStrings *strings)
{
  if (strings == NULL)
    return;
  u8_column_clear (&strings->bytes);
  nsys_numbered_text_column_clear (&strings->texts);
  item_index_clear (&strings->index);
  free (strings);
}

static const char *
text_of (const NsysStrings *strings, const NumberedText *text)
{
  return text->length > 0 ? (const char *) strings->bytes.at + text->at : "";
}

bool
nsys_strings_text (NsysStrings *strings, int64_t number, const char **ret_text, size_t *ret_length)
{
  const NumberedText *found = find (strings, number);

  if (found == NULL)
    return false;
  *ret_text = text_of (strings, found);
  *ret_length = found->length;
  return true;
}

bool
nsys_strings_id (NsysStrings *strings, int64_t number, uint32_t *ret_id)
{
  NumberedText *found = find (strings, number);

  if (found == NULL)
    return false;
  if (found->id == TRACE_NONE)
    found->id = trace_builder_string (strings->builder, text_of (strings, found), found->length);
  *ret_id = found->id;
  return true;
}

/* Returns the length of "cudaLaunchKernel" for "cudaLaunchKernel_v7000"; cuMemcpyDtoH_v2 is the name of another function
 * than cuMemcpyDtoH, and versions of the runtime have four digits at least. */
static size_t
length_without_version (const char *text, size_t length)
{
  size_t i = length;

  while (i > 0 && g_ascii_isdigit (text[i - 1]))
    i--;
  return length - i >= 4 && i >= 3 && text[i - 1] == 'v' && text[i - 2] == '_' ? i - 2 : length;
}

bool
nsys_strings_call_id (NsysStrings *strings, int64_t number, uint32_t *ret_id)
{
  NumberedText *found = find (strings, number);

  if (found == NULL)
    return false;
  if (found->call_id == TRACE_NONE)
    {
      const char *text = text_of (strings, found);

      found->call_id =
        trace_builder_string (strings->builder, text, length_without_version (text, found->length));
    }
  *ret_id = found->call_id;
  return true;
}
