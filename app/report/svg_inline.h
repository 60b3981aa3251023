/* SPDX-License-Identifier: Apache-2.0
 *
 * SVG documents of Cairo as elements inside of HTML: without style attributes, which a page may forbid, with ids that are unique
 * on the page, and with colours that follow the light or dark theme of the page.
 *
 * The same drawing in both themes is the same but for its colours. So there is one element, whose colours are variables of CSS;
 * where it is not the same, there are two, of which the page shows one. */

#pragma once

#include <glib.h>

/* The colours of all pictures of a page: each pair of a light and a dark one is a variable. */
typedef struct
{
  GHashTable *indices; /* "light|dark" to index + 1 */
  GPtrArray *light, *dark; /* texts of CSS, by index */
  gboolean has_images; /* a picture has an image inside (data:) */
} SvgColours;

SvgColours svg_colours_new (void);
void svg_colours_clear (SvgColours *colours);

/* Appends "--c0:rgb(...);--c1:..." of one theme. */
void svg_colours_append (GString *out, const SvgColours *colours, gboolean is_dark);

/* Classes of what only one theme shows. */
#define SVG_LIGHT_CLASS "on-light"
#define SVG_DARK_CLASS  "on-dark"

/* Appends what is inside of the svg elements of both documents as svg elements. number is unique on the page; attributes are
 * appended to each begin tag, and head follows it. O(length). */
void svg_inline_append (GString *out,
                        const GByteArray *light,
                        const GByteArray *dark,
                        guint number,
                        const char *attributes,
                        const char *head,
                        SvgColours *colours);
