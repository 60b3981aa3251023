/* SPDX-License-Identifier: Apache-2.0
 *
 * make_profile: what make_trace writes as JSON, as a native file, without the way through text. For measuring on
 * profiles that would take long to convert. */

#include "tests/gen/kineto_recording.h"
#include "tests/gen/run_truth.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char usage[] = "usage: make_profile --events N|--steps N [OPTION]... -o FILE.stepscope\n"
                            "\n" TRACE_REQUEST_USAGE;

static int64_t
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool
make_file (int fd, const char *path, const TraceRequest *request, GError **error)
{
  g_autoptr (TraceBuilder) builder = trace_builder_new_for_file (fd);
  EventCounts events;
  int64_t n_steps, built_ms;
  struct rusage usage_now;

  if (builder == NULL)
    {
      fprintf (stderr, "make_profile: not enough memory\n");
      exit (EXIT_FAILURE);
    }
  if (!kineto_recording_build (builder, "trace.pt.trace.json", request, &n_steps, error))
    return false;
  events = *trace_builder_event_counts (builder);
  built_ms = cpu_ms ();
  if (!trace_builder_finish_file (builder, path, error))
    return false;
  if (request->truth_path != NULL && !run_truth_write (request->truth_path, request, n_steps))
    return false;

  getrusage (RUSAGE_SELF, &usage_now);
  fprintf (
    stderr,
    "%s: %" PRIu64 " events, %" PRIu64 " slices, %" PRId64 " steps; CPU %" PRId64 " ms for the events, "
    "%" PRId64 " ms to finish; at most %ld MB resident, mapped pages included\n",
    path, events.total, events.slices, n_steps, built_ms, cpu_ms () - built_ms, usage_now.ru_maxrss / 1024);
  return true;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  TraceRequest request;
  const char *path;

  if (argc == 2 && strcmp (argv[1], "--help") == 0)
    {
      fputs (usage, stdout);
      return EXIT_SUCCESS;
    }
  if (!trace_request_parse ("make_profile", argc, argv, &request, &path))
    {
      fputs (usage, stderr);
      return EXIT_FAILURE;
    }

  int fd = open (path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      fprintf (stderr, "make_profile: %s: %s\n", path, strerror (errno));
      return EXIT_FAILURE;
    }
  bool ok = make_file (fd, path, &request, &error);
  if (close (fd) != 0 || !ok)
    {
      fprintf (stderr, "make_profile: %s\n", error != NULL ? error->message : strerror (errno));
      unlink (path);
      return EXIT_FAILURE;
    }
  return EXIT_SUCCESS;
}
