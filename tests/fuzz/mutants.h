/* SPDX-License-Identifier: Apache-2.0
 *
 * Runs a harness over files that are changed at random. Input i is the same in every run; last_input.h keeps the one that
 * breaks. */

#pragma once

#include "tests/fuzz/harness.h"
#include "tests/fuzz/mutation.h"

#define MUTANTS_DEFAULT     100000
#define MUTANTS_CHANGES_MAX 4

/* One change of the n bytes, of which there may be max afterwards. Returns their new number. */
typedef size_t (*MutantFunc) (uint8_t *bytes, size_t n, size_t max, Mutation *mutation);

typedef struct
{
  const Harness *harness;
  const GPtrArray *dictionary;
  uint64_t seed;
  size_t max_bytes; /* larger files are passed over */
} Mutants;

/* Changes one of the files (GBytes) once to MUTANTS_CHANGES_MAX times and runs the harness over it. bytes has room for
 * max_bytes. */
void mutants_check (const Mutants *mutants, const GPtrArray *files, MutantFunc change, uint64_t i, uint8_t *bytes);

/* MutantFuncs: a change of numbers, and in a quarter of the cases of text. */
size_t mutants_change_text (uint8_t *bytes, size_t n, size_t max, Mutation *mutation);
size_t mutants_change_numbers (uint8_t *bytes, size_t n, size_t max, Mutation *mutation);

/* Returns the number that the command line asks for. */
uint64_t mutants_wanted (int argc, char **argv);

/* Returns the dictionary of that name in tests/fuzz. Transfer full. */
GPtrArray *mutants_dictionary (const char *name);
