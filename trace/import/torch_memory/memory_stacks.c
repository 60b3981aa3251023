/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/torch_memory/memory_stacks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

COLUMN_IMPLEMENT (MemoryStackColumn, memory_stack_column)

bool
memory_stacks_init (MemoryStacks *stacks, TraceBuilder *builder)
{
  *stacks = (MemoryStacks){ .builder = builder, .text = g_string_new (NULL) };
  return item_index_init (&stacks->index);
}

void
memory_stacks_clear (MemoryStacks *stacks)
{
  memory_stack_column_clear (&stacks->stacks);
  u32_column_clear (&stacks->frames);
  item_index_clear (&stacks->index);
  if (stacks->text != NULL)
    g_string_free (stacks->text, TRUE);
  *stacks = (MemoryStacks){ 0 };
}

/* Appends as much of a text as a frame has room for, as between the quotes of JSON. Does not cut within a character. */
static void
append (GString *out, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    {
      unsigned char c = (unsigned char) text[i];

      if (out->len >= MEMORY_FRAME_BYTES_MAX && (c & 0xc0) != 0x80)
        return;
      if (c < 0x20)
        c = ' ';
      if (c == '"' || c == '\\')
        g_string_append_c (out, '\\');
      g_string_append_c (out, (char) c);
    }
}

uint32_t
memory_stacks_frame (MemoryStacks *stacks,
                     const char *name,
                     size_t n_name,
                     const char *filename,
                     size_t n_filename,
                     int64_t line)
{
  GString *text = stacks->text;

  g_string_truncate (text, 0);
  append (text, filename, n_filename);
  if (line > 0)
    g_string_append_printf (text, "(%" PRId64 ")", line);
  if (text->len > 0)
    g_string_append (text, ": ");
  append (text, name, n_name);
  return trace_builder_string (stacks->builder, text->str, text->len);
}

static uint64_t
hash_of (const void *stacks, uint32_t item)
{
  return ((const MemoryStack *) stacks)[item].hash;
}

static uint64_t
hash_frames (const uint32_t *frames, size_t n)
{
  uint64_t hash = n;

  for (size_t i = 0; i < n; i++)
    hash = item_hash_mix (hash, frames[i]);
  return hash;
}

/* Joins the frames in stacks->text. Returns whether there is room for them. */
static bool
join (MemoryStacks *stacks, const uint32_t *frames, size_t n)
{
  GString *text = stacks->text;

  g_string_truncate (text, 0);
  for (size_t i = 0; i < n; i++)
    {
      size_t length;
      const char *frame = string_table_get (trace_builder_strings (stacks->builder), frames[i], &length);

      if (i > 0)
        g_string_append_c (text, ';');
      g_string_append_len (text, frame, (gssize) length);
    }
  size_t n_bytes = text->len + n * sizeof *frames + sizeof (MemoryStack);
  if (n_bytes > MEMORY_STACKS_BYTES_MAX - stacks->n_bytes)
    return false;
  stacks->n_bytes += n_bytes;
  return true;
}

uint32_t
memory_stacks_add (MemoryStacks *stacks, const uint32_t *frames, size_t n)
{
  MemoryStackColumn *list = &stacks->stacks;
  uint32_t item;

  n = MIN (n, MEMORY_STACK_FRAMES_MAX);
  if (n == 0)
    return STRING_EMPTY;
  uint64_t hash = hash_frames (frames, n);
  ItemSearch search = item_index_search (&stacks->index, hash);
  while (item_search_next (&search, &item))
    if (list->at[item].hash == hash && list->at[item].n == n
        && memcmp (stacks->frames.at + list->at[item].first, frames, n * sizeof *frames) == 0)
      return list->at[item].string;
  if (!join (stacks, frames, n))
    {
      stacks->n_left_out++;
      return STRING_EMPTY;
    }

  MemoryStack stack = {
    .first = stacks->frames.n,
    .n = n,
    .hash = hash,
    .string = trace_builder_string (stacks->builder, stacks->text->str, stacks->text->len),
  };
  if (!u32_column_reserve (&stacks->frames, n) || !memory_stack_column_push (list, stack))
    {
      trace_builder_set_failed (stacks->builder);
      return STRING_EMPTY;
    }
  memcpy (stacks->frames.at + stacks->frames.n, frames, n * sizeof *frames);
  stacks->frames.n += n;
  if (!item_index_add (&stacks->index, list->at, list->n, hash_of))
    trace_builder_set_failed (stacks->builder);
  return stack.string;
}
