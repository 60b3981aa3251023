/* SPDX-License-Identifier: Apache-2.0
 *
 * Cairo names the surfaces of an SVG document by how many the process has made so far ("surface17"), so that the
 * second picture of a process differs from the first. Here they are numbered by the document alone. */

#pragma once

#include <glib.h>

/* A copy of the document in which surfaces are numbered from 1 in order of appearance. Cairo writes text as outlines,
 * so there is nothing else that could read like a name. Free with g_string_free (). O(length x surfaces). */
GString *svg_ids_renumber (const char *svg, size_t length);
