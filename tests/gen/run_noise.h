/* SPDX-License-Identifier: Apache-2.0
 *
 * How the steps of one run differ from those of another run of the same job on the same machine.
 *
 * The pace of the device (clocks, temperature) and that of the host (other load) drift: a step resembles the one
 * before it, as in measured runs, so that steps are no independent samples. The first two steps are warm-up and
 * slower. Integers only, as in prng.h. */

#pragma once

#include "tests/gen/prng.h"

#include <stdint.h>

#define PACE_NOMINAL INT64_C (1000000)

/* Parts of a million that an operation takes of its nominal time. */
typedef struct
{
  int64_t host, device;
} Pace;

typedef struct
{
  Prng prng;
  int64_t host_drift, device_drift; /* parts of a million */
  int64_t n_steps;
} RunNoise;

RunNoise run_noise_init (uint64_t seed);

/* The pace of the next step. */
Pace run_noise_next (RunNoise *noise);
