/* SPDX-License-Identifier: Apache-2.0
 *
 * Small profiles made at random, for comparing statistics with what counting nanosecond by nanosecond
 * gives: a few ranks, devices, streams and threads within some 300 ns, so that everything overlaps,
 * touches and ties. */

#pragma once

#include <glib.h>

#include "trace/derive/step.h"
#include "trace/model/trace.h"
#include "trace/stats/scope.h"

Trace *random_profile_new (GRand *random);

StepTable *random_profile_steps (const Trace *trace);

/* A window of any kind (whole, part, empty, reaching beyond the profile), limited or not. */
StatsScope random_profile_scope (GRand *random, const Trace *trace, const StepTable *steps);

/* ---- for counting ---- */

/* Whether device work of that kind runs on a device in the nanosecond that begins at time_ns; unfinished
 * work does not count. */
bool random_profile_runs (const Trace *trace, uint32_t device, SliceKind kind, int64_t time_ns);

/* The track of a device that a slice lies below, as an index of trace_device (); TRACE_NONE for the
 * host's. */
uint32_t random_profile_device_of (const Trace *trace, uint64_t slice);

/* The begin of a rank's first slice; INT64_MAX: it has none. */
int64_t random_profile_recorded_begin_ns (const Trace *trace, uint32_t rank);
