/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_import.h"

#include <stdlib.h>
#include <string.h>

#include "trace/import/perfetto/perfetto_categories.h"
#include "trace/model/recording_tool.h"

COLUMN_IMPLEMENT (PerfettoLateInstantColumn, perfetto_late_instant_column)
COLUMN_IMPLEMENT (PerfettoLateSampleColumn, perfetto_late_sample_column)
COLUMN_IMPLEMENT (PerfettoGpuSpecificationColumn, perfetto_gpu_specification_column)
COLUMN_IMPLEMENT (PerfettoGpuKernelColumn, perfetto_gpu_kernel_column)

/* clang-format off */
static const char *const key_words[N_PERFETTO_KEYS] = {
  [PERFETTO_KEY_BYTES]       = "bytes",
  [PERFETTO_KEY_GRID]        = "grid",
  [PERFETTO_KEY_BLOCK]       = "block",
  [PERFETTO_KEY_REGISTERS]   = "registers per thread",
  [PERFETTO_KEY_SHARED]      = "shared memory",
  [PERFETTO_KEY_CORRELATION] = "correlation",
  [PERFETTO_KEY_DEVICE]      = "device",
  [PERFETTO_KEY_STREAM]      = "stream",
  [PERFETTO_KEY_CONTEXT]     = "context",
  [PERFETTO_KEY_SUBMISSION]  = "submission",
  [PERFETTO_KEY_STAGE]       = "stage",
  [PERFETTO_KEY_EVENT]       = "event id",
  [PERFETTO_KEY_NAME]        = "name",
  [PERFETTO_KEY_ARCH]        = "arch",
  [PERFETTO_KEY_CORR_ID]     = "corr_id",
  [PERFETTO_KEY_COPY_BYTES]  = "copy_bytes",
  [PERFETTO_KEY_GRID_SIZE]   = "grid_size",
  [PERFETTO_KEY_WORKGROUP_SIZE] = "workgroup_size",
};
/* clang-format on */

static uint32_t
intern (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

bool
perfetto_import_init (PerfettoImport *import, TraceBuilder *builder)
{
  *import = (PerfettoImport){ .builder = builder };
  for (int i = 0; i < N_PERFETTO_KEYS; i++)
    import->keys[i] = intern (builder, key_words[i]);
  import->slices = (PerfettoSlices){ .builder = builder, .tracks = &import->tracks };
  import->flows.slices = &import->slices;
  return perfetto_tracks_init (&import->tracks, builder);
}

void
perfetto_import_clear (PerfettoImport *import)
{
  g_clear_error (&import->reading.error);
  perfetto_clocks_clear (&import->clocks);
  perfetto_sequences_clear (&import->sequences);
  perfetto_tracks_clear (&import->tracks);
  perfetto_slices_clear (&import->slices);
  perfetto_flows_clear (&import->flows);
  perfetto_gpu_specification_column_clear (&import->gpu.specifications);
  perfetto_gpu_kernel_column_clear (&import->gpu.kernels);
  u8_column_clear (&import->gpu.kernel_bytes);
  u32_column_clear (&import->gpu.queues);
  u32_column_clear (&import->gpu.stages);
  id_map_clear (&import->gpu.counters);
  perfetto_gpu_queues_clear (&import->gpu.numbers);
  perfetto_late_instant_column_clear (&import->late_instants);
  perfetto_late_sample_column_clear (&import->late_samples);
}

void
perfetto_note (PerfettoImport *import, HealthId id, const PerfettoPacket *packet)
{
  trace_builder_add_health (import->builder, id, 1, packet->offset);
}

void
perfetto_note_not_shown (PerfettoImport *import, const PerfettoPacket *packet)
{
  import->n_not_shown++;
  perfetto_note (import, HEALTH_EVENT_PHASE_NOT_SHOWN, packet);
}

uint32_t
perfetto_interned_text (PerfettoImport *import, const PerfettoPacket *packet, uint16_t kind, uint64_t iid)
{
  uint32_t value;

  if (perfetto_interned_find (&packet->sequence->interned, kind, iid, &value))
    return value;
  perfetto_note (import, HEALTH_PERFETTO_TEXT_MISSING, packet);
  return STRING_EMPTY;
}

const PerfettoShownCategory *
perfetto_show_category (PerfettoImport *import, uint32_t text)
{
  PerfettoShownCategory *entry = &import->categories[text % PERFETTO_CATEGORIES];

  if (!entry->is_set || entry->text != text)
    {
      size_t length;
      const char *words = string_table_get (trace_builder_strings (import->builder), text, &length);
      PerfettoCategory category = perfetto_category (words, length);

      *entry = (PerfettoShownCategory){
        .is_set = true,
        .text = text,
        .shown = category.word != NULL ? intern (import->builder, category.word) : text,
        .kind = category.kind,
      };
    }
  return entry;
}

/* ---- points in time ---- */

static void
put_instant (PerfettoImport *import, uint32_t track, const TraceInstant *instant)
{
  TraceInstant placed = *instant;

  placed.track = perfetto_tracks_instant_row (&import->tracks, track);
  trace_builder_add_instant (import->builder, &placed);
}

void
perfetto_add_instant (PerfettoImport *import, uint32_t track, const TraceInstant *instant)
{
  PerfettoTrack *of = perfetto_track (&import->tracks, track);
  PerfettoLateInstant late = { *instant };

  trace_builder_event_counts (import->builder)->instants++;
  if (of->first_name == STRING_EMPTY)
    of->first_name = instant->name;
  if (of->is_described || of->uuid == 0)
    {
      put_instant (import, track, instant);
      return;
    }
  late.instant.track = track;
  if (!perfetto_late_instant_column_push (&import->late_instants, late))
    trace_builder_set_failed (import->builder);
}

/* Returns what a stored value means, which may be the difference to the one before. */
static double
value_of (PerfettoCounter *counter, uint32_t generation, double value)
{
  value *= (double) counter->multiplier;
  if (!counter->is_incremental)
    return value;
  if (counter->generation != generation)
    {
      counter->generation = generation;
      counter->sum = 0;
    }
  counter->sum += value;
  return counter->sum;
}

/* A value that came before the description of its track, which says what it means, waits for the end; so do those after it. */
void
perfetto_add_sample (PerfettoImport *import,
                     const PerfettoPacket *packet,
                     uint32_t track,
                     int64_t time_ns,
                     double value)
{
  const PerfettoTrack *of = perfetto_track (&import->tracks, track);
  PerfettoCounter *counter = perfetto_tracks_counter (&import->tracks, track);
  uint32_t generation = packet->sequence->generation;

  if (counter == NULL)
    return;
  trace_builder_event_counts (import->builder)->counters++;
  if (!(value - value == 0))
    {
      perfetto_note (import, HEALTH_COUNTER_VALUE_INVALID, packet);
      return;
    }
  if (of->is_described && !counter->is_late)
    {
      value = value_of (counter, generation, value);
      if (value - value == 0)
        trace_builder_add_sample (import->builder, perfetto_tracks_counter_row (&import->tracks, track),
                                  time_ns, value);
      else
        perfetto_note (import, HEALTH_COUNTER_VALUE_INVALID, packet);
      return;
    }
  counter->is_late = true;
  if (!perfetto_late_sample_column_push (&import->late_samples,
                                         (PerfettoLateSample){ track, generation, time_ns, value }))
    trace_builder_set_failed (import->builder);
}

static void
add_late_points (PerfettoImport *import)
{
  for (size_t i = 0; i < import->late_instants.n && !trace_builder_failed (import->builder); i++)
    put_instant (import, import->late_instants.at[i].instant.track, &import->late_instants.at[i].instant);
  for (size_t i = 0; i < import->late_samples.n && !trace_builder_failed (import->builder); i++)
    {
      const PerfettoLateSample *late = &import->late_samples.at[i];
      PerfettoCounter *counter = perfetto_tracks_counter (&import->tracks, late->track);
      double value = counter != NULL ? value_of (counter, late->generation, late->value) : 0;

      if (value - value == 0)
        trace_builder_add_sample (import->builder, perfetto_tracks_counter_row (&import->tracks, late->track),
                                  late->time_ns, value);
      else
        trace_builder_add_health (import->builder, HEALTH_COUNTER_VALUE_INVALID, 1, HEALTH_NO_OFFSET);
    }
}

/* ---- the rank ---- */

static void
set_json (PerfettoImport *import, const char *key, const char *json)
{
  uint32_t id = intern (import->builder, key);

  trace_builder_add_setting (import->builder, id, intern (import->builder, json));
}

/* The version is a text of the file; only what needs no escape is taken. */
static void
set_version (PerfettoImport *import)
{
  static const char prefix[] = "Perfetto ";
  const char *version = string_table_get (trace_builder_strings (import->builder), import->version, NULL);

  if (g_str_has_prefix (version, prefix))
    version += strlen (prefix);
  for (const char *at = version; *at != '\0'; at++)
    if ((unsigned char) *at < 0x20 || (unsigned char) *at > 0x7e || *at == '"' || *at == '\\')
      return;
  if (*version == '\0')
    return;
  g_autofree char *json = g_strdup_printf ("\"%s\"", version);
  set_json (import, SETTING_TOOL_VERSION, json);
}

static void
describe_rank (PerfettoImport *import)
{
  g_autofree char *kinds = perfetto_kinds_json (&import->kinds);

  if (import->clocks.has_realtime && import->clocks.first == 0)
    trace_builder_set_time_base (import->builder, import->clocks.realtime_offset_ns + import->clocks.shift_ns,
                                 true);
  else
    trace_builder_set_time_base (import->builder, 0, false);
  set_json (import, SETTING_TOOL, "\"Perfetto\"");
  set_version (import);
  if (kinds != NULL)
    set_json (import, "packets not shown", kinds);
}

void
perfetto_import_finish (PerfettoImport *import)
{
  if (trace_builder_failed (import->builder))
    return;
  perfetto_tracks_settle (&import->tracks);
  add_late_points (import);
  perfetto_slices_finish (&import->slices);
  perfetto_flows_finish (&import->flows);
  describe_rank (import);
  import_tracks_finish (import->tracks.rows);
}
