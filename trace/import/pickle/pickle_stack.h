/* SPDX-License-Identifier: Apache-2.0
 *
 * What a pickle's instructions work on: a stack of values with marks, the memo, and the containers. Nothing here reads
 * bytes.
 *
 * A container can be changed until it has been put into another one or has been replaced by what the handler returned.
 * After that it is sealed, which is why none can hold itself.
 *
 * Functions return NULL, or what is wrong: a static text to stand behind "at byte N ". PICKLE_NO_MEMORY is another. */

#pragma once

#include "trace/container/column.h"
#include "trace/container/string_table.h"
#include "trace/import/pickle/pickle_reader.h"

extern const char pickle_no_memory[];

typedef struct
{
  PickleValue *items; /* malloc () */
  size_t n, cap;
  uint64_t n_gone;
  uint64_t serial;
  uint32_t n_refs; /* from the stack, from items and from the memo; 0: free */
  uint32_t memo;   /* the entry of the memo that refers to it, + 1; or 0 */
  uint8_t type;    /* PickleType */
  uint8_t depth;
  bool is_sealed, is_replaced;
  PickleValue stand_in; /* if it is replaced */
} PickleContainer;

COLUMN_DEFINE (PickleValueColumn, pickle_value_column, PickleValue)
COLUMN_DEFINE (PickleContainerColumn, pickle_container_column, PickleContainer)

typedef struct
{
  PickleValueColumn values;
  U32Column marks;
  U32Column memo; /* PickleHandle */
  uint32_t n_puts;
  PickleContainerColumn containers;
  U32Column unused;        /* numbers of containers that are free */
  PickleValueColumn boxed; /* values of the memo that do not fit into an entry */
  size_t n_items;          /* of all containers */
  StringTable *texts;
  PickleReader *reader;
  PickleComplete complete;
  void *user_data;
  uint64_t n_serials;
} PickleStack;

bool pickle_stack_init (PickleStack *stack); /* returns false if memory runs out; clear () in either case */
void pickle_stack_clear (PickleStack *stack);

const char *pickle_stack_push (PickleStack *stack, PickleValue value);

/* The same for a value that is neither a container nor gone. */
static inline const char *
pickle_stack_push_plain (PickleStack *stack, PickleValue value)
{
  PickleValueColumn *values = &stack->values;

  if (values->n == values->cap)
    return pickle_stack_push (stack, value);
  values->at[values->n++] = value;
  return NULL;
}

const char *pickle_stack_push_text (PickleStack *stack, PickleType type, const char *text, size_t length);
const char *pickle_stack_push_container (PickleStack *stack, PickleType type);
const char *pickle_stack_mark (PickleStack *stack);
const char *pickle_stack_pop (PickleStack *stack);
const char *pickle_stack_pop_mark (PickleStack *stack);
const char *pickle_stack_duplicate (PickleStack *stack);

/* Memo. index must not be far beyond the number of entries. */
const char *pickle_stack_put (PickleStack *stack, uint64_t index);
const char *pickle_stack_memoize (PickleStack *stack);
const char *pickle_stack_get (PickleStack *stack, uint64_t index);

/* Makes a container of the values behind the last mark, or of the last n. */
const char *pickle_stack_build_marked (PickleStack *stack, PickleType type);
const char *pickle_stack_build_tuple (PickleStack *stack, size_t n);

/* Puts the values behind the last mark into the container below it; or the last one or two. */
const char *pickle_stack_extend_marked (PickleStack *stack, PickleType type);
const char *pickle_stack_extend (PickleStack *stack, PickleType type);

/* Ends with one value left, and sets it. */
const char *pickle_stack_stop (PickleStack *stack, PickleValue *ret_root);
