/* SPDX-License-Identifier: Apache-2.0
 *
 * Native files are used before all of their bytes were looked at. While a verb computes, a thread compares them with
 * their hashes, so that figures of a damaged file do not go out without a word. */

#pragma once

#include "trace/model/trace.h"

/* Begins to verify trace; referenced. path is for the message. Where no thread can be had nothing is verified. */
void background_check_begin (Trace *trace, const char *path);

/* For verbs that verify themselves: what was begun is given up. */
void background_check_cancel (void);

/* Waits for what was begun, and complains of damage. Before the program ends. */
void background_check_finish (void);
