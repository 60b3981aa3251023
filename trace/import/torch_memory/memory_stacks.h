/* SPDX-License-Identifier: Apache-2.0
 *
 * The call stacks of a memory snapshot, each kept once, as strings of a builder.
 *
 * A frame is "file(line): function"; a stack has its frames joined by ";", the innermost first, as PyTorch's profiler
 * writes "Call stack". The texts are as between the quotes of JSON. */

#pragma once

#include "trace/build/builder.h"
#include "trace/import/tracks/item_index.h"

/* Nothing more is kept once the texts of all stacks are so long. */
#define MEMORY_STACKS_BYTES_MAX ((size_t) 48 << 20)

/* Further frames of a stack are cut off, and so is the rest of a frame's text. */
#define MEMORY_STACK_FRAMES_MAX 256
#define MEMORY_FRAME_BYTES_MAX  400

typedef struct
{
  size_t first, n;
  uint64_t hash;
  uint32_t string;
  uint32_t zero;
} MemoryStack;

COLUMN_DEFINE (MemoryStackColumn, memory_stack_column, MemoryStack)

typedef struct
{
  TraceBuilder *builder;
  MemoryStackColumn stacks;
  U32Column frames; /* of all stacks */
  ItemIndex index;
  size_t n_bytes;
  uint64_t n_left_out; /* stacks for which there was no room */
  GString *text;
} MemoryStacks;

/* Returns false if memory runs out; clear () in either case. */
bool memory_stacks_init (MemoryStacks *stacks, TraceBuilder *builder);
void memory_stacks_clear (MemoryStacks *stacks);

/* Returns a string id for a frame; marks the builder as failed if memory runs out. */
uint32_t memory_stacks_frame (MemoryStacks *stacks,
                              const char *name,
                              size_t n_name,
                              const char *filename,
                              size_t n_filename,
                              int64_t line);

/* Returns a string id for a stack: STRING_EMPTY if it has no frames. O(frames). */
uint32_t memory_stacks_add (MemoryStacks *stacks, const uint32_t *frames, size_t n);
