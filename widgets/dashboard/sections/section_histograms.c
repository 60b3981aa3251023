/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/sections/section_histograms.h"

#include <stdlib.h>
#include <string.h>

#include "trace/container/column.h"
#include "widgets/dashboard/sections/section_steps.h"

#define SLICES_AT_ONCE 4096 /* between two questions whether the figures are still wanted */

typedef struct
{
  const DashboardData *data;
  bool (*should_continue) (void *user_data);
  void *user_data;
  uint32_t *places;  /* of each string id: a bit for each histogram that it is of */
  U64Column *slices; /* of each histogram: its slices */
  uint32_t n;
} Collection;

static bool
should_continue (const Collection *all)
{
  return all->should_continue == NULL || all->should_continue (all->user_data);
}

/* ---- which slices ---- */

bool
annotation_matches (const char *annotation, const char *name, size_t length)
{
  size_t wanted = strlen (annotation);

  if (wanted > 0 && annotation[wanted - 1] == '*')
    return length >= wanted - 1 && memcmp (annotation, name, wanted - 1) == 0;
  return length == wanted && memcmp (annotation, name, length) == 0;
}

static void
find_names (Collection *all)
{
  const Trace *trace = all->data->scope.trace;

  for (uint32_t id = 0; id < trace_n_strings (trace); id++)
    {
      size_t length;
      const char *text = trace_string (trace, id, &length);

      for (uint32_t i = 0; i < all->n; i++)
        if (annotation_matches (all->data->annotations[i], text, length))
          all->places[id] |= 1u << i;
    }
}

static bool
collect_slice (Collection *all, uint64_t slice)
{
  const StatsScope *scope = &all->data->scope;
  const SliceColumns *slices = trace_slices (scope->trace);
  uint32_t places = all->places[slice_name (slices, slice)];

  if (places == 0 || slices->kind[slice] != SLICE_ANNOTATION || (slices->flags[slice] & SLICE_UNFINISHED) != 0
      || !stats_scope_holds_start (scope, slice_start_ns (slices, slice)))
    return true;
  for (; places != 0; places &= places - 1)
    if (!u64_column_push (&all->slices[__builtin_ctz (places)], slice))
      return false;
  return true;
}

/* Returns false when memory runs out or the result is no longer needed. */
static bool
collect (Collection *all)
{
  const StatsScope *scope = &all->data->scope;

  for (uint32_t r = 0; r < trace_n_rows (scope->trace); r++)
    {
      const TraceRow *row = trace_row (scope->trace, r);
      uint64_t first, end;

      if (!stats_scope_holds_track (scope, trace_track (scope->trace, row->track)))
        continue;
      if (!should_continue (all) || !stats_scope_slices_of_row (scope, row, &first, &end))
        return false;
      for (uint64_t i = first; i < end; i++)
        if (!collect_slice (all, i) || (i % SLICES_AT_ONCE == 0 && !should_continue (all)))
          return false;
    }
  return true;
}

/* ---- counting them ---- */

static void
find_first (const DashboardData *data, const U64Column *chosen, AnnotationHistogram *histogram)
{
  const SliceColumns *slices = trace_slices (data->scope.trace);

  for (uint32_t bin = 0; bin < histogram->bins.n_bins; bin++)
    histogram->bin_first[bin] = SLICE_NONE;
  for (size_t i = 0; i < chosen->n; i++)
    {
      uint64_t slice = chosen->at[i];
      uint64_t *first =
        &histogram->bin_first[histogram_bin_of (&histogram->bins, slice_dur_ns (slices, slice))];

      if (*first == SLICE_NONE || slice_start_ns (slices, slice) < slice_start_ns (slices, *first))
        *first = slice;
    }
}

static bool
count_durations (const DashboardData *data, const U64Column *chosen, AnnotationHistogram *histogram)
{
  const SliceColumns *slices = trace_slices (data->scope.trace);
  int64_t *dur_ns = malloc (chosen->n * sizeof *dur_ns + 1);
  bool ok = dur_ns != NULL;

  for (size_t i = 0; ok && i < chosen->n; i++)
    dur_ns[i] = slice_dur_ns (slices, chosen->at[i]);
  ok = ok && histogram_compute (dur_ns, chosen->n, dashboard_n_bins (chosen->n), &histogram->bins);
  if (ok)
    {
      histogram->duration = distribution_of (dur_ns, chosen->n);
      histogram->bin_first = malloc ((histogram->bins.n_bins + 1) * sizeof *histogram->bin_first);
      ok = histogram->bin_first != NULL;
    }
  if (ok)
    find_first (data, chosen, histogram);
  free (dur_ns);
  return ok;
}

/* ---- the section ---- */

static bool
fill (Collection *all, HistogramFigures *figures)
{
  all->places = calloc (trace_n_strings (all->data->scope.trace) + 1, sizeof *all->places);
  all->slices = calloc (all->n, sizeof *all->slices);
  if (all->places == NULL || all->slices == NULL)
    return false;
  find_names (all);
  if (!collect (all))
    return false;
  for (uint32_t i = 0; i < all->n; i++)
    if (!should_continue (all) || !count_durations (all->data, &all->slices[i], &figures->of[i]))
      return false;
  return true;
}

void *
section_histograms_compute (const DashboardData *data, bool (*wanted) (void *), void *user_data)
{
  Collection all = { .data = data, .should_continue = wanted, .user_data = user_data };

  uint32_t n = g_strv_length (data->annotations);
  HistogramFigures *figures = calloc (1, sizeof *figures + n * sizeof *figures->of);
  if (figures == NULL)
    return NULL;
  figures->n = n;
  all.n = MIN (n, DASHBOARD_HISTOGRAMS_MAX);
  bool ok = all.n == 0 || fill (&all, figures);
  for (uint32_t i = 0; all.slices != NULL && i < all.n; i++)
    u64_column_clear (&all.slices[i]);
  free (all.slices);
  free (all.places);
  if (ok)
    return figures;
  section_histograms_free (figures);
  return NULL;
}

void
section_histograms_free (void *section)
{
  HistogramFigures *figures = section;

  for (uint32_t i = 0; i < figures->n; i++)
    {
      histogram_clear (&figures->of[i].bins);
      free (figures->of[i].bin_first);
    }
  free (figures);
}

const AnnotationHistogram *
dashboard_histogram (const DashboardData *data, const char *annotation)
{
  const HistogramFigures *figures = dashboard_section (data, SECTION_HISTOGRAMS);

  for (uint32_t i = 0; figures != NULL && i < figures->n; i++)
    if (strcmp (data->annotations[i], annotation) == 0)
      return &figures->of[i];
  return NULL;
}
