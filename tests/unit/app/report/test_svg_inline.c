/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/svg_inline.h"

#include <string.h>

#include "widgets/look/picture.h"
#include "widgets/look/theme.h"

#define BEGIN "<?xml version=\"1.0\"?>\n<svg xmlns=\"x\" width=\"9px\">\n"

static GByteArray *
bytes_of (const char *inside)
{
  g_autofree char *text = g_strconcat (BEGIN, inside, "</svg>\n", NULL);
  GByteArray *bytes = g_byte_array_new ();

  return g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text));
}

static char *
inlined (const char *light, const char *dark, SvgColours *colours)
{
  g_autoptr (GByteArray) one = bytes_of (light), other = bytes_of (dark);
  g_autoptr (GString) out = g_string_new (NULL);

  svg_inline_append (out, one, other, 4, "role=\"img\"", "<title>t</title>", colours);
  return g_strdup (out->str);
}

static void
test_colours_become_variables (void)
{
  SvgColours colours = svg_colours_new ();
  g_autofree char *svg = inlined ("<path style=\"fill:rgb(1%,2%,3%);fill-opacity:1;stroke:none;\" d=\"M 0 0\"/>"
                                  "<path style=\"fill:none;stroke:rgb(1%,2%,3%);stroke-opacity:0.45;\" d=\"M 1 1\"/>",
                                  "<path style=\"fill:rgb(9%,9%,9%);fill-opacity:1;stroke:none;\" d=\"M 0 0\"/>"
                                  "<path style=\"fill:none;stroke:rgb(9%,9%,9%);stroke-opacity:0.45;\" d=\"M 1 1\"/>",
                                  &colours);
  g_autoptr (GString) light = g_string_new (NULL), dark = g_string_new (NULL);

  g_assert_cmpstr (svg, ==,
                   "<svg role=\"img\"><title>t</title>\n"
                   "<path fill=\"var(--c0)\" d=\"M 0 0\"/>"
                   "<path fill=\"none\" stroke=\"var(--c0)\" stroke-opacity=\"0.45\" d=\"M 1 1\"/></svg>\n");
  svg_colours_append (light, &colours, FALSE);
  svg_colours_append (dark, &colours, TRUE);
  g_assert_cmpstr (light->str, ==, "--c0:rgb(1%,2%,3%);");
  g_assert_cmpstr (dark->str, ==, "--c0:rgb(9%,9%,9%);");
  svg_colours_clear (&colours);
}

static void
test_names_are_unique_on_the_page (void)
{
  static const char inside[] = "<symbol id=\"glyph0-1\"/><use xlink:href=\"#glyph0-1\" x=\"1\"/><g clip-path=\"url(#clip1)\"/>";
  SvgColours colours = svg_colours_new ();
  g_autofree char *svg = inlined (inside, inside, &colours);

  g_assert_nonnull (strstr (svg, "<symbol id=\"p4glyph0-1\"/><use href=\"#p4glyph0-1\" x=\"1\"/>"));
  g_assert_nonnull (strstr (svg, "clip-path=\"url(#p4clip1)\""));
  svg_colours_clear (&colours);
}

static void
test_images_are_of_both_themes (void)
{
  SvgColours colours = svg_colours_new ();
  g_autofree char *svg = inlined ("<image id=\"image1\" width=\"2\" xlink:href=\"data:image/png;base64,AA\"/>",
                                  "<image id=\"image1\" width=\"2\" xlink:href=\"data:image/png;base64,BBBB\"/>", &colours);

  g_assert_nonnull (strstr (svg, "<g id=\"p4image1\"><image class=\"on-light\""));
  g_assert_nonnull (strstr (svg, " href=\"data:image/png;base64,AA\"/>"));
  g_assert_nonnull (strstr (svg, " href=\"data:image/png;base64,BBBB\"/></g>"));
  g_assert_true (colours.has_images);
  svg_colours_clear (&colours);
}

/* What differs in more than colours is there twice, with names of its own; what is cut off is no reason to read on. */
static void
test_other_shapes_stay_apart (void)
{
  SvgColours colours = svg_colours_new ();
  g_autofree char *svg = inlined ("<path id=\"a\" d=\"M 0 0\"/>", "<path id=\"a\" d=\"M 0 0\"/><path d=\"M 1 1\"/>", &colours);
  g_autofree char *cut = inlined ("<path style=\"fill:rgb(1%", "<path style=\"fill:rgb(2%", &colours);

  g_assert_nonnull (strstr (svg, "<svg class=\"on-light\" role=\"img\"><title>t</title>\n<path id=\"p4a\""));
  g_assert_nonnull (strstr (svg, "<svg class=\"on-dark\" role=\"img\">\n<path id=\"p5a\""));
  g_assert_true (g_str_has_suffix (cut, "</svg>\n"));
  svg_colours_clear (&colours);
}

static void
draw (cairo_t *cr, void *user_data)
{
  const Theme *theme = user_data;

  cairo_rectangle (cr, 1, 1, 8, 8);
  theme_fill_idle (cr, theme);
  cairo_rectangle (cr, 3, 3, 4, 4);
  theme_fill_work (cr, theme, WORK_COMPUTE, false);
}

/* Pictures of Cairo, as they come. */
static void
test_drawings_have_no_style (void)
{
  SvgColours colours = svg_colours_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) light =
    picture_bytes (PICTURE_SVG, 20, 20, 1, draw, (void *) (uintptr_t) theme_get (THEME_LIGHT), &error);
  g_assert_no_error (error);
  g_autoptr (GByteArray) dark =
    picture_bytes (PICTURE_SVG, 20, 20, 1, draw, (void *) (uintptr_t) theme_get (THEME_DARK), &error);
  g_assert_no_error (error);
  g_autoptr (GString) out = g_string_new (NULL);

  svg_inline_append (out, light, dark, 0, "role=\"img\"", "", &colours);
  g_assert_null (strstr (out->str, "style="));
  g_assert_null (strstr (out->str, "xlink:"));
  g_assert_nonnull (strstr (out->str, "var(--c0)"));
  g_assert_null (strstr (out->str, "on-dark"));
  svg_colours_clear (&colours);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/svg_inline/colours_become_variables", test_colours_become_variables);
  g_test_add_func ("/svg_inline/names_are_unique_on_the_page", test_names_are_unique_on_the_page);
  g_test_add_func ("/svg_inline/images_are_of_both_themes", test_images_are_of_both_themes);
  g_test_add_func ("/svg_inline/other_shapes_stay_apart", test_other_shapes_stay_apart);
  g_test_add_func ("/svg_inline/drawings_have_no_style", test_drawings_have_no_style);
  return g_test_run ();
}
