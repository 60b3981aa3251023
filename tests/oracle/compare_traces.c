/* SPDX-License-Identifier: Apache-2.0
 *
 * compare_traces A B: whether two files, of whatever form, hold the same profile, down to every argument. Prints
 * the first difference; exit status 0: equal, 1: different, 2: one could not be opened. */

#include <stdio.h>

#include "tests/oracle/trace_compare.h"
#include "trace/open/open.h"

static Trace *
open_trace (const char *path)
{
  g_autoptr (GError) error = NULL;
  Trace *trace = trace_open (path, NULL, &error);

  if (trace == NULL)
    fprintf (stderr, "%s\n", error->message);
  return trace;
}

int
main (int argc, char **argv)
{
  if (argc != 3)
    {
      fprintf (stderr, "usage: compare_traces A B\n");
      return 2;
    }
  g_autoptr (Trace) a = open_trace (argv[1]);
  g_autoptr (Trace) b = open_trace (argv[2]);
  if (a == NULL || b == NULL)
    return 2;

  g_autofree char *difference = trace_compare (a, b, 0);
  if (difference == NULL)
    return 0;
  printf ("%s, %s: %s\n", argv[1], argv[2], difference);
  return 1;
}
