/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/dashboard_text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "trace/file/verify.h"
#include "trace/model/device_word.h"
#include "trace/model/profile_format.h"
#include "trace/stats/memory/allocation_stats.h"
#include "widgets/dashboard/sections/section_idle.h"
#include "widgets/dashboard/sections/section_time.h"
#include "widgets/look/duration_column.h"
#include "widgets/state/health_summary.h"

/* Host names may be long; the whole one is a click away. */
#define HOST_NAME_MAX_CHARS 40

char *
dashboard_text_device (const Trace *trace, uint32_t device)
{
  const TraceDevice *gpu = trace_device (trace, device);

  if (trace_n_ranks (trace) < 2)
    return device_word_in_one (trace, device, g_strdup_printf (_ ("GPU %d"), gpu->number));
  return device_word_in_one (
    trace, device,
    g_strdup_printf (_ ("GPU %d of rank %" PRId64), gpu->number, trace_rank (trace, gpu->rank)->number));
}

char *
dashboard_text_rank (const Trace *trace, uint32_t rank)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, trace_rank (trace, rank)->number);

  /* Translators: a process of a job by its number: "Rank 12" */
  return g_strdup_printf (_ ("Rank %s"), number);
}

const char *
dashboard_text_device_head (const Trace *trace)
{
  return trace_n_devices (trace) > 0 ? device_word (trace, 0) : "GPU";
}

char *
dashboard_text_n_devices (const DashboardData *data, const NumberStyle *numbers)
{
  char count[NUMBER_TEXT_MAX];

  return device_word_in (data->scope.trace,
                         g_strdup_printf (ngettext ("%s GPU", "%s GPUs", data->n_devices),
                                          number_text_count (numbers, data->n_devices, count)));
}

char *
dashboard_text_window (const DashboardData *data, const NumberStyle *numbers)
{
  char length[NUMBER_TEXT_MAX];

  return g_strdup (
    number_text_duration (numbers, (double) (data->scope.end_ns - data->scope.begin_ns), length));
}

/* "74,937 slices, none lost": of the whole profile. */
static char *
trust_text (const Profile *profile, const NumberStyle *numbers)
{
  uint64_t n_slices = trace_event_counts (profile->trace)->slices;
  HealthSummary health = health_summary_of (profile);
  g_autofree char *loss = health_summary_phrase (&health, numbers);
  char slices[NUMBER_TEXT_MAX];

  /* Translators: the number of slices, then what was lost, as in "none lost" */
  return g_strdup_printf (ngettext ("%s slice, %s", "%s slices, %s", n_slices),
                          number_text_count (numbers, n_slices, slices), loss);
}

char *
dashboard_text_scope (const DashboardData *data, const NumberStyle *numbers)
{
  char count[NUMBER_TEXT_MAX], begin[NUMBER_TEXT_MAX];
  uint64_t n_steps = stats_scope_n_steps (&data->scope);
  g_autofree char *window = dashboard_text_window (data, numbers);
  g_autofree char *devices = dashboard_text_n_devices (data, numbers);
  g_autofree char *trust = trust_text (data->profile, numbers);
  g_autofree char *steps =
    g_strdup_printf (ngettext ("%s step", "%s steps", n_steps), number_text_count (numbers, n_steps, count));

  if (data->scope.is_whole)
    /* Translators: "Whole profile: 465.3 ms, 6 steps, 1 GPU, 74,937 slices, none lost" */
    return g_strdup_printf (_ ("Whole profile: %s, %s, %s, %s"), window, steps, devices, trust);
  /* Translators: "12.30 ms from 107.0 ms on, 1 step, 1 GPU; the profile: 74,937 slices, none lost" */
  return g_strdup_printf (_ ("%s from %s on, %s, %s; the profile: %s"), window,
                          number_text_duration (numbers, (double) data->scope.begin_ns, begin), steps,
                          devices, trust);
}

static char *
busy_sentence (const DashboardData *data, const NumberStyle *numbers)
{
  char share[NUMBER_TEXT_MAX];
  g_autofree char *window = dashboard_text_window (data, numbers);

  number_text_tenths (numbers, dashboard_time (data)->active_tenths, share);
  if (data->n_devices > 1)
    return g_strdup_printf (ngettext ("The %u GPU was busy %s of %s on average.",
                                      "The %u GPUs were busy %s of %s on average.", data->n_devices),
                            data->n_devices, share, window);
  if (trace_n_devices (data->scope.trace) == 1)
    return g_strdup_printf (_ ("The GPU was busy %s of %s."), share, window);

  uint32_t device = 0;
  while (!stats_scope_holds_device (&data->scope, device))
    device++;
  g_autofree char *name = dashboard_text_device (data->scope.trace, device);
  /* Translators: "GPU 3 was busy 83.5 % of 465.3 ms." */
  return g_strdup_printf (_ ("%s was busy %s of %s."), name, share, window);
}

/* Returns a host name; a long one loses its middle, and 60 % of the rest is its begin. */
static char *
shorten (const char *name)
{
  glong length = g_utf8_strlen (name, -1);
  glong head = HOST_NAME_MAX_CHARS * 6 / 10, tail = HOST_NAME_MAX_CHARS - head - 1;

  if (length <= HOST_NAME_MAX_CHARS)
    return g_strdup (name);
  return g_strdup_printf ("%.*s…%s", (int) (g_utf8_offset_to_pointer (name, head) - name), name,
                          g_utf8_offset_to_pointer (name, length - tail));
}

/* Agrees in number with the sentence before it. */
static char *
host_wait_sentence (const DashboardData *data, const NumberStyle *numbers, const char *share)
{
  const IdleGaps *gaps = dashboard_gaps (data);
  uint32_t n = data->n_devices;
  char count[NUMBER_TEXT_MAX];

  if (gaps->host_name == TRACE_NONE)
    return g_strdup_printf (
      ngettext ("The GPU waited mostly for the host (%s).", "The GPUs waited mostly for the host (%s).", n),
      share);
  if (gaps->host_known_ns * 2 < gaps->host_bound_ns)
    return g_strdup_printf (
      ngettext ("The GPU waited mostly for the host (%s); for most of that time the trace does not record "
                "what the host did.",
                "The GPUs waited mostly for the host (%s); for most of that time the trace does not record "
                "what the host did.",
                n),
      share);

  g_autofree char *name = shorten (trace_display_name (data->scope.trace, gaps->host_name));
  g_autofree char *n_gaps = g_strdup_printf (ngettext ("%s gap", "%s gaps", gaps->host_name_gaps),
                                             number_text_count (numbers, gaps->host_name_gaps, count));
  if (gaps->host_name_ns * 2 > gaps->host_bound_ns)
    /* Translators: a share of the time, the name of what the host did, and "1 gap" or "12 gaps". */
    return g_strdup_printf (ngettext ("The GPU waited mostly for the host (%s), most of it in `%s` (%s).",
                                      "The GPUs waited mostly for the host (%s), most of it in `%s` (%s).",
                                      n),
                            share, name, n_gaps);
  /* Translators: as above, where no single name takes most of the time. */
  return g_strdup_printf (ngettext ("The GPU waited mostly for the host (%s), longest in `%s` (%s).",
                                    "The GPUs waited mostly for the host (%s), longest in `%s` (%s).", n),
                          share, name, n_gaps);
}

/* Waiting in a queue is known only for gaps that end with a launch. Some files have no launches, and the last gap does
 * not end with one. */
static char *
other_idle_sentence (const DashboardData *data, const char *share)
{
  const IdleGaps *gaps = dashboard_gaps (data);
  int64_t other_ns = dashboard_time (data)->part_ns[TIME_OTHER_IDLE];

  if (gaps->queued_ns >= other_ns)
    return g_strdup_printf (_ ("Largest wait: idle although work had been launched, %s."), share);
  if (gaps->queued_ns > other_ns / 2)
    return g_strdup_printf (_ ("Largest wait: idle, %s; for most of that time work had been launched."),
                            share);
  return g_strdup_printf (_ ("Largest wait: idle time that no launch explains, %s."), share);
}

static char *
wait_sentence (const DashboardData *data, const NumberStyle *numbers)
{
  char share[NUMBER_TEXT_MAX];
  TimePart wait = time_figures_largest_wait (dashboard_time (data));

  if (wait < N_TIME_PARTS)
    number_text_tenths (numbers, dashboard_time (data)->part_tenths[wait], share);
  switch (wait)
    {
    case TIME_EXPOSED_COMMUNICATION:
      return g_strdup_printf (_ ("Largest wait: communication not covered by compute, %s."), share);
    case TIME_EXPOSED_COPY:
      return g_strdup_printf (_ ("Largest wait: memcpy not covered by compute, %s."), share);
    case TIME_HOST_BOUND:
      return host_wait_sentence (data, numbers, share);
    case TIME_OTHER_IDLE:
      return other_idle_sentence (data, share);
    default:
      return g_strdup_printf (_ ("No wait above %s."),
                              number_text_tenths (numbers, DASHBOARD_WAIT_MIN_TENTHS, share));
    }
}

char *
dashboard_text_sentence (const DashboardData *data, const NumberStyle *numbers)
{
  char *nothing = dashboard_text_no_work (data, numbers);

  if (nothing != NULL)
    return nothing;
  g_autofree char *busy = busy_sentence (data, numbers);
  g_autofree char *wait = wait_sentence (data, numbers);
  /* Translators: two whole sentences, the first about how busy the GPUs were, the second about what for they waited. */
  return device_word_in (data->scope.trace, g_strdup_printf (_ ("%s %s"), busy, wait));
}

/* Writes both times in one unit, with as many digits as are needed to tell them apart. */
static void
window_ends (const DashboardData *data,
             const NumberStyle *numbers,
             char begin[NUMBER_TEXT_MAX],
             char end[NUMBER_TEXT_MAX])
{
  int64_t begin_ns = MAX (data->scope.begin_ns, 0), end_ns = MAX (data->scope.end_ns, 0);
  const DurationColumn column = duration_column_of_span (begin_ns, end_ns);

  duration_column_text (&column, numbers, begin_ns, begin);
  duration_column_text (&column, numbers, end_ns, end);
}

char *
dashboard_text_no_work (const DashboardData *data, const NumberStyle *numbers)
{
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];

  if (dashboard_devices (data)->has_work)
    return NULL;
  if (!data->has_gpu && allocation_stats_is_alone (data->scope.trace))
    return g_strdup (_ ("A history of GPU memory, without GPU activity"));
  if (!data->has_gpu)
    return g_strdup (trace_is_partial (data->scope.trace) ? _ ("No GPU activity so far")
                                                          : _ ("No GPU activity in this file"));
  window_ends (data, numbers, begin, end);
  if (data->n_devices != 1)
    return device_word_in (data->scope.trace,
                           g_strdup_printf (_ ("Nothing ran on any GPU between %s and %s"), begin, end));

  uint32_t device = 0;
  while (!stats_scope_holds_device (&data->scope, device))
    device++;
  g_autofree char *name = dashboard_text_device (data->scope.trace, device);
  /* Translators: "Nothing ran on GPU 1 between 12.40 ms and 13.10 ms" */
  return g_strdup_printf (_ ("Nothing ran on %s between %s and %s"), name, begin, end);
}

bool
dashboard_text_is_of_pytorch (const Trace *trace)
{
  /* Versions without Kineto: the import knew their slices by name. */
  return profile_format_is_among (PROFILE_FORMAT_KINETO, trace_format (trace))
         || trace_health (trace)->rows[HEALTH_SLICE_KIND_FROM_NAME].count > 0;
}

const char *
dashboard_text_advice (const DashboardData *data)
{
  const ProfileFormat *format = profile_format_of_word (trace_format (data->scope.trace));

  if (dashboard_devices (data)->has_work)
    return NULL;
  if (!data->has_gpu && trace_is_partial (data->scope.trace))
    return _ ("The file is still being read. The timeline shows what the host did.");
  if (!data->has_gpu && allocation_stats_is_alone (data->scope.trace))
    return _ ("The charts show what was allocated over time and at the peak, the table Live Allocations what was "
              "allocated at any instant.");
  if (!data->has_gpu && health_summary_of (data->profile).n_losses > 0)
    return _ ("A part of the file could not be read; it may hold the GPU activity. The timeline shows what "
              "the host did.");
  if (!data->has_gpu && format != NULL && format->no_gpu != NULL)
    return _ (format->no_gpu);
  if (!data->has_gpu && !dashboard_text_is_of_pytorch (data->scope.trace))
    return _ (
      "It was recorded without the work of GPUs, or the program used none. The timeline shows all that "
      "was recorded.");
  if (!data->has_gpu)
    return _ ("It was recorded without ProfilerActivity.CUDA, or the job used no GPU. The timeline shows "
              "what the host did.");
  return data->scope.is_whole
           ? NULL
           : _ ("The scope is a part of the profile; choose the whole profile to see all of it.");
}

const char *
dashboard_text_window_share (const DashboardData *data,
                             const NumberStyle *numbers,
                             int64_t time_ns,
                             char buffer[NUMBER_TEXT_MAX])
{
  int64_t whole_ns = dashboard_devices (data)->split.total_ns;

  return number_text_share (numbers, whole_ns > 0 ? (double) time_ns / (double) whole_ns : NAN, buffer);
}

char *
dashboard_text_of_window (const DashboardData *data, const NumberStyle *numbers, int64_t time_ns)
{
  char share[NUMBER_TEXT_MAX];

  dashboard_text_window_share (data, numbers, time_ns, share);
  return device_word_in (data->scope.trace,
                         g_strdup_printf (time_ns > dashboard_devices (data)->split.total_ns
                                            /* Translators: "104.3 % of window × GPUs (kernels overlap)" */
                                            ? _ ("%s of window × GPUs (kernels overlap)")
                                            : _ ("%s of window × GPUs"),
                                          share));
}

char *
dashboard_text_part (const NumberStyle *numbers, const char *label, uint32_t tenths, int64_t ns)
{
  char share[NUMBER_TEXT_MAX], time[NUMBER_TEXT_MAX];

  /* Translators: "Idle: 16.5 %, 76.70 ms" */
  return g_strdup_printf (_ ("%s: %s, %s"), label, number_text_tenths (numbers, tenths, share),
                          number_text_duration (numbers, (double) ns, time));
}
