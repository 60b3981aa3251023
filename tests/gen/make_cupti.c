/* SPDX-License-Identifier: Apache-2.0
 *
 * make_cupti: writes training runs as files of CUPTI activity records, for benchmarks, tests and trying things. */

#include "tests/gen/cupti_recording.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] = "usage: make_cupti --events N|--steps N [OPTION]... -o FILE\n"
                            "\n"
                            "  --release R     of CUDA (default 13.0)\n"
                            "  --bare          records without a container\n" TRACE_REQUEST_USAGE;

int
main (int argc, char **argv)
{
  TraceRequest request;
  const char *output, *release = "13.0";
  CuptiForm form = CUPTI_CONTAINER;
  int64_t n_records, n_steps;
  int n = 1;

  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "--release") == 0 && i + 1 < argc)
      release = argv[++i];
    else if (strcmp (argv[i], "--bare") == 0)
      form = CUPTI_BARE;
    else
      argv[n++] = argv[i];
  argv[n] = NULL;
  int index = cupti_release_find (release);
  if (index < 0 || !trace_request_parse ("make_cupti", n, argv, &request, &output))
    {
      fputs (usage, stderr);
      return EXIT_FAILURE;
    }

  FILE *file = fopen (output, "wb");
  if (file == NULL || !cupti_recording_write (file, &request, index, form, &n_records, &n_steps)
      || fclose (file) != 0)
    {
      fprintf (stderr, "make_cupti: %s: %s\n", output, strerror (errno));
      return EXIT_FAILURE;
    }
  fprintf (stderr, "%s: %lld records, %lld steps\n", output, (long long) n_records, (long long) n_steps);
  return EXIT_SUCCESS;
}
