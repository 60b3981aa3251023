/* SPDX-License-Identifier: Apache-2.0
 *
 * Cairo numbers the surfaces and images of an SVG document ("surface17", "image18") by a counter of the process, so the
 * second picture of a process differs from the first. This function numbers them per document. */

#pragma once

#include <glib.h>

/* Returns a copy of the document with surfaces and images numbered from 1 in order of appearance. Cairo writes text
 * as outlines, so no other text can look like a surface name. Free with g_string_free (). O(length x
 * surfaces). */
GString *svg_ids_renumber (const char *svg, size_t length);
