/* SPDX-License-Identifier: Apache-2.0
 *
 * The errors that opening and querying a profile can end with. Anything a file merely contains wrongly is
 * not an error but a row of the health table (trace/health/health.h).
 *
 * Every message is a sentence that names the file, says what is wrong and, where there is something to do,
 * what to do. */

#pragma once

#include <glib.h>

#define TRACE_ERROR (trace_error_quark ())

typedef enum
{
  TRACE_ERROR_UNREADABLE,  /* the system refused: missing, no permission, I/O error, not a regular file */
  TRACE_ERROR_NOT_A_TRACE, /* readable, but in no format that is known */
  TRACE_ERROR_NO_MEMORY,   /* a resource ran out; a larger machine would succeed */
  TRACE_ERROR_CANCELLED,   /* the caller asked to stop; show nothing */
  TRACE_ERROR_NO_SUCH,     /* a step, rank or pattern the caller named is not there or not valid */
  TRACE_ERROR_DAMAGED,     /* a native file whose bytes are not those that were written */
  TRACE_ERROR_NO_SPACE,    /* what was to be written does not fit: disk full, quota, file size limit */
  TRACE_ERROR_UNWRITABLE,  /* the system refused to write: no permission, I/O error */
} TraceErrorCode;

GQuark trace_error_quark (void);
