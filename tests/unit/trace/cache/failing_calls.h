/* SPDX-License-Identifier: Apache-2.0
 *
 * Stands in for calls of the system, which then fail with the number given here; 0: as they always do. */

#pragma once

typedef struct
{
  int tmpfile; /* openat () with O_TMPFILE */
  int flock;
  int fsync;
  int linkat;
} FailingCalls;

extern FailingCalls failing_calls;
