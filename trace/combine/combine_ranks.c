/* SPDX-License-Identifier: Apache-2.0
 *
 * Which ranks of several profiles are one rank. */

#include "trace/combine/combine_private.h"

#include <stdlib.h>

const char *
combine_text (const Combination *combination, const CopiedText *text, size_t *ret_length)
{
  const TraceCopyChange *change = combination->change;

  *ret_length = text->length;
  return change != NULL && change->text != NULL ? change->text (text, ret_length, change->text_data) : text->text;
}

static uint32_t
copied_string (Combination *combination, CombinedPart *part, CopiedWhat what, SliceKind kind, uint32_t id)
{
  uint32_t n = trace_n_strings (part->trace);
  bool is_changed = combination->change != NULL && combination->change->text != NULL;
  size_t place = is_changed ? (what == COPIED_NAME ? (size_t) kind : (size_t) N_SLICE_KINDS + what) * n + id : id;

  if (id >= n)
    return STRING_EMPTY;
  if (part->strings[place] == 0)
    {
      CopiedText copied = { .what = what, .kind = kind };
      size_t length;

      copied.text = trace_string (part->trace, id, &copied.length);
      const char *text = combine_text (combination, &copied, &length);
      part->strings[place] = trace_builder_string (combination->builder, text, length) + 1;
    }
  return part->strings[place] - 1;
}

uint32_t
combine_string (Combination *combination, CombinedPart *part, CopiedWhat what, uint32_t id)
{
  return copied_string (combination, part, what, SLICE_OTHER, id);
}

uint32_t
combine_slice_name (Combination *combination, CombinedPart *part, SliceKind kind, uint32_t id)
{
  return copied_string (combination, part, COPIED_NAME, kind, id);
}

/* Returns the rank of the new profile that a rank joins, or UINT32_MAX. */
static uint32_t
rank_to_join (const Combination *combination, size_t i, uint32_t rank)
{
  const CombinedPart *parts = combination->parts;

  for (size_t p = 0; p < i; p++)
    for (uint32_t r = 0; r < trace_n_ranks (parts[p].trace); r++)
      if (run_processes_share (parts[i].processes, rank, parts[p].processes, r))
        return parts[p].ranks[r];
  /* Of more than two it would not be known which ones belong together. */
  if (combination->n_parts == 2 && i == 1 && same_run_is_likely (parts[0].trace, parts[1].trace))
    return parts[0].ranks[0];
  return UINT32_MAX;
}

/* All ranks of a copy are of one file for the builder, so that any of them can be added to at any time, and so that their
 * times stay as far apart as they are, even if nobody knows when they were. */
static uint32_t
begin_rank_of_copy (Combination *combination, CombinedPart *part, uint32_t r)
{
  CopiedText copied = { .what = COPIED_PATH };
  uint32_t rank;
  size_t length;

  copied.text = trace_string (part->trace, trace_rank (part->trace, r)->path, &copied.length);
  const char *path = combine_text (combination, &copied, &length);

  if (combination->n_ranks == 0)
    return trace_builder_begin_rank (combination->builder, path);
  rank = trace_builder_begin_rank_of_file (combination->builder);
  trace_builder_set_rank_path (combination->builder, path);
  return rank;
}

static bool
add_rank (Combination *combination, CombinedPart *part, uint32_t r, const char *path, int64_t base_ns)
{
  const TraceRank *rank = trace_rank (part->trace, r);
  CombinedRank *ranks = realloc (combination->ranks, (combination->n_ranks + (size_t) 1) * sizeof *ranks);

  if (ranks == NULL)
    return false;
  combination->ranks = ranks;
  CombinedRank *added = &ranks[combination->n_ranks];
  *added = (CombinedRank){ .rank = combination_is_copy (combination) ? begin_rank_of_copy (combination, part, r)
                                   : combination->n_ranks == 0
                                     ? trace_builder_begin_rank (combination->builder, path)
                                     : trace_builder_begin_rank_of_file (combination->builder) };
  added->tracks = import_tracks_new (combination->builder);
  if (added->tracks == NULL)
    return false;
  trace_builder_set_rank_number (combination->builder, rank->number);
  trace_builder_set_time_base (combination->builder, base_ns,
                               !combination_is_copy (combination) || rank->has_epoch);
  part->ranks[r] = combination->n_ranks++;
  return true;
}

/* A number that a file gives counts more than one by the order of processes. */
static void
take_number (Combination *combination, CombinedRank *combined, const TraceRank *rank)
{
  if (combined->has_number || rank->world_size == 0)
    return;
  combined->has_number = true;
  trace_builder_choose_rank (combination->builder, combined->rank);
  trace_builder_set_rank_number (combination->builder, rank->number);
  trace_builder_set_world_size (combination->builder, rank->world_size);
}

/* The numbers that files give are not to be taken by others, which are numbered by their order where any is given. */
static void
number_others (Combination *combination)
{
  bool any = false;

  for (uint32_t r = 0; r < combination->n_ranks; r++)
    any = any || (combination->ranks[r].has_number && !combination_is_copy (combination));
  for (uint32_t r = 0; any && r < combination->n_ranks; r++)
    if (!combination->ranks[r].has_number)
      {
        trace_builder_choose_rank (combination->builder, combination->ranks[r].rank);
        trace_builder_set_rank_number (combination->builder, -1);
      }
}

static void
take_node (Combination *combination, CombinedPart *part, CombinedRank *combined, const TraceRank *rank)
{
  uint32_t name = combine_string (combination, part, COPIED_NODE, trace_track (part->trace, rank->node)->name);

  if (combined->has_node || name == STRING_EMPTY)
    return;
  combined->has_node = true;
  trace_builder_choose_rank (combination->builder, combined->rank);
  trace_builder_set_node_name (combination->builder, name);
}

bool
combine_ranks_join (Combination *combination, const char *path, int64_t base_ns)
{
  for (size_t i = 0; i < combination->n_parts; i++)
    {
      CombinedPart *part = &combination->parts[i];

      for (uint32_t r = 0; r < trace_n_ranks (part->trace); r++)
        {
          part->ranks[r] = TRACE_NONE;
          if (part->copied != NULL && part->copied->ranks != NULL && !part->copied->ranks[r])
            continue;
          part->ranks[r] = rank_to_join (combination, i, r);
          if (part->ranks[r] == UINT32_MAX && !add_rank (combination, part, r, path, base_ns))
            return false;
          take_number (combination, &combination->ranks[part->ranks[r]], trace_rank (part->trace, r));
          take_node (combination, part, &combination->ranks[part->ranks[r]], trace_rank (part->trace, r));
        }
    }
  number_others (combination);
  return true;
}
