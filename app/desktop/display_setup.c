/* SPDX-License-Identifier: Apache-2.0 */

#include "app/desktop/display_setup.h"

#include <gtk/gtk.h>

/* The first GTK that is told by GDK_DISABLE what not to use. */
#define GDK_DISABLE_MINOR 16

/* libadwaita's theme of nothing, which it sets when it brings its own style sheet. */
#define EMPTY_THEME "Adwaita-empty"

static void
append_word (const char *variable, const char *word)
{
  const char *before = g_getenv (variable);
  g_autofree char *words =
    before != NULL && *before != '\0' ? g_strconcat (before, ",", word, NULL) : g_strdup (word);

  g_setenv (variable, words, TRUE);
}

/* A graphics card with a driver for OpenGL: Linux's own, NVIDIA's without its kernel modesetting, or Windows' below WSL. */
static bool
has_graphics_card (void)
{
  g_autoptr (GDir) cards = g_dir_open ("/dev/dri", 0, NULL);
  const char *name;

  while (cards != NULL && (name = g_dir_read_name (cards)) != NULL)
    if (g_str_has_prefix (name, "renderD"))
      return true;
  return g_file_test ("/dev/nvidiactl", G_FILE_TEST_EXISTS) || g_file_test ("/dev/dxg", G_FILE_TEST_EXISTS);
}

/* Where OpenGL is computed by the processor, its shaders are compiled in the first frames of each page: 135 to 160 ms
 * without an answer, against 40 with Cairo, which is as fast there in all other frames. */
static void
choose_renderer (void)
{
  const char *chosen = g_getenv ("GSK_RENDERER");

  if ((chosen == NULL || *chosen == '\0') && !has_graphics_card ())
    g_setenv ("GSK_RENDERER", "cairo", TRUE);
}

/* GDK 4.8 looks for OpenGL on every X display, even where Cairo draws: without a graphics card that alone loads a
 * compiler of shaders, for 100 ms. */
static void
leave_out_opengl (void)
{
  if (g_strcmp0 (g_getenv ("GSK_RENDERER"), "cairo") != 0)
    return;
  if (gtk_get_minor_version () < GDK_DISABLE_MINOR)
    append_word ("GDK_DEBUG", "gl-disable");
  else
    append_word ("GDK_DISABLE", "gl");
}

/* GTK reads its own style sheet as soon as there are settings; libadwaita replaces it by another at once. */
static void
leave_out_style_sheet (void)
{
  if (g_getenv ("GTK_THEME") != NULL)
    return;
  g_setenv ("GTK_THEME", EMPTY_THEME, TRUE);
  gtk_settings_get_default ();
  g_unsetenv ("GTK_THEME");
}

bool
display_setup (void)
{
  choose_renderer ();
  leave_out_opengl ();
  if (!gtk_init_check ())
    return false;
  leave_out_style_sheet ();
  return true;
}
