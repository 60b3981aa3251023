/* SPDX-License-Identifier: Apache-2.0
 *
 * The standard input as what a native file has to be: a file that can be mapped. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* Where the standard input is a pipe that a native file comes through, reads all of it into memory, which becomes the
 * standard input of the process; anything else stays as it is, unread. May wait for the first bytes; a signal ends it.
 * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */
bool standard_input_settle (GError **error);
