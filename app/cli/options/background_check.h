/* SPDX-License-Identifier: Apache-2.0
 *
 * Native files are used before all of their bytes were looked at. While a verb computes, a thread compares the sections
 * that the verb uses with their hashes, so that figures of damaged sections do not go out without a word. */

#pragma once

#include "trace/model/trace.h"

/* Begins to verify what is used of trace (TRACE_USES_... of trace/file/verify.h); references trace. path is for the message. Nothing is verified
 * where no thread can be had. Of a profile that a verb uses more of later, call it again with what is new. */
void background_check_begin (Trace *trace, const char *path, unsigned uses);

/* For verbs that verify themselves: what was begun is given up. */
void background_check_cancel (void);

/* Waits for what was begun, and complains of damage. Before the program ends. */
void background_check_finish (void);
