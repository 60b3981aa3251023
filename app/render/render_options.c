/* SPDX-License-Identifier: Apache-2.0 */

#include "app/render/render_options.h"

#include <string.h>

#include "app/cli/options/cli_parse.h"
#include "app/cli/options/kernel_rules_option.h"

#define WIDTH_PX           1280
#define TIMELINE_HEIGHT_PX 800

static CliStatus
usage (const char *message)
{
  cli_complain (message);
  return CLI_USAGE;
}

static CliStatus
parse_view (const char *word, RenderView *ret_view)
{
  if (word == NULL)
    return usage ("render needs --view dashboard, --view timeline, --view compare or --view timelines");
  if (strcmp (word, "dashboard") == 0)
    *ret_view = RENDER_DASHBOARD;
  else if (strcmp (word, "timeline") == 0)
    *ret_view = RENDER_TIMELINE;
  else if (strcmp (word, "compare") == 0)
    *ret_view = RENDER_COMPARE;
  else if (strcmp (word, "timelines") == 0)
    *ret_view = RENDER_TIMELINES;
  else
    {
      g_autofree char *message = g_strdup_printf (
        "there is no view \"%s\"; there are dashboard, timeline, compare and timelines", word);
      return usage (message);
    }
  return CLI_DONE;
}

static bool
parse_side (const char **text, int *ret_px)
{
  char *end;
  gint64 value = g_ascii_strtoll (*text, &end, 10);

  if (end == *text || !g_ascii_isdigit (**text) || value < RENDER_SIDE_MIN_PX || value > RENDER_SIDE_MAX_PX)
    return false;
  *text = end;
  *ret_px = (int) value;
  return true;
}

static CliStatus
parse_size (const char *text, RenderOptions *options)
{
  options->width_px = WIDTH_PX;
  options->height_px = options->view == RENDER_TIMELINE ? TIMELINE_HEIGHT_PX : 0;
  if (text == NULL)
    return CLI_DONE;
  if (parse_side (&text, &options->width_px) && *text++ == 'x' && parse_side (&text, &options->height_px)
      && *text == '\0')
    return CLI_DONE;

  g_autofree char *message = g_strdup_printf ("--size needs WxH, two numbers of %d to %d such as 1280x800",
                                              RENDER_SIDE_MIN_PX, RENDER_SIDE_MAX_PX);
  return usage (message);
}

static CliStatus
parse_scale (const char *text, double *ret_scale)
{
  char *end;

  *ret_scale = 1;
  if (text == NULL)
    return CLI_DONE;
  *ret_scale = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && *ret_scale >= 0.5 && *ret_scale <= RENDER_SCALE_MAX)
    return CLI_DONE;
  return usage ("--scale needs a number from 0.5 to 8: pixels of a PNG per pixel of --size");
}

static CliStatus
parse_theme (const char *word, ThemeId *ret_theme)
{
  *ret_theme = THEME_LIGHT;
  if (word == NULL || theme_find (word, ret_theme))
    return CLI_DONE;

  g_autofree char *message =
    g_strdup_printf ("there is no theme \"%s\"; there are light, dark, contrast and contrast-dark", word);
  return usage (message);
}

static CliStatus
parse_out (const char *path, PictureFormat *ret_format)
{
  if (path == NULL)
    return usage ("render needs -o OUT, a file that ends in .png, .svg or .pdf");
  *ret_format = PICTURE_PNG;
  if (strcmp (path, "-") == 0 || picture_format_of_path (path, ret_format))
    return CLI_DONE;

  g_autofree char *message =
    g_strdup_printf ("%s does not tell what to write: a picture ends in .png, .svg or .pdf", path);
  return usage (message);
}

static bool
is_comparison (const char *word)
{
  return strcmp (word, "compare") == 0 || strcmp (word, "timelines") == 0;
}

/* The options of a comparison say several times what those of one profile say once. */
static bool
asks_for_comparison (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if ((g_str_has_prefix (argv[i], "--view=") && is_comparison (argv[i] + strlen ("--view=")))
        || (i + 1 < argc && strcmp (argv[i], "--view") == 0 && is_comparison (argv[i + 1])))
      return true;
  return false;
}

bool
render_options_parse (RenderOptions *options, int *argc, char ***argv, CliStatus *ret_status)
{
  g_autofree char *view = NULL, *size = NULL, *scale = NULL, *theme = NULL;
  g_autoptr (GOptionContext) context =
    g_option_context_new (asks_for_comparison (*argc, *argv) ? "BASE OTHER..." : "PATH | BASE OTHER...");

  *options = (RenderOptions){ 0 };
  gboolean with_bookmarks = FALSE;
  const GOptionEntry entries[] = {
    { "view", 0, 0, G_OPTION_ARG_FILENAME, &view,
      "The view to draw: dashboard, timeline, compare or timelines", "VIEW" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->out,
      "The picture; its suffix is .png, .svg or .pdf; \"-\" writes a PNG to standard output", "OUT" },
    { "size", 0, 0, G_OPTION_ARG_FILENAME, &size,
      "Width and height in pixels (1280 wide; the timeline 800 high, the others as high as their content)",
      "WxH" },
    { "scale", 0, 0, G_OPTION_ARG_FILENAME, &scale, "PNG pixels per pixel of --size (default 1)", "N" },
    { "theme", 0, 0, G_OPTION_ARG_FILENAME, &theme, "light, dark, contrast or contrast-dark (light)",
      "THEME" },
    { "bookmarks", 0, 0, G_OPTION_ARG_NONE, &with_bookmarks, "Draw the user's bookmarks in the timeline",
      NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_set_summary (
    context,
    "Draws a profile as the window shows it, without a display: the dashboard of a time window,\n"
    "or the timeline of that time window. With --view compare it takes the paths and parts of compare, at most 8\n"
    "sides, and draws what changed most, the summary, and charts; with --view timelines it draws the timelines of\n"
    "the same sides one above the other, aligned by their begins. --help --view compare lists the options of both.\n"
    "A directory of ranks is one PATH.");
  g_option_context_add_main_entries (context, entries, NULL);
  if (asks_for_comparison (*argc, *argv))
    side_options_add (&options->sides, context);
  else
    {
      scope_options_add (&options->scope, context);
      with_option_add (&options->with, context);
    }
  cache_options_add (&options->cache, context);
  kernel_rules_option_add (&options->kernel_rules, context);
  if (!cli_parse (context, argc, argv, ret_status))
    {
      render_options_clear (options);
      return false;
    }
  options->with_bookmarks = with_bookmarks;
  if ((*ret_status = parse_view (view, &options->view)) == CLI_DONE
      && (*ret_status = parse_out (options->out, &options->format)) == CLI_DONE
      && (*ret_status = parse_size (size, options)) == CLI_DONE
      && (*ret_status = parse_scale (scale, &options->scale)) == CLI_DONE
      && (*ret_status = parse_theme (theme, &options->theme)) == CLI_DONE
      && (*ret_status = scope_options_check (&options->scope)) == CLI_DONE)
    return true;
  render_options_clear (options);
  return false;
}

void
render_options_clear (RenderOptions *options)
{
  scope_options_clear (&options->scope);
  with_option_clear (&options->with);
  side_options_clear (&options->sides);
  g_clear_pointer (&options->out, g_free);
  g_clear_pointer (&options->kernel_rules, g_free);
}
