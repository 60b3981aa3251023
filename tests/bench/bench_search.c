/* SPDX-License-Identifier: Apache-2.0
 *
 * Searching a native file: processor time of all threads, and how long it takes.
 *
 *   bench_search FILE.stepscope [TEXT [names]]      medians of five runs, the first of which is left out
 *
 * With "names": only what a key press in the search of the window takes, which is to find the names and to list them. */

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "trace/open/open.h"
#include "trace/search/search.h"
#include "widgets/timeline/draw/found_draw.h"

#define N_RUNS    6
#define N_FRAMES  40
#define WIDTH_PX  1640
#define HEIGHT_PX 1000

static double
now_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static double
median (double *values, size_t n)
{
  qsort (values, n, sizeof *values, compare_doubles);
  return values[n / 2];
}

static SearchResult *
bench_query (Trace *trace, const char *what, const SearchQuery *query)
{
  double cpu_ms[N_RUNS], wall_ms[N_RUNS];
  SearchResult *result = NULL;

  for (int run = 0; run < N_RUNS; run++)
    {
      g_autoptr (GError) error = NULL;

      cpu_ms[run] = now_ms (CLOCK_PROCESS_CPUTIME_ID);
      wall_ms[run] = now_ms (CLOCK_MONOTONIC);
      g_clear_pointer (&result, search_result_unref);
      result = search_run (trace, query, NULL, &error);
      cpu_ms[run] = now_ms (CLOCK_PROCESS_CPUTIME_ID) - cpu_ms[run];
      wall_ms[run] = now_ms (CLOCK_MONOTONIC) - wall_ms[run];
      if (result == NULL)
        {
          fprintf (stderr, "%s\n", error->message);
          exit (1);
        }
    }
  printf ("%-28s %10" PRIu64 " matches  cpu %8.1f ms  wall %8.1f ms\n", what, search_result_n_hits (result),
          median (cpu_ms + 1, N_RUNS - 1), median (wall_ms + 1, N_RUNS - 1));
  return result;
}

static void
bench_list (const SearchResult *result, const char *what, SearchOrder order)
{
  double cpu_ms[N_RUNS];
  size_t n = 0;

  for (int run = 0; run < N_RUNS; run++)
    {
      cpu_ms[run] = now_ms (CLOCK_PROCESS_CPUTIME_ID);
      free (search_result_list (result, order, TRACE_NONE, NULL, &n));
      cpu_ms[run] = now_ms (CLOCK_PROCESS_CPUTIME_ID) - cpu_ms[run];
    }
  printf ("%-28s %10zu listed   cpu %8.1f ms\n", what, n, median (cpu_ms + 1, N_RUNS - 1));
}

/* Views from the whole profile to a ten-thousandth of it. */
static void
bench_marks (const Profile *profile, const SearchResult *result)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, HEIGHT_PX);
  cairo_t *cr = cairo_create (surface);
  TrackTree *tree = track_tree_new (profile, 12, TRACE_NONE, TRACE_NONE);
  const DrawStyle style = { theme_get (THEME_LIGHT), NULL, &number_style_c };
  int64_t length_ns = profile->end_ns - profile->begin_ns;
  double ms[N_FRAMES];

  for (int frame = 0; frame < N_FRAMES; frame++, length_ns -= length_ns / 5)
    {
      TimelineView view = {
        .profile = profile,
        .tree = tree,
        .begin_ns = profile->begin_ns + (profile->end_ns - profile->begin_ns - length_ns) / 3,
        .width_px = WIDTH_PX,
        .height_px = HEIGHT_PX,
      };

      view.end_ns = view.begin_ns + MAX (length_ns, 1000);
      ms[frame] = now_ms (CLOCK_THREAD_CPUTIME_ID);
      timeline_draw_found (cr, &view, 1, &style, result);
      ms[frame] = now_ms (CLOCK_THREAD_CPUTIME_ID) - ms[frame];
    }
  double middle = median (ms, N_FRAMES);
  printf ("%-28s median %.2f ms  longest %.2f ms of %d views\n", "marks in 1640 x 1000", middle,
          ms[N_FRAMES - 1], N_FRAMES);
  track_tree_free (tree);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  SearchQuery query = { .texts = SEARCH_NAMES, .rank = TRACE_NONE, .device = TRACE_NONE };

  if (argc < 2 || argc > 4 || (argc == 4 && strcmp (argv[3], "names") != 0))
    {
      fprintf (stderr, "usage: bench_search FILE.stepscope [TEXT [names]]\n");
      return 2;
    }
  query.text = argc > 2 ? argv[2] : "aten";
  int fd = open (argv[1], O_RDONLY | O_CLOEXEC);
  g_autoptr (Trace) trace = trace_map (fd, argv[1], &error);
  if (trace == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 2;
    }
  close (fd);
  const Profile *profile = profile_new (trace, argv[1], NULL, &error);
  if (profile == NULL)
    return 2;

  printf ("%" PRIu64 " slices, %" PRIu32 " texts, \"%s\"\n", trace_slices (trace)->n, trace_n_strings (trace),
          query.text);
  g_autoptr (SearchResult) by_name = bench_query (trace, "names", &query);
  bench_list (by_name, "list by time", SEARCH_BY_TIME);
  if (argc == 4)
    {
      profile_unref (profile);
      return 0;
    }
  query.texts = SEARCH_NAMES | SEARCH_CATEGORIES | SEARCH_ARGUMENTS;
  search_result_unref (bench_query (trace, "names, categories, arguments", &query));
  query.texts = SEARCH_NAMES;
  query.is_regex = true;
  search_result_unref (bench_query (trace, "names, regular expression", &query));
  bench_list (by_name, "list by duration", SEARCH_BY_DURATION);
  bench_marks (profile, by_name);
  profile_unref (profile);
  return 0;
}
