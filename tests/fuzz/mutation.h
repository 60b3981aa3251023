/* SPDX-License-Identifier: Apache-2.0
 *
 * Changes of the kinds that files suffer, and that break readers: drawn from a sequence of numbers, so that they are
 * the same in every run. */

#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/gen/prng.h"

typedef struct
{
  Prng prng;
  const GPtrArray *seeds;      /* of GBytes: what is spliced in */
  const GPtrArray *dictionary; /* likewise: what is inserted */
} Mutation;

/* The entries of a dictionary in the syntax of libFuzzer and AFL++ (transfer full). */
GPtrArray *mutation_dictionary (const char *path);

/* MutateFuncs (tests/fuzz/harness.h) with a Mutation as user_data: one change of a text (its bytes, quotes, brackets,
 * numbers, words), or of numbers as they lie in memory. */
size_t mutation_of_text (uint8_t *bytes, size_t n, size_t max, void *mutation);
size_t mutation_of_numbers (uint8_t *bytes, size_t n, size_t max, void *mutation);
