/* SPDX-License-Identifier: Apache-2.0
 *
 * --pair "NAME => NAME" and --apart "NAME => NAME": exact names of a kernel of BASE and of one of another side, which are
 * compared, or are not, whatever the rules say. */

#pragma once

#include <glib.h>

#include "app/cli/comparing/compare_sides.h"
#include "app/cli/out/cli_status.h"
#include "trace/compare/comparison.h"

/* As given; all NULL when not given. */
typedef struct
{
  char **pair, **apart; /* NULL-terminated */
} PairOptions;

void pair_options_add (PairOptions *options, GOptionContext *context);
void pair_options_clear (PairOptions *options);

typedef struct
{
  HandPair *pairs; /* borrows from texts */
  guint n;
  GPtrArray *texts;
} AskedPairs;

/* Reads the options; complains about what is no pair, and about pairs that contradict one another whatever the profiles.
 * Call asked_pairs_clear () in either case. */
CliStatus pair_options_parse (const PairOptions *options, AskedPairs *ret_pairs);

/* Complains about names that no kernel has, which would have no effect, and about pairs that cannot be made. O(pairs x
 * (pairs + kernels)). */
CliStatus asked_pairs_check (const AskedPairs *asked, const CompareSides *sides, const Comparison *comparison);
void asked_pairs_clear (AskedPairs *asked);
