/* SPDX-License-Identifier: Apache-2.0
 *
 * The order in which known profiles are listed. */

#pragma once

#include "app/known/known_profile.h"

typedef enum
{
  KNOWN_BY_NAME,
  KNOWN_BY_CREATED,
  KNOWN_BY_STATUS,
  KNOWN_BY_RANKS,
  KNOWN_BY_STEPS,
  KNOWN_BY_HARDWARE,
  KNOWN_BY_SIZE,
  KNOWN_BY_KIND,
  KNOWN_BY_TAGS,
  KNOWN_BY_FOLDER,
  KNOWN_BY_LOADED, /* the loaded ones, then the others, both by when they were opened or written last */
  KNOWN_BY_RECENT, /* when it was opened or written last */
  N_KNOWN_ORDERS
} KnownOrder;

/* Sorts profiles (KnownProfile). loaded has the paths of those that are loaded; it may be NULL. What is not known comes last in either direction; equal ones are in the order of their
 * paths. O(n log n). Any thread. */
void known_order_sort (GPtrArray *profiles, KnownOrder order, bool is_descending, GHashTable *loaded);
