/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/chrome/chrome_batch_args.h"

#include <string.h>

#include "trace/import/chrome/chrome_event.h"

bool
chrome_batch_args_begin (ChromeBatch *batch, uint64_t *ret_at)
{
  if (batch->args.n > UINT32_MAX || !u8_column_reserve (&batch->args, ARGS_HEADER_BYTES)
      || !u32_column_push (&batch->headers, (uint32_t) batch->args.n))
    {
      batch->failed = true;
      return false;
    }
  *ret_at = batch->args.n;
  batch->args.n += ARGS_HEADER_BYTES;
  return true;
}

void
chrome_batch_args_end (ChromeBatch *batch, uint64_t at, uint32_t node)
{
  args_header_set (batch->args.at + at, node);
}

static void
put_number (ChromeBatch *batch, ArgsType type, uint64_t number)
{
  batch->args.n = (size_t) (args_value_put (batch->args.at + batch->args.n, type, number) - batch->args.at);
}

bool
chrome_batch_args_put_id (ChromeBatch *batch, ArgsType type, uint32_t id)
{
  if (!chrome_batch_args_reserve_value (batch))
    return false;
  if (!(id & BATCH_STRING))
    {
      put_number (batch, type, id);
      return true;
    }
  if (!u32_column_push (&batch->wides, (uint32_t) batch->args.n)
      || !u32_column_push (&batch->wide_strings, id & ~BATCH_STRING))
    {
      batch->failed = true;
      return false;
    }
  batch->args.n = (size_t) (args_value_put_wide (batch->args.at + batch->args.n, type) - batch->args.at);
  return true;
}

static bool
put_text (ChromeBatch *batch, const JsonValue *value, ArgsType inline_type, ArgsType table_type)
{
  if (value->length > ARGS_INLINE_MAX)
    return chrome_batch_args_put_id (batch, table_type,
                                     chrome_batch_string (batch, value->text, value->length));
  if (!chrome_batch_args_reserve_value (batch))
    return false;
  put_number (batch, inline_type, value->length);
  for (size_t i = 0; i < value->length; i++)
    batch->args.at[batch->args.n++] = (uint8_t) value->text[i];
  return true;
}

/* Returns whether the integer prints as the same text, so that it can be packed. */
static bool
is_canonical_integer (const JsonValue *value, int64_t *ret_value)
{
  const char *text = value->text;
  size_t n = value->length, first = n > 0 && text[0] == '-';
  uint64_t number = 0;

  if (n == first || n - first > 18 || (text[first] == '0' && n > 1))
    return false;
  for (size_t i = first; i < n; i++)
    {
      if (text[i] < '0' || text[i] > '9')
        return false;
      number = number * 10 + (unsigned) (text[i] - '0');
    }
  *ret_value = first ? -(int64_t) number : (int64_t) number;
  return true;
}

bool
chrome_batch_args_put (ChromeBatch *batch, const JsonValue *value)
{
  int64_t integer;

  switch (value->type)
    {
    case JSON_STRING:
      return put_text (batch, value, ARGS_QUOTED, ARGS_STRING);
    case JSON_LITERAL:
      if (!chrome_batch_args_reserve_value (batch))
        return false;
      put_number (batch, ARGS_LITERAL, value->text[0] == 'n' ? 0 : value->text[0] == 'f' ? 1 : 2);
      return true;
    case JSON_NUMBER:
      if (is_canonical_integer (value, &integer))
        return chrome_batch_args_put_integer (batch, integer);
      return put_text (batch, value, ARGS_RAW, ARGS_TEXT);
    default:
      return put_text (batch, value, ARGS_RAW, ARGS_TEXT);
    }
}

/* O(BATCH_DEPTH_MAX); deeper paths return at once. */
static bool
is_on_path (const ChromeBatch *batch, uint32_t node, uint32_t key)
{
  for (; node != 0; node = arg_keys_record (batch->arg_keys, node).parent)
    if (arg_keys_key (batch->arg_keys, node) == key)
      return true;
  return false;
}

/* The caller has made room for it. */
static void
learn_node (ChromeBatch *batch, uint32_t node, const char *key, size_t length)
{
  uint32_t parent = arg_keys_record (batch->arg_keys, node).parent;
  BatchArgNode learned = { .known = (uint8_t) chrome_event_known_arg (key, length) };

  while (batch->arg_nodes.n <= node)
    batch->arg_nodes.at[batch->arg_nodes.n++] = (BatchArgNode){ 0 };
  learned.depth = batch->arg_nodes.at[parent].depth;
  learned.has_twice = batch->arg_nodes.at[parent].has_twice;
  if (learned.depth < BATCH_DEPTH_MAX)
    {
      learned.depth++;
      learned.has_twice =
        learned.has_twice || is_on_path (batch, parent, arg_keys_key (batch->arg_keys, node));
    }
  batch->arg_nodes.at[node] = learned;
}

bool
chrome_batch_args_key (ChromeBatch *batch, uint32_t node, const char *key, size_t length, uint32_t *ret_child)
{
  uint32_t likely = arg_keys_likely_child (batch->arg_keys, node);

  /* Events of one kind repeat their keys, so the likely child is nearly always the right one, and comparing
   * texts is cheaper than hashing. */
  if (likely != 0)
    {
      size_t n;
      const char *text = chrome_batch_text (batch, arg_keys_key (batch->arg_keys, likely), &n);

      if (n == length && memcmp (text, key, length) == 0)
        {
          *ret_child = likely;
          return true;
        }
    }

  uint32_t id = chrome_batch_string (batch, key, length), n_before = arg_keys_count (batch->arg_keys);
  /* Makes room first, so that every node has its description. */
  if (batch->failed || !batch_arg_node_column_reserve (&batch->arg_nodes, n_before + 1 - batch->arg_nodes.n)
      || !arg_keys_child (batch->arg_keys, node, id, ret_child))
    {
      batch->failed = true;
      return false;
    }
  if (*ret_child >= n_before)
    learn_node (batch, *ret_child, key, length);
  return true;
}
