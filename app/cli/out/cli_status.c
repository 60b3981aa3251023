/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/cli_status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/cli/out/report_out.h"
#include "trace/text/trace_error.h"

static _Thread_local CliCapture *captured;

void
cli_capture (CliCapture *capture)
{
  captured = capture;
}

bool
cli_is_captured (void)
{
  return captured != NULL;
}

void
cli_complain (const char *message)
{
  g_autofree char *text = report_printable (message, strlen (message));

  if (captured != NULL)
    g_string_append_printf (captured->complaints, "%s\n", text);
  else
    fprintf (stderr, "%s: %s\n", g_get_prgname (), text);
}

CliStatus
cli_fail (const GError *error)
{
  cli_complain (error->message);
  if (error->domain != TRACE_ERROR)
    return CLI_USAGE;
  switch (error->code)
    {
    case TRACE_ERROR_CANCELLED:
      return CLI_CANCELLED;
    case TRACE_ERROR_NO_MEMORY:
    case TRACE_ERROR_NO_SPACE:
      return CLI_NO_RESOURCE;
    case TRACE_ERROR_NO_SUCH:
      return CLI_USAGE;
    default:
      return CLI_UNREADABLE;
    }
}

CliStatus
cli_usage (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  cli_complain (message);
  return CLI_USAGE;
}

bool
cli_print (const GString *text)
{
  if (captured != NULL)
    {
      g_string_append_len (captured->printed, text->str, (gssize) text->len);
      return true;
    }
  if (fwrite (text->str, 1, text->len, stdout) == text->len && fflush (stdout) == 0)
    return true;

  g_autofree char *message = g_strdup_printf ("cannot write the output: %s", g_strerror (errno));
  cli_complain (message);
  return false;
}
