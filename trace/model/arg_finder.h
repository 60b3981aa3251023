/* SPDX-License-Identifier: Apache-2.0
 *
 * The values of a few keys in the arguments of many events.
 *
 * Events of one kind have the same keys in the same order (trace/model/args.h), so where the wanted ones stand is found once and
 * everything else is passed over. One owner at a time. */

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
  uint32_t node;          /* the path of keys that places is about */
  uint8_t *places;        /* by place in the path: which key, or n_keys */
  uint32_t cap, n_places; /* places behind the last wanted one are not looked at */
} ArgFinder;

/* n_keys at most ARG_FINDER_KEYS_MAX; borrowed. Allocates nothing. */
void arg_finder_init (ArgFinder *finder, const Trace *trace, const char *const *keys, unsigned n_keys);
void arg_finder_clear (ArgFinder *finder);

/* Begins with the arguments of an event. False: it has none of the keys, or memory ran out, which finder->iter.ran_out
 * tells. O(1), amortised. */
bool arg_finder_begin (ArgFinder *finder, uint64_t args);

/* The next value of one of the keys: a key may come more than once. ret_arg: as of arg_iter_next (). False: no more. */
bool arg_finder_next (ArgFinder *finder, unsigned *ret_key, Arg *ret_arg);
