/* SPDX-License-Identifier: Apache-2.0
 *
 * The facts that distinguish loaded profiles in a list. Any thread. */

#pragma once

#include "widgets/look/number_text.h"
#include "widgets/state/profile.h"

#define NOT_KNOWN_NS (-1)

typedef struct
{
  int64_t step_median_ns; /* over the complete steps of all ranks; NOT_KNOWN_NS without any */
  uint64_t memory_bytes;  /* approximate memory of the profile */
} ProfileFacts;

/* Takes O(strings + steps log steps) time; call it from the worker thread that loads the profile. */
ProfileFacts profile_facts_of (const Profile *profile);

/* Returns the name without the usual endings of trace files: "control" for "control.json.gz", "run" for
 * "run.pt.trace.json". Transfer full. */
char *profile_short_name (const char *name);

/* Returns "rank 3 of 8" for a profile of one rank out of several, else "". Translated, transfer full. */
char *profile_rank (const Profile *profile);

/* Returns "rank 3 of 8, A100-SXM4-40GB, 2022-08-22" with the parts that the file contains; "" when it has none.
 * Translated, transfer full. */
char *profile_subtitle (const Profile *profile);

/* Returns the first device's model and the number of devices, "8 × A100-SXM4-40GB"; "" without devices. Translated,
 * transfer full. */
char *profile_hardware (const Profile *profile);
char *profile_hardware_of_trace (const Trace *trace);

/* Returns "rank 3 of 8, A100, 76.8 ms per step, 41 MB in memory" with the parts that are known. Translated, transfer
 * full. */
char *profile_facts_line (const Profile *profile, const ProfileFacts *facts, const NumberStyle *numbers);
