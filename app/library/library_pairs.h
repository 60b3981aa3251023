/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user decided about two names of kernels: that one has replaced the other, or that they have nothing to do with each
 * other. It holds for all comparisons, in both directions.
 *
 * Threads, waiting and databases that cannot be written are as of library.h. */

#pragma once

#include "app/library/library.h"

typedef enum
{
  PAIR_FORGOTTEN, /* nothing is decided */
  PAIR_TOGETHER,
  PAIR_APART,
} PairDecision;

typedef struct
{
  char *names[2]; /* exact: bytes of any encoding, not empty */
  PairDecision decision;
} NamePairing;

NamePairing *name_pairing_new (const char *name, const char *other, PairDecision decision);
void name_pairing_free (NamePairing *pairing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (NamePairing, name_pairing_free)

/* Returns NamePairing elements, those decided last first. Transfer full. O(pairings). */
GPtrArray *library_pairings (Library *library);

/* Stores a decision in place of an earlier one about the same names, in whichever order; PAIR_FORGOTTEN removes it. Returns
 * whether it will be there after the end of the program. */
bool library_set_pairing (Library *library, const NamePairing *pairing);
