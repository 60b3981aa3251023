/* SPDX-License-Identifier: Apache-2.0
 *
 * A profile is the same, byte for byte, however many threads make it. */

#include <fcntl.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace/build/builder.h"
#include "trace/container/parallel.h"
#include "trace/open/open.h"

/* Enough that the slices are surveyed in several parts and written in several runs. */
#define N_SLICES 140000
#define N_OTHERS 20000
#define N_RANKS  3
#define SPAN_NS  1000000

typedef struct
{
  uint32_t operators, calls, streams[2], counter;
  uint32_t host_place, device_place;
} RankTracks;

static uint32_t
string (TraceBuilder *builder, const char *text)
{
  return trace_builder_string (builder, text, strlen (text));
}

static RankTracks
add_tracks (TraceBuilder *builder, GRand *random)
{
  uint32_t process = trace_builder_add_track (builder, TRACK_PROCESS, TRACE_NONE);
  uint32_t thread = trace_builder_add_track (builder, TRACK_THREAD, process);
  uint32_t device = trace_builder_add_track (builder, TRACK_DEVICE, TRACE_NONE);
  RankTracks tracks = {
    .operators = trace_builder_add_track (builder, TRACK_OPERATORS, thread),
    .calls = trace_builder_add_track (builder, TRACK_CALLS, thread),
    .streams = { trace_builder_add_track (builder, TRACK_STREAM, device),
                 trace_builder_add_track (builder, TRACK_STREAM, device) },
    .counter = trace_builder_add_track (builder, TRACK_COUNTER, process),
    .host_place = trace_builder_add_place (builder),
    .device_place = trace_builder_add_place (builder),
  };

  trace_builder_track (builder, device)->device = 0;
  trace_builder_track (builder, device)->sort_index = g_rand_int_range (random, 0, 3);
  for (int32_t i = 0; i < 2; i++)
    {
      TraceTrack *stream = trace_builder_track (builder, tracks.streams[i]);

      stream->device = 0;
      stream->stream = 7 - i;
      trace_builder_add_place_track (builder, tracks.device_place, tracks.streams[i]);
    }
  trace_builder_add_place_track (builder, tracks.host_place, tracks.operators);
  trace_builder_add_place_track (builder, tracks.host_place, tracks.calls);
  return tracks;
}

static void
add_slice (TraceBuilder *builder, const RankTracks *tracks, GRand *random, int64_t i)
{
  static const char *const names[] = { "aten::mm", "ProfilerStep#4", "cudaLaunchKernel", "cuLaunchKernel",
                                       "gemm" };
  static const SliceKind kinds[] = { SLICE_OPERATOR, SLICE_CALL, SLICE_KERNEL, SLICE_MEMCPY, SLICE_SYNC };
  SliceKind kind = kinds[g_rand_int_range (random, 0, G_N_ELEMENTS (kinds))];
  uint32_t track = kind == SLICE_OPERATOR ? tracks->operators
                   : kind == SLICE_CALL   ? tracks->calls
                                          : tracks->streams[g_rand_int_range (random, 0, 2)];
  /* The streams in order, the threads not; many times are equal. */
  int64_t start_ns = kind == SLICE_OPERATOR || kind == SLICE_CALL ? g_rand_int_range (random, 0, SPAN_NS)
                                                                  : i * (SPAN_NS / N_SLICES);

  trace_builder_add_slice (
    builder, &(SliceInput){
               .track = track,
               .name = string (builder, names[g_rand_int_range (random, 0, G_N_ELEMENTS (names))]),
               .category = string (builder, "cpu_op"),
               .kind = kind,
               .flags = g_rand_int_range (random, 0, 5000) == 0 ? SLICE_UNFINISHED : 0,
               .start_ns = start_ns,
               .dur_ns = g_rand_int_range (random, 0, 40),
               .correlation = g_rand_int_range (random, 0, N_SLICES / 8),
               .args = ARGS_NONE,
             });
}

static void
add_other (TraceBuilder *builder, const RankTracks *tracks, GRand *random)
{
  int64_t time_ns = g_rand_int_range (random, 0, SPAN_NS);

  trace_builder_add_flow_point (
    builder,
    &(FlowPoint){
      .key = (uint64_t) g_rand_int_range (random, 0, N_OTHERS / 4) << g_rand_int_range (random, 0, 2) * 40,
      .category = string (builder, "fwdbwd"),
      .place = g_rand_boolean (random) ? tracks->host_place : tracks->device_place,
      .time_ns = time_ns,
      .phase = (FlowPointPhase) g_rand_int_range (random, 0, 3),
      .prefer = g_rand_boolean (random) ? SLICE_CALL : SLICE_OTHER,
      .next_slice = g_rand_boolean (random),
      .is_launch = g_rand_boolean (random),
    });
  trace_builder_add_instant (builder, &(TraceInstant){
                                        .track = tracks->calls,
                                        .time_ns = g_rand_int_range (random, 0, SPAN_NS),
                                        .name = string (builder, "instant"),
                                        .args = ARGS_NONE,
                                      });
  trace_builder_add_sample (builder, tracks->counter, time_ns, 0.5 * (double) time_ns);
}

static char *
make_profile (const char *n_threads, size_t *ret_n)
{
  GRand *random = g_rand_new_with_seed (11);
  int fd = memfd_create ("profile", MFD_CLOEXEC);
  g_autoptr (TraceBuilder) builder = trace_builder_new_for_file (fd);
  GError *error = NULL;

  g_setenv ("STEPSCOPE_THREADS", n_threads, TRUE);
  g_assert_cmpuint (parallel_threads (), ==, (unsigned) atoi (n_threads));
  for (int64_t rank = 0; rank < N_RANKS; rank++)
    {
      trace_builder_begin_rank (builder, "rank.json");
      trace_builder_set_rank_number (builder, N_RANKS - rank);
      trace_builder_set_node_name (builder, string (builder, rank == 1 ? "b" : "a"));

      RankTracks tracks = add_tracks (builder, random);
      int64_t n = rank == 0 ? N_SLICES - 2 * N_OTHERS : N_OTHERS;
      for (int64_t i = 0; i < n; i++)
        add_slice (builder, &tracks, random, i);
      for (int64_t i = 0; i < N_OTHERS / N_RANKS; i++)
        add_other (builder, &tracks, random);
    }
  trace_builder_finish_file (builder, "profile", &error);
  g_assert_no_error (error);
  g_rand_free (random);

  *ret_n = (size_t) lseek (fd, 0, SEEK_END);
  char *bytes = g_malloc (*ret_n);
  g_assert_cmpint (pread (fd, bytes, *ret_n, 0), ==, (gssize) *ret_n);
  close (fd);
  return bytes;
}

static void
the_file_does_not_depend_on_the_number_of_threads (void)
{
  static const char *const n_threads[] = { "2", "3", "8" };
  g_autofree char *before = g_strdup (g_getenv ("STEPSCOPE_THREADS"));
  size_t n_expected, n;
  g_autofree char *expected = make_profile ("1", &n_expected);

  for (size_t i = 0; i < G_N_ELEMENTS (n_threads); i++)
    {
      g_autofree char *bytes = make_profile (n_threads[i], &n);

      g_assert_cmpuint (n, ==, n_expected);
      g_assert_true (memcmp (bytes, expected, n) == 0);
    }
  if (before != NULL)
    g_setenv ("STEPSCOPE_THREADS", before, TRUE);
  else
    g_unsetenv ("STEPSCOPE_THREADS");
}

/* The profile of the test above has something of all that threads share. */
static void
the_profile_compared_is_a_rich_one (void)
{
  size_t n;
  g_autofree char *bytes = make_profile ("2", &n);
  int fd = memfd_create ("profile", MFD_CLOEXEC);
  GError *error = NULL;

  g_assert_cmpint (write (fd, bytes, n), ==, (gssize) n);
  g_autoptr (Trace) trace = trace_map (fd, "profile", &error);
  g_assert_no_error (error);
  close (fd);

  uint64_t n_of_kind[N_FLOW_KINDS] = { 0 };
  for (uint64_t i = 0; i < trace_n_flows (trace); i++)
    n_of_kind[trace_flow (trace, i).kind]++;
  for (size_t kind = 0; kind < N_FLOW_KINDS; kind++)
    g_assert_cmpuint (n_of_kind[kind], >, 1000);
  g_assert_cmpuint (trace_slices (trace)->n, ==, N_SLICES);
  g_assert_cmpuint (trace_n_devices (trace), ==, N_RANKS);
  g_assert_cmpuint (trace_n_rows (trace), >, 4 * N_RANKS);
  g_assert_cmpuint (trace_health (trace)->rows[HEALTH_CORRELATION_SHARED].count, >, 1000);
  g_assert_cmpuint (trace_health (trace)->rows[HEALTH_FLOW_UNMATCHED].count, >, 100);
  g_assert_cmpuint (trace_health (trace)->rows[HEALTH_SLICE_OVERLAP].count, >, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/finish_threads/the_file_does_not_depend_on_the_number_of_threads",
                   the_file_does_not_depend_on_the_number_of_threads);
  g_test_add_func ("/finish_threads/the_profile_compared_is_a_rich_one", the_profile_compared_is_a_rich_one);
  return g_test_run ();
}
