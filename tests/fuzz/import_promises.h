/* SPDX-License-Identifier: Apache-2.0
 *
 * What holds for every file that is imported, whatever is in it; who breaks it aborts. */

#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/model/trace.h"

/* Imports bytes[0..n), twice, and reads back what was written, also by way of an archive (for one input in so many).
 * n_text: how long their text is, uncompressed. NULL with error set: they are refused, as they should be; the
 * domain is checked. Else transfer full. */
Trace *import_promises_check (const uint8_t *bytes, size_t n, size_t n_text, GError **error);
