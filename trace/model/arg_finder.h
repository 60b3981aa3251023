/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the values of a few keys in the arguments of many events.
 *
 * Events of one kind have the same keys in the same order (trace/model/args.h). So the positions of the wanted keys are
 * found once per kind, and all other values are skipped. One owner at a time. */

#pragma once

#include "trace/model/trace.h"

#define ARG_FINDER_KEYS_MAX 8

typedef struct
{
  const Trace *trace;
  const char *const *keys;
  unsigned n_keys;

  ArgIter iter;
  bool has_places;
  uint32_t node;          /* the key path that places describes */
  uint8_t *places;        /* [i]: the wanted key at position i of the path, or n_keys */
  uint32_t cap, n_places; /* positions behind the last wanted key are not counted */
} ArgFinder;

/* n_keys is at most ARG_FINDER_KEYS_MAX. keys is borrowed. Allocates nothing. */
void arg_finder_init (ArgFinder *finder, const Trace *trace, const char *const *keys, unsigned n_keys);
void arg_finder_clear (ArgFinder *finder);

/* Starts on the arguments of an event. Returns false if the event has none of the keys, or if memory ran out, which
 * sets finder->iter.ran_out. O(1), amortised. */
bool arg_finder_begin (ArgFinder *finder, uint64_t args);

/* Returns the next value of one of the keys; a key may occur more than once. ret_arg is as of arg_iter_next (). Returns
 * false when there are no more. */
bool arg_finder_next (ArgFinder *finder, unsigned *ret_key, Arg *ret_arg);
