/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/arg_finder.h"

#include <stdlib.h>
#include <string.h>

void
arg_finder_init (ArgFinder *finder, const Trace *trace, const char *const *keys, unsigned n_keys)
{
  *finder = (ArgFinder){ .trace = trace, .keys = keys, .n_keys = MIN (n_keys, ARG_FINDER_KEYS_MAX) };
}

void
arg_finder_clear (ArgFinder *finder)
{
  arg_iter_clear (&finder->iter);
  free (finder->places);
  finder->places = NULL;
}

static unsigned
key_of (const ArgFinder *finder, uint32_t string)
{
  size_t length;
  const char *text = trace_string (finder->trace, string, &length);
  unsigned key = 0;

  while (key < finder->n_keys
         && (strlen (finder->keys[key]) != length || memcmp (finder->keys[key], text, length) != 0))
    key++;
  return key;
}

/* Finds the positions of the keys in the path of the iterator. */
static bool
find_places (ArgFinder *finder)
{
  uint32_t n = finder->iter.n_keys;

  if (n > finder->cap)
    {
      uint8_t *grown = realloc (finder->places, n);

      if (grown == NULL)
        {
          finder->iter.ran_out = true;
          return false;
        }
      finder->places = grown;
      finder->cap = n;
    }
  finder->n_places = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      finder->places[i] = (uint8_t) key_of (finder, finder->iter.path[i]);
      if (finder->places[i] < finder->n_keys)
        finder->n_places = i + 1;
    }
  finder->node = finder->iter.node;
  finder->has_places = true;
  return true;
}

bool
arg_finder_begin (ArgFinder *finder, uint64_t args)
{
  if (args == ARGS_NONE || !trace_args_move (finder->trace, args, &finder->iter))
    {
      finder->n_places = 0;
      finder->has_places = false;
      return false;
    }
  return ((finder->has_places && finder->node == finder->iter.node) || find_places (finder))
         && finder->n_places > 0;
}

bool
arg_finder_next (ArgFinder *finder, unsigned *ret_key, Arg *ret_arg)
{
  while (finder->iter.i < finder->n_places)
    {
      unsigned key = finder->places[finder->iter.i];

      if (key < finder->n_keys)
        {
          *ret_key = key;
          return arg_iter_next (&finder->iter, ret_arg);
        }
      if (!arg_iter_skip (&finder->iter))
        return false;
    }
  return false;
}
