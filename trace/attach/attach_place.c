/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/attach/attach_place.h"

#include <stdlib.h>
#include <string.h>

#include "trace/attach/attach_gpu.h"
#include "trace/attach/shift_search.h"
#include "trace/derive/busy_index.h"
#include "trace/text/duration_text.h"
#include "trace/text/trace_error.h"

#define SECOND_NS  INT64_C (1000000000)
#define QUARTER_NS (15 * 60 * SECOND_NS)
#define N_ZONES    (2 * 14 * 4 + 1) /* from -14 h to +14 h */

/* Clocks of machines differ by this much at most once the time zone is right. */
#define CLOCKS_DIFFER_NS (60 * SECOND_NS)

#define PAIRS_MAX 64

typedef struct
{
  const Trace *trace;
  const Telemetry *telemetry;
  const AttachWishes *wishes;
  const char *path;
  bool has_epoch; /* of the profile */
  int64_t epoch_ns, begin_ns, end_ns;
  int64_t interval_ns, first_ns, last_ns; /* of the file, in nanoseconds of its clock */
} Placing;

const char *
attach_way_word (AttachWay way)
{
  static const char *const words[N_ATTACH_WAYS] = {
    [ATTACH_BY_FILE] = "file",
    [ATTACH_BY_ZONE] = "zone",
    [ATTACH_BY_SHIFT] = "shift",
    [ATTACH_BY_START] = "start",
    [ATTACH_BY_CORRELATION] = "correlation",
    [ATTACH_BY_FILE_DATE] = "file_date",
  };

  return words[way];
}

bool
attach_counts_from_begin (const Trace *trace, const Telemetry *telemetry)
{
  int64_t epoch_ns;

  return !trace_epoch_ns (trace, &epoch_ns)
         || (telemetry->clock != TELEMETRY_UTC && telemetry->clock != TELEMETRY_LOCAL);
}

static bool
has_time_of_day (const Placing *placing)
{
  return placing->telemetry->clock == TELEMETRY_UTC || placing->telemetry->clock == TELEMETRY_LOCAL;
}

static void
set_place (const Placing *placing, AttachWay way, int64_t offset_ns, AttachPlace *ret_place)
{
  bool is_from_begin = !has_time_of_day (placing) || !placing->has_epoch;

  *ret_place = (AttachPlace){
    .way = way,
    .interval_ns = placing->interval_ns,
    .offset_ns = offset_ns,
    .shift_ns =
      is_from_begin ? placing->first_ns + offset_ns - placing->begin_ns : offset_ns + placing->epoch_ns,
    .is_from_begin = is_from_begin,
  };
}

static bool
overlaps (const Placing *placing, int64_t offset_ns)
{
  return placing->first_ns + offset_ns <= placing->end_ns
         && placing->last_ns + offset_ns >= placing->begin_ns;
}

static bool
refuse_other_time (const Placing *placing, int64_t offset_ns, GError **error)
{
  int64_t away_ns = placing->first_ns + offset_ns > placing->end_ns
                      ? placing->first_ns + offset_ns - placing->end_ns
                      : placing->begin_ns - placing->last_ns - offset_ns;
  char away[DURATION_TEXT_MAX];

  g_set_error (
    error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
    "%s: no sample is from the time of the profile; the nearest one is %s %s it. If the clocks differ, say "
    "by how much: --attach-zone +02:00 or --attach-shift 3.2s.",
    placing->path, duration_text ((double) away_ns, away),
    placing->first_ns + offset_ns > placing->end_ns ? "after" : "before");
  return false;
}

/* ---- as told ---- */

/* Sets *ret_is_told if it is known without a search. Returns false with an error if it cannot be as the user says. */
static bool
place_as_told (const Placing *placing, AttachPlace *ret_place, bool *ret_is_told, GError **error)
{
  const AttachWishes *wishes = placing->wishes;
  bool is_of_day = has_time_of_day (placing) && placing->has_epoch;
  /* Of several files, only those of a clock on the wall have a zone to be told. */
  bool has_zone = wishes->has_zone && placing->telemetry->clock == TELEMETRY_LOCAL;

  *ret_is_told = true;
  if (wishes->has_start && !placing->has_epoch)
    {
      g_set_error (
        error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
        "%s: the profile does not know the time of the day, so that a start does not help. Say how long after "
        "the begin of the profile the file begins: --attach-shift 3.2s.",
        placing->path);
      return false;
    }
  if (wishes->has_start)
    set_place (placing, ATTACH_BY_START, wishes->start_ns - placing->first_ns - placing->epoch_ns, ret_place);
  else if (wishes->has_shift && !is_of_day)
    set_place (placing, ATTACH_BY_SHIFT, placing->begin_ns + wishes->shift_ns - placing->first_ns, ret_place);
  else if (wishes->has_shift)
    set_place (placing, ATTACH_BY_SHIFT,
               wishes->shift_ns - (has_zone ? wishes->zone_ns : 0) - placing->epoch_ns, ret_place);
  else if (has_zone && is_of_day)
    set_place (placing, ATTACH_BY_ZONE, -wishes->zone_ns - placing->epoch_ns, ret_place);
  else if (is_of_day && placing->telemetry->clock == TELEMETRY_UTC)
    set_place (placing, ATTACH_BY_FILE, -placing->epoch_ns, ret_place);
  else
    *ret_is_told = false;
  if (*ret_is_told && !overlaps (placing, ret_place->offset_ns))
    return refuse_other_time (placing, ret_place->offset_ns, error);
  return true;
}

/* ---- as the GPU activity shows ---- */

static int
compare_samples (const void *a, const void *b)
{
  int64_t x = ((const TelemetrySample *) a)->time_ns, y = ((const TelemetrySample *) b)->time_ns;

  return x < y ? -1 : x > y;
}

static int
compare_times (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;

  return x < y ? -1 : x > y;
}

/* The median of the first differences that are not 0. */
static int64_t
interval_of (const TelemetrySample *samples, size_t n)
{
  int64_t gaps[256];
  size_t n_gaps = 0;

  for (size_t i = 1; i < n && n_gaps < G_N_ELEMENTS (gaps); i++)
    if (samples[i].time_ns > samples[i - 1].time_ns)
      gaps[n_gaps++] = samples[i].time_ns - samples[i - 1].time_ns;
  if (n_gaps == 0)
    return 0;
  qsort (gaps, n_gaps, sizeof *gaps, compare_times);
  return gaps[n_gaps / 2];
}

typedef struct
{
  ShiftPair pairs[PAIRS_MAX];
  TelemetrySample *samples[PAIRS_MAX];
  BusyIndex *busy[PAIRS_MAX];
  size_t n;
  int64_t interval_ns;
} Pairs;

static void
pairs_clear (Pairs *pairs)
{
  for (size_t i = 0; i < pairs->n; i++)
    {
      free (pairs->samples[i]);
      g_clear_pointer (&pairs->busy[i], busy_index_free);
    }
}

/* Returns false if memory runs out. */
static bool
add_pair (const Placing *placing, Pairs *pairs, const TelemetrySeries *series, uint32_t device)
{
  size_t n = series->samples.n;
  TelemetrySample *samples = malloc (n * sizeof *samples);
  BusyIndex *busy = busy_index_new (placing->trace, device);

  pairs->samples[pairs->n] = samples;
  pairs->busy[pairs->n] = busy;
  pairs->n++;
  if (samples == NULL || busy == NULL)
    return false;
  for (size_t i = 0; i < n; i++)
    samples[i] =
      (TelemetrySample){ series->samples.at[i].time_ns * placing->interval_ns, series->samples.at[i].value };
  qsort (samples, n, sizeof *samples, compare_samples);

  uint64_t n_busy;
  const BusyInterval *intervals = busy_index_intervals (busy, &n_busy);
  pairs->pairs[pairs->n - 1] = (ShiftPair){ samples, n, intervals, (size_t) n_busy };
  pairs->interval_ns = MAX (pairs->interval_ns, interval_of (samples, n));
  return true;
}

static bool
add_pairs (const Placing *placing, Pairs *pairs)
{
  g_autoptr (AttachGpus) gpus = attach_gpus_new (placing->trace);

  for (guint i = 0; i < placing->telemetry->series->len && pairs->n < PAIRS_MAX; i++)
    {
      const TelemetrySeries *series = placing->telemetry->series->pdata[i];
      uint32_t device =
        series->is_gpu_busy ? attach_gpus_find (gpus, placing->telemetry, series) : TRACE_NONE;

      if (device != TRACE_NONE && series->samples.n >= SHIFT_SAMPLES_MIN
          && !add_pair (placing, pairs, series, device))
        return false;
    }
  return true;
}

/* Returns how many ranges there are to look in. */
static size_t
ranges_of (const Placing *placing, ShiftRange ranges[N_ZONES])
{
  size_t n = 0;

  if (!placing->has_epoch || !has_time_of_day (placing))
    {
      /* From the last sample at the begin of the profile to the first one at its end. */
      int64_t low_ns = placing->begin_ns - placing->last_ns, high_ns = placing->end_ns - placing->first_ns;

      ranges[0] = (ShiftRange){ low_ns + (high_ns - low_ns) / 2, (high_ns - low_ns) / 2 };
      return 1;
    }
  for (int zone = N_ZONES / 2; zone >= -(N_ZONES / 2); zone--)
    {
      int64_t centre_ns = -placing->epoch_ns - zone * QUARTER_NS;

      if (overlaps (placing, centre_ns - CLOCKS_DIFFER_NS) || overlaps (placing, centre_ns)
          || overlaps (placing, centre_ns + CLOCKS_DIFFER_NS))
        ranges[n++] = (ShiftRange){ centre_ns, CLOCKS_DIFFER_NS };
    }
  return n;
}

static bool
find_shift (const Placing *placing, ShiftFound *ret_found, GError **error)
{
  ShiftRange ranges[N_ZONES];
  Pairs pairs = { .n = 0 };
  bool ok = add_pairs (placing, &pairs);

  *ret_found = (ShiftFound){ .second = -1 };
  if (ok)
    {
      const ShiftSearch search = {
        .pairs = pairs.pairs,
        .n_pairs = pairs.n,
        .begin_ns = placing->begin_ns,
        .end_ns = placing->end_ns,
        .interval_ns = pairs.interval_ns,
        .ranges = ranges,
        .n_ranges = ranges_of (placing, ranges),
      };

      ok = shift_search_run (&search, ret_found);
    }
  pairs_clear (&pairs);
  if (!ok)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                 "%s: not enough memory to compare it with the profile.", placing->path);
  return ok;
}

/* ---- as the file's date shows ---- */

static bool
place_by_date (const Placing *placing, AttachPlace *ret_place)
{
  int64_t offset_ns = placing->telemetry->modified_ns - placing->last_ns - placing->epoch_ns;

  if (has_time_of_day (placing) || !placing->has_epoch || placing->telemetry->modified_ns == 0
      || !overlaps (placing, offset_ns))
    return false;
  set_place (placing, ATTACH_BY_FILE_DATE, offset_ns, ret_place);
  return true;
}

/* ---- the whole ---- */

static bool
refuse_unknown (const Placing *placing, const ShiftFound *found, GError **error)
{
  g_autofree char *compared =
    found->n_samples == 0
      ? g_strdup ("the GPU activity of the profile cannot be compared with it")
      : g_strdup_printf (
        "no shift fits the GPU activity of the profile much better than others (correlation %d %%, next "
        "%d %%)",
        (int) (found->correlation * 100), (int) (MAX (found->second, 0) * 100));
  const char *lacks =
    placing->telemetry->clock == TELEMETRY_LOCAL && placing->has_epoch ? "its times have no time zone"
    : placing->telemetry->clock == TELEMETRY_TICKS                     ? "its rows have no times"
    : placing->telemetry->clock == TELEMETRY_SINCE_START ? "its times count from an unknown start"
                                                         : "the profile does not know the time of the day";
  const char *advice =
    placing->telemetry->clock == TELEMETRY_LOCAL && placing->has_epoch
      ? "Say the time zone or the shift: --attach-zone +02:00 or --attach-shift 3.2s."
    : placing->telemetry->clock == TELEMETRY_TICKS && placing->has_epoch
      ? "Say when it begins and how often it was sampled: --attach-start 2026-01-03T15:36:53+01:00 "
        "--attach-interval 1s."
    : placing->has_epoch ? "Say when it begins: --attach-start 2026-01-03T15:36:53+01:00."
                         : "Say how long after the begin of the profile it begins: --attach-shift 3.2s.";

  g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE, "%s: %s, and %s. %s", placing->path, lacks,
               compared, advice);
  return false;
}

bool
attach_place_find (const Trace *trace,
                   const Telemetry *telemetry,
                   const AttachWishes *wishes,
                   const char *path,
                   AttachPlace *ret_place,
                   GError **error)
{
  bool is_ticks = telemetry->clock == TELEMETRY_TICKS, is_told;
  Placing placing = {
    .trace = trace,
    .telemetry = telemetry,
    .wishes = wishes,
    .path = path,
    .interval_ns = !is_ticks                 ? 1
                   : wishes->interval_ns > 0 ? wishes->interval_ns
                                             : ATTACH_INTERVAL_NS,
  };
  ShiftFound found;

  if (is_ticks && telemetry->last_ns > TRACE_TIME_MAX_NS / 4 / placing.interval_ns)
    {
      g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                   "%s: the interval is too long for so many rows.", path);
      return false;
    }
  placing.first_ns = telemetry->first_ns * placing.interval_ns;
  placing.last_ns = telemetry->last_ns * placing.interval_ns;
  placing.has_epoch = trace_epoch_ns (trace, &placing.epoch_ns);
  trace_span (trace, &placing.begin_ns, &placing.end_ns);
  if (!place_as_told (&placing, ret_place, &is_told, error))
    return false;
  if (is_told)
    return true;
  if (!find_shift (&placing, &found, error))
    return false;
  if (found.is_sure && overlaps (&placing, found.shift_ns))
    {
      /* A shift is not known to less than a millisecond, and people read it. */
      set_place (&placing, ATTACH_BY_CORRELATION, found.shift_ns, ret_place);
      set_place (&placing, ATTACH_BY_CORRELATION, found.shift_ns - ret_place->shift_ns % 1000000, ret_place);
      ret_place->correlation = found.correlation;
      ret_place->second = found.second;
      return true;
    }
  return place_by_date (&placing, ret_place) || refuse_unknown (&placing, &found, error);
}
