/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes the standard input mappable, which a native file has to be. */

#pragma once

#include <glib.h>
#include <stdbool.h>

/* If the standard input is a pipe with a native file, reads all of it into memory and makes that the standard input of
 * the process. Anything else stays unread and unchanged. May wait for the first bytes; a signal ends the wait.
 * TRACE_ERROR_UNREADABLE, TRACE_ERROR_NO_MEMORY, TRACE_ERROR_CANCELLED. */
bool standard_input_settle (GError **error);
