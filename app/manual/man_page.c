/* SPDX-License-Identifier: Apache-2.0 */

#include "app/manual/man_page.h"

#include <stdbool.h>
#include <string.h>

#define WINDOW_PROGRAM "stepscope"
#define STATIC_PROGRAM "stepscope-cli"

/* ---- roff ---- */

/* Appends text so that roff prints its bytes: nothing in it is a request, an escape or a typographic quote. */
static void
append_text (GString *out, const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    {
      bool begins = out->len == 0 || out->str[out->len - 1] == '\n';

      if (begins && *at == '.')
        g_string_append (out, "\\&");
      switch (*at)
        {
        case '\\':
          g_string_append (out, "\\e");
          break;
        case '-':
          g_string_append (out, "\\-");
          break;
        case '\'':
          g_string_append (out, "\\(aq");
          break;
        case '~':
          g_string_append (out, "\\(ti");
          break;
        case '^':
          g_string_append (out, "\\(ha");
          break;
        case '`':
          g_string_append (out, "\\(ga");
          break;
        default:
          g_string_append_c (out, *at);
        }
    }
}

static void
append_line (GString *out, const char *text)
{
  append_text (out, text);
  g_string_append_c (out, '\n');
}

static void
append_term (GString *out, const char *term, const char *text)
{
  g_string_append (out, ".TP\n\\fB");
  append_text (out, term);
  g_string_append (out, "\\fR\n");
  append_line (out, text);
}

/* Lines that are indented stay as they are. */
static void
append_lines (GString *out, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  bool is_example = false, is_after_gap = false;

  for (char **line = lines; *line != NULL; line++)
    {
      bool is_indented = g_str_has_prefix (*line, "  ");

      if (**line == '\0')
        {
          is_after_gap = true;
          continue;
        }
      if (is_example && !is_indented)
        g_string_append (out, ".EE\n.RE\n");
      if (is_indented && !is_example)
        g_string_append (out, ".PP\n.RS 4\n.EX\n");
      else if (is_indented && is_after_gap)
        g_string_append (out, "\n");
      else if (!is_indented && (is_after_gap || is_example))
        g_string_append (out, ".PP\n");
      append_line (out, is_indented ? *line + 2 : *line);
      is_example = is_indented;
      is_after_gap = false;
    }
  if (is_example)
    g_string_append (out, ".EE\n.RE\n");
}

/* ---- parts of pages ---- */

static GString *
page_begin (const char *name, const char *summary)
{
  GString *out = g_string_new (".\\\" SPDX-License-Identifier: Apache-2.0\n.\\\" Made from --help.\n");
  g_autofree char *upper = g_ascii_strup (name, -1);
  g_autofree char *lower = g_strdup (summary);

  /* The index of all pages has its lines in small letters. */
  if (!g_ascii_isupper (summary[1]))
    lower[0] = g_ascii_tolower (lower[0]);
  g_string_append (out, ".TH ");
  append_text (out, upper);
  g_string_append (out, " 1 \"\" \"Stepscope " STEPSCOPE_VERSION "\" \"User Commands\"\n.ad l\n.nh\n.SH NAME\n");
  append_text (out, name);
  g_string_append (out, " \\- ");
  append_line (out, lower);
  return out;
}

static void
append_option (GString *out, const OptionHelp *option)
{
  g_string_append (out, ".TP\n");
  if (option->short_name != NULL)
    g_string_append_printf (out, "\\fB\\-%s\\fR, ", option->short_name);
  g_string_append (out, "\\fB\\-\\-");
  append_text (out, option->long_name);
  g_string_append (out, "\\fR");
  if (option->argument != NULL)
    {
      g_string_append (out, "=\\fI");
      append_text (out, option->argument);
      g_string_append (out, "\\fR");
    }
  g_string_append_c (out, '\n');
  append_line (out, option->text);
}

static bool
has_option (const VerbHelp *verb, const char *name)
{
  for (guint i = 0; i < verb->options->len; i++)
    if (g_str_equal (((const OptionHelp *) verb->options->pdata[i])->long_name, name))
      return true;
  return false;
}

static void
append_statuses (GString *out, const ProgramHelp *help)
{
  g_string_append (out, ".SH EXIT STATUS\n");
  for (char **status = help->statuses; *status != NULL; status++)
    {
      const char *space = strchr (*status, ' ');
      g_autofree char *number = space != NULL ? g_strndup (*status, (gsize) (space - *status)) : g_strdup (*status);

      append_term (out, number, space != NULL ? space + 1 : "");
    }
}

static void
append_cache_file (GString *out)
{
  append_term (out, "$XDG_CACHE_HOME/stepscope/profiles",
               "Profiles that were read, as native files, which open at once. May be removed at any time.");
}

static void
append_rules_file (GString *out)
{
  append_term (out, "$XDG_CONFIG_HOME/stepscope/kernels.rules",
               "Your own rules for the classes of kernels; they come before those of the program.");
}

static void
append_environment (GString *out, bool names_cache, bool names_config, bool is_window)
{
  g_string_append (out, ".SH ENVIRONMENT\n");
  append_term (out, "STEPSCOPE_THREADS", "How many threads may work at once; else as many as there are processors.");
  if (names_cache)
    append_term (out, "XDG_CACHE_HOME", "Where the cache is; else in ~/.cache.");
  if (names_config)
    append_term (out, "XDG_CONFIG_HOME", "Where kernels.rules is; else in ~/.config.");
  if (!is_window)
    return;
  append_term (out, "XDG_DATA_HOME", "Where the list of profiles, bookmarks and notes are; else in ~/.local/share.");
  append_term (out, "GSK_RENDERER", "What GTK draws with, such as cairo or gl.");
}

/* Skips the page itself. */
static void
append_see_also (GString *out, const ProgramHelp *help, const char *own)
{
  const char *const programs[] = { WINDOW_PROGRAM, STATIC_PROGRAM };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (size_t i = 0; i < G_N_ELEMENTS (programs); i++)
    g_ptr_array_add (names, g_strdup (programs[i]));
  for (guint i = 0; i < help->verbs->len; i++)
    g_ptr_array_add (names,
                     g_strconcat (help->name, "-", ((const VerbHelp *) help->verbs->pdata[i])->name, NULL));

  const char *separator = "";
  g_string_append (out, ".SH SEE ALSO\n");
  for (guint i = 0; i < names->len; i++)
    if (!g_str_equal (names->pdata[i], own))
      {
        g_string_append_printf (out, "%s\\fB", separator);
        append_text (out, names->pdata[i]);
        g_string_append (out, "\\fR(1)");
        separator = ",\n";
      }
  g_string_append_c (out, '\n');
}

/* ---- pages ---- */

GString *
man_page_of_verb (const ProgramHelp *help, const VerbHelp *verb)
{
  g_autofree char *name = g_strconcat (help->name, "-", verb->name, NULL);
  GString *out = page_begin (name, verb->summary);
  bool has_cache = has_option (verb, "cache"), has_rules = has_option (verb, "kernel-rules");

  g_string_append (out, ".SH SYNOPSIS\n\\fB");
  append_text (out, help->name);
  g_string_append_printf (out, " %s\\fR [\\fIOPTION\\fR]... ", verb->name);
  append_line (out, verb->arguments);
  g_string_append (out, ".SH DESCRIPTION\n");
  append_lines (out, verb->text);
  g_string_append (out, ".SH OPTIONS\n");
  for (guint i = 0; i < verb->options->len; i++)
    append_option (out, verb->options->pdata[i]);
  append_term (out, "-h, --help", "Show help options");
  append_statuses (out, help);
  if (has_cache || has_rules)
    g_string_append (out, ".SH FILES\n");
  if (has_cache)
    append_cache_file (out);
  if (has_rules)
    append_rules_file (out);
  append_environment (out, has_cache, has_rules, false);
  append_see_also (out, help, name);
  return out;
}

GString *
man_page_of_program (const ProgramHelp *help)
{
  bool is_window = g_str_equal (help->name, WINDOW_PROGRAM);
  GString *out = page_begin (help->name, is_window ? "See where the steps of a training run on GPUs spend their time"
                                                   : "Print figures of profiles of training runs on GPUs");

  g_string_append (out, ".SH SYNOPSIS\n\\fB");
  append_text (out, help->name);
  g_string_append (out, "\\fR \\fIVERB\\fR [\\fIOPTION\\fR]... \\fIPATH\\fR...\n.br\n\\fB");
  append_text (out, help->name);
  g_auto (GStrv) usage = g_strsplit (help->paths_usage, "  ", 2);
  g_string_append (out, "\\fR ");
  append_line (out, usage[0]);
  g_string_append (out, ".SH DESCRIPTION\n");
  append_line (out, help->reads);
  g_string_append (out, ".PP\n");
  append_line (out, is_window
                      ? "Without a verb it opens a window on the profiles, or on the list of all known profiles. "
                        "Without a display it prints their statistics, and draws their pages as pictures. Verbs need "
                        "no display."
                      : "It is one file that needs nothing else, to copy to where the traces lie. Without a verb it "
                        "prints the statistics of PATH.");
  g_string_append (out, ".SH VERBS\nEach has a page of its own, and describes itself with \\fB\\-\\-help\\fR.\n");
  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];

      append_term (out, verb->name, verb->summary);
    }
  g_string_append (out, ".SH OPTIONS\n");
  append_term (out, "-h, --help", "Show what it reads, and its verbs");
  append_term (out, "--version", "Show its version");
  append_statuses (out, help);
  g_string_append (out, ".SH FILES\n");
  append_cache_file (out);
  append_rules_file (out);
  if (is_window)
    append_term (out, "$XDG_DATA_HOME/stepscope/library.sqlite",
                 "The list of profiles, with the names, notes, bookmarks and prices that you entered.");
  append_environment (out, true, true, is_window);
  append_see_also (out, help, help->name);
  return out;
}
