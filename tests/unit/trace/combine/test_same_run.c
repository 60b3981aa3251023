/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>

#include "tests/unit/fixtures/building.h"
#include "trace/combine/same_run.h"

#define EPOCH_NS INT64_C (1757944800000000000)

/* A profile of a process that did something for 1000 ns. world_size 0: it does not say which rank it is of. */
static Trace *
profile_of (const char *format,
            const char *pid,
            int64_t begin_ns,
            int64_t number,
            int64_t world_size,
            bool has_gpu)
{
  TraceBuilder *builder = trace_builder_new ();
  const uint8_t key[TRACE_KEY_BYTES] = { (uint8_t) format[0], (uint8_t) pid[0], (uint8_t) pid[1],
                                         (uint8_t) (begin_ns % 251) };

  building_begin_rank (builder, number);
  BuildingTracks tracks = building_add_tracks (builder);
  for (uint32_t t = 0; t < trace_builder_n_tracks (builder); t++)
    trace_builder_track (builder, t)->pid = building_intern (builder, pid);
  trace_builder_set_world_size (builder, world_size);
  trace_builder_set_format (builder, format);
  trace_builder_set_key (builder, key);
  trace_builder_set_time_base (builder, EPOCH_NS, true);
  building_add_slice (builder, tracks.operators, SLICE_OPERATOR, "aten::mm", begin_ns, 1000, 0);
  if (has_gpu)
    building_add_slice (builder, tracks.stream, SLICE_KERNEL, "gemm", begin_ns, 1000, 0);
  return building_finish (builder);
}

static Trace *
profile (const char *format, const char *pid, int64_t begin_ns, int64_t number, int64_t world_size)
{
  return profile_of (format, pid, begin_ns, number, world_size, false);
}

#define N_MAX 8

/* The places of those of the same run as the first one, such as "02". Takes the profiles; NULL ends them. */
static char *
found (Trace *first, ...)
{
  Trace *traces[N_MAX] = { first };
  bool is_in[N_MAX];
  size_t n = 1;
  GString *text = g_string_new (NULL);
  va_list more;

  va_start (more, first);
  while ((traces[n] = va_arg (more, Trace *)) != NULL)
    n++;
  va_end (more);
  size_t n_in = same_run_find (traces, n, 0, is_in);
  for (size_t i = 0; i < n; i++)
    {
      if (is_in[i])
        g_string_append_printf (text, "%zu", i);
      trace_unref (traces[i]);
    }
  g_assert_cmpuint (text->len, ==, n_in);
  return g_string_free (text, FALSE);
}

static void
check (char *result, const char *expected)
{
  g_assert_cmpstr (result, ==, expected);
  g_free (result);
}

static void
profiles_of_one_process_at_one_time_are_of_one_run (void)
{
  check (found (profile ("kineto", "100", 0, 0, 0), profile ("nsys-sqlite", "100", 500, 0, 0), NULL), "01");
  check (found (profile ("kineto", "100", 0, 0, 0), profile ("nsys-sqlite", "100", 1000, 0, 0), NULL), "0");
  check (found (profile ("kineto", "100", 0, 0, 0), profile ("kineto", "100", 500, 0, 0), NULL), "01");
}

static void
two_of_one_format_with_gpu_work_are_two_runs (void)
{
  check (
    found (profile_of ("kineto", "100", 0, 0, 0, true), profile_of ("kineto", "100", 500, 0, 0, true), NULL),
    "0");
  check (
    found (profile_of ("kineto", "100", 0, 0, 0, true), profile_of ("kineto", "100", 500, 0, 0, false), NULL),
    "01");
  check (
    found (profile_of ("kineto", "100", 0, 0, 0, true), profile_of ("cupti", "100", 500, 0, 0, true), NULL),
    "01");
}

static void
ranks_of_one_job_in_one_format_are_not (void)
{
  check (found (profile ("kineto", "100", 0, 0, 0), profile ("kineto", "101", 0, 1, 0),
                profile ("kineto", "102", 10, 2, 0), NULL),
         "0");
  /* In containers each has the same id. */
  check (found (profile ("kineto", "1", 0, 0, 2), profile ("kineto", "1", 10, 1, 2), NULL), "0");
}

static void
copies_of_one_recording_are_not (void)
{
  check (found (profile ("kineto", "100", 0, 0, 0), profile ("kineto", "100", 0, 0, 0), NULL), "0");
  /* Of two copies one joins. */
  check (found (profile ("nsys-sqlite", "100", 10, 0, 0), profile ("kineto", "100", 0, 0, 0),
                profile ("kineto", "100", 0, 0, 0), NULL),
         "01");
}

static void
those_of_another_format_and_process_are_if_there_is_only_one (void)
{
  check (found (profile ("kineto", "1", 0, 0, 0), profile ("nsys-sqlite", "48211", 10, 0, 0), NULL), "01");
  check (found (profile ("kineto", "1", 0, 0, 0), profile ("nsys-sqlite", "48211", 10, 0, 0),
                profile ("kineto", "2", 0, 0, 0), NULL),
         "0");
  check (found (profile ("kineto", "1", 0, 0, 0), profile ("nsys-sqlite", "48211", 10, 0, 0),
                profile ("nsys-sqlite", "48212", 10, 0, 0), NULL),
         "0");
  check (found (profile ("kineto", "1", 0, 3, 8), profile ("nsys-sqlite", "48211", 10, 4, 8), NULL), "0");
}

static void
what_shares_a_process_with_one_that_is_found_is_found (void)
{
  check (found (profile ("kineto", "100", 0, 0, 0), profile ("cupti", "102", 0, 0, 0),
                profile ("nsys-sqlite", "100", 500, 0, 0), profile ("rocpd", "100", 1200, 0, 0), NULL),
         "023");
}

/* In containers of several machines all processes have the same id: of two recordings of the GPUs by one profiler, only one
 * can be of the run. */
static void
the_gpu_work_of_another_machine_does_not_join_by_a_third_profile (void)
{
  check (found (profile_of ("kineto", "7", 0, 0, 2, true), profile_of ("nsys-sqlite", "7", 10, 0, 0, true),
                profile_of ("nsys-sqlite", "7", 20, 0, 0, true), NULL),
         "01");
  check (found (profile_of ("kineto", "7", 0, 0, 2, true), profile_of ("kineto", "7", 5, 1, 2, true),
                profile_of ("nsys-sqlite", "7", 10, 0, 0, true), NULL),
         "02");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/same_run/profiles_of_one_process_at_one_time_are_of_one_run",
                   profiles_of_one_process_at_one_time_are_of_one_run);
  g_test_add_func ("/same_run/two_of_one_format_with_gpu_work_are_two_runs",
                   two_of_one_format_with_gpu_work_are_two_runs);
  g_test_add_func ("/same_run/ranks_of_one_job_in_one_format_are_not",
                   ranks_of_one_job_in_one_format_are_not);
  g_test_add_func ("/same_run/copies_of_one_recording_are_not", copies_of_one_recording_are_not);
  g_test_add_func ("/same_run/those_of_another_format_and_process_are_if_there_is_only_one",
                   those_of_another_format_and_process_are_if_there_is_only_one);
  g_test_add_func ("/same_run/what_shares_a_process_with_one_that_is_found_is_found",
                   what_shares_a_process_with_one_that_is_found_is_found);
  g_test_add_func ("/same_run/the_gpu_work_of_another_machine_does_not_join_by_a_third_profile",
                   the_gpu_work_of_another_machine_does_not_join_by_a_third_profile);
  return g_test_run ();
}
