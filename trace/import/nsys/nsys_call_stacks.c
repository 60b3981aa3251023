/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/nsys/nsys_call_stacks.h"

#include <stdlib.h>
#include <string.h>

/* A deeper stack, or a longer text, is cut at a function: any number of samples may have the same stack. */
#define DEPTH_MAX   512
#define STACK_BYTES 16384

typedef struct
{
  int64_t stack;
  int64_t symbol; /* number of a string */
  int64_t depth;
} Frame;

COLUMN_DEFINE (FrameColumn, nsys_frame_column, Frame)
COLUMN_IMPLEMENT (FrameColumn, nsys_frame_column)

struct NsysCallStacks
{
  NsysImport *import;
  FrameColumn frames; /* ascending by stack, then depth */
  char text[STACK_BYTES];
};

enum
{
  ID,
  SYMBOL,
  DEPTH,
  N_COLUMNS
};

static const char *const columns[N_COLUMNS] = { [ID] = "id", [SYMBOL] = "symbol", [DEPTH] = "stackDepth" };

static int
compare_frames (const void *a, const void *b)
{
  const Frame *x = a, *y = b;

  if (x->stack != y->stack)
    return x->stack < y->stack ? -1 : 1;
  return x->depth < y->depth ? -1 : x->depth > y->depth;
}

NsysCallStacks *
nsys_call_stacks_new (NsysImport *import, const char *table)
{
  NsysCallStacks *stacks = calloc (1, sizeof *stacks);
  bool is_sorted = true;
  ForeignRows rows;
  Frame frame;

  if (stacks == NULL)
    return NULL;
  stacks->import = import;
  if (foreign_rows_begin (&rows, import->database, table, columns, N_COLUMNS))
    while (foreign_rows_next (&rows))
      {
        if (!foreign_rows_integer (&rows, ID, &frame.stack)
            || !foreign_rows_integer (&rows, SYMBOL, &frame.symbol))
          continue;
        frame.depth = nsys_integer_or (&rows, DEPTH, 0);
        is_sorted = is_sorted
                    && (stacks->frames.n == 0
                        || compare_frames (&stacks->frames.at[stacks->frames.n - 1], &frame) <= 0);
        if (!nsys_frame_column_push (&stacks->frames, frame))
          {
            trace_builder_set_failed (import->builder);
            break;
          }
      }
  foreign_rows_end (&rows);
  if (!is_sorted)
    qsort (stacks->frames.at, stacks->frames.n, sizeof *stacks->frames.at, compare_frames);
  return stacks;
}

void
nsys_call_stacks_free (NsysCallStacks *stacks)
{
  if (stacks == NULL)
    return;
  nsys_frame_column_clear (&stacks->frames);
  free (stacks);
}

static size_t
first_frame (const NsysCallStacks *stacks, int64_t number)
{
  size_t low = 0, high = stacks->frames.n;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (stacks->frames.at[middle].stack < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
nsys_call_stacks_put (NsysCallStacks *stacks, RowArgs *args, int64_t number)
{
  NsysImport *import = stacks->import;
  size_t first = first_frame (stacks, number), end = MIN (first + DEPTH_MAX, stacks->frames.n);
  size_t n = 0, length;
  const char *text;

  for (size_t i = first; i < end && stacks->frames.at[i].stack == number; i++)
    if (nsys_strings_text (import->strings, stacks->frames.at[i].symbol, &text, &length))
      {
        if (length + 1 > STACK_BYTES - n)
          break;
        if (n > 0)
          stacks->text[n++] = ';';
        memcpy (stacks->text + n, text, length);
        n += length;
      }
  if (n > 0)
    row_args_text (args, import->words[WORD_CALL_STACK], stacks->text, n);
}
