/* SPDX-License-Identifier: Apache-2.0
 *
 * Readable counts and sizes, the same in every locale. */

#pragma once

#include <glib.h>
#include <stdint.h>

/* Returns "81.2 MB": decimal units, one decimal from a kilobyte on. Transfer full. */
char *size_text (uint64_t bytes);

/* Returns "274,032". Transfer full. */
char *count_text (uint64_t count);
