/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a drawing to a PNG, SVG or PDF file without a display. The same input gives the same bytes. */

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

/* Chooses the format by the suffix of the file name. Returns false for any other suffix. */
bool picture_format_of_path (const char *path, PictureFormat *ret_format);

/* Returns the bytes of a file with the drawing, transfer full, or NULL with PICTURE_ERROR. The parameters are those of
 * picture_write (). */
GByteArray *picture_bytes (PictureFormat format,
                           int width_px,
                           int height_px,
                           double scale,
                           void (*draw) (cairo_t *cr, void *user_data),
                           void *user_data,
                           GError **error);

/* Calls draw () once with a context of width x height logical px. scale is the number of device pixels per
 * logical px (PNG). */
bool picture_write (const char *path, /* "-": the standard output */
                    PictureFormat format,
                    int width_px,
                    int height_px,
                    double scale,
                    void (*draw) (cairo_t *cr, void *user_data),
                    void *user_data,
                    GError **error);
