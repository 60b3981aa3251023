/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/pickle/pickle_stack.h"

#include <stdlib.h>
#include <string.h>

COLUMN_IMPLEMENT (PickleValueColumn, pickle_value_column)
COLUMN_IMPLEMENT (PickleContainerColumn, pickle_container_column)

/* No program nests or keeps as much. What the handler has taken counts for nothing. */
#define DEPTH_MAX  64
#define MARKS_MAX  4096
#define VALUES_MAX ((size_t) 1 << 22)
#define ITEMS_MAX  ((size_t) 1 << 22)

/* Memory of free containers that is kept: so many items, as the dictionaries of a snapshot have, of so many containers. */
#define ITEMS_KEPT      32
#define CONTAINERS_KEPT 1024

/* Programs number the memo without gaps. */
#define MEMO_GAP 4096

/* Python puts at most so many items into a container at a time. A container that got as many may get more. */
#define PYTHON_BATCH 1000

/* An entry of the memo: what it refers to in the upper three bits. */
enum
{
  HANDLE_EMPTY,
  HANDLE_TEXT,
  HANDLE_CONTAINER,
  HANDLE_TOKEN, /* and the kinds of tokens behind it */
  HANDLE_GONE = HANDLE_TOKEN + PICKLE_KINDS,
  HANDLE_BOXED,
  N_HANDLES
};

_Static_assert(N_HANDLES <= 8, "three bits");

const char pickle_no_memory[] = "needs more memory than there is";

static const char sealed_change[] = "changes a list or dictionary that is complete, or that holds itself";
static const char not_enough[] = "takes more values than there are";
static const char no_mark[] = "needs a mark, and there is none";
static const char wrong_target[] = "adds to something that is no list or dictionary of that kind";
static const char too_much[] = "has read more than a memory snapshot holds";
static const char too_deep[] = "has lists or dictionaries too deep in one another";

bool
pickle_stack_init (PickleStack *stack)
{
  *stack = (PickleStack){ .texts = string_table_new () };
  return stack->texts != NULL;
}

void
pickle_stack_clear (PickleStack *stack)
{
  for (size_t c = 0; c < stack->containers.n; c++)
    free (stack->containers.at[c].items);
  pickle_value_column_clear (&stack->values);
  u32_column_clear (&stack->marks);
  u32_column_clear (&stack->memo);
  pickle_container_column_clear (&stack->containers);
  u32_column_clear (&stack->unused);
  pickle_value_column_clear (&stack->boxed);
  string_table_free (stack->texts);
  *stack = (PickleStack){ 0 };
}

static bool
is_container (PickleValue value)
{
  return value.type >= PICKLE_LIST;
}

/* ---- containers ---- */

/* Removes the items, which have been released. */
static void
empty (PickleStack *stack, PickleContainer *container)
{
  stack->n_items -= container->n;
  container->n = 0;
  if (container->cap <= ITEMS_KEPT && stack->unused.n < CONTAINERS_KEPT)
    return;
  free (container->items);
  container->items = NULL;
  container->cap = 0;
}

static void
release (PickleStack *stack, PickleValue value)
{
  if (!is_container (value))
    return;
  PickleContainer *container = &stack->containers.at[value.id];

  if (--container->n_refs > 0)
    return;
  /* As deep as containers are in one another. */
  for (size_t i = 0; i < container->n; i++)
    release (stack, container->items[i]);
  empty (stack, container);
  /* Room was made when it was added. */
  u32_column_push (&stack->unused, value.id);
}

static void
retain (PickleStack *stack, PickleValue value)
{
  if (is_container (value))
    stack->containers.at[value.id].n_refs++;
}

/* Returns what stands for a value now. */
static PickleValue
current (const PickleStack *stack, PickleValue value)
{
  return is_container (value) && stack->containers.at[value.id].is_replaced
           ? stack->containers.at[value.id].stand_in
           : value;
}

static const char *
new_container (PickleStack *stack, PickleType type, PickleValue *ret_value)
{
  uint32_t id;

  if (stack->unused.n > 0)
    id = stack->unused.at[--stack->unused.n];
  else
    {
      id = (uint32_t) stack->containers.n;
      if (id >= ITEMS_MAX)
        return too_much;
      if (!pickle_container_column_push (&stack->containers, (PickleContainer){ 0 })
          || !u32_column_reserve (&stack->unused, stack->containers.n - stack->unused.n))
        return pickle_no_memory;
    }
  PickleContainer *container = &stack->containers.at[id];
  *container = (PickleContainer){
    .items = container->items,
    .cap = container->cap,
    .type = (uint8_t) type,
    .n_refs = 1,
    .depth = 1,
    .serial = ++stack->n_serials,
  };
  *ret_value = (PickleValue){ .type = (uint8_t) type, .id = id };
  return NULL;
}

static uint32_t handle_of_stand_in (PickleValue value);

/* Hands over a container. Afterwards it does not change. The stack's own reference is the caller's. */
static const char *
complete (PickleStack *stack, uint32_t id, uint64_t parent)
{
  PickleContainer *container = &stack->containers.at[id];
  PickleValue stand_in = { .type = container->type, .id = id };
  const PickleItems items = {
    .type = (PickleType) container->type,
    .items = container->items,
    .n = container->n,
    .n_gone = container->n_gone,
    .serial = container->serial,
    .parent = parent,
  };

  if (container->is_sealed)
    return NULL;
  container->is_sealed = true;
  if (!stack->complete (stack->user_data, stack->reader, &items, &stand_in))
    return pickle_no_memory;
  if (is_container (stand_in))
    return NULL;
  container = &stack->containers.at[id];
  container->is_replaced = true;
  container->stand_in = stand_in;
  for (size_t i = 0; i < container->n; i++)
    release (stack, container->items[i]);
  empty (stack, container);
  if (container->memo != 0)
    {
      stack->memo.at[container->memo - 1] = handle_of_stand_in (stand_in);
      container->memo = 0;
      container->n_refs--; /* the caller has another */
    }
  return NULL;
}

/* Completes a value that becomes an item, and sets what stands for it; the reference to a replaced one is given back. */
static const char *
seal (PickleStack *stack, PickleValue *value, uint64_t parent)
{
  if (!is_container (*value))
    return NULL;
  const char *wrong = complete (stack, value->id, parent);

  if (wrong != NULL)
    return wrong;
  PickleValue now = current (stack, *value);
  if (!is_container (now))
    release (stack, *value);
  *value = now;
  return NULL;
}

/* Puts values into a container, which takes their references over. */
static const char *
put_items (PickleStack *stack, uint32_t id, PickleValue *values, size_t n)
{
  if (stack->containers.at[id].is_sealed)
    return sealed_change;
  for (size_t i = 0; i < n; i++)
    {
      if (is_container (values[i]) && values[i].id == id)
        return sealed_change;
      const char *wrong = seal (stack, &values[i], stack->containers.at[id].serial);
      if (wrong != NULL)
        return wrong;
    }
  PickleContainer *container = &stack->containers.at[id];
  if (n > ITEMS_MAX - stack->n_items)
    return too_much;
  if (n > container->cap - container->n
      && !column_grow ((void **) &container->items, &container->cap, container->n + n, sizeof *values))
    return pickle_no_memory;
  for (size_t i = 0; i < n; i++)
    {
      if (is_container (values[i]))
        {
          uint8_t depth = stack->containers.at[values[i].id].depth;

          if (depth >= DEPTH_MAX)
            return too_deep;
          container->depth = MAX (container->depth, (uint8_t) (depth + 1));
        }
      if (values[i].type == PICKLE_GONE && container->type == PICKLE_DICT && values[i].id > 1)
        return wrong_target;
      if (values[i].type == PICKLE_GONE && container->type != PICKLE_DICT)
        {
          container->n_gone += values[i].id;
          continue;
        }
      container->items[container->n++] = values[i];
      stack->n_items++;
      /* The stack has it no more, whatever happens behind this one. */
      values[i] = (PickleValue){ .type = PICKLE_NONE };
    }
  return NULL;
}

/* ---- the stack ---- */

static size_t
last_mark (const PickleStack *stack)
{
  return stack->marks.n > 0 ? stack->marks.at[stack->marks.n - 1] : 0;
}

/* Equal values that the handler has taken become one: id is their number. */
static bool
joins_gone (PickleStack *stack, uint32_t n)
{
  PickleValueColumn *values = &stack->values;

  if (values->n <= last_mark (stack) || values->at[values->n - 1].type != PICKLE_GONE
      || values->at[values->n - 1].id > UINT32_MAX - n)
    return false;
  values->at[values->n - 1].id += n;
  return true;
}

const char *
pickle_stack_push (PickleStack *stack, PickleValue value)
{
  if (value.type == PICKLE_GONE && joins_gone (stack, value.id))
    return NULL;
  if (stack->values.n >= VALUES_MAX)
    return too_much;
  return pickle_value_column_push (&stack->values, value) ? NULL : pickle_no_memory;
}

const char *
pickle_stack_push_text (PickleStack *stack, PickleType type, const char *text, size_t length)
{
  uint32_t id;

  if (!string_table_intern (stack->texts, text, length, &id))
    return pickle_no_memory;
  if (id >= PICKLE_IDS)
    return too_much;
  return pickle_stack_push (stack, (PickleValue){ .type = (uint8_t) type, .id = id });
}

const char *
pickle_stack_push_container (PickleStack *stack, PickleType type)
{
  PickleValue value;
  const char *wrong = new_container (stack, type, &value);

  if (wrong != NULL)
    return wrong;
  wrong = pickle_stack_push (stack, value);
  if (wrong != NULL)
    release (stack, value);
  return wrong;
}

const char *
pickle_stack_mark (PickleStack *stack)
{
  if (stack->marks.n >= MARKS_MAX)
    return too_deep;
  return u32_column_push (&stack->marks, (uint32_t) stack->values.n) ? NULL : pickle_no_memory;
}

/* Removes the last value; a value that stands for several becomes one less. */
static void
drop_last (PickleStack *stack)
{
  PickleValue *last = &stack->values.at[stack->values.n - 1];

  if (last->type == PICKLE_GONE && last->id > 1)
    {
      last->id--;
      return;
    }
  PickleValue value = *last;
  stack->values.n--;
  release (stack, value);
}

const char *
pickle_stack_pop (PickleStack *stack)
{
  /* Python pops a mark as well. */
  if (stack->marks.n > 0 && last_mark (stack) == stack->values.n)
    {
      stack->marks.n--;
      return NULL;
    }
  if (stack->values.n == 0)
    return not_enough;
  drop_last (stack);
  return NULL;
}

static void
cut (PickleStack *stack, size_t n)
{
  while (stack->values.n > n)
    {
      PickleValue value = stack->values.at[--stack->values.n];

      release (stack, value);
    }
}

const char *
pickle_stack_pop_mark (PickleStack *stack)
{
  if (stack->marks.n == 0)
    return no_mark;
  cut (stack, last_mark (stack));
  stack->marks.n--;
  return NULL;
}

const char *
pickle_stack_duplicate (PickleStack *stack)
{
  if (stack->values.n <= last_mark (stack))
    return not_enough;
  PickleValue value = stack->values.at[stack->values.n - 1];

  if (value.type == PICKLE_GONE)
    value.id = 1;
  const char *wrong = pickle_stack_push (stack, value);
  if (wrong == NULL)
    retain (stack, value);
  return wrong;
}

/* ---- the memo ---- */

static uint32_t
handle (unsigned what, uint32_t id)
{
  return (uint32_t) what << 29 | id;
}

static uint32_t
handle_of_stand_in (PickleValue value)
{
  switch (value.type)
    {
    case PICKLE_TOKEN:
      return handle (HANDLE_TOKEN + value.kind, value.id);
    case PICKLE_GONE:
      return handle (HANDLE_GONE, 0);
    default:
      return handle (HANDLE_GONE, 1);
    }
}

const char *
pickle_stack_put (PickleStack *stack, uint64_t index)
{
  uint32_t entry;

  if (stack->values.n <= last_mark (stack))
    return not_enough;
  PickleValue value = current (stack, stack->values.at[stack->values.n - 1]);
  if (index > (uint64_t) stack->n_puts + MEMO_GAP || index >= PICKLE_IDS)
    return "numbers what it keeps with far too large a number";
  if (is_container (value))
    {
      if (stack->containers.at[value.id].memo != 0)
        return "keeps one value under two numbers";
      entry = handle (HANDLE_CONTAINER, value.id);
    }
  else if (value.type == PICKLE_TEXT)
    entry = handle (HANDLE_TEXT, value.id);
  else if (value.type == PICKLE_TOKEN || value.type == PICKLE_GONE)
    entry = handle_of_stand_in (value);
  else
    {
      if (stack->boxed.n >= ITEMS_MAX)
        return too_much;
      entry = handle (HANDLE_BOXED, (uint32_t) stack->boxed.n);
      if (!pickle_value_column_push (&stack->boxed, value))
        return pickle_no_memory;
    }

  if (index >= stack->memo.n)
    {
      size_t n = (size_t) index + 1 - stack->memo.n;

      if (!u32_column_reserve (&stack->memo, n))
        return pickle_no_memory;
      memset (stack->memo.at + stack->memo.n, 0, n * sizeof *stack->memo.at);
      stack->memo.n = (size_t) index + 1;
    }
  uint32_t before = stack->memo.at[index];
  stack->memo.at[index] = entry;
  stack->n_puts++;
  if (is_container (value))
    {
      retain (stack, value);
      stack->containers.at[value.id].memo = (uint32_t) index + 1;
    }
  if (before >> 29 == HANDLE_CONTAINER)
    {
      uint32_t id = before & (PICKLE_IDS - 1);

      stack->containers.at[id].memo = 0;
      release (stack, (PickleValue){ .type = PICKLE_LIST, .id = id });
    }
  return NULL;
}

const char *
pickle_stack_memoize (PickleStack *stack)
{
  return pickle_stack_put (stack, stack->n_puts);
}

const char *
pickle_stack_get (PickleStack *stack, uint64_t index)
{
  uint32_t entry = index < stack->memo.n ? stack->memo.at[index] : 0, id = entry & (PICKLE_IDS - 1);
  PickleValue value;
  unsigned what = entry >> 29;

  switch (what)
    {
    case HANDLE_EMPTY:
      return "refers to a value that it has not kept";
    case HANDLE_TEXT:
      return pickle_stack_push_plain (stack, (PickleValue){ .type = PICKLE_TEXT, .id = id });
    case HANDLE_CONTAINER:
      value = (PickleValue){ .type = stack->containers.at[id].type, .id = id };
      break;
    case HANDLE_GONE:
      value = id == 0 ? (PickleValue){ .type = PICKLE_GONE, .id = 1 } : (PickleValue){ .type = PICKLE_NONE };
      break;
    case HANDLE_BOXED:
      value = stack->boxed.at[id];
      break;
    default:
      value = (PickleValue){ .type = PICKLE_TOKEN, .kind = (uint8_t) (what - HANDLE_TOKEN), .id = id };
      break;
    }
  const char *wrong = pickle_stack_push (stack, value);
  if (wrong == NULL)
    retain (stack, value);
  return wrong;
}

/* ---- building ---- */

/* Replaces the values from first on by the container that holds them. */
static const char *
build (PickleStack *stack, PickleType type, size_t first)
{
  PickleValue value;
  size_t n = stack->values.n - first;
  const char *wrong = type == PICKLE_DICT && n % 2 != 0 ? not_enough : new_container (stack, type, &value);

  if (wrong != NULL)
    return wrong;
  wrong = put_items (stack, value.id, stack->values.at + first, n);
  if (wrong != NULL)
    {
      release (stack, value);
      return wrong;
    }
  stack->values.n = first;
  wrong = pickle_stack_push (stack, value);
  if (wrong != NULL)
    release (stack, value);
  return wrong;
}

const char *
pickle_stack_build_marked (PickleStack *stack, PickleType type)
{
  if (stack->marks.n == 0)
    return no_mark;
  size_t first = last_mark (stack);

  stack->marks.n--;
  return build (stack, type, first);
}

const char *
pickle_stack_build_tuple (PickleStack *stack, size_t n)
{
  for (size_t i = 1; i <= n; i++)
    {
      /* One value may stand for several. */
      if (stack->values.n < last_mark (stack) + i)
        return not_enough;
      if (stack->values.at[stack->values.n - i].type == PICKLE_GONE)
        return "makes a tuple of parts of a memory snapshot";
    }
  return build (stack, PICKLE_TUPLE, stack->values.n - n);
}

/* Puts the values from first on into the container before them. */
static const char *
extend (PickleStack *stack, PickleType type, size_t first)
{
  size_t n = stack->values.n - first;

  if (first == 0 || first <= last_mark (stack))
    return not_enough;
  PickleValue target = stack->values.at[first - 1];
  if (target.type != type)
    return target.type == PICKLE_TOKEN || target.type == PICKLE_GONE ? sealed_change : wrong_target;
  if (type == PICKLE_DICT && n % 2 != 0)
    return not_enough;
  const char *wrong = put_items (stack, target.id, stack->values.at + first, n);
  if (wrong == NULL)
    stack->values.n = first;
  return wrong;
}

/* Returns the number of the list that the last value is likely of: the one just below it, or below the last mark. */
static uint64_t
parent_of_last (const PickleStack *stack)
{
  size_t at = stack->values.n - 1, mark = last_mark (stack);
  PickleValue below = { .type = PICKLE_NONE };

  if (at > mark && stack->values.at[at - 1].type == PICKLE_LIST)
    below = stack->values.at[at - 1];
  else if (stack->marks.n > 0 && mark > 0)
    below = stack->values.at[mark - 1];
  return below.type == PICKLE_LIST ? stack->containers.at[below.id].serial : 0;
}

/* Completes the last value without waiting for its use: the containers that a list of millions is made of would pile up
 * where they are put into it all at once. */
static const char *
complete_last (PickleStack *stack)
{
  PickleValue value = stack->values.at[stack->values.n - 1];
  PickleContainer *container = &stack->containers.at[value.id];

  if (container->n_refs > (container->memo != 0 ? 2u : 1u))
    return NULL;
  const char *wrong = complete (stack, value.id, parent_of_last (stack));
  if (wrong != NULL)
    return wrong;
  PickleValue now = current (stack, value);
  if (is_container (now))
    return NULL;
  stack->values.n--;
  release (stack, value);
  return pickle_stack_push (stack, now);
}

const char *
pickle_stack_extend_marked (PickleStack *stack, PickleType type)
{
  if (stack->marks.n == 0)
    return no_mark;
  size_t first = last_mark (stack), n = stack->values.n - first;

  stack->marks.n--;
  const char *wrong = extend (stack, type, first);
  if (wrong != NULL)
    return wrong;
  bool has_gone = first > 0 && stack->containers.at[stack->values.at[first - 1].id].n_gone > 0;
  n /= type == PICKLE_DICT ? 2 : 1;
  return n > 0 && n % PYTHON_BATCH != 0 && !has_gone ? complete_last (stack) : NULL;
}

const char *
pickle_stack_extend (PickleStack *stack, PickleType type)
{
  size_t n = type == PICKLE_DICT ? 2 : 1;

  for (size_t i = 1; i <= n; i++)
    {
      if (stack->values.n < last_mark (stack) + i)
        return not_enough;
      if (stack->values.at[stack->values.n - i].type == PICKLE_GONE
          && stack->values.at[stack->values.n - i].id > 1)
        return wrong_target;
    }
  return extend (stack, type, stack->values.n - n);
}

const char *
pickle_stack_stop (PickleStack *stack, PickleValue *ret_root)
{
  if (stack->values.n != 1 || stack->marks.n != 0)
    return "ends with more or less than one value";
  const char *wrong = seal (stack, &stack->values.at[0], 0);
  *ret_root = stack->values.at[0];
  return wrong;
}
