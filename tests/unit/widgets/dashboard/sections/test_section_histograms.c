/* SPDX-License-Identifier: Apache-2.0
 *
 * Histograms of annotations, against counting slice by slice. */

#include <string.h>

#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/seeded_profile.h"
#include "widgets/dashboard/sections/section_histograms.h"

/* With a star at its end a name means all that begin so. */
static bool
is_meant (const char *wanted, const char *name)
{
  g_autofree char *head = g_strndup (wanted, strlen (wanted) - 1);

  return g_str_has_suffix (wanted, "*") ? g_str_has_prefix (name, head) : strcmp (wanted, name) == 0;
}

static uint64_t
count_slices (const DashboardData *data, const char *name, int64_t *ret_total_ns)
{
  const Trace *trace = data->scope.trace;
  const SliceColumns *slices = trace_slices (trace);
  uint64_t n = 0;

  *ret_total_ns = 0;
  for (uint32_t t = 0; t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);

      for (uint64_t i = track->first_slice; i < track->first_slice + track->n_slices; i++)
        if (stats_scope_holds_track (&data->scope, track) && slices->kind[i] == SLICE_ANNOTATION
            && (slices->flags[i] & SLICE_UNFINISHED) == 0
            && stats_scope_holds_start (&data->scope, slice_start_ns (slices, i))
            && is_meant (name, trace_string (trace, slice_name (slices, i), NULL)))
          {
            *ret_total_ns += slice_dur_ns (slices, i);
            n++;
          }
    }
  return n;
}

/* The bin's first slice is of it, and none of it begins before. */
static void
check_first (const DashboardData *data, const char *name, const AnnotationHistogram *histogram)
{
  const SliceColumns *slices = trace_slices (data->scope.trace);

  for (uint32_t bin = 0; bin < histogram->bins.n_bins; bin++)
    {
      uint64_t first = histogram->bin_first[bin];

      g_assert_cmpint (first == SLICE_NONE, ==, histogram->bins.counts[bin] == 0);
      if (first == SLICE_NONE)
        continue;
      g_assert_cmpuint (histogram_bin_of (&histogram->bins, slice_dur_ns (slices, first)), ==, bin);
      g_assert_true (is_meant (name, trace_string (data->scope.trace, slice_name (slices, first), NULL)));
      g_assert_true (stats_scope_holds_start (&data->scope, slice_start_ns (slices, first)));
    }
}

static void
test_histograms_hold_what_counting_finds (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  uint64_t n_all = 0;

  for (int round = 0; round < 60; round++)
    {
      const Profile *profile = seeded_profile (g_rand_int (random));
      const SliceColumns *slices = trace_slices (profile->trace);
      StatsScope scope = random_profile_scope (random, profile->trace, profile->steps);
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (uint64_t i = 0; i < slices->n; i++)
        {
          const char *name = trace_string (profile->trace, slice_name (slices, i), NULL);

          if (slices->kind[i] == SLICE_ANNOTATION && names->len < 3
              && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
            g_ptr_array_add (names, (char *) name);
        }
      g_ptr_array_add (names, (char *) "no such name");
      g_ptr_array_add (names, (char *) "*");
      g_autofree char *begin = g_strdup_printf ("%.1s*", (const char *) names->pdata[0]);
      if (strcmp (begin, "n*") != 0)
        g_ptr_array_add (names, begin);
      g_ptr_array_add (names, NULL);
      g_autoptr (DashboardData) data = dashboard_data_begin (
        profile, &scope, &(DashboardChoices){ .annotations = (const char *const *) names->pdata });
      dashboard_data_compute (data, SECTION_BIT (SECTION_HISTOGRAMS), 0, NULL, NULL, NULL);
      for (guint i = 0; i + 1 < names->len; i++)
        {
          const AnnotationHistogram *histogram = dashboard_histogram (data, names->pdata[i]);
          int64_t total_ns;
          uint64_t n = count_slices (data, names->pdata[i], &total_ns), in_bins = 0;

          g_assert_nonnull (histogram);
          g_assert_cmpuint (histogram->duration.count, ==, n);
          g_assert_cmpint (histogram->duration.total_ns, ==, total_ns);
          for (uint32_t bin = 0; bin < histogram->bins.n_bins; bin++)
            in_bins += histogram->bins.counts[bin];
          g_assert_cmpuint (in_bins, ==, n);
          check_first (data, names->pdata[i], histogram);
          n_all += n;
        }
      profile_unref (profile);
    }
  g_assert_cmpuint (n_all, >, 50);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section_histograms/histograms_hold_what_counting_finds",
                   test_histograms_hold_what_counting_finds);
  return g_test_run ();
}
