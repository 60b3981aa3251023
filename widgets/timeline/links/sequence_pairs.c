/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/timeline/links/sequence_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/id_map.h"

/* Slices between two looks at whether they are wanted: of operators arguments are read. */
#define SLICES_AT_ONCE 4096

/* String ids of what is looked for, found out once. */
typedef struct
{
  uint32_t sequence, forward_thread; /* TRACE_NONE: the file has no such argument */
} Keys;

static Keys
find_keys (const Trace *trace)
{
  Keys keys = { TRACE_NONE, TRACE_NONE };

  for (uint32_t id = 0; id < trace_n_strings (trace); id++)
    {
      const char *text = trace_string (trace, id, NULL);

      if (strcmp (text, "Sequence number") == 0)
        keys.sequence = id;
      else if (strcmp (text, "Fwd thread id") == 0)
        keys.forward_thread = id;
    }
  return keys;
}

static bool
are_drawn (const Trace *trace)
{
  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    {
      TraceFlow flow = trace_flow (trace, i);

      if (flow.kind == FLOW_OF_FILE && strcmp (trace_string (trace, flow.category, NULL), "fwdbwd") == 0)
        return true;
    }
  return false;
}

static bool
whole_number (const Arg *arg, uint64_t *ret)
{
  char text[24];

  if (arg->length == 0 || arg->length >= sizeof text)
    return false;
  memcpy (text, arg->text, arg->length);
  text[arg->length] = '\0';
  return g_ascii_string_to_unsigned (text, 10, 0, UINT64_MAX / 2, ret, NULL);
}

/* False: the operator has no sequence number. */
static bool
read_numbers (const Trace *trace,
              const Keys *keys,
              uint64_t slice,
              uint64_t *ret_sequence,
              bool *ret_is_backward)
{
  bool has_sequence = false;
  uint64_t thread = 0;
  ArgIter iter;
  Arg arg;

  if (!trace_args (trace, trace_slices (trace)->args[slice], &iter))
    return false;
  while (arg_iter_next (&iter, &arg))
    {
      if (arg.key == keys->sequence)
        has_sequence = whole_number (&arg, ret_sequence);
      else if (arg.key == keys->forward_thread && !whole_number (&arg, &thread))
        thread = 0;
    }
  arg_iter_clear (&iter);
  *ret_is_backward = thread != 0;
  return has_sequence;
}

/* Each number's last operator. ranks are apart: their numbers mean nothing to one another. */
static bool
collect (const Trace *trace,
         const Keys *keys,
         IdMap *forward,
         IdMap *backward,
         bool (*should_continue) (void *user_data),
         void *user_data)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n_ranks = MAX (trace_n_ranks (trace), 1);

  for (uint64_t i = 0; i < slices->n; i++)
    {
      uint64_t sequence, id;
      bool is_backward;

      if (i % SLICES_AT_ONCE == 0 && should_continue != NULL && !should_continue (user_data))
        return false;
      if (slices->kind[i] != SLICE_OPERATOR || !read_numbers (trace, keys, i, &sequence, &is_backward))
        continue;
      if (__builtin_mul_overflow (sequence, n_ranks, &id)
          || __builtin_add_overflow (id, (uint64_t) trace_track (trace, trace_track_of (trace, i))->rank,
                                     &id))
        continue;
      uint64_t *known = id_map_add (is_backward ? backward : forward, id, i);
      if (known == NULL)
        return false;
      if (slice_start_ns (slices, i) >= slice_start_ns (slices, *known))
        *known = i;
    }
  return true;
}

static int
compare_forward (const void *a, const void *b)
{
  const SequencePair *x = a, *y = b;

  return x->forward < y->forward ? -1 : x->forward > y->forward;
}

static int
compare_backward (const void *a, const void *b)
{
  const SequencePair *x = a, *y = b;

  return x->backward < y->backward ? -1 : x->backward > y->backward;
}

static bool
make_pairs (SequencePairs *pairs, const IdMap *forward, const IdMap *backward)
{
  pairs->by_forward = calloc (forward->n + 1, sizeof *pairs->by_forward);
  pairs->by_backward = calloc (forward->n + 1, sizeof *pairs->by_backward);
  if (pairs->by_forward == NULL || pairs->by_backward == NULL)
    return false;
  for (size_t i = 0; i < forward->n_entries; i++)
    {
      const IdMapEntry *entry = &forward->entries[i];
      uint64_t *other = entry->value != ID_MAP_NONE ? id_map_find (backward, entry->id) : NULL;

      if (other != NULL)
        pairs->by_forward[pairs->n++] = (SequencePair){ entry->value, *other };
    }
  memcpy (pairs->by_backward, pairs->by_forward, pairs->n * sizeof *pairs->by_forward);
  qsort (pairs->by_forward, pairs->n, sizeof *pairs->by_forward, compare_forward);
  qsort (pairs->by_backward, pairs->n, sizeof *pairs->by_backward, compare_backward);
  return true;
}

SequencePairs *
sequence_pairs_new (const Trace *trace, bool (*should_continue) (void *user_data), void *user_data)
{
  SequencePairs *pairs = calloc (1, sizeof *pairs);
  Keys keys = find_keys (trace);
  IdMap forward = { 0 }, backward = { 0 };
  bool ok = pairs != NULL;

  if (ok && keys.sequence != TRACE_NONE && keys.forward_thread != TRACE_NONE && !are_drawn (trace))
    ok = collect (trace, &keys, &forward, &backward, should_continue, user_data)
         && make_pairs (pairs, &forward, &backward);
  id_map_clear (&forward);
  id_map_clear (&backward);
  if (ok)
    return pairs;
  sequence_pairs_free (pairs);
  return NULL;
}

void
sequence_pairs_free (SequencePairs *pairs)
{
  if (pairs == NULL)
    return;
  free (pairs->by_forward);
  free (pairs->by_backward);
  free (pairs);
}

uint64_t
sequence_pairs_backward_of (const SequencePairs *pairs, uint64_t forward)
{
  SequencePair key = { .forward = forward }, *found = NULL;

  if (pairs != NULL && pairs->n > 0)
    found = bsearch (&key, pairs->by_forward, pairs->n, sizeof key, compare_forward);
  return found != NULL ? found->backward : SLICE_NONE;
}

uint64_t
sequence_pairs_forward_of (const SequencePairs *pairs, uint64_t backward)
{
  SequencePair key = { .backward = backward }, *found = NULL;

  if (pairs != NULL && pairs->n > 0)
    found = bsearch (&key, pairs->by_backward, pairs->n, sizeof key, compare_backward);
  return found != NULL ? found->forward : SLICE_NONE;
}

uint64_t
sequence_pairs_partner_of (const SequencePairs *pairs, uint64_t slice)
{
  uint64_t backward = sequence_pairs_backward_of (pairs, slice);

  return backward != SLICE_NONE ? backward : sequence_pairs_forward_of (pairs, slice);
}
