/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the values of a few keys in the arguments of many events.
 *
 * Events of one kind have the same keys in the same order (trace/model/args.h). So the positions of the wanted keys are
 * found once per kind, and all other values are skipped. One owner at a time. */

#pragma once

#include "trace/model/trace.h"

#define ARG_FINDER_KEYS_MAX 8

/* Key paths that a finder remembers. Kernels, copies and operators have a few each. */
#define ARG_FINDER_PATHS 16

/* A wanted key in a path. */
typedef struct
{
  uint32_t skipped; /* keys between the wanted one before and this one */
  uint32_t string;  /* string id of the key */
  unsigned key;     /* which of the wanted keys */
} ArgFinderPlace;

typedef struct
{
  bool is_known;
  uint32_t node;          /* which path it is */
  ArgFinderPlace *places; /* ascending */
  uint32_t n, cap;
} ArgFinderPath;

typedef struct
{
  const Trace *trace;
  const char *const *keys;
  unsigned n_keys;

  ArgIter iter;
  ArgFinderPath paths[ARG_FINDER_PATHS]; /* [node % ARG_FINDER_PATHS] */
  uint32_t path, place;                  /* of the current entry: which of paths, and the next place in it */
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

/* Moves to the next value of one of the keys, and leaves it to the caller to take or skip it with the functions of
 * trace/model/args.h on finder->iter, which he must. Returns false when there are no more. */
bool arg_finder_seek (ArgFinder *finder, unsigned *ret_key);
