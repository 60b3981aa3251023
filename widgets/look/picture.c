/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/look/picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "widgets/look/svg_ids.h"

G_DEFINE_QUARK (picture - error - quark, picture_error)

/* Cairo's image surfaces keep coordinates in 16 bits. */
#define SIDE_MAX_PX 32767

#define POINTS_PER_PX 0.75

/* Any fixed date: the same drawing is the same file. */
#define PDF_DATE "2000-01-01T00:00:00Z"

/* False: errno tells why. */
static bool
write_all (int fd, const void *bytes, size_t length)
{
  const char *at = bytes;

  while (length > 0)
    {
      ssize_t n = write (fd, at, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return false;
      at += n;
      length -= (size_t) n;
    }
  return true;
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

typedef struct
{
  PictureFormat format;
  int width_px, height_px;
  double scale;
  void (*draw) (cairo_t *cr, void *user_data);
  void *user_data;
} Job;

static cairo_surface_t *
surface_new (const Job *job, GByteArray *bytes)
{
  cairo_surface_t *surface;

  switch (job->format)
    {
    case PICTURE_SVG:
      surface = cairo_svg_surface_create_for_stream (append_bytes, bytes, job->width_px, job->height_px);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      return surface;
    case PICTURE_PDF:
      surface = cairo_pdf_surface_create_for_stream (append_bytes, bytes, job->width_px * POINTS_PER_PX,
                                                     job->height_px * POINTS_PER_PX);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, PDF_DATE);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Stepscope " STEPSCOPE_VERSION);
      return surface;
    case PICTURE_PNG:
      break;
    }
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (job->width_px * job->scale),
                                        (int) ceil (job->height_px * job->scale));
  cairo_surface_set_device_scale (surface, job->scale, job->scale);
  return surface;
}

/* The whole file. */
static cairo_status_t
draw_into (const Job *job, GByteArray *bytes)
{
  cairo_surface_t *surface = surface_new (job, bytes);
  cairo_t *cr = cairo_create (surface);

  if (job->format == PICTURE_PDF)
    cairo_scale (cr, POINTS_PER_PX, POINTS_PER_PX);
  job->draw (cr, job->user_data);
  cairo_status_t status = cairo_status (cr);
  cairo_destroy (cr);

  if (status == CAIRO_STATUS_SUCCESS && job->format == PICTURE_PNG)
    status = cairo_surface_write_to_png_stream (surface, append_bytes, bytes);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return status;
}

static void
set_write_error (GError **error, const char *path, const char *why)
{
  char *name = strcmp (path, "-") == 0 ? g_strdup (_ ("standard output")) : g_filename_display_name (path);

  g_set_error (error, PICTURE_ERROR, PICTURE_ERROR_WRITE, _ ("Cannot write %s: %s"), name, why);
  g_free (name);
}

/* The bytes of the file; NULL with an error. path is for messages. */
static GByteArray *
bytes_of (const char *path, const Job *job, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_status_t status = draw_into (job, bytes);

  if (status != CAIRO_STATUS_SUCCESS)
    {
      set_write_error (error, path, cairo_status_to_string (status));
      g_byte_array_unref (bytes);
      return NULL;
    }
  if (job->format == PICTURE_SVG)
    {
      GString *svg = svg_ids_renumber ((const char *) bytes->data, bytes->len);

      g_byte_array_set_size (bytes, 0);
      g_byte_array_append (bytes, (const guint8 *) svg->str, (guint) svg->len);
      g_string_free (svg, TRUE);
    }
  return bytes;
}

/* To a descriptor that stays the caller's. path is for messages. */
static bool
write_to (int fd, const char *path, const Job *job, GError **error)
{
  GByteArray *bytes = bytes_of (path, job, error);

  if (bytes == NULL)
    return false;
  bool ok = write_all (fd, bytes->data, bytes->len);
  if (!ok)
    set_write_error (error, path, g_strerror (errno));
  g_byte_array_unref (bytes);
  return ok;
}

/* Devices and pipes are written to; anything else is replaced as a whole, so that nobody sees half a picture. */
static bool
write_in_place (const char *path, const Job *job, GError **error)
{
  int fd = g_open (path, O_WRONLY | O_CLOEXEC, 0);

  if (fd < 0)
    {
      set_write_error (error, path, g_strerror (errno));
      return false;
    }
  bool ok = write_to (fd, path, job, error);
  if (close (fd) != 0 && ok)
    {
      set_write_error (error, path, g_strerror (errno));
      return false;
    }
  return ok;
}

static bool
write_aside (const char *path, const Job *job, GError **error)
{
  char *temporary = g_strconcat (path, ".XXXXXX", NULL);
  int fd = g_mkstemp_full (temporary, O_RDWR | O_CLOEXEC, 0666);

  if (fd < 0)
    {
      set_write_error (error, path, g_strerror (errno));
      g_free (temporary);
      return false;
    }
  bool ok = write_to (fd, path, job, error);
  if ((close (fd) != 0 || (ok && g_rename (temporary, path) != 0)) && ok)
    {
      set_write_error (error, path, g_strerror (errno));
      ok = false;
    }
  if (!ok)
    g_unlink (temporary);
  g_free (temporary);
  return ok;
}

bool
picture_format_of_path (const char *path, PictureFormat *ret_format)
{
  static const struct
  {
    const char *suffix;
    PictureFormat format;
  } suffixes[] = { { ".png", PICTURE_PNG }, { ".svg", PICTURE_SVG }, { ".pdf", PICTURE_PDF } };
  size_t length = strlen (path);

  for (size_t i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      size_t n = strlen (suffixes[i].suffix);

      if (length > n && g_ascii_strcasecmp (path + length - n, suffixes[i].suffix) == 0)
        {
          *ret_format = suffixes[i].format;
          return true;
        }
    }
  return false;
}

static bool
check_size (const Job *job, GError **error)
{
  double width_px = job->width_px * job->scale, height_px = job->height_px * job->scale;

  if (job->width_px >= 1 && job->height_px >= 1 && job->scale > 0 && width_px <= SIDE_MAX_PX && height_px <= SIDE_MAX_PX)
    return true;
  g_set_error (error, PICTURE_ERROR, PICTURE_ERROR_SIZE,
               _ ("A picture can be 1 to %d pixels wide and high; this one would be %d by %d pixels"), SIDE_MAX_PX,
               (int) CLAMP (width_px, 0, INT_MAX), (int) CLAMP (height_px, 0, INT_MAX));
  return false;
}

GByteArray *
picture_bytes (PictureFormat format,
               int width_px,
               int height_px,
               double scale,
               void (*draw) (cairo_t *cr, void *user_data),
               void *user_data,
               GError **error)
{
  const Job job = { format, width_px, height_px, scale, draw, user_data };

  return check_size (&job, error) ? bytes_of ("-", &job, error) : NULL;
}

bool
picture_write (const char *path,
               PictureFormat format,
               int width_px,
               int height_px,
               double scale,
               void (*draw) (cairo_t *cr, void *user_data),
               void *user_data,
               GError **error)
{
  const Job job = { format, width_px, height_px, scale, draw, user_data };
  struct stat status;

  if (!check_size (&job, error))
    return false;
  if (strcmp (path, "-") == 0)
    return write_to (STDOUT_FILENO, path, &job, error);
  if (stat (path, &status) != 0)
    return write_aside (path, &job, error);
  if (!S_ISREG (status.st_mode))
    return write_in_place (path, &job, error);

  /* A link stays one: what it names is replaced. */
  char *target = realpath (path, NULL);
  bool ok = write_aside (target != NULL ? target : path, &job, error);
  free (target);
  return ok;
}
