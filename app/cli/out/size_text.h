/* SPDX-License-Identifier: Apache-2.0
 *
 * Counts and sizes as people read them, the same in every locale. */

#pragma once

#include <glib.h>
#include <stdint.h>

/* "81.2 MB": decimal units, one decimal from a kilobyte on. Free with g_free (). */
char *size_text (uint64_t bytes);

/* "274,032". Free with g_free (). */
char *count_text (uint64_t count);
