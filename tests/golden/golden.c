/* SPDX-License-Identifier: Apache-2.0 */

#include "tests/golden/golden.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <pango/pango.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/golden/golden_fonts.h"
#include "widgets/look/picture.h"

/* The pictures were drawn by these. Cairo 1.18 puts glyphs between pixels, which moves every letter. */
#define PICTURES_OF_CAIRO "1.16."
#define PICTURES_OF_PANGO "1.50."

/* Pixman's ways of blending (plain C, SSE2, SSSE3, NEON) round differently by one; two blends lie upon each other
 * at most anywhere here. What a person could see differs by far more. */
#define CHANNEL_TOLERANCE 2

#define MARGIN_PX  24
#define MARGIN_RGB 0xff00fe

typedef struct
{
  const char *set;
  const GoldenCase *golden;
} Test;

static const char *
folder_from (const char *variable)
{
  const char *folder = g_getenv (variable);

  return folder != NULL ? folder : ".";
}

static char *
reference_path (const char *set, const char *name)
{
  return g_strdup_printf ("%s/tests/golden/png/%s_%s.png", folder_from ("STEPSCOPE_SOURCE"), set, name);
}

/* ---- drawing a case ---- */

/* With the fonts pinned; NULL: the font is missing, and the test is marked as skipped. */
static TextCache *
text_of (const GoldenCase *golden)
{
  const char *family = golden->family != NULL ? golden->family : "DejaVu Sans";

  if (!golden_fonts_pin (family))
    {
      char *why = g_strdup_printf ("the font %s is not installed", family);
      g_test_skip (why);
      g_free (why);
      return NULL;
    }
  return text_cache_new (family, golden->text_scale > 0 ? golden->text_scale : 1);
}

static void
draw (cairo_t *cr, const GoldenCase *golden, TextCache *text, double x_px, double y_px)
{
  const DrawStyle style = { theme_get (golden->theme), text, &number_style_c };
  const Rect rect = { x_px, y_px, golden->width_px, golden->height_px };

  theme_set_source (cr, style.theme->card);
  cairo_rectangle (cr, rect.x_px, rect.y_px, rect.width_px, rect.height_px);
  cairo_fill (cr);
  golden->draw (cr, &rect, &style, golden->data);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
}

static int
scale_of (const GoldenCase *golden)
{
  return g_str_has_suffix (golden->name, "2x") ? 2 : 1;
}

static cairo_surface_t *
picture_of (const GoldenCase *golden, TextCache *text, int margin_px)
{
  int scale = scale_of (golden);
  cairo_surface_t *picture =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, (golden->width_px + 2 * margin_px) * scale,
                                (golden->height_px + 2 * margin_px) * scale);

  cairo_surface_set_device_scale (picture, scale, scale);
  cairo_t *cr = cairo_create (picture);

  theme_set_source (cr, MARGIN_RGB);
  cairo_paint (cr);
  draw (cr, golden, text, margin_px, margin_px);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
  return picture;
}

/* 0xXXRRGGBB */
static uint32_t
pixel (cairo_surface_t *picture, int x, int y)
{
  const unsigned char *row =
    cairo_image_surface_get_data (picture) + y * cairo_image_surface_get_stride (picture);
  uint32_t value;

  memcpy (&value, row + 4 * x, sizeof value);
  return value;
}

/* ---- is it the picture? ---- */

static bool
pixels_differ (uint32_t a, uint32_t b)
{
  for (int shift = 0; shift <= 16; shift += 8)
    if (abs ((int) (a >> shift & 0xff) - (int) (b >> shift & 0xff)) > CHANNEL_TOLERANCE)
      return true;
  return false;
}

/* What differs in red on the reference in grey. */
static cairo_surface_t *
difference_of (cairo_surface_t *out, cairo_surface_t *reference, int *ret_n_differing)
{
  int width = cairo_image_surface_get_width (reference), height = cairo_image_surface_get_height (reference);
  cairo_surface_t *difference = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  unsigned char *data = cairo_image_surface_get_data (difference);
  int stride = cairo_image_surface_get_stride (difference);

  *ret_n_differing = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        uint32_t expected = pixel (reference, x, y);
        uint32_t grey = 0xc0 + (expected >> 8 & 0xff) / 4, shown = grey << 16 | grey << 8 | grey;

        if (pixels_differ (pixel (out, x, y), expected))
          {
            shown = 0xe01b24;
            ++*ret_n_differing;
          }
        memcpy (data + y * stride + 4 * x, &shown, sizeof shown);
      }
  cairo_surface_mark_dirty (difference);
  return difference;
}

static void
leave (cairo_surface_t *picture, const Test *test, const char *what)
{
  char *folder = g_build_filename (folder_from ("STEPSCOPE_BUILD"), "golden", NULL);
  char *path = g_strdup_printf ("%s/%s_%s-%s.png", folder, test->set, test->golden->name, what);

  g_mkdir_with_parents (folder, 0777);
  if (cairo_surface_write_to_png (picture, path) == CAIRO_STATUS_SUCCESS)
    g_test_message ("%s: %s", what, path);
  g_free (path);
  g_free (folder);
}

static void
compare (const Test *test, cairo_surface_t *out, const char *path)
{
  cairo_surface_t *reference = cairo_image_surface_create_from_png (path);
  int n_differing = 0;

  if (cairo_surface_status (reference) != CAIRO_STATUS_SUCCESS)
    {
      leave (out, test, "out");
      g_test_message ("%s: %s", path, cairo_status_to_string (cairo_surface_status (reference)));
      g_test_fail ();
    }
  else if (cairo_image_surface_get_width (reference) != test->golden->width_px * scale_of (test->golden)
           || cairo_image_surface_get_height (reference) != test->golden->height_px * scale_of (test->golden))
    {
      leave (out, test, "out");
      g_test_message ("%s has another size", path);
      g_test_fail ();
    }
  else
    {
      cairo_surface_t *difference = difference_of (out, reference, &n_differing);

      if (n_differing > 0)
        {
          leave (out, test, "out");
          leave (reference, test, "ref");
          leave (difference, test, "diff");
          g_test_message ("%d pixels differ", n_differing);
          g_test_fail ();
        }
      cairo_surface_destroy (difference);
    }
  cairo_surface_destroy (reference);
}

static void
test_picture (const void *data)
{
  const Test *test = data;
  TextCache *text = text_of (test->golden);

  if (text == NULL)
    return;
  if (!g_str_has_prefix (cairo_version_string (), PICTURES_OF_CAIRO)
      || !g_str_has_prefix (pango_version_string (), PICTURES_OF_PANGO))
    g_test_skip ("the pictures are those of Cairo " PICTURES_OF_CAIRO "x and Pango " PICTURES_OF_PANGO "x");
  else
    {
      cairo_surface_t *out = picture_of (test->golden, text, 0);
      char *path = reference_path (test->set, test->golden->name);

      if (g_getenv ("STEPSCOPE_WRITE_GOLDEN") != NULL)
        g_assert_cmpint (cairo_surface_write_to_png (out, path), ==, CAIRO_STATUS_SUCCESS);
      else
        compare (test, out, path);
      g_free (path);
      cairo_surface_destroy (out);
    }
  text_cache_free (text);
}

/* ---- does it stay inside? ---- */

static void
test_stays_inside (const void *data)
{
  const GoldenCase *golden = ((const Test *) data)->golden;
  TextCache *text = text_of (golden);

  if (text == NULL)
    return;
  cairo_surface_t *picture = picture_of (golden, text, MARGIN_PX);
  int n_outside = 0, margin = MARGIN_PX * scale_of (golden);
  int width = golden->width_px * scale_of (golden), height = golden->height_px * scale_of (golden);
  for (int y = 0; y < height + 2 * margin; y++)
    for (int x = 0; x < width + 2 * margin; x++)
      {
        bool is_inside = x >= margin && x < margin + width && y >= margin && y < margin + height;
        n_outside += !is_inside && (pixel (picture, x, y) & 0xffffff) != MARGIN_RGB;
      }
  g_assert_cmpint (n_outside, ==, 0);
  cairo_surface_destroy (picture);
  text_cache_free (text);
}

/* ---- is it the same twice? ---- */

typedef struct
{
  const GoldenCase *golden;
  TextCache *text;
} Drawing;

static void
draw_drawing (cairo_t *cr, void *user_data)
{
  const Drawing *drawing = user_data;

  draw (cr, drawing->golden, drawing->text, 0, 0);
}

static GBytes *
file_of (const Drawing *drawing, PictureFormat format)
{
  GError *error = NULL;
  char *path, *bytes;
  gsize length;
  int fd = g_file_open_tmp ("golden-XXXXXX", &path, &error);

  g_assert_no_error (error);
  close (fd);
  picture_write (path, format, drawing->golden->width_px, drawing->golden->height_px, 1, draw_drawing,
                 (void *) drawing, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &bytes, &length, &error);
  g_assert_no_error (error);
  g_unlink (path);
  g_free (path);
  return g_bytes_new_take (bytes, length);
}

static void
test_twice (const void *data)
{
  static const PictureFormat formats[] = { PICTURE_PNG, PICTURE_SVG, PICTURE_PDF };
  const GoldenCase *golden = ((const Test *) data)->golden;
  const Drawing drawing = { golden, text_of (golden) };

  if (drawing.text == NULL)
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      GBytes *once = file_of (&drawing, formats[i]), *again = file_of (&drawing, formats[i]);

      g_assert_true (g_bytes_equal (once, again));
      g_bytes_unref (once);
      g_bytes_unref (again);
    }
  text_cache_free (drawing.text);
}

/* ---- the set ---- */

static GPtrArray *tests; /* Test *, in order; all of one set */

static bool
has_case (const char *file)
{
  for (guint i = 0; i < tests->len; i++)
    {
      const Test *test = tests->pdata[i];
      char *name = g_strdup_printf ("%s_%s.png", test->set, test->golden->name);
      bool is_it = g_str_equal (name, file);

      g_free (name);
      if (is_it)
        return true;
    }
  return false;
}

static void
test_every_picture_has_a_case (const void *data)
{
  char *folder = g_build_filename (folder_from ("STEPSCOPE_SOURCE"), "tests/golden/png", NULL);
  char *prefix = g_strdup_printf ("%s_", (const char *) data);
  GDir *files = g_dir_open (folder, 0, NULL);
  const char *file;

  g_assert_nonnull (files);
  while ((file = g_dir_read_name (files)) != NULL)
    if (g_str_has_prefix (file, prefix) && !has_case (file))
      {
        g_test_message ("%s/%s has no case", folder, file);
        g_test_fail ();
      }
  g_dir_close (files);
  g_free (prefix);
  g_free (folder);
}

static void
add_test (const Test *test, const char *what, GTestDataFunc run)
{
  char *path = g_strdup_printf ("/golden/%s/%s/%s", test->set, test->golden->name, what);

  g_test_add_data_func (path, test, run);
  g_free (path);
}

int
golden_main (int argc, char **argv, const char *set, const GoldenCase *cases, size_t n_cases)
{
  char *all;

  g_test_init (&argc, &argv, NULL);
  tests = g_ptr_array_new_with_free_func (g_free);
  for (size_t i = 0; i < n_cases; i++)
    {
      Test *test = g_new (Test, 1);

      *test = (Test){ set, &cases[i] };
      g_ptr_array_add (tests, test);
      add_test (test, "picture", test_picture);
      add_test (test, "stays_inside", test_stays_inside);
      add_test (test, "twice", test_twice);
    }
  all = g_strdup_printf ("/golden/%s/every_picture_has_a_case", set);
  g_test_add_data_func (all, set, test_every_picture_has_a_case);
  g_free (all);

  int status = g_test_run ();
  g_ptr_array_unref (tests);
  return status;
}
