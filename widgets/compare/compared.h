/* SPDX-License-Identifier: Apache-2.0
 *
 * A comparison for views: the profiles, what each side is called, and the figures. Immutable, reference-counted; any
 * thread. */

#pragma once

#include "trace/compare/comparison.h"
#include "widgets/state/profile.h"

/* Letters end here, and so do the patterns of lines. */
#define COMPARED_SIDES_MAX 8

typedef struct
{
  const Profile *profile;
  ComparePart part;
  char *name;  /* of the profile: "control" */
  char *scope; /* "Whole profile", "Step 107, rank 3" */
} ComparedSide;

typedef struct
{
  gatomicrefcount n_references;
  uint32_t n_sides; /* 2 to COMPARED_SIDES_MAX; the first is the baseline */
  ComparedSide sides[COMPARED_SIDES_MAX];
  HandPair *pairs; /* what the user decided about names of kernels */
  size_t n_pairs;
  Comparison comparison;
} Compared;

/* References the profiles and copies the texts and pairs. should_continue (user_data) is called regularly, on several threads at once.
 * Returns NULL when it returns false or memory runs out. Takes the time of comparison_compute (): call it from a worker
 * thread. */
Compared *compared_new (const ComparedSide *sides,
                        uint32_t n_sides,
                        const HandPair *pairs,
                        size_t n_pairs,
                        bool (*should_continue) (void *user_data),
                        void *user_data);
Compared *compared_ref (Compared *compared);
void compared_unref (Compared *compared); /* NULL is allowed */

/* Returns the letter of a side, "A"; static. */
const char *compared_letter (uint32_t side);

/* Returns "B: test, step 107"; transfer full. */
char *compared_side_text (const Compared *compared, uint32_t side);

/* Returns what the name of a side has and those of the others have not (distinct_name ()), for places with little room;
 * transfer full. */
char *compared_short_name (const Compared *compared, uint32_t side);
