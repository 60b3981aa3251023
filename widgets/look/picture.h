/* SPDX-License-Identifier: Apache-2.0
 *
 * A drawing as a file: PNG, SVG or PDF, made without a display. The same input gives the same bytes. */

#pragma once

#include <cairo.h>
#include <glib.h>
#include <stdbool.h>

typedef enum
{
  PICTURE_PNG,
  PICTURE_SVG,
  PICTURE_PDF,
} PictureFormat;

#define PICTURE_ERROR picture_error_quark ()
GQuark picture_error_quark (void);

typedef enum
{
  PICTURE_ERROR_WRITE, /* the file could not be written; the message says which and why */
  PICTURE_ERROR_SIZE,  /* too large for Cairo */
} PictureError;

/* By the file's suffix. False: none of the three. */
bool picture_format_of_path (const char *path, PictureFormat *ret_format);

/* draw is called once with a context of width x height logical px; scale: device pixels per logical one (PNG). */
bool picture_write (const char *path, /* "-": the standard output */
                    PictureFormat format,
                    int width_px,
                    int height_px,
                    double scale,
                    void (*draw) (cairo_t *cr, void *user_data),
                    void *user_data,
                    GError **error);
