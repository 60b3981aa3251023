/* SPDX-License-Identifier: Apache-2.0
 *
 * The style and the script of an HTML report, which are in the page itself. */

#pragma once

#include <glib.h>

#include "app/report/svg_inline.h"

/* Returns the style, with the colours of pictures. Transfer full (g_string_free ()). */
GString *page_style (const SvgColours *colours);

/* Sorts tables by a column. The page is complete without it. */
extern const char page_script[];
