/* SPDX-License-Identifier: Apache-2.0
 *
 * What tells one loaded profile from another in a list. Any thread. */

#pragma once

#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

#define NOT_KNOWN_NS (-1)

typedef struct
{
  int64_t step_median_ns; /* of all whole steps of all ranks; NOT_KNOWN_NS without any */
  uint64_t memory_bytes;  /* about what the profile occupies */
} ProfileFacts;

/* O(strings + steps log steps): for the worker that loads. */
ProfileFacts profile_facts_of (const Profile *profile);

/* "control" of "control.json.gz", "run" of "run.pt.trace.json": the name without what every trace's name ends in.
 * Transfer full. */
char *profile_short_name (const char *name);

/* "rank 3 of 8" where there is one rank of several; else "". Translated, transfer full. */
char *profile_rank (const Profile *profile);

/* "rank 3 of 8, A100-SXM4-40GB, 2022-08-22": what the file tells of these; "" when nothing. Translated, transfer
 * full. */
char *profile_subtitle (const Profile *profile);

/* "8 × A100-SXM4-40GB": the first device's model and how many there are; "" without devices. Translated, transfer full.
 */
char *profile_hardware (const Profile *profile);
