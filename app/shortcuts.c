/* SPDX-License-Identifier: Apache-2.0 */

#include "app/shortcuts.h"

#include <glib/gi18n-lib.h>

/* Keycodes of X11 and of GDK on Wayland: evdev's plus 8. */
enum
{
  PLACE_W = 25,
  PLACE_A = 38,
  PLACE_S = 39,
  PLACE_D = 40,
  PLACE_F = 41,
  PLACE_G = 42,
  PLACE_C = 54,
  PLACE_LEFT_BRACKET = 34,
  PLACE_RIGHT_BRACKET = 35,
};

/* What is pressed: an accelerator, in which %s stands for the key at a place. */
typedef struct
{
  const char *title;
  const char *accelerator;
  guint places[2];
} Shortcut;

typedef struct
{
  const char *title;
  Shortcut shortcuts[16]; /* ended by one without a title */
} Group;

static const Group groups[] = {
  { N_ ("Profiles"),
    {
      { N_ ("Open"), "&lt;Control&gt;o", { 0 } },
      { N_ ("Open a folder of ranks"), "&lt;Control&gt;&lt;Shift&gt;o", { 0 } },
      { N_ ("Unload the profile"), "&lt;Control&gt;w", { 0 } },
      { N_ ("Information and health"), "&lt;Control&gt;i", { 0 } },
      { N_ ("Dashboard"), "&lt;Alt&gt;1", { 0 } },
      { N_ ("Timeline"), "&lt;Alt&gt;2", { 0 } },
      { N_ ("Back"), "&lt;Alt&gt;Left", { 0 } },
    } },
  { N_ ("Moving in the timeline"),
    {
      { N_ ("Zoom in, out at the pointer"), "%s %s", { PLACE_W, PLACE_S } },
      { N_ ("Move earlier, later"), "%s %s", { PLACE_A, PLACE_D } },
      { N_ ("Fit the selection"), "%s", { PLACE_F } },
      { N_ ("Fit launch and run"), "&lt;Shift&gt;%s", { PLACE_F } },
      { N_ ("Show all"), "0", { 0 } },
      { N_ ("Previous, next step"), "comma period", { 0 } },
      { N_ ("Slowest, median step"), "&lt;Shift&gt;comma &lt;Shift&gt;period", { 0 } },
      { N_ ("Compare with the median step"), "%s", { PLACE_C } },
      { N_ ("Go to a time or step"), "&lt;Control&gt;%s", { PLACE_G } },
      { N_ ("Back, forward in what was shown"), "&lt;Alt&gt;Left &lt;Alt&gt;Right", { 0 } },
    } },
  { N_ ("Selecting in the timeline"),
    {
      { N_ ("Previous, next slice"), "Left Right", { 0 } },
      { N_ ("Row above, below"), "Up Down", { 0 } },
      { N_ ("From a run to its launch, and back"), "%s %s", { PLACE_LEFT_BRACKET, PLACE_RIGHT_BRACKET } },
      { N_ ("Choose another of several"),
        "&lt;Control&gt;%s &lt;Control&gt;%s",
        { PLACE_LEFT_BRACKET, PLACE_RIGHT_BRACKET } },
      { N_ ("Details"), "Return", { 0 } },
      { N_ ("Clear the selection, then the scope"), "Escape", { 0 } },
      { N_ ("Copy the selection"), "&lt;Control&gt;c", { 0 } },
      { N_ ("Copy the exact name"), "&lt;Control&gt;&lt;Shift&gt;c", { 0 } },
      { N_ ("Show or hide the details"), "&lt;Control&gt;F9", { 0 } },
    } },
  { N_ ("Windows"),
    {
      { N_ ("New window"), "&lt;Control&gt;n", { 0 } },
      { N_ ("Full screen"), "F11", { 0 } },
      { N_ ("Preferences"), "&lt;Control&gt;comma", { 0 } },
      { N_ ("Main menu"), "F10", { 0 } },
      { N_ ("Keyboard shortcuts"), "F1 question &lt;Control&gt;question", { 0 } },
      { N_ ("Quit"), "&lt;Control&gt;q", { 0 } },
    } },
};

/* The name of the key at a place, as accelerators spell it. */
static const char *
key_at (GdkDisplay *display, guint place)
{
  g_autofree guint *values = NULL;
  int n;

  if (place == 0 || !gdk_display_map_keycode (display, place, NULL, &values, &n) || n == 0)
    return "VoidSymbol";
  const char *name = gdk_keyval_name (values[0]);
  return name != NULL ? name : "VoidSymbol";
}

static char *
accelerator_text (GdkDisplay *display, const Shortcut *shortcut)
{
  g_auto (GStrv) parts = g_strsplit (shortcut->accelerator, "%s", -1);
  GString *text = g_string_new (parts[0]);

  for (guint i = 1; parts[i] != NULL; i++)
    {
      g_string_append (text, key_at (display, shortcut->places[MIN (i - 1, 1)]));
      g_string_append (text, parts[i]);
    }
  return g_string_free (text, FALSE);
}

/* Before GTK 4.14 this window can only be filled by a description. */
static char *
description (GdkDisplay *display)
{
  GString *text = g_string_new ("<interface><object class='GtkShortcutsWindow' id='window'><child>"
                                "<object class='GtkShortcutsSection'>"
                                "<property name='section-name'>all</property>"
                                "<property name='max-height'>24</property>");

  for (size_t i = 0; i < G_N_ELEMENTS (groups); i++)
    {
      g_autofree char *title = g_markup_escape_text (_ (groups[i].title), -1);

      g_string_append_printf (
        text, "<child><object class='GtkShortcutsGroup'><property name='title'>%s</property>", title);
      for (const Shortcut *shortcut = groups[i].shortcuts; shortcut->title != NULL; shortcut++)
        {
          g_autofree char *what = g_markup_escape_text (_ (shortcut->title), -1);
          g_autofree char *accelerator = accelerator_text (display, shortcut);

          g_string_append_printf (text,
                                  "<child><object class='GtkShortcutsShortcut'>"
                                  "<property name='title'>%s</property>"
                                  "<property name='accelerator'>%s</property></object></child>",
                                  what, accelerator);
        }
      g_string_append (text, "</object></child>");
    }
  g_string_append (text, "</object></child></object></interface>");
  return g_string_free (text, FALSE);
}

void
shortcuts_show (GtkWindow *parent)
{
  g_autofree char *text = description (gtk_widget_get_display (GTK_WIDGET (parent)));
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_string (text, -1);
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));

  gtk_window_set_transient_for (window, parent);
  gtk_window_set_modal (window, TRUE);
  gtk_window_present (window);
}
