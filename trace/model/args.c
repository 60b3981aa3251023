/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/args.h"

#include <stdlib.h>
#include <string.h>

#include "trace/model/args_value.h"

typedef struct
{
  uint32_t parent;
  uint32_t key;
  uint32_t depth;
  uint32_t likely_child;
} KeyNode;

COLUMN_DEFINE (KeyNodeColumn, key_node_column, KeyNode)
COLUMN_IMPLEMENT (KeyNodeColumn, key_node_column)

#define FIRST_SLOTS 256

/* Children are found in an open-addressed table keyed by (node, key), so that a hostile file with a million different
 * keys still takes linear time. */
struct ArgKeys
{
  KeyNodeColumn nodes;
  uint32_t *slots; /* node ids; 0: free (the root is no child) */
  size_t n_slots;
};

ArgKeys *
arg_keys_new (void)
{
  ArgKeys *keys = calloc (1, sizeof *keys);

  if (keys == NULL)
    return NULL;
  keys->n_slots = FIRST_SLOTS;
  keys->slots = calloc (keys->n_slots, sizeof *keys->slots);
  if (keys->slots == NULL || !key_node_column_push (&keys->nodes, (KeyNode){ 0 }))
    {
      arg_keys_free (keys);
      return NULL;
    }
  return keys;
}

void
arg_keys_free (ArgKeys *keys)
{
  if (keys == NULL)
    return;
  key_node_column_clear (&keys->nodes);
  free (keys->slots);
  free (keys);
}

void
arg_keys_empty (ArgKeys *keys)
{
  size_t n = keys->nodes.n - 1;

  keys->nodes.n = 1;
  keys->nodes.at[0].likely_child = 0;
  if (n == 0)
    return;
  /* Shrink a table that is mostly unused, so that emptying costs what was added since the last time. */
  if (keys->n_slots > FIRST_SLOTS && n < keys->n_slots / 16)
    {
      uint32_t *smaller = realloc (keys->slots, keys->n_slots / 2 * sizeof *keys->slots);

      if (smaller != NULL)
        {
          keys->slots = smaller;
          keys->n_slots /= 2;
        }
    }
  memset (keys->slots, 0, keys->n_slots * sizeof *keys->slots);
}

uint32_t
arg_keys_count (const ArgKeys *keys)
{
  return (uint32_t) keys->nodes.n;
}

uint32_t
arg_keys_likely_child (const ArgKeys *keys, uint32_t node)
{
  return keys->nodes.at[node].likely_child;
}

uint32_t
arg_keys_key (const ArgKeys *keys, uint32_t node)
{
  return keys->nodes.at[node].key;
}

uint32_t
arg_keys_depth (const ArgKeys *keys, uint32_t node)
{
  return keys->nodes.at[node].depth;
}

ArgKeyRecord
arg_keys_record (const ArgKeys *keys, uint32_t node)
{
  return (ArgKeyRecord){ keys->nodes.at[node].parent, keys->nodes.at[node].key };
}

ArgKeys *
arg_keys_new_from_records (const ArgKeyRecord *records, uint64_t n, uint32_t n_strings)
{
  ArgKeys *keys = arg_keys_new ();

  if (keys == NULL || n >= UINT32_MAX || !key_node_column_reserve (&keys->nodes, (size_t) n))
    {
      arg_keys_free (keys);
      return NULL;
    }
  for (uint32_t i = 0; i < n; i++)
    {
      if (records[i].parent > i || records[i].key >= n_strings)
        {
          arg_keys_free (keys);
          return NULL;
        }
      KeyNode node = { records[i].parent, records[i].key, keys->nodes.at[records[i].parent].depth + 1, 0 };
      keys->nodes.at[keys->nodes.n++] = node;
    }
  return keys;
}

static size_t
child_slot (const ArgKeys *keys, uint32_t node, uint32_t key)
{
  uint64_t hash = ((uint64_t) node << 32 | key) * 0x9e3779b97f4a7c15u;
  size_t i = (size_t) (hash >> 32) & (keys->n_slots - 1);

  for (; keys->slots[i] != 0; i = (i + 1) & (keys->n_slots - 1))
    {
      const KeyNode *child = &keys->nodes.at[keys->slots[i]];
      if (child->parent == node && child->key == key)
        break;
    }
  return i;
}

static bool
keys_rehash (ArgKeys *keys)
{
  uint32_t *old = keys->slots;
  uint32_t *slots = calloc (keys->n_slots * 2, sizeof *slots);

  if (slots == NULL)
    return false;
  keys->slots = slots;
  keys->n_slots *= 2;
  for (uint32_t node = 1; node < keys->nodes.n; node++)
    keys->slots[child_slot (keys, keys->nodes.at[node].parent, keys->nodes.at[node].key)] = node;
  free (old);
  return true;
}

bool
arg_keys_child (ArgKeys *keys, uint32_t node, uint32_t key, uint32_t *ret_child)
{
  uint32_t child = keys->nodes.at[node].likely_child;

  /* Events of one kind repeat their keys. */
  if (child != 0 && keys->nodes.at[child].key == key)
    {
      *ret_child = child;
      return true;
    }

  size_t slot = child_slot (keys, node, key);
  child = keys->slots[slot];
  if (child == 0)
    {
      if (keys->nodes.n >= UINT32_MAX)
        return false;
      if (keys->nodes.n * 2 >= keys->n_slots)
        {
          if (!keys_rehash (keys))
            return false;
          slot = child_slot (keys, node, key);
        }
      child = (uint32_t) keys->nodes.n;
      if (!key_node_column_push (&keys->nodes, (KeyNode){
                                                 .parent = node,
                                                 .key = key,
                                                 .depth = keys->nodes.at[node].depth + 1,
                                               }))
        return false;
      keys->slots[slot] = child;
    }
  keys->nodes.at[node].likely_child = child;
  *ret_child = child;
  return true;
}

bool
args_begin (ArgsBlob *blob, uint64_t *ret_offset)
{
  if (!u8_column_reserve (&blob->tail, ARGS_HEADER_BYTES))
    return false;
  *ret_offset = args_size (blob);
  blob->tail.n += ARGS_HEADER_BYTES;
  return true;
}

void
args_end (ArgsBlob *blob, uint64_t offset, uint32_t node)
{
  args_header_set (blob->tail.at + (offset - blob->n_spilled), node);
}

/* Appends the tag with its number, then length bytes. */
static bool
put (ArgsBlob *blob, ArgsType type, uint64_t number, const char *bytes, size_t length)
{
  U8Column *tail = &blob->tail;

  if (length > SIZE_MAX - ARGS_VALUE_BYTES || !u8_column_reserve (tail, length + ARGS_VALUE_BYTES))
    return false;

  uint8_t *at = args_value_put (tail->at + tail->n, type, number);
  if (length > 0)
    memcpy (at, bytes, length);
  tail->n = (size_t) (at - tail->at) + length;
  return true;
}

bool
args_put_integer (ArgsBlob *blob, int64_t value)
{
  if (value >= 0)
    return put (blob, ARGS_NATURAL, (uint64_t) value, NULL, 0);
  return put (blob, ARGS_NEGATIVE, (uint64_t) - (value + 1), NULL, 0);
}

bool
args_put_literal (ArgsBlob *blob, char first_letter)
{
  return put (blob, ARGS_LITERAL, first_letter == 'n' ? 0 : first_letter == 'f' ? 1 : 2, NULL, 0);
}

static bool
put_text (ArgsBlob *blob,
          StringTable *strings,
          const char *text,
          size_t length,
          ArgsType inline_type,
          ArgsType table_type)
{
  uint32_t id;

  if (length <= ARGS_INLINE_MAX)
    return put (blob, inline_type, length, text, length);
  return string_table_intern (strings, text, length, &id) && put (blob, table_type, id, NULL, 0);
}

bool
args_put_raw (ArgsBlob *blob, StringTable *strings, const char *text, size_t length)
{
  return put_text (blob, strings, text, length, ARGS_RAW, ARGS_TEXT);
}

bool
args_put_string (ArgsBlob *blob, StringTable *strings, const char *content, size_t length)
{
  return put_text (blob, strings, content, length, ARGS_QUOTED, ARGS_STRING);
}

bool
args_put_string_id (ArgsBlob *blob, uint32_t content)
{
  return put (blob, ARGS_STRING, content, NULL, 0);
}

/* Unless the entry before had the same path. */
bool
arg_iter_read_path (ArgIter *iter)
{
  const ArgKeys *keys = iter->keys;
  uint32_t node = iter->node, depth = keys->nodes.at[node].depth;

  if (iter->path != NULL && iter->path_node == node)
    return true;
  if (iter->path == NULL || depth > iter->path_cap)
    {
      uint32_t *path = realloc (iter->path, (depth + (size_t) 1) * sizeof *path);

      if (path == NULL)
        {
          iter->ran_out = true;
          return false;
        }
      iter->path = path;
      iter->path_cap = depth;
    }
  iter->path_node = node;
  for (uint32_t i = depth; i > 0; i--, node = keys->nodes.at[node].parent)
    iter->path[i - 1] = keys->nodes.at[node].key;
  return true;
}

bool
arg_iter_move_to_values (ArgIter *iter,
                         const uint8_t *blob,
                         uint64_t n_bytes,
                         uint64_t offset,
                         const StringTable *strings,
                         const ArgKeys *keys)
{
  if (n_bytes < ARGS_HEADER_BYTES || offset > n_bytes - ARGS_HEADER_BYTES)
    return false;

  uint32_t node = args_header_get (blob + offset);
  if (node >= keys->nodes.n)
    return false;

  iter->at = blob + offset + ARGS_HEADER_BYTES;
  iter->end = blob + n_bytes;
  iter->strings = strings;
  iter->keys = keys;
  iter->node = node;
  iter->n_keys = keys->nodes.at[node].depth;
  iter->i = 0;
  /* A child's node is larger than its parent's, so a path has at most node keys; each value has at least one byte. */
  return iter->n_keys <= node && iter->n_keys <= (uint64_t) (iter->end - iter->at);
}

bool
arg_iter_move (ArgIter *iter,
               const uint8_t *blob,
               uint64_t n_bytes,
               uint64_t offset,
               const StringTable *strings,
               const ArgKeys *keys)
{
  return arg_iter_move_to_values (iter, blob, n_bytes, offset, strings, keys) && arg_iter_read_path (iter);
}

bool
arg_iter_init (ArgIter *iter,
               const uint8_t *blob,
               uint64_t n_bytes,
               uint64_t offset,
               const StringTable *strings,
               const ArgKeys *keys)
{
  *iter = (ArgIter){ 0 };
  return arg_iter_move (iter, blob, n_bytes, offset, strings, keys);
}

#define NUMBER_BYTES_MAX 10

static bool
take_number (ArgIter *iter, uint64_t *number)
{
  uint64_t rest = 0;

  if (*number < ARGS_SMALL_MAX)
    return true;
  for (unsigned shift = 0; shift < 7 * NUMBER_BYTES_MAX && iter->at < iter->end; shift += 7)
    {
      uint8_t byte = *iter->at++;
      rest |= (uint64_t) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return !__builtin_add_overflow (rest, ARGS_SMALL_MAX, number);
    }
  return false;
}

static void
print_integer (ArgIter *iter, Arg *arg, uint64_t magnitude, bool negative)
{
  char *at = iter->integer + sizeof iter->integer;

  do
    *--at = (char) ('0' + magnitude % 10);
  while ((magnitude /= 10) > 0);
  if (negative)
    *--at = '-';
  arg->text = at;
  arg->length = (size_t) (iter->integer + sizeof iter->integer - at);
}

/* Reads the tag and number of the next value and moves the iterator behind them. */
static bool
take_value (ArgIter *iter, unsigned *ret_type, uint64_t *ret_number)
{
  if (iter->i >= iter->n_keys || iter->at >= iter->end)
    return false;
  *ret_type = *iter->at & 7;
  *ret_number = *iter->at >> 3;
  iter->at++;
  return take_number (iter, ret_number);
}

bool
arg_iter_skip (ArgIter *iter)
{
  unsigned type;
  uint64_t number;

  if (!take_value (iter, &type, &number))
    return false;
  if (type == ARGS_RAW || type == ARGS_QUOTED)
    {
      if (number > (uint64_t) (iter->end - iter->at))
        return false;
      iter->at += number;
    }
  iter->i++;
  return true;
}

bool
arg_iter_skip_many (ArgIter *iter, uint32_t n)
{
  const uint8_t *at = iter->at, *end = iter->end;
  bool ok = n <= iter->n_keys - iter->i;

  for (uint32_t left = n; ok && left > 0; left--)
    {
      unsigned type, number;

      if (at >= end)
        return false;
      type = *at & 7;
      number = *at++ >> 3;
      if (number < ARGS_SMALL_MAX)
        {
          if (type != ARGS_RAW && type != ARGS_QUOTED)
            continue;
          ok = number <= (uint64_t) (end - at);
          at += ok ? number : 0;
        }
      else if (type == ARGS_RAW || type == ARGS_QUOTED)
        {
          /* A long text, which is rare. */
          iter->at = at - 1;
          ok = arg_iter_skip (iter);
          iter->i -= ok;
          at = iter->at;
        }
      else
        {
          const uint8_t *last = (size_t) (end - at) < NUMBER_BYTES_MAX ? end : at + NUMBER_BYTES_MAX;

          while (at < last && *at >= 0x80)
            at++;
          ok = at < last;
          at += ok;
        }
    }
  iter->at = at;
  iter->i += ok ? n : 0;
  return ok;
}

bool
arg_iter_take_natural (ArgIter *iter, int64_t *ret_value)
{
  const uint8_t *at = iter->at;
  unsigned type;
  uint64_t number;

  if (at >= iter->end || (*at & 7) != ARGS_NATURAL || !take_value (iter, &type, &number)
      || number > INT64_MAX)
    {
      iter->at = at;
      return false;
    }
  iter->i++;
  *ret_value = (int64_t) number;
  return true;
}

bool
arg_iter_take_string (ArgIter *iter, uint32_t *ret_string)
{
  const uint8_t *at = iter->at;
  unsigned type;
  uint64_t number;

  if (at >= iter->end || ((*at & 7) != ARGS_STRING && (*at & 7) != ARGS_TEXT)
      || !take_value (iter, &type, &number) || number > UINT32_MAX)
    {
      iter->at = at;
      return false;
    }
  iter->i++;
  *ret_string = (uint32_t) number;
  return true;
}

bool
arg_iter_next (ArgIter *iter, Arg *ret_arg)
{
  static const char *const literals[] = { "null", "false", "true" };
  unsigned type;
  uint64_t number;

  if (!take_value (iter, &type, &number))
    return false;

  Arg arg = { .string = ARG_NO_STRING };
  if (iter->path != NULL && iter->path_node == iter->node)
    arg.key = iter->path[iter->i];
  switch (type)
    {
    case ARGS_RAW:
    case ARGS_QUOTED:
      if (number > (uint64_t) (iter->end - iter->at))
        return false;
      arg.text = (const char *) iter->at;
      arg.length = (size_t) number;
      iter->at += number;
      break;
    case ARGS_NATURAL:
      print_integer (iter, &arg, number, false);
      break;
    case ARGS_NEGATIVE:
      print_integer (iter, &arg, number + 1, true);
      break;
    case ARGS_STRING:
    case ARGS_TEXT:
      if (number >= string_table_count (iter->strings))
        return false;
      arg.string = (uint32_t) number;
      arg.text = string_table_get (iter->strings, arg.string, &arg.length);
      break;
    case ARGS_LITERAL:
      if (number > 2)
        return false;
      arg.text = literals[number];
      arg.length = strlen (arg.text);
      break;
    default:
      return false;
    }
  arg.quoted = type == ARGS_QUOTED || type == ARGS_STRING;
  iter->i++;
  *ret_arg = arg;
  return true;
}

void
arg_iter_clear (ArgIter *iter)
{
  free (iter->path);
  iter->path = NULL;
}

/* Returns the bytes from an entry on, as far as they are in memory or mapped. */
static const uint8_t *
bytes_at (const ArgsBlob *blob, uint64_t offset, uint64_t *ret_n)
{
  bool is_in_tail = offset >= blob->n_spilled;
  uint64_t begin = is_in_tail ? blob->n_spilled : 0, n = is_in_tail ? blob->tail.n : blob->n_mapped;

  if (offset - begin > n)
    return NULL;
  *ret_n = n - (offset - begin);
  return (is_in_tail ? blob->tail.at : blob->spilled) + (offset - begin);
}

/* A value's bytes do not depend on their position, so they are copied unchanged. */
static bool
join_values (ArgsBlob *blob, ArgKeys *keys, const StringTable *strings, uint64_t source, uint32_t *node)
{
  ArgIter iter;
  Arg arg;
  uint64_t n;
  const uint8_t *bytes = bytes_at (blob, source, &n);
  bool ok = true;

  if (bytes == NULL || !arg_iter_init (&iter, bytes, n, 0, strings, keys))
    return false;

  /* The tail may move while it grows, so offsets are kept instead of pointers. */
  uint64_t at = ARGS_HEADER_BYTES;
  while (ok)
    {
      bytes = bytes_at (blob, source, &n);
      iter.at = bytes + at;
      iter.end = bytes + n;
      if (!arg_iter_next (&iter, &arg))
        break;
      uint64_t next = (uint64_t) (iter.at - bytes);
      size_t n_value = (size_t) (next - at);

      ok = arg_keys_child (keys, *node, arg.key, node) && u8_column_reserve (&blob->tail, n_value);
      if (ok)
        {
          memcpy (blob->tail.at + blob->tail.n, bytes_at (blob, source, &n) + at, n_value);
          blob->tail.n += n_value;
        }
      at = next;
    }
  arg_iter_clear (&iter);
  return ok;
}

bool
args_join (ArgsBlob *blob,
           ArgKeys *keys,
           const StringTable *strings,
           uint64_t first,
           uint64_t second,
           uint64_t *ret_offset)
{
  uint64_t offset;
  uint32_t node = 0;

  if (!args_begin (blob, &offset) || !join_values (blob, keys, strings, first, &node)
      || !join_values (blob, keys, strings, second, &node))
    return false;
  args_end (blob, offset, node);
  *ret_offset = offset;
  return true;
}
