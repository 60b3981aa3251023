/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/gen/run_noise.h"

/* Of a drift, this share lasts until the next step. */
#define LASTING_PERMILLE 600

/* What is new in a step is the sum of four uniform numbers of this reach, nearly a normal distribution. The drifts
 * then have a standard deviation of 0.8 % and 2.5 %. */
#define N_PARTS            4
#define DEVICE_PART_REACH  INT64_C (5543)
#define HOST_PART_REACH    INT64_C (17320)
#define STEPS_BEFORE_FIRST 32 /* until a drift has forgotten that it began at 0 */

/* Stream numbers below are those of the ranks. */
#define NOISE_STREAM UINT64_C (0x6e6f697365)

/* How much slower the first steps are, at least and at most, in parts of a million. */
static const struct
{
  int64_t host_min, host_max, device_min, device_max;
} warm_up[] = {
  { 150000, 450000, 50000, 150000 },
  { 20000, 80000, 5000, 30000 },
};

static int64_t
between (Prng *prng, int64_t min, int64_t max)
{
  return min + (int64_t) prng_below (prng, (uint64_t) (max - min + 1));
}

static void
drift (Prng *prng, int64_t *drift, int64_t reach)
{
  *drift = *drift * LASTING_PERMILLE / 1000;
  for (int i = 0; i < N_PARTS; i++)
    *drift += between (prng, -reach, reach);
}

static void
drift_both (RunNoise *noise)
{
  drift (&noise->prng, &noise->host_drift, HOST_PART_REACH);
  drift (&noise->prng, &noise->device_drift, DEVICE_PART_REACH);
}

RunNoise
run_noise_init (uint64_t seed)
{
  RunNoise noise = { .prng = prng_init (seed, NOISE_STREAM) };

  for (int i = 0; i < STEPS_BEFORE_FIRST; i++)
    drift_both (&noise);
  return noise;
}

Pace
run_noise_next (RunNoise *noise)
{
  Pace pace;

  drift_both (noise);
  pace = (Pace){ .host = PACE_NOMINAL + noise->host_drift, .device = PACE_NOMINAL + noise->device_drift };
  if (noise->n_steps < (int64_t) (sizeof warm_up / sizeof warm_up[0]))
    {
      pace.host += between (&noise->prng, warm_up[noise->n_steps].host_min, warm_up[noise->n_steps].host_max);
      pace.device +=
        between (&noise->prng, warm_up[noise->n_steps].device_min, warm_up[noise->n_steps].device_max);
    }
  noise->n_steps++;
  return pace;
}
