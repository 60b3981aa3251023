/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether a profile is what was written. Opening a native file checks little of it, so that it costs the same for
 * any size; this checks all of it. */

#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "trace/model/trace.h"

#define TRACE_DAMAGE_MAX 64

/* Under which damage is shown beside the rows of the health table. */
#define TRACE_DAMAGE_HEALTH_ID "native.section_damaged"

/* Sections whose bytes differ from their hash, or hold what no writer would have written: an order that is none, an
 * id of something that does not exist. Each once. */
typedef struct
{
  uint32_t n;
  uint32_t sections[TRACE_DAMAGE_MAX]; /* ids; for section_id_name () of trace/section/section.h */
} TraceDamage;

/* Reads the whole file: for a thread of its own. cancelled may be NULL. False: cancelled; what is in *ret_damage was
 * found before. */
bool trace_verify (const Trace *trace, const atomic_bool *cancelled, TraceDamage *ret_damage);

/* What is used of a profile, each a bit: the sections that it is made of are verified. */
enum
{
  TRACE_USES_TABLES = 1 << 0, /* strings, tracks, ranks, devices, settings, steps, health: what any use needs */
  TRACE_USES_SLICES = 1 << 1,
  TRACE_USES_ARGUMENTS = 1 << 2,
  TRACE_USES_FLOWS = 1 << 3,
  TRACE_USES_SAMPLES = 1 << 4,
};

/* Every section of the file, also those that this version does not know. */
#define TRACE_USES_ALL (~0u)

/* As trace_verify (), of the sections that are used. It costs as much as these are large, whatever else is in the file. */
bool trace_verify_used (const Trace *trace, unsigned uses, const atomic_bool *cancelled, TraceDamage *ret_damage);

/* "slice.start" and so on. Static. */
const char *trace_damage_name (const TraceDamage *damage, uint32_t i);

/* Whether the file lost pages while it was open: what was in them reads as zeros. Cheap; any thread. */
bool trace_was_cut (const Trace *trace);

/* Whether its import had not come to an end. */
bool trace_is_partial (const Trace *trace);
