/* SPDX-License-Identifier: Apache-2.0
 *
 * The ranks that a typed text names: numbers, ranges and names, separated by commas, as in "0-3, 8, node2*".
 *
 * A name is that of a rank ("rank 3"), of a node, or of a rank's file. * stands for any characters and ? for one. A name without
 * either means what has exactly that name, or, if nothing has, everything that contains it. Upper and lower case are the
 * same. */

#pragma once

#include "widgets/state/rank_choice.h"

/* Of a text that is read. */
#define RANK_FIND_TEXT_MAX 4096

typedef struct
{
  bool is_found;            /* each part of the text names a rank */
  const RankChoice *choice; /* NULL for all ranks; a reference of the caller */
  char *
    sentence; /* translated: what is found ("4 of 64 ranks: 0-3"), what is wrong, or what can be typed. Transfer full. */
} RankFind;

/* O(parts x names of ranks). */
RankFind rank_find (const Trace *trace, const char *text);

/* Returns "4 of 64 ranks", or "All 64 ranks". Transfer full. */
char *rank_find_count_text (const Trace *trace, const RankChoice *choice);
