/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope: the application. Verbs run before anything graphical is touched; paths, or nothing, open a window. A window
 * has files read by the same program, started as a converter. */

#include <glib/gi18n-lib.h>
#include <locale.h>

#include "app/application.h"
#include "app/cli/cli.h"
#include "app/cli/options/kernel_rules_option.h"
#include "app/converter/convert_child.h"
#include "app/desktop/display_setup.h"
#include "app/desktop/installed_paths.h"
#include "app/headless.h"
#include "app/opening/early_open.h"
#include "app/render/tool_render.h"
#include "app/render/verb_render.h"
#include "app/report/report_drawing.h"
#include "trace/attach/attach_files.h"

/* "-" is the standard input and no file that another instance could be handed. */
static int
take_out_stdin (int argc, char **argv, bool *ret_found)
{
  int n = 1;

  for (int i = 1; i < argc; i++)
    if (!g_str_equal (argv[i], "-"))
      argv[n++] = argv[i];
  *ret_found = n < argc;
  argv[n] = NULL;
  return n;
}

/* Before the application is there, which needs longer than a native file. */
static void
begin_first (int argc, char **argv, Library *library)
{
  if (argc < 2)
    return;
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (argv[1]);
  g_autofree char *path = g_file_get_path (file);

  if (path != NULL)
    early_open_begin (path, library);
}

static CliStatus
run_window (int argc, char **argv)
{
  bool reads_stdin;

  if (!cli_check_paths (argc, argv))
    return CLI_USAGE;
  if (!display_setup ())
    return headless_run (argc, argv);

  /* The window opens without them where they are wrong, which has been said. */
  kernel_rules_option_use (NULL);

  /* Lives as long as the process: a worker may still ask it when the last window is gone. */
  Library *library = library_new (NULL);
  argc = take_out_stdin (argc, argv, &reads_stdin);
  begin_first (argc, argv, library);
  g_autoptr (StepscopeApplication) application = stepscope_application_new (library, reads_stdin);
  int status = g_application_run (G_APPLICATION (application), argc, argv);
  library_settle (library);
  return (CliStatus) status;
}

int
main (int argc, char **argv)
{
  static const CliVerb verbs[] = {
    { "render", "Draw the dashboard or the timeline as a picture (PNG, SVG, PDF)", verb_render_run },
    { NULL, NULL, NULL },
  };
  static const McpTool *const tools[] = { &tool_render, NULL };
  static const CliProgram program = {
    .verbs = verbs,
    .tools = tools,
    .drawing = &report_drawing,
    .paths_summary = "[PATH...]       opens a window",
    .run_paths = run_window,
  };

  setlocale (LC_ALL, "");
  if (convert_child_is_meant (argc, argv))
    convert_child_run (argv, (const TraceImportFunc[]){ trace_import, attach_import });
  bindtextdomain (GETTEXT_PACKAGE, installed_locale_path ());
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  return (int) cli_main (argc, argv, &program);
}
