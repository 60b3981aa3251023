/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies that a profile is what was written. Opening a native file checks only a little of it, at the same
 * cost for any size; this checks all of it. */

#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "trace/model/trace.h"

#define TRACE_DAMAGE_MAX 64

/* The id under which damage is shown beside the rows of the health table. */
#define TRACE_DAMAGE_HEALTH_ID "native.section_damaged"

/* Sections whose bytes differ from their hash, or that no writer would have written: out of order, or with an
 * id of something that does not exist. Each section appears once. */
typedef struct
{
  uint32_t n;
  uint32_t sections[TRACE_DAMAGE_MAX]; /* ids; for section_id_name () of trace/section/section.h */
} TraceDamage;

/* Reads the whole file; call it from a thread of its own. cancelled may be NULL. Returns false if cancelled;
 * *ret_damage then has what was found before. */
bool trace_verify (const Trace *trace, const atomic_bool *cancelled, TraceDamage *ret_damage);

/* The parts of a profile that a caller uses, a bit each. The sections of these parts are verified. */
enum
{
  TRACE_USES_TABLES = 1 << 0, /* strings, tracks, ranks, devices, settings, steps, health: what any use needs */
  TRACE_USES_SLICES = 1 << 1,
  TRACE_USES_ARGUMENTS = 1 << 2,
  TRACE_USES_FLOWS = 1 << 3,
  TRACE_USES_SAMPLES = 1 << 4,
};

/* Every section of the file, including those that this version does not know. */
#define TRACE_USES_ALL (~0u)

/* Like trace_verify (), for the sections that are used. The cost depends on their size, not on the rest of
 * the file. */
bool trace_verify_used (const Trace *trace, unsigned uses, const atomic_bool *cancelled, TraceDamage *ret_damage);

/* Returns a name such as "slice.start". Static. */
const char *trace_damage_name (const TraceDamage *damage, uint32_t i);

/* Returns whether the file lost pages while it was open; they then read as zeros. Cheap; any thread. */
bool trace_was_cut (const Trace *trace);

/* Returns whether the import had not finished. */
bool trace_is_partial (const Trace *trace);
