/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocm_profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

COLUMN_IMPLEMENT (RocmRankColumn, rocm_rank_column)

/* clang-format off */
static const char *const key_words[N_ROCM_KEYS] = {
  [ROCM_KEY_DEVICE]      = "device",
  [ROCM_KEY_STREAM]      = "stream",
  [ROCM_KEY_QUEUE]       = "queue",
  [ROCM_KEY_CORRELATION] = "correlation",
  [ROCM_KEY_EXTERNAL]    = "External id",
  [ROCM_KEY_KIND]        = "kind",
  [ROCM_KEY_BYTES]       = "bytes",
  [ROCM_KEY_SIZE]        = "size",
  [ROCM_KEY_SRC]         = "src",
  [ROCM_KEY_DST]         = "dst",
  [ROCM_KEY_KERNEL]      = "kernel",
  [ROCM_KEY_GRID]        = "grid",
  [ROCM_KEY_BLOCK]       = "block",
  [ROCM_KEY_SHARED]      = "shared memory",
  [ROCM_KEY_SCRATCH]     = "scratch memory",
  [ROCM_KEY_REGISTERS]   = "registers per thread",
  [ROCM_KEY_ARGS]        = "args",
  [ROCM_KEY_SEQUENCE]    = "Sequence number",
  [ROCM_KEY_DIMS]        = "Input Dims",
  [ROCM_KEY_ADDRESS]     = "address",
};
/* clang-format on */

static uint32_t
intern (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

static bool
add_rank (RocmProfile *profile, uint32_t rank)
{
  RocmRank entry = { rank, import_tracks_new (profile->builder) };

  if (entry.tracks != NULL && rocm_rank_column_push (&profile->ranks, entry))
    return true;
  import_tracks_free (entry.tracks);
  trace_builder_set_failed (profile->builder);
  return false;
}

bool
rocm_profile_init (RocmProfile *profile, TraceBuilder *builder)
{
  char name[MEMCPY_NAME_BYTES];

  *profile = (RocmProfile){ .builder = builder };
  for (int i = 0; i < N_ROCM_KEYS; i++)
    profile->keys[i] = intern (builder, key_words[i]);
  for (int i = 0; i < N_ROCM_CATEGORIES; i++)
    profile->categories[i] = intern (builder, rocm_category_word ((RocmCategory) i));
  for (int i = 0; i < N_ROCM_COPIES; i++)
    profile->copy_names[i] = trace_builder_string (builder, name, rocm_copy_name ((RocmCopy) i, name));
  profile->memset_name =
    trace_builder_string (builder, name, memcpy_name_write_memset (name, MEMORY_DEVICE));
  return add_rank (profile, trace_builder_current_rank (builder));
}

void
rocm_profile_clear (RocmProfile *profile)
{
  for (size_t i = 0; i < profile->ranks.n; i++)
    import_tracks_free (profile->ranks.at[i].tracks);
  rocm_rank_column_clear (&profile->ranks);
}

uint32_t
rocm_profile_rank (RocmProfile *profile, bool uses_gpu, bool *ret_describes)
{
  bool is_first = uses_gpu && !profile->first_has_gpu;
  bool is_new = uses_gpu && !is_first && profile->ranks.n < ROCM_RANKS_MAX
                && add_rank (profile, trace_builder_begin_rank_of_file (profile->builder));
  uint32_t index = is_new ? (uint32_t) profile->ranks.n - 1 : 0;

  *ret_describes = is_first || is_new;
  profile->first_has_gpu = profile->first_has_gpu || uses_gpu;
  trace_builder_choose_rank (profile->builder, profile->ranks.at[index].rank);
  return index;
}

void
rocm_profile_describe (RocmProfile *profile, const char *tool)
{
  trace_builder_set_time_base (profile->builder, 0, false);
  rocm_set_text (profile, "tool", tool, strlen (tool));
}

void
rocm_profile_finish (RocmProfile *profile, const char *tool)
{
  if (!profile->first_has_gpu)
    {
      trace_builder_choose_rank (profile->builder, profile->ranks.at[0].rank);
      rocm_profile_describe (profile, tool);
    }
  for (size_t i = 0; i < profile->ranks.n; i++)
    {
      trace_builder_choose_rank (profile->builder, profile->ranks.at[i].rank);
      import_tracks_finish (profile->ranks.at[i].tracks);
    }
  trace_builder_choose_rank (profile->builder, profile->ranks.at[0].rank);
}

/* ---- numbers ---- */

void
rocm_note_missing (RocmProfile *profile, RocmNumber number)
{
  if (number.state != ROCM_NUMBER_GIVEN)
    trace_builder_add_health (profile->builder, HEALTH_ROW_NUMBER_MISSING, 1, HEALTH_NO_OFFSET);
}

/* ---- events ---- */

static bool
is_time (int64_t ns)
{
  return ns >= -TRACE_TIME_MAX_NS && ns <= TRACE_TIME_MAX_NS;
}

static bool
skip (RocmProfile *profile, HealthId id, int64_t offset)
{
  trace_builder_event_counts (profile->builder)->skipped++;
  trace_builder_add_health (profile->builder, id, 1, offset);
  return false;
}

bool
rocm_take_time (RocmProfile *profile, RocmNumber time, int64_t offset, int64_t *ret_ns)
{
  if (time.state != ROCM_NUMBER_GIVEN || !is_time (time.value))
    return skip (profile, HEALTH_EVENT_TIME_INVALID, offset);
  if (time.value < 0)
    trace_builder_add_health (profile->builder, HEALTH_EVENT_TIME_NEGATIVE, 1, offset);
  *ret_ns = time.value;
  return true;
}

bool
rocm_take_span (RocmProfile *profile,
                RocmNumber start,
                RocmNumber end,
                int64_t offset,
                int64_t *ret_start_ns,
                int64_t *ret_dur_ns)
{
  HealthId problem = N_HEALTH_IDS;

  /* Nothing is noted about an event that is skipped but why. */
  if (start.state == ROCM_NUMBER_GIVEN && is_time (start.value)
      && (end.state == ROCM_NUMBER_WRONG || (end.state == ROCM_NUMBER_GIVEN && !is_time (end.value))))
    return skip (profile, HEALTH_EVENT_DURATION_INVALID, offset);
  if (!rocm_take_time (profile, start, offset, ret_start_ns))
    return false;
  *ret_dur_ns = 0;
  if (end.state == ROCM_NUMBER_MISSING)
    problem = HEALTH_EVENT_DURATION_MISSING;
  else if (end.value < *ret_start_ns)
    problem = HEALTH_EVENT_DURATION_NEGATIVE;
  else
    *ret_dur_ns = end.value - *ret_start_ns;
  if (problem != N_HEALTH_IDS)
    trace_builder_add_health (profile->builder, problem, 1, offset);
  return true;
}

static uint32_t
number_text (TraceBuilder *builder, RocmNumber number)
{
  char text[24];

  if (number.state != ROCM_NUMBER_GIVEN)
    return STRING_EMPTY;
  int length = snprintf (text, sizeof text, "%" PRId64, number.value);
  return trace_builder_string (builder, text, (size_t) length);
}

static bool
is_same (RocmNumber a, RocmNumber b)
{
  bool is_given = a.state == ROCM_NUMBER_GIVEN;

  return is_given == (b.state == ROCM_NUMBER_GIVEN) && (!is_given || a.value == b.value);
}

static RocmPlaceEntry *
find_place (RocmProfile *profile, uint32_t rank, RocmNumber pid, RocmNumber tid)
{
  uint64_t hash = ((uint64_t) pid.value * 31 + (uint64_t) tid.value) * 31 + rank;
  RocmPlaceEntry *entry = &profile->places[(hash ^ hash >> 32) % ROCM_PLACES];

  if (!entry->is_set || entry->rank != rank || !is_same (entry->pid, pid) || !is_same (entry->tid, tid))
    *entry = (RocmPlaceEntry){
      .is_set = true,
      .rank = rank,
      .place = import_tracks_place (profile->ranks.at[rank].tracks, number_text (profile->builder, pid),
                                    number_text (profile->builder, tid)),
      .pid = pid,
      .tid = tid,
    };
  return entry;
}

uint32_t
rocm_place (RocmProfile *profile, uint32_t rank, RocmNumber pid, RocmNumber tid)
{
  return find_place (profile, rank, pid, tid)->place;
}

static void
describe (RocmProfile *profile, uint32_t rank, uint32_t place, ImportDescriptionKind kind, uint32_t text)
{
  import_tracks_describe (profile->ranks.at[rank].tracks,
                          &(ImportDescription){ .kind = kind, .place = place, .text = text });
}

void
rocm_name_process (RocmProfile *profile, uint32_t rank, uint32_t place, uint32_t name)
{
  describe (profile, rank, place, DESCRIBES_PROCESS_NAME, name);
}

void
rocm_name_thread (RocmProfile *profile, uint32_t rank, uint32_t place, uint32_t name)
{
  describe (profile, rank, place, DESCRIBES_THREAD_NAME, name);
}

/* Tracks are added to the builder's current rank. */
static uint32_t
row_of (RocmProfile *profile, uint32_t rank, const ImportRow *row)
{
  trace_builder_choose_rank (profile->builder, profile->ranks.at[rank].rank);
  return import_tracks_row (profile->ranks.at[rank].tracks, row);
}

static void
add_slice (RocmProfile *profile, RocmCategory category, SliceInput *slice)
{
  EventCounts *events = trace_builder_event_counts (profile->builder);

  slice->kind = rocm_category_kind (category);
  if (category != ROCM_OTHER)
    slice->category = profile->categories[category];
  if (slice->name == STRING_EMPTY)
    trace_builder_add_health (profile->builder, HEALTH_EVENT_NAME_MISSING, 1, HEALTH_NO_OFFSET);
  trace_builder_add_slice (profile->builder, slice);
  events->total++;
  events->slices++;
}

void
rocm_add_host_slice (RocmProfile *profile,
                     uint32_t rank,
                     uint32_t place,
                     RocmCategory category,
                     SliceInput *slice)
{
  slice->track = row_of (
    profile, rank, &(ImportRow){ .form = ROW_HOST, .kind = rocm_category_kind (category), .place = place });
  add_slice (profile, category, slice);
}

static int64_t
device_number (int64_t device)
{
  return device < -1 || device > INT32_MAX ? -1 : device;
}

uint32_t
rocm_add_device_slice (RocmProfile *profile,
                       uint32_t rank,
                       RocmCategory category,
                       int64_t device,
                       int64_t stream,
                       SliceInput *slice)
{
  RocmPlaceEntry *entry = find_place (profile, rank, (RocmNumber){ ROCM_NUMBER_GIVEN, device },
                                      (RocmNumber){ ROCM_NUMBER_GIVEN, stream });
  const ImportRow row = {
    .form = ROW_DEVICE,
    .kind = rocm_category_kind (category),
    .place = entry->place,
    .a = device_number (device),
    .b = stream,
  };

  if (entry->tracks[category] == 0)
    entry->tracks[category] = row_of (profile, rank, &row) + 1;
  slice->track = entry->tracks[category] - 1;
  add_slice (profile, category, slice);
  return import_tracks_flow_place (profile->ranks.at[rank].tracks, entry->place);
}

void
rocm_add_mark (RocmProfile *profile,
               uint32_t rank,
               uint32_t place,
               uint32_t name,
               int64_t time_ns,
               uint64_t args)
{
  EventCounts *events = trace_builder_event_counts (profile->builder);
  TraceInstant instant = {
    .track = row_of (profile, rank, &(ImportRow){ .form = ROW_THREAD, .place = place }),
    .name = name,
    .category = profile->categories[ROCM_ANNOTATION],
    .scope = 't',
    .time_ns = time_ns,
    .args = args,
  };

  trace_builder_add_instant (profile->builder, &instant);
  events->total++;
  events->instants++;
}

static void
add_sample (RocmProfile *profile, uint32_t track, int64_t time_ns, double value)
{
  EventCounts *events = trace_builder_event_counts (profile->builder);

  trace_builder_add_sample (profile->builder, track, time_ns, value);
  events->total++;
  events->counters++;
}

void
rocm_add_device_sample (RocmProfile *profile,
                        uint32_t rank,
                        int64_t device,
                        uint32_t name,
                        int64_t time_ns,
                        double value)
{
  const ImportRow row = {
    .form = ROW_DEVICE_COUNTER,
    .place = import_tracks_place (profile->ranks.at[rank].tracks, STRING_EMPTY, STRING_EMPTY),
    .a = device_number (device),
    .b = name,
  };

  add_sample (profile, row_of (profile, rank, &row), time_ns, value);
}

void
rocm_count_link (RocmProfile *profile)
{
  EventCounts *events = trace_builder_event_counts (profile->builder);

  events->total++;
  events->flows++;
}

void
rocm_put_three (RocmProfile *profile,
                RowArgs *args,
                RocmKey key,
                const RocmNumber values[3],
                bool counts_threads,
                const RocmNumber per[3])
{
  int64_t numbers[3];

  for (int i = 0; i < 3; i++)
    {
      if (values[i].state != ROCM_NUMBER_GIVEN)
        return;
      numbers[i] = values[i].value;
      if (counts_threads && rocm_number_or (per[i], 0) > 0)
        numbers[i] = numbers[i] / per[i].value + (numbers[i] % per[i].value > 0);
    }
  row_args_integers (args, profile->keys[key], numbers, 3);
}

void
rocm_put_number (RocmProfile *profile, RowArgs *args, RocmKey key, RocmNumber number)
{
  if (number.state == ROCM_NUMBER_GIVEN)
    row_args_integer (args, profile->keys[key], number.value);
}

void
rocm_put_string (RocmProfile *profile, RowArgs *args, RocmKey key, uint32_t string)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (profile->builder), string, &length);

  if (length > 0)
    row_args_text (args, profile->keys[key], text, length);
}

/* ---- settings ---- */

void
rocm_set_json (RocmProfile *profile, const char *key, const char *text, size_t length)
{
  uint32_t id = intern (profile->builder, key);

  trace_builder_add_setting (profile->builder, id, trace_builder_string (profile->builder, text, length));
}

void
rocm_set_text (RocmProfile *profile, const char *key, const char *text, size_t length)
{
  static const char digits[] = "0123456789abcdef";
  g_autoptr (GString) quoted = g_string_new ("\"");

  for (size_t i = 0; i < length; i++)
    {
      unsigned char c = (unsigned char) text[i];

      if (c < 0x20)
        g_string_append_printf (quoted, "\\u00%c%c", digits[c >> 4], digits[c & 15]);
      else
        {
          if (c == '"' || c == '\\')
            g_string_append_c (quoted, '\\');
          g_string_append_c (quoted, (char) c);
        }
    }
  g_string_append_c (quoted, '"');
  rocm_set_json (profile, key, quoted->str, quoted->len);
}
