/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads the members of the root object of a Chrome trace: its events, and settings before and after them, in
 * any order and however damaged.
 *
 * Functions return false with error set, like those of chrome_reader.h. */

#pragma once

#include "trace/import/chrome/chrome_document.h"

/* Reads the object at the window's brace. The window is then after its closing brace, at the end of the text,
 * or where the text ends for the code that continues. */
bool chrome_members_read (ChromeDocument *doc, GError **error);

/* The same for an object whose begin is lost; the window is after its array of events. */
bool chrome_members_read_behind_events (ChromeDocument *doc, GError **error);
