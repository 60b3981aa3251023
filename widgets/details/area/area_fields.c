/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/area/area_fields.h"

#include <glib/gi18n-lib.h>

static void
take_field (GArray *fields, const char *key, char *value)
{
  DetailField field = { g_strdup (key), value };

  g_array_append_val (fields, field);
}

/* "1.504 ms (1,504,113 ns)" */
static char *
exact_text (const NumberStyle *numbers, int64_t ns)
{
  char duration[NUMBER_TEXT_MAX], exact[NUMBER_TEXT_MAX];

  number_text_exact_ns (numbers, ns, exact);
  if (ns < 1000)
    return g_strdup (exact);
  return g_strdup_printf ("%s (%s)", number_text_duration (numbers, (double) ns, duration), exact);
}

/* "1,504,113 ns, 83.4 % of 1.804 ms" */
static char *
part_text (const NumberStyle *numbers, int64_t ns, int64_t whole_ns)
{
  char exact[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX], whole[NUMBER_TEXT_MAX];

  number_text_exact_ns (numbers, ns, exact);
  if (whole_ns <= 0)
    return g_strdup (exact);
  /* Translators: a time, its share of another one, that one */
  return g_strdup_printf (_ ("%s, %s of %s"), exact,
                          number_text_share (numbers, (double) ns / (double) whole_ns, share),
                          number_text_duration (numbers, (double) whole_ns, whole));
}

static char *
slices_text (const NumberStyle *numbers, const TrackStatsTable *tracks)
{
  char count[NUMBER_TEXT_MAX], before[NUMBER_TEXT_MAX];

  number_text_count (numbers, tracks->count, count);
  number_text_count (numbers, tracks->n_before, before);
  return tracks->n_before == 0
           ? g_strdup_printf (
             g_dngettext (GETTEXT_PACKAGE, "%s begins in the area", "%s begin in the area", tracks->count),
             count)
           : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s begins in the area; %s began before",
                                           "%s begin in the area; %s began before", tracks->count),
                              count, before);
}

static char *
gpu_text (const NumberStyle *numbers, const AreaStats *stats)
{
  char n[NUMBER_TEXT_MAX];
  g_autofree char *busy = part_text (numbers, stats->summary.busy_ns, stats->split.total_ns);

  if (stats->summary.n_devices == 0)
    return g_strdup (_ ("none of the rows is a stream"));
  if (stats->summary.n_devices == 1)
    return g_steal_pointer (&busy);
  number_text_count (numbers, stats->summary.n_devices, n);
  /* Translators: "1.5 ms, 41.7 % of 3.6 ms", number of GPUs that the last is the time of */
  return g_strdup_printf (_ ("%s (%s GPUs)"), busy, n);
}

void
area_fields_add (GArray *fields, const StatsScope *scope, const AreaStats *stats, const NumberStyle *numbers)
{
  int64_t length_ns = scope->end_ns - scope->begin_ns;
  char n[NUMBER_TEXT_MAX], begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];
  const char *unknown = "…";

  number_text_exact_ns (numbers, scope->begin_ns, begin);
  number_text_exact_ns (numbers, scope->end_ns, end);
  take_field (fields, _ ("Length"), exact_text (numbers, length_ns));
  take_field (fields, _ ("Begin"), g_strdup (begin));
  take_field (fields, _ ("End"), g_strdup (end));
  take_field (fields, _ ("Slices"),
              stats == NULL ? g_strdup (unknown) : slices_text (numbers, &stats->tracks));
  take_field (fields, _ ("Any row busy"),
              stats == NULL ? g_strdup (unknown) : part_text (numbers, stats->tracks.busy_ns, length_ns));
  take_field (fields, _ ("Sum of durations"),
              stats == NULL ? g_strdup (unknown) : exact_text (numbers, stats->tracks.total_ns));
  take_field (fields, _ ("GPU busy"), stats == NULL ? g_strdup (unknown) : gpu_text (numbers, stats));
  take_field (fields, _ ("Kernels"),
              g_strdup (stats == NULL ? unknown : number_text_count (numbers, stats->kernels.count, n)));
  take_field (fields, _ ("Kernel time"),
              stats == NULL ? g_strdup (unknown) : exact_text (numbers, stats->kernels.total_ns));
}

void
area_fields_add_markers (GArray *fields, const ViewMarks *marks, const NumberStyle *numbers)
{
  char text[NUMBER_TEXT_MAX];
  int64_t distance_ns;

  if (marks->has_marker[MARKER_A])
    take_field (fields, _ ("Marker A"),
                g_strdup (number_text_exact_ns (numbers, marks->marker_ns[MARKER_A], text)));
  if (marks->has_marker[MARKER_B])
    take_field (fields, _ ("Marker B"),
                g_strdup (number_text_exact_ns (numbers, marks->marker_ns[MARKER_B], text)));
  if (view_marks_distance (marks, &distance_ns))
    take_field (fields, _ ("A to B"), exact_text (numbers, distance_ns));
}
