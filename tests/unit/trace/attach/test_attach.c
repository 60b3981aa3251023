/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/building.h"
#include "trace/attach/attach.h"
#include "trace/text/trace_error.h"

#define SECOND_NS INT64_C (1000000000)
#define EPOCH_NS  INT64_C (1757944800000000000)

/* A profile of ten seconds with devices of these numbers, one a rank. */
static Trace *
profile (const int *devices, int n, bool has_epoch)
{
  TraceBuilder *builder = trace_builder_new ();

  for (int r = 0; r < n; r++)
    {
      const uint8_t key[TRACE_KEY_BYTES] = { (uint8_t) n };

      building_begin_rank (builder, r);
      BuildingTracks tracks = building_add_tracks (builder);
      uint32_t device = building_add_device (builder, devices[r]);
      uint32_t stream = building_add_stream (builder, device, TRACK_STREAM, 7);

      trace_builder_set_time_base (builder, EPOCH_NS, has_epoch);
      trace_builder_set_key (builder, key);
      building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", 0, 10 * SECOND_NS, 0);
      building_add_slice (builder, stream, SLICE_KERNEL, "gemm", SECOND_NS, 2 * SECOND_NS, 0);
    }
  return building_finish (builder);
}

/* Power of GPUs 0 to n - 1 each second. */
static Telemetry *
power (TelemetryClock clock, int64_t begin_ns, int n)
{
  Telemetry *telemetry = telemetry_new ();

  telemetry->format = "nvidia-smi";
  telemetry->title = "nvidia-smi CSV";
  telemetry->clock = clock;
  for (int gpu = 0; gpu < n; gpu++)
    for (int i = 0; i < 12; i++)
      telemetry_add (telemetry, telemetry_series (telemetry, "power.draw", "W", gpu),
                     clock == TELEMETRY_TICKS ? i : begin_ns + i * SECOND_NS, 100 * gpu + i);
  return telemetry;
}

static Trace *
attached (Trace *trace, const Telemetry *telemetry, const AttachWishes *wishes)
{
  g_autoptr (GError) error = NULL;
  AttachedFile file = { "smi.csv", telemetry, { 0 } };

  g_assert_true (attach_place_find (trace, telemetry, wishes, "smi.csv", &file.place, &error));
  g_assert_no_error (error);
  Trace *with = attach_counters (trace, &file, 1, "run + smi.csv", &error);
  g_assert_no_error (error);
  return with;
}

/* The counter of that name below a track of that kind; its device too, or -1. */
static const TraceTrack *
counter (const Trace *trace, const char *name, TrackKind parent, int device)
{
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      if (track->kind == TRACK_COUNTER && strcmp (trace_string (trace, track->name, NULL), name) == 0
          && trace_track (trace, track->parent)->kind == parent && track->device == device)
        return track;
    }
  g_error ("no counter %s", name);
}

static void
counters_of_gpus_go_to_the_devices_of_their_numbers (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0, 1 }, 2, true);
  g_autoptr (Telemetry) telemetry = power (TELEMETRY_UTC, EPOCH_NS - SECOND_NS, 3);
  g_autoptr (Trace) with = attached (trace, telemetry, &(AttachWishes){ 0 });
  int64_t begin_ns, end_ns;

  for (int gpu = 0; gpu < 2; gpu++)
    {
      const TraceTrack *track = counter (with, "power.draw (W)", TRACK_DEVICE, gpu);

      g_assert_cmpuint (track->n_samples, ==, 12);
      for (int i = 0; i < 12; i++)
        {
          g_assert_cmpint (sample_time_ns (trace_samples (with), track->first_sample + (uint64_t) i), ==,
                           (i - 1) * SECOND_NS);
          g_assert_cmpfloat (sample_value (trace_samples (with), track->first_sample + (uint64_t) i), ==,
                             100 * gpu + i);
        }
    }
  g_assert_cmpuint (counter (with, "GPU 2: power.draw (W)", TRACK_NODE, -1)->n_samples, ==, 12);
  g_assert_cmpuint (building_health_count (with, HEALTH_ATTACHED_GPU_UNKNOWN), ==, 12);
  /* Counters are no part of the run's time. */
  trace_span (with, &begin_ns, &end_ns);
  g_assert_cmpint (begin_ns, ==, 0);
  g_assert_cmpint (end_ns, ==, 10 * SECOND_NS);
  g_assert_cmpuint (trace_event_counts (with)->counters, ==, 36);
}

static void
a_number_that_two_devices_have_is_not_guessed (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0, 0 }, 2, true);
  g_autoptr (Telemetry) telemetry = power (TELEMETRY_UTC, EPOCH_NS, 1);
  g_autoptr (Trace) with = attached (trace, telemetry, &(AttachWishes){ 0 });

  counter (with, "GPU 0: power.draw (W)", TRACK_NODE, -1);
}

/* Power of GPUs that the file knows by texts. */
static Telemetry *
power_by_id (const char *const *ids, int n)
{
  Telemetry *telemetry = power (TELEMETRY_UTC, EPOCH_NS, n);

  for (int gpu = 0; gpu < n; gpu++)
    telemetry_series_set_gpu_id (telemetry->series->pdata[gpu], ids[gpu]);
  return telemetry;
}

static void
a_gpu_without_a_number_is_not_guessed (void)
{
  static const char *const ids[] = { "00000000:9B:00.0", "GPU-5cd7" };
  g_autoptr (Trace) trace = profile ((const int[]){ 0, 1 }, 2, true);
  g_autoptr (Telemetry) one = power_by_id (ids, 1), two = power_by_id (ids, 2);
  g_autoptr (Trace) with_one = attached (trace, one, &(AttachWishes){ 0 });
  g_autoptr (Trace) with_two = attached (trace, two, &(AttachWishes){ 0 });

  counter (with_one, "GPU 00000000:9B:00.0: power.draw (W)", TRACK_NODE, -1);
  counter (with_two, "GPU 00000000:9B:00.0: power.draw (W)", TRACK_NODE, -1);
  counter (with_two, "GPU-5cd7: power.draw (W)", TRACK_NODE, -1);
  g_assert_cmpuint (building_health_count (with_two, HEALTH_ATTACHED_GPU_UNKNOWN), ==, 24);
}

static void
the_only_gpu_without_a_number_is_the_only_device (void)
{
  static const char *const ids[] = { "GPU-5cd7", "GPU-0aa1" };
  g_autoptr (Trace) trace = profile ((const int[]){ 0 }, 1, true);
  g_autoptr (Telemetry) one = power_by_id (ids, 1), two = power_by_id (ids, 2);
  g_autoptr (Trace) with_one = attached (trace, one, &(AttachWishes){ 0 });
  g_autoptr (Trace) with_two = attached (trace, two, &(AttachWishes){ 0 });

  counter (with_one, "power.draw (W)", TRACK_DEVICE, 0);
  counter (with_two, "GPU-5cd7: power.draw (W)", TRACK_NODE, -1);
  counter (with_two, "GPU-0aa1: power.draw (W)", TRACK_NODE, -1);
}

/* As of CUPTI and of nvidia-smi. The process sees the GPUs in another order than nvidia-smi, and one that is not in its list. */
static void
the_uuid_says_which_device_a_gpu_is (void)
{
  static const char properties[] =
    "[{\"id\": 0, \"uuid\": \"0aa1000000000000000000000000000b\"}, "
    "{\"id\": 1, \"uuid\": \"5cd7000000000000000000000000000a\"}]";
  static const char *const uuids[] = { "GPU-5cd70000-0000-0000-0000-00000000000a",
                                       "GPU-0AA10000-0000-0000-0000-00000000000b",
                                       "GPU-77770000-0000-0000-0000-00000000000c" };
  TraceBuilder *builder = trace_builder_new ();

  building_begin_rank (builder, 0);
  building_add_tracks (builder);
  trace_builder_set_time_base (builder, EPOCH_NS, true);
  trace_builder_add_setting (builder, building_intern (builder, "deviceProperties"),
                             building_intern (builder, properties));
  for (int d = 0; d < 2; d++)
    building_add_slice (builder,
                        building_add_stream (builder, building_add_device (builder, d), TRACK_STREAM, 7),
                        SLICE_KERNEL, "gemm", 0, 10 * SECOND_NS, 0);
  g_autoptr (Trace) trace = building_finish (builder);

  for (int has_number = 0; has_number < 2; has_number++)
    {
      g_autoptr (Telemetry) telemetry =
        has_number ? power (TELEMETRY_UTC, EPOCH_NS, 3) : power_by_id (uuids, 3);

      for (int gpu = 0; gpu < 3; gpu++)
        telemetry_series_set_gpu_uuid (telemetry->series->pdata[gpu], uuids[gpu]);
      g_autoptr (Trace) with = attached (trace, telemetry, &(AttachWishes){ 0 });
      for (int d = 0; d < 2; d++)
        {
          const TraceTrack *track = counter (with, "power.draw (W)", TRACK_DEVICE, d);

          g_assert_cmpfloat (sample_value (trace_samples (with), track->first_sample), ==, 100 * (1 - d));
        }
      g_assert_cmpuint (building_health_count (with, HEALTH_ATTACHED_GPU_UNKNOWN), ==, 12);
    }
}

static void
a_start_to_the_second_is_told (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0 }, 1, true);
  g_autoptr (Telemetry) telemetry = power (TELEMETRY_LOCAL, EPOCH_NS, 1);

  telemetry->starts_to_second = true;
  g_autoptr (Trace) by_zone = attached (trace, telemetry, &(AttachWishes){ .has_zone = true });
  g_autoptr (Trace) by_start =
    attached (trace, telemetry, &(AttachWishes){ .has_start = true, .start_ns = EPOCH_NS + 5 });
  g_assert_cmpuint (building_health_count (by_zone, HEALTH_ATTACHED_START_SECOND), ==, 1);
  g_assert_cmpuint (building_health_count (by_start, HEALTH_ATTACHED_START_SECOND), ==, 0);
}

static void
the_only_gpu_is_the_only_device (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 3 }, 1, true);
  g_autoptr (Telemetry) telemetry = power (TELEMETRY_UTC, EPOCH_NS, 1);
  g_autoptr (Trace) with = attached (trace, telemetry, &(AttachWishes){ 0 });

  counter (with, "power.draw (W)", TRACK_DEVICE, 3);
}

static void
nothing_else_changes (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0, 1 }, 2, true);
  g_autoptr (Telemetry) telemetry = power (TELEMETRY_UTC, EPOCH_NS, 1);
  g_autoptr (Trace) with = attached (trace, telemetry, &(AttachWishes){ 0 });
  const SliceColumns *a = trace_slices (trace), *b = trace_slices (with);

  g_assert_cmpuint (a->n, ==, b->n);
  for (uint64_t s = 0; s < a->n; s++)
    {
      g_assert_cmpint (slice_start_ns (a, s), ==, slice_start_ns (b, s));
      g_assert_cmpint (slice_dur_ns (a, s), ==, slice_dur_ns (b, s));
      g_assert_cmpstr (trace_string (trace, slice_name (a, s), NULL), ==,
                       trace_string (with, slice_name (b, s), NULL));
    }
  g_assert_cmpuint (trace_n_ranks (with), ==, 2);
  g_assert_cmpstr (trace_format (with), ==, trace_format (trace));
  g_assert_cmpstr (trace_string (with, trace_rank (with, 1)->path, NULL), ==,
                   trace_string (trace, trace_rank (trace, 1)->path, NULL));
  g_assert_cmpint (memcmp (trace_profile_key (with), trace_profile_key (trace), TRACE_KEY_BYTES), !=, 0);
}

static void
a_profile_without_a_time_of_day_keeps_its_clocks (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0 }, 1, false);
  g_autoptr (Telemetry) telemetry = power (TELEMETRY_LOCAL, EPOCH_NS, 1);
  g_autoptr (Trace) with =
    attached (trace, telemetry, &(AttachWishes){ .has_shift = true, .shift_ns = -2 * SECOND_NS });
  const TraceTrack *track = counter (with, "power.draw (W)", TRACK_DEVICE, 0);
  int64_t epoch_ns;

  g_assert_false (trace_epoch_ns (with, &epoch_ns));
  g_assert_cmpint (sample_time_ns (trace_samples (with), track->first_sample), ==, -2 * SECOND_NS);
}

static void
what_the_user_says_is_where_the_samples_lie (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0 }, 1, true);
  g_autoptr (Telemetry) local = power (TELEMETRY_LOCAL, EPOCH_NS + 7200 * SECOND_NS, 1);
  g_autoptr (Telemetry) ticks = power (TELEMETRY_TICKS, 0, 1);
  g_autoptr (Telemetry) utc = power (TELEMETRY_UTC, EPOCH_NS + SECOND_NS, 1);
  const struct
  {
    const Telemetry *telemetry;
    AttachWishes wishes;
    AttachWay way;
    int64_t first_ns, second_ns, shift_ns;
  } rows[] = {
    { local,
      { .has_zone = true, .zone_ns = 7200 * SECOND_NS },
      ATTACH_BY_ZONE,
      0,
      SECOND_NS,
      -7200 * SECOND_NS },
    { local,
      { .has_shift = true, .shift_ns = -7201 * SECOND_NS },
      ATTACH_BY_SHIFT,
      -SECOND_NS,
      0,
      -7201 * SECOND_NS },
    { local,
      { .has_zone = true, .zone_ns = 7200 * SECOND_NS, .has_shift = true, .shift_ns = SECOND_NS },
      ATTACH_BY_SHIFT,
      SECOND_NS,
      2 * SECOND_NS,
      -7199 * SECOND_NS },
    { utc, { .has_zone = true, .zone_ns = 7200 * SECOND_NS }, ATTACH_BY_FILE, SECOND_NS, 2 * SECOND_NS, 0 },
    { utc,
      { .has_zone = true, .zone_ns = 7200 * SECOND_NS, .has_shift = true, .shift_ns = SECOND_NS },
      ATTACH_BY_SHIFT,
      2 * SECOND_NS,
      3 * SECOND_NS,
      SECOND_NS },
    { local,
      { .has_start = true, .start_ns = EPOCH_NS + 5 },
      ATTACH_BY_START,
      5,
      SECOND_NS + 5,
      5 - 7200 * SECOND_NS },
    { ticks,
      { .has_start = true, .start_ns = EPOCH_NS + SECOND_NS, .interval_ns = 100 },
      ATTACH_BY_START,
      SECOND_NS,
      SECOND_NS + 100,
      SECOND_NS },
    { ticks, { .has_shift = true, .shift_ns = 42 }, ATTACH_BY_SHIFT, 42, SECOND_NS + 42, 42 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (Trace) with = attached (trace, rows[i].telemetry, &rows[i].wishes);
      const TraceTrack *track = counter (with, "power.draw (W)", TRACK_DEVICE, 0);
      g_autoptr (GPtrArray) files = attached_files (with);
      const AttachedRecord *file = files->pdata[0];

      g_assert_cmpint (sample_time_ns (trace_samples (with), track->first_sample), ==, rows[i].first_ns);
      g_assert_cmpint (sample_time_ns (trace_samples (with), track->first_sample + 1), ==, rows[i].second_ns);
      g_assert_cmpuint (files->len, ==, 1);
      g_assert_cmpstr (file->way, ==, attach_way_word (rows[i].way));
      g_assert_cmpint (file->shift_ns, ==, rows[i].shift_ns);
      g_assert_cmpuint (file->n_samples, ==, 12);
    }
}

static void
check_refused (Trace *trace, const Telemetry *telemetry, const AttachWishes *wishes, const char *sentence)
{
  g_autoptr (GError) error = NULL;
  AttachPlace place;

  g_assert_false (attach_place_find (trace, telemetry, wishes, "smi.csv", &place, &error));
  g_assert_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE);
  g_assert_nonnull (strstr (error->message, sentence));
}

static void
what_is_not_known_is_asked_for (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0 }, 1, true),
                    timeless = profile ((const int[]){ 0 }, 1, false);
  g_autoptr (Telemetry) local = power (TELEMETRY_LOCAL, EPOCH_NS, 1),
                        utc = power (TELEMETRY_UTC, EPOCH_NS, 1),
                        late = power (TELEMETRY_UTC, EPOCH_NS + 3610 * SECOND_NS, 1),
                        ticks = power (TELEMETRY_TICKS, 0, 1), since = power (TELEMETRY_SINCE_START, 0, 1);
  const AttachWishes none = { 0 };

  check_refused (trace, local, &none, "--attach-zone +02:00");
  check_refused (trace, ticks, &none, "--attach-interval 1s");
  check_refused (trace, since, &none, "Say when it begins: --attach-start");
  check_refused (trace, late, &none, "the nearest one is 1 h 00 min after it");
  check_refused (trace, local, &(AttachWishes){ .has_zone = true, .zone_ns = 3600 * SECOND_NS }, "before it");
  check_refused (timeless, utc, &none, "Say how long after the begin of the profile");
  check_refused (timeless, utc, &(AttachWishes){ .has_start = true }, "does not know the time of the day");
}

static void
the_date_of_the_file_is_that_of_its_last_row (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0 }, 1, true);
  g_autoptr (Telemetry) ticks = power (TELEMETRY_TICKS, 0, 1);

  ticks->modified_ns = EPOCH_NS + 9 * SECOND_NS;
  g_autoptr (Trace) with = attached (trace, ticks, &(AttachWishes){ 0 });
  const TraceTrack *track = counter (with, "power.draw (W)", TRACK_DEVICE, 0);
  g_assert_cmpint (sample_time_ns (trace_samples (with), track->first_sample), ==, -2 * SECOND_NS);
  g_assert_cmpuint (building_health_count (with, HEALTH_ATTACHED_FILE_DATE), ==, 1);
}

static void
a_second_file_joins_the_first (void)
{
  g_autoptr (Trace) trace = profile ((const int[]){ 0 }, 1, true);
  g_autoptr (Telemetry) first = power (TELEMETRY_UTC, EPOCH_NS, 1),
                        second = power (TELEMETRY_UTC, EPOCH_NS, 2);
  g_autoptr (Trace) with = attached (trace, first, &(AttachWishes){ 0 });
  g_autoptr (Trace) both = attached (with, second, &(AttachWishes){ 0 });
  g_autoptr (GPtrArray) files = attached_files (both);

  g_assert_cmpuint (files->len, ==, 2);
  g_assert_cmpuint (counter (both, "power.draw (W)", TRACK_DEVICE, 0)->n_samples, ==, 24);
  g_assert_cmpuint (counter (both, "GPU 1: power.draw (W)", TRACK_NODE, -1)->n_samples, ==, 12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attach/counters_of_gpus_go_to_the_devices_of_their_numbers",
                   counters_of_gpus_go_to_the_devices_of_their_numbers);
  g_test_add_func ("/attach/a_number_that_two_devices_have_is_not_guessed",
                   a_number_that_two_devices_have_is_not_guessed);
  g_test_add_func ("/attach/a_gpu_without_a_number_is_not_guessed", a_gpu_without_a_number_is_not_guessed);
  g_test_add_func ("/attach/the_only_gpu_without_a_number_is_the_only_device",
                   the_only_gpu_without_a_number_is_the_only_device);
  g_test_add_func ("/attach/the_uuid_says_which_device_a_gpu_is", the_uuid_says_which_device_a_gpu_is);
  g_test_add_func ("/attach/a_start_to_the_second_is_told", a_start_to_the_second_is_told);
  g_test_add_func ("/attach/the_only_gpu_is_the_only_device", the_only_gpu_is_the_only_device);
  g_test_add_func ("/attach/nothing_else_changes", nothing_else_changes);
  g_test_add_func ("/attach/a_profile_without_a_time_of_day_keeps_its_clocks",
                   a_profile_without_a_time_of_day_keeps_its_clocks);
  g_test_add_func ("/attach/what_the_user_says_is_where_the_samples_lie",
                   what_the_user_says_is_where_the_samples_lie);
  g_test_add_func ("/attach/what_is_not_known_is_asked_for", what_is_not_known_is_asked_for);
  g_test_add_func ("/attach/the_date_of_the_file_is_that_of_its_last_row",
                   the_date_of_the_file_is_that_of_its_last_row);
  g_test_add_func ("/attach/a_second_file_joins_the_first", a_second_file_joins_the_first);
  return g_test_run ();
}
