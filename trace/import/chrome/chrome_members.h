/* SPDX-License-Identifier: Apache-2.0
 *
 * The members of the root object of a Chrome trace: its events, and settings before and behind them, in whatever order
 * and however damaged.
 *
 * Functions return false with error set, as those of chrome_reader.h. */

#pragma once

#include "trace/import/chrome/chrome_document.h"

/* The window is on the object's brace; then behind its closing one, or at the end of the text, or where the text ends for
 * whoever reads on. */
bool chrome_members_read (ChromeDocument *doc, GError **error);

/* The same for an object whose begin is lost: the window is behind its array of events. */
bool chrome_members_read_behind_events (ChromeDocument *doc, GError **error);
