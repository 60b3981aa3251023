/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/file/verify.h"

#include <stdlib.h>
#include <string.h>

#include "trace/derive/sample_peaks.h"
#include "trace/model/trace_private.h"
#include "trace/section/section_map.h"

/* Slices, flows and so on are checked in runs of this many, between checks for cancellation. */
#define RUN ((uint64_t) 1 << 16)

typedef struct
{
  const Trace *trace;
  const atomic_bool *cancelled;
  TraceDamage *damage;
  uint64_t sections; /* only these are reported */
} Verification;

static bool
is_cancelled (const Verification *verification)
{
  return verification->cancelled != NULL
         && atomic_load_explicit (verification->cancelled, memory_order_relaxed);
}

static void
add_damage (Verification *verification, uint32_t section)
{
  TraceDamage *damage = verification->damage;

  if (verification->sections != SECTION_SET_ALL && !(section < 64 && (verification->sections & SECTION_SET_OF (section))))
    return;
  for (uint32_t i = 0; i < damage->n; i++)
    if (damage->sections[i] == section)
      return;
  if (damage->n < TRACE_DAMAGE_MAX)
    damage->sections[damage->n++] = section;
}

static void
add_wrong_hash (const SectionEntry *entry, void *user_data)
{
  add_damage (user_data, entry->id);
}

/* ---- contents that no writer would have written ---- */

static bool
verify_strings (Verification *verification)
{
  const StringTable *strings = verification->trace->strings;
  const uint64_t *begins = string_table_begins (strings);
  uint64_t n_bytes;
  const uint8_t *bytes = string_table_bytes (strings, &n_bytes);
  uint32_t n = string_table_count (strings);

  for (uint32_t i = 0; i < n; i++)
    {
      if (i % RUN == 0 && is_cancelled (verification))
        return false;
      uint64_t begin = begins[i], end = begins[i + 1];
      if (begin >= end || end > n_bytes)
        add_damage (verification, SECTION_STRING_BEGINS);
      else if (bytes[end - 1] != '\0')
        add_damage (verification, SECTION_STRING_BYTES);
    }
  return true;
}

static bool
verify_row (Verification *verification, const TraceRow *row)
{
  const SliceColumns *slices = &verification->trace->slices;
  uint64_t last = row->first_slice + row->n_slices;

  for (uint64_t i = row->first_slice; i < last; i++)
    {
      if (i % RUN == 0 && is_cancelled (verification))
        return false;
      if (i > row->first_slice && slices->start_ns[i] < slices->start_ns[i - 1])
        add_damage (verification, SECTION_SLICE_START);
      if (slices->dur_ns[i] < 0)
        add_damage (verification, SECTION_SLICE_DURATION);
      if (slices->name[i] >= slices->n_strings)
        add_damage (verification, SECTION_SLICE_NAME);
      if (slices->category[i] >= slices->n_strings)
        add_damage (verification, SECTION_SLICE_CATEGORY);
      if (slices->track[i] != row->track)
        add_damage (verification, SECTION_SLICE_TRACK);
      if (slices->kind[i] >= N_SLICE_KINDS)
        add_damage (verification, SECTION_SLICE_KIND);
      if (slices->flags[i] & ~(SLICE_UNFINISHED | SLICE_PAIRED))
        add_damage (verification, SECTION_SLICE_FLAGS);
      if (slices->args[i] != ARGS_NONE && slices->args[i] >= verification->trace->n_args_bytes)
        add_damage (verification, SECTION_SLICE_ARGUMENTS);
    }
  return true;
}

static bool
instant_is_sound (const Trace *trace, const TraceInstant *instant, uint32_t track)
{
  static const char zeros[sizeof instant->zeros];

  return instant->track == track && instant->name < trace_n_strings (trace)
         && instant->category < trace_n_strings (trace)
         && (instant->scope == 't' || instant->scope == 'p' || instant->scope == 'g')
         && memcmp (instant->zeros, zeros, sizeof zeros) == 0
         && (instant->args == ARGS_NONE || instant->args < trace->n_args_bytes);
}

static bool
verify_points (Verification *verification)
{
  const Trace *trace = verification->trace;

  for (uint32_t t = 0; t < trace->tracks.n; t++)
    {
      const TraceTrack *track = &trace->tracks.at[t];

      if (is_cancelled (verification))
        return false;
      for (uint64_t i = track->first_instant; i < track->first_instant + track->n_instants; i++)
        {
          if (i % RUN == 0 && is_cancelled (verification))
            return false;
          if (!instant_is_sound (trace, &trace->instants.at[i], t)
              || (i > track->first_instant
                  && trace->instants.at[i].time_ns < trace->instants.at[i - 1].time_ns))
            add_damage (verification, SECTION_INSTANTS);
        }
      for (uint64_t i = track->first_sample + 1; i < track->first_sample + track->n_samples; i++)
        {
          if (i % RUN == 0 && is_cancelled (verification))
            return false;
          if (trace->samples.time_ns[i] < trace->samples.time_ns[i - 1])
            add_damage (verification, SECTION_SAMPLE_TIME);
        }
    }
  return true;
}

/* Checks values, read as sample_value () does, against their pyramid. */
static bool
verify_peaks (Verification *verification, const SampleColumns *samples, uint32_t section)
{
  uint64_t n_peaks = sample_peaks_length (samples->n), n_done = 0;
  SamplePeak *peaks = malloc ((size_t) n_peaks * sizeof *peaks + 1);
  const uint64_t n_run = RUN * SAMPLE_PEAK_FANOUT;
  bool goes_on = true;

  /* If memory runs out, the hash has to suffice. */
  for (; peaks != NULL && n_done < samples->n && goes_on; n_done += n_run)
    {
      sample_peaks_add (peaks, n_done, samples->value + n_done, MIN (n_run, samples->n - n_done));
      goes_on = !is_cancelled (verification);
    }
  if (peaks != NULL && goes_on)
    sample_peaks_end (peaks, samples->n);
  for (uint64_t i = 0; peaks != NULL && goes_on && i < n_peaks; i++)
    /* This comparison fails for NaN, too, which counts as a difference. */
    if (!(peaks[i].least == samples->peaks[i].least && peaks[i].most == samples->peaks[i].most))
      add_damage (verification, section);
  free (peaks);
  return goes_on;
}

static bool
verify_memory (Verification *verification)
{
  const Trace *trace = verification->trace;
  const SampleColumns *samples = &trace->memory_samples;
  uint64_t at = 0;

  for (uint64_t s = 0; s < trace->n_memory && trace->memory[s].n <= samples->n - at; s++)
    {
      uint64_t end = at + trace->memory[s].n;

      for (uint64_t first = at; at < end; at++)
        {
          if (at % RUN == 0 && is_cancelled (verification))
            return false;
          if (at > first && samples->time_ns[at] < samples->time_ns[at - 1])
            add_damage (verification, SECTION_MEMORY_TIME);
          if (!(samples->value[at] >= 0 && samples->value[at] <= (double) INT64_MAX))
            add_damage (verification, SECTION_MEMORY_VALUE);
        }
    }
  return verify_peaks (verification, samples, SECTION_MEMORY_PEAKS);
}

static bool
is_before (uint64_t a, uint64_t a_then, uint64_t b, uint64_t b_then)
{
  return a < b || (a == b && a_then <= b_then);
}

static bool
verify_flows (Verification *verification)
{
  const Trace *trace = verification->trace;
  const TraceFlow *flows = trace->flows.at;
  const uint64_t *into = trace->flows_into.at;

  for (uint64_t i = 0; i < trace->flows.n; i++)
    {
      if (i % RUN == 0 && is_cancelled (verification))
        return false;
      if (flows[i].from >= trace->slices.n || flows[i].to >= trace->slices.n || flows[i].kind >= N_FLOW_KINDS
          || flows[i].category >= trace_n_strings (trace)
          || (i > 0 && !is_before (flows[i - 1].from, flows[i - 1].to, flows[i].from, flows[i].to)))
        add_damage (verification, SECTION_FLOWS);
      if (into[i] >= trace->flows.n
          || (i > 0 && into[i - 1] < trace->flows.n
              && !is_before (flows[into[i - 1]].to, flows[into[i - 1]].from, flows[into[i]].to,
                             flows[into[i]].from)))
        add_damage (verification, SECTION_FLOWS_INTO);
    }
  return true;
}

#define BIT(name)  SECTION_SET_OF (SECTION_##name)
#define SLICES     (BIT (SLICE_ARGUMENTS) - BIT (SLICE_START) + BIT (INTERVAL_INDEX))
#define FLOWS      (BIT (FLOWS) | BIT (FLOWS_INTO))

static uint64_t
sections_of (unsigned uses)
{
  if (uses == TRACE_USES_ALL)
    return SECTION_SET_ALL;
  return (uses & TRACE_USES_TABLES ? (BIT (DEVICES) << 1) - 1 + BIT (STEPS) : 0)
         | (uses & TRACE_USES_SLICES ? SLICES : 0)
         | (uses & TRACE_USES_ARGUMENTS ? BIT (SLICE_ARGUMENTS) | BIT (ARGUMENTS) | BIT (ARGUMENT_KEYS) : 0)
         | (uses & TRACE_USES_FLOWS ? FLOWS : 0)
         | (uses & TRACE_USES_SAMPLES ? BIT (SAMPLE_TIME) | BIT (SAMPLE_VALUE) | BIT (SAMPLE_PEAKS) : 0);
}

static bool
verify_rows (Verification *verification)
{
  const Trace *trace = verification->trace;

  for (size_t r = 0; r < trace->rows.n; r++)
    if (!verify_row (verification, &trace->rows.at[r]))
      return false;
  return true;
}

static bool
verify_sample_peaks (Verification *verification)
{
  return verify_peaks (verification, &verification->trace->samples, SECTION_SAMPLE_PEAKS);
}

bool
trace_verify_used (const Trace *trace, unsigned uses, const atomic_bool *cancelled, TraceDamage *ret_damage)
{
  static const struct
  {
    uint64_t sections; /* that it checks */
    bool (*verify) (Verification *verification);
  } orders[] = {
    { BIT (STRING_BYTES) | BIT (STRING_BEGINS), verify_strings },
    { SLICES | BIT (SLICE_ARGUMENTS), verify_rows },
    { BIT (INSTANTS) | BIT (SAMPLE_TIME), verify_points },
    { FLOWS, verify_flows },
    { BIT (MEMORY_TIME) | BIT (MEMORY_VALUE) | BIT (MEMORY_PEAKS), verify_memory },
    { BIT (SAMPLE_PEAKS), verify_sample_peaks },
  };
  const uint64_t sections = sections_of (uses);
  Verification verification = { trace, cancelled, ret_damage, sections };

  *ret_damage = (TraceDamage){ 0 };
  if (!section_map_verify_some (trace->map, sections, cancelled, add_wrong_hash, &verification))
    return false;
  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
    if ((sections & orders[i].sections) != 0 && !orders[i].verify (&verification))
      return false;
  return true;
}

bool
trace_verify (const Trace *trace, const atomic_bool *cancelled, TraceDamage *ret_damage)
{
  return trace_verify_used (trace, TRACE_USES_ALL, cancelled, ret_damage);
}

const char *
trace_damage_name (const TraceDamage *damage, uint32_t i)
{
  return section_id_name (damage->sections[i]);
}

bool
trace_was_cut (const Trace *trace)
{
  return section_map_was_cut (trace->map);
}

bool
trace_is_partial (const Trace *trace)
{
  return section_map_flags (trace->map) & SECTION_FILE_PARTIAL;
}
