/* SPDX-License-Identifier: Apache-2.0
 *
 * Verifies a native file in the background. While a verb computes, a thread compares the sections that the verb uses with
 * their hashes, so that figures from damaged sections never go unreported. */

#pragma once

#include "trace/model/trace.h"

/* Begins to verify the used sections of trace (TRACE_USES_... of trace/file/verify.h); references trace. path is for the
 * message. Verifies nothing when no thread can be created. If the verb uses further sections later, call this again for
 * them. */
void background_check_begin (Trace *trace, const char *path, unsigned uses);

/* Cancels the verification, for verbs that verify the file themselves. */
void background_check_cancel (void);

/* Waits for the verification and complains about damage. Call this before the program ends. */
void background_check_finish (void);
