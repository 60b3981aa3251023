/* SPDX-License-Identifier: Apache-2.0
 *
 * What makes one run differ from another of the same seed, so that a comparison of the two has a known answer.
 *
 * An injection takes no pseudo random number away from the rest of the run: everything that it does not touch
 * takes exactly as long as without it. */

#pragma once

#include "tests/gen/device_work.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero: nothing is injected. */
typedef struct
{
  int32_t slower_permille; /* WORK_SLOWER takes so much longer on every rank */
  bool added_memcpy;       /* each step copies WORK_COPY_MASK to the device on the compute stream */
  bool removed_overlap;    /* the all reduces of a step begin after its last kernel of the backward pass */
  int32_t slow_steps;      /* the data loader stalls in so many */
  int32_t slow_steps_of;   /* of so many steps; 0: only where the run lets it stall anyway */
} Injection;

/* The kernel that INJECT "kernel-slower" is about; no other work has its name. */
#define WORK_SLOWER WORK_FLASH_BACKWARD

#define INJECTION_USAGE                                                                          \
  "  --inject kernel-slower=P%  the backward kernel of attention takes P % longer (1 to 1000)\n" \
  "  --inject added-memcpy      each step copies a mask from pageable memory to the device\n"    \
  "  --inject removed-overlap   all reduces wait for the end of the backward pass\n"             \
  "  --inject slow-loader=K/N   the data loader stalls in K of every N steps\n"

/* Adds what a value of --inject asks for. Returns false when it asks for nothing known; *injection is unchanged
 * then. */
bool injection_parse (const char *text, Injection *injection);

/* Whether the data loader stalls in the step with this index. The slow ones lie in the middle of their share: of 24
 * steps with 2 slow ones these are number 5 and 17. */
bool injection_slows_loader (const Injection *injection, int64_t step);
