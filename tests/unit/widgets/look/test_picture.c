/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "widgets/look/picture.h"
#include "widgets/look/svg_ids.h"

typedef struct
{
  char *folder;
  char *path; /* of a file in it that does not exist */
} Place;

static void
place_set_up (Place *place, gconstpointer data)
{
  GError *error = NULL;

  (void) data;
  place->folder = g_dir_make_tmp ("picture-XXXXXX", &error);
  g_assert_no_error (error);
  place->path = g_build_filename (place->folder, "out", NULL);
}

/* The test leaves nothing but the file; a temporary left behind makes the folder stay. */
static void
place_tear_down (Place *place, gconstpointer data)
{
  (void) data;
  g_unlink (place->path);
  g_assert_cmpint (g_rmdir (place->folder), ==, 0);
  g_free (place->path);
  g_free (place->folder);
}

static void
draw_square (cairo_t *cr, void *user_data)
{
  int *n_calls = user_data;

  ++*n_calls;
  cairo_set_source_rgb (cr, 1, 0, 0);
  cairo_rectangle (cr, 10, 10, 20, 20);
  cairo_fill (cr);
}

static void
draw_failing (cairo_t *cr, void *user_data)
{
  (void) user_data;
  cairo_restore (cr); /* without a save */
}

static char *
contents (const char *path, gsize *ret_length)
{
  GError *error = NULL;
  char *bytes;

  g_file_get_contents (path, &bytes, ret_length, &error);
  g_assert_no_error (error);
  return bytes;
}

static void
write_square (const char *path, PictureFormat format, double scale)
{
  GError *error = NULL;
  int n_calls = 0;

  g_assert_true (picture_write (path, format, 100, 50, scale, draw_square, &n_calls, &error));
  g_assert_no_error (error);
  g_assert_cmpint (n_calls, ==, 1);
}

static void
test_formats_are_known_by_suffix (Place *place, gconstpointer data)
{
  PictureFormat format = PICTURE_PNG;

  (void) place;
  (void) data;
  g_assert_true (picture_format_of_path ("a.b/c.svg", &format));
  g_assert_cmpint (format, ==, PICTURE_SVG);
  g_assert_true (picture_format_of_path ("REPORT.PDF", &format));
  g_assert_cmpint (format, ==, PICTURE_PDF);
  g_assert_true (picture_format_of_path ("x.png", &format));
  g_assert_cmpint (format, ==, PICTURE_PNG);
  g_assert_false (picture_format_of_path ("x.jpeg", &format));
  g_assert_false (picture_format_of_path ("png", &format));
  g_assert_false (picture_format_of_path (".png", &format));
  g_assert_false (picture_format_of_path ("-", &format));
}

static void
test_sizes_are_those_asked_for (Place *place, gconstpointer data)
{
  gsize length;

  (void) data;
  write_square (place->path, PICTURE_PNG, 2);
  cairo_surface_t *picture = cairo_image_surface_create_from_png (place->path);
  g_assert_cmpint (cairo_image_surface_get_width (picture), ==, 200);
  g_assert_cmpint (cairo_image_surface_get_height (picture), ==, 100);
  const unsigned char *row =
    cairo_image_surface_get_data (picture) + 40 * cairo_image_surface_get_stride (picture);
  g_assert_true (memcmp (row + 4 * 40, "\x00\x00\xff\xff", 4) == 0);
  g_assert_true (memcmp (row + 4 * 70, "\x00\x00\x00\x00", 4) == 0);
  cairo_surface_destroy (picture);

  write_square (place->path, PICTURE_SVG, 1);
  char *svg = contents (place->path, &length);
  g_assert_nonnull (strstr (svg, "width=\"100px\" height=\"50px\""));
  g_free (svg);

  write_square (place->path, PICTURE_PDF, 1);
  char *pdf = contents (place->path, &length);
  g_assert_true (memcmp (pdf, "%PDF-", 5) == 0);
  g_assert_nonnull (memmem (pdf, length, "/MediaBox [ 0 0 75 37.5 ]", 25));
  g_free (pdf);
}

static void
test_new_files_have_the_usual_mode (Place *place, gconstpointer data)
{
  struct stat status;
  mode_t mask = umask (022);

  (void) data;
  write_square (place->path, PICTURE_PNG, 1);
  umask (mask);
  g_assert_cmpint (stat (place->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0644);
}

static void
test_failing_leaves_the_old_file (Place *place, gconstpointer data)
{
  GError *error = NULL;
  gsize length;

  (void) data;
  g_assert_true (g_file_set_contents (place->path, "old", 3, NULL));
  g_assert_false (picture_write (place->path, PICTURE_PNG, 10, 10, 1, draw_failing, NULL, &error));
  g_assert_error (error, PICTURE_ERROR, PICTURE_ERROR_WRITE);
  g_assert_nonnull (strstr (error->message, place->path));
  g_clear_error (&error);
  char *bytes = contents (place->path, &length);
  g_assert_cmpstr (bytes, ==, "old");
  g_free (bytes);
}

static void
test_links_stay_links (Place *place, gconstpointer data)
{
  char *link = g_build_filename (place->folder, "link", NULL);
  gsize length;

  (void) data;
  g_assert_true (g_file_set_contents (place->path, "old", 3, NULL));
  g_assert_cmpint (symlink (place->path, link), ==, 0);
  write_square (link, PICTURE_PNG, 1);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  char *bytes = contents (place->path, &length);
  g_assert_true (memcmp (bytes, "\x89PNG", 4) == 0);
  g_free (bytes);
  g_unlink (link);
  g_free (link);
}

static void
test_devices_are_written_to (Place *place, gconstpointer data)
{
  GError *error = NULL;
  int n_calls = 0;

  (void) place;
  (void) data;
  write_square ("/dev/null", PICTURE_PNG, 1);
  g_assert_false (picture_write ("/dev/full", PICTURE_PNG, 10, 10, 1, draw_square, &n_calls, &error));
  g_assert_error (error, PICTURE_ERROR, PICTURE_ERROR_WRITE);
  g_clear_error (&error);
}

static void
test_what_cannot_be_is_said (Place *place, gconstpointer data)
{
  char *nowhere = g_build_filename (place->folder, "nowhere", "x.png", NULL);
  GError *error = NULL;
  int n_calls = 0;

  (void) data;
  g_assert_false (picture_write (nowhere, PICTURE_SVG, 10, 10, 1, draw_square, &n_calls, &error));
  g_assert_error (error, PICTURE_ERROR, PICTURE_ERROR_WRITE);
  g_clear_error (&error);
  g_assert_false (picture_write (place->path, PICTURE_PNG, 20000, 10, 2, draw_square, &n_calls, &error));
  g_assert_error (error, PICTURE_ERROR, PICTURE_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_false (picture_write (place->path, PICTURE_PNG, 0, 10, 1, draw_square, &n_calls, &error));
  g_assert_error (error, PICTURE_ERROR, PICTURE_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_cmpint (n_calls, ==, 0);
  g_free (nowhere);
}

static void
test_surfaces_are_numbered_by_the_document (Place *place, gconstpointer data)
{
  static const char svg[] =
    "<g id=\"surface17\"><use href=\"#surface9\"/><use href=\"#surface17\"/>surface</g>";
  GString *renumbered = svg_ids_renumber (svg, strlen (svg));

  (void) place;
  (void) data;
  g_assert_cmpstr (renumbered->str, ==,
                   "<g id=\"surface1\"><use href=\"#surface2\"/><use href=\"#surface1\"/>surface</g>");
  g_string_free (renumbered, TRUE);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*run) (Place *place, gconstpointer data);
  } tests[] = {
    { "/picture/formats_are_known_by_suffix", test_formats_are_known_by_suffix },
    { "/picture/sizes_are_those_asked_for", test_sizes_are_those_asked_for },
    { "/picture/new_files_have_the_usual_mode", test_new_files_have_the_usual_mode },
    { "/picture/failing_leaves_the_old_file", test_failing_leaves_the_old_file },
    { "/picture/links_stay_links", test_links_stay_links },
    { "/picture/devices_are_written_to", test_devices_are_written_to },
    { "/picture/what_cannot_be_is_said", test_what_cannot_be_is_said },
    { "/picture/surfaces_are_numbered_by_the_document", test_surfaces_are_numbered_by_the_document },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Place, NULL, place_set_up, tests[i].run, place_tear_down);
  return g_test_run ();
}
