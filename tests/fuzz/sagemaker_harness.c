/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder of a SageMaker job, as text (tests/import/job_folder.h). */

#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/allocation_bound.h"
#include "tests/fuzz/harness.h"
#include "tests/import/job_folder.h"
#include "tests/import/trace_check.h"
#include "tests/import/trace_text.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

static void
require (bool holds, const char *what)
{
  if (holds)
    return;
  g_printerr ("sagemaker: %s\n", what);
  abort ();
}

static char *
text_of (const char *folder, bool *ret_is_open)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = trace_open (folder, NULL, &error);
  GString *text = g_string_new (NULL);

  *ret_is_open = trace != NULL;
  if (trace != NULL)
    {
      g_autofree char *broken = trace_check (trace);

      require (broken == NULL, broken != NULL ? broken : "");
      trace_text_append (text, trace);
    }
  else
    {
      require (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE)
                 || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE),
               error->message);
      g_string_append (text, error->message);
    }
  return g_string_free (text, FALSE);
}

static void
check (const uint8_t *bytes, size_t n)
{
  bool is_open, is_open_again;
  g_autofree char *folder = job_folder_make ((const char *) bytes, n);

  allocation_bound_set (n, ALLOCATION_TIMES_OF_TEXT);
  g_autofree char *text = text_of (folder, &is_open), *again = text_of (folder, &is_open_again);
  allocation_bound_lift ();
  job_folder_remove (folder);
  require (is_open == is_open_again && strcmp (text, again) == 0, "is read as two things");
}

const Harness sagemaker_harness = { "sagemaker", check, NULL };
