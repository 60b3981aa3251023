/* SPDX-License-Identifier: Apache-2.0
 *
 * The errors of opening and querying a profile. Wrong contents of a file are not errors; they are rows of the health
 * table (trace/health/health.h).
 *
 * Every message is a sentence that names the file, says what is wrong and, where possible, what to do. */

#pragma once

#include <glib.h>

#define TRACE_ERROR (trace_error_quark ())

typedef enum
{
  TRACE_ERROR_UNREADABLE,  /* cannot be read: missing, no permission, I/O error, not a regular file */
  TRACE_ERROR_NOT_A_TRACE, /* readable, but in no known format */
  TRACE_ERROR_NO_MEMORY,   /* a resource ran out; a larger machine would succeed */
  TRACE_ERROR_CANCELLED,   /* the caller cancelled; show nothing */
  TRACE_ERROR_NO_SUCH,     /* a step, rank or pattern that the caller named does not exist or is not valid, or a profile has
                              not what the caller wants made of it */
  TRACE_ERROR_DAMAGED,     /* a native file whose bytes differ from those that were written */
  TRACE_ERROR_NO_SPACE,    /* the output does not fit: disk full, quota, file size limit */
  TRACE_ERROR_UNWRITABLE,  /* cannot be written: no permission, I/O error */
} TraceErrorCode;

GQuark trace_error_quark (void);
