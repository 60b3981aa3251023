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
  for (unsigned i = 0; i < ARG_FINDER_PATHS; i++)
    {
      free (finder->paths[i].places);
      finder->paths[i] = (ArgFinderPath){ 0 };
    }
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

static bool
add_place (ArgFinderPath *path, ArgFinderPlace place)
{
  if (path->n == path->cap)
    {
      uint32_t cap = 2 * path->cap + 4;
      ArgFinderPlace *grown = realloc (path->places, cap * sizeof *grown);

      if (grown == NULL)
        return false;
      path->places = grown;
      path->cap = cap;
    }
  path->places[path->n++] = place;
  return true;
}

/* Finds the positions of the keys in the path of the iterator. */
static bool
find_places (ArgFinder *finder, ArgFinderPath *path)
{
  ArgIter *iter = &finder->iter;
  uint32_t skipped = 0;

  path->is_known = false;
  path->n = 0;
  if (!arg_iter_read_path (iter))
    return false;
  for (uint32_t i = 0; i < iter->n_keys; i++)
    {
      unsigned key = key_of (finder, iter->path[i]);

      if (key == finder->n_keys)
        skipped++;
      else if (add_place (path, (ArgFinderPlace){ skipped, iter->path[i], key }))
        skipped = 0;
      else
        {
          iter->ran_out = true;
          return false;
        }
    }
  path->node = iter->node;
  path->is_known = true;
  return true;
}

bool
arg_finder_begin (ArgFinder *finder, uint64_t args)
{
  ArgFinderPath *path;

  finder->place = UINT32_MAX;
  if (args == ARGS_NONE || !trace_args_move_to_values (finder->trace, args, &finder->iter))
    return false;
  finder->path = finder->iter.node % ARG_FINDER_PATHS;
  path = &finder->paths[finder->path];
  if ((!path->is_known || path->node != finder->iter.node) && !find_places (finder, path))
    return false;
  finder->place = 0;
  return path->n > 0;
}

bool
arg_finder_seek (ArgFinder *finder, unsigned *ret_key)
{
  const ArgFinderPath *path = &finder->paths[finder->path];

  if (finder->place >= path->n)
    return false;
  const ArgFinderPlace *place = &path->places[finder->place++];
  *ret_key = place->key;
  return place->skipped == 0 || arg_iter_skip_many (&finder->iter, place->skipped);
}

bool
arg_finder_next (ArgFinder *finder, unsigned *ret_key, Arg *ret_arg)
{
  if (!arg_finder_seek (finder, ret_key) || !arg_iter_next (&finder->iter, ret_arg))
    return false;
  ret_arg->key = finder->paths[finder->path].places[finder->place - 1].string;
  return true;
}
