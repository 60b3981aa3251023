/* SPDX-License-Identifier: Apache-2.0
 *
 * The idle time of single devices, as rules of findings need it. All of it is read from finding_facts_idle (), which is
 * merged: nothing is computed anew. */

#pragma once

#include "trace/findings/finding_rule.h"

/* The time of a device that rules about utilisation are about: from its rank's first step to the last; without steps from its
 * first activity to its last. stats is a row of facts->devices. begin_ns >= end_ns if there is none. */
Interval device_idle_range (const FindingFacts *facts, const DeviceStats *stats);

/* Returns the idle time of a device within [begin_ns, end_ns), in all or by cause (by_cause is added to; it may be NULL).
 * O(causes x log gaps + gaps within). */
int64_t device_idle_within (const FindingFacts *facts,
                            uint32_t device,
                            int64_t begin_ns,
                            int64_t end_ns,
                            int64_t by_cause[N_IDLE_CAUSES]);

/* Sets shares[i] to the idle share (0 to 1) of part i of n equal parts of a range. Returns false when memory runs out.
 * O(gaps + causes x n). */
bool
device_idle_shares (const FindingFacts *facts, uint32_t device, Interval range, uint32_t n, double *shares);

/* Adds the idle time of a device within [begin_ns, end_ns) to the gain and returns its length. O(causes x log gaps + gaps
 * within). */
int64_t device_idle_gain (FindingLook *look, uint32_t device, int64_t begin_ns, int64_t end_ns);

/* Adds the idle time of a cause within [begin_ns, end_ns) of all devices of a rank, and returns the largest of the lengths. */
int64_t device_idle_gain_cause (FindingLook *look,
                                uint32_t rank,
                                IdleCause cause,
                                int64_t begin_ns,
                                int64_t end_ns);

/* Does the same as device_idle_gain () for all devices of a rank, and returns the largest of the lengths. */
int64_t device_idle_gain_of_rank (FindingLook *look, uint32_t rank, int64_t begin_ns, int64_t end_ns);

/* Adds time of a device of a given length within [begin_ns, end_ns) to the gain: idle time first, from its begin on, then the
 * last busy time. length_ns is at most end_ns - begin_ns. Cost as above. */
void device_idle_gain_length (FindingLook *look,
                              uint32_t device,
                              int64_t begin_ns,
                              int64_t end_ns,
                              int64_t length_ns);

/* Returns the cause with the largest time, or N_IDLE_CAUSES if all are 0; and what it is for a sentence, English, marked for
 * gettext: "fetching the next batch". */
IdleCause device_idle_largest (const int64_t by_cause[N_IDLE_CAUSES]);
const char *device_idle_phrase (IdleCause cause);

/* Writes "GPU 3", or "GPU 3 of rank 12" if there are several ranks; translated. Transfer full. */
char *device_idle_name (const FindingLook *look, uint32_t device);

/* The same of a rank (index of trace_rank ()) and the number of its GPU. */
char *device_idle_gpu (const FindingLook *look, uint32_t rank, int32_t number);
