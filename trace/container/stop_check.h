/* SPDX-License-Identifier: Apache-2.0
 *
 * Asks whether a long computation is still needed, in loops over as many items as a profile has slices. A check is a value
 * that needs no clearing. It belongs to one thread. */

#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Number of items handled between two calls of should_continue (). */
#define STOPPABLE_AT_ONCE 16384

typedef struct
{
  bool (*should_continue) (void *user_data); /* may be NULL; then the computation always continues */
  void *user_data;
  int n_left; /* items until stop_check_next () asks again; 0 at first */
} StopCheck;

/* Calls should_continue () and returns what it returns. Changes nothing in the check, so that several threads may share one
 * if should_continue () allows that. */
static inline bool
stop_check_ask (const StopCheck *check)
{
  return check->should_continue == NULL || check->should_continue (check->user_data);
}

/* Call this once for each item. Returns false if the computation must end. Calls should_continue () for the first item and
 * then for every STOPPABLE_AT_ONCE-th. */
static inline bool
stop_check_next (StopCheck *check)
{
  if (--check->n_left >= 0)
    return true;
  check->n_left = STOPPABLE_AT_ONCE - 1;
  return stop_check_ask (check);
}
