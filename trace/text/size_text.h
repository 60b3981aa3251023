/* SPDX-License-Identifier: Apache-2.0
 *
 * Readable counts, sizes and other numbers, the same in every locale. */

#pragma once

#include <glib.h>
#include <stdint.h>

/* Returns "81.2 MB": decimal units, one decimal from a kilobyte on. Transfer full. */
char *size_text (uint64_t bytes);

/* Returns "274,032". Transfer full. */
char *count_text (uint64_t count);

/* Returns a number in plain decimals, with four significant digits or all of its whole part: "0.0000008337", "98.32",
 * "1,234,567"; "n/a" if it is not finite. Transfer full. */
char *figure_text (double value);
