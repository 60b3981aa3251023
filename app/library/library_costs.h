/* SPDX-License-Identifier: Apache-2.0
 *
 * What the user said about cost: the price of a node by the name of its hardware, and the samples of a step by profile key.
 *
 * Any thread; see library.h for blocking. library_tell_loss () reports a price or a number of samples that is lost at the end
 * of the program. */

#pragma once

#include "app/library/library.h"

/* Longer texts are cut. */
#define LIBRARY_CURRENCY_MAX 16 /* bytes, with the NUL */

#define LIBRARY_PRICE_MAX         1e12
#define LIBRARY_SAMPLES_MAX       INT64_C (1000000000000)
#define LIBRARY_GPUS_PER_NODE_MAX 1000000

typedef struct
{
  double per_hour;                     /* of a node; 0 to LIBRARY_PRICE_MAX */
  char currency[LIBRARY_CURRENCY_MAX]; /* "EUR"; may be "" */
  int64_t gpus_per_node;               /* 0: as the profile says */
} LibraryPrice;

/* Reads the price of a node of this hardware (trace/compare/cost.h). Returns false if there is none. */
bool library_price (Library *library, const char *hardware, LibraryPrice *ret_price);

/* Stores a price; NULL removes it. A price out of its bounds is not stored and leaves the old one. Returns whether the
 * change outlives the program. */
bool library_set_price (Library *library, const char *hardware, const LibraryPrice *price);

/* Returns the samples of a step of the profile; 0 if the user has not said. */
int64_t library_samples (Library *library, const uint8_t key[TRACE_KEY_BYTES]);

/* Stores the samples of a step, at most LIBRARY_SAMPLES_MAX; 0 removes them. Nothing is stored under a key of zeros. Returns
 * whether the change outlives the program. */
bool library_set_samples (Library *library, const uint8_t key[TRACE_KEY_BYTES], int64_t samples);
