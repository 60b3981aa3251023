/* SPDX-License-Identifier: Apache-2.0 */

#include "app/manual/completion.h"

#include <stdbool.h>

#include "app/manual/option_values.h"

static const char asking_text[] =
  "# Proposes the numbers of steps, or names of kernels, of the first profile on the line.\n"
  "function @F_ask\n"
  "    for word in (commandline -opc)[2..-1]\n"
  "        if test -e \"$word\"\n"
  "            command @P __complete $argv[1] $word 2>/dev/null\n"
  "            return\n"
  "        end\n"
  "    end\n"
  "end\n"
  "\n";

static void
append_quoted (GString *out, const char *text)
{
  g_string_append_c (out, '\'');
  for (const char *at = text; *at != '\0'; at++)
    g_string_append_printf (out, "%s%c", *at == '\'' || *at == '\\' ? "\\" : "", *at);
  g_string_append_c (out, '\'');
}

static void
append_value (GString *out, const OptionHelp *option, const char *function)
{
  g_auto (GStrv) words = NULL;
  ValueKind kind = option_values (option, &words);
  g_autofree char *list = g_strjoinv (" ", words);

  switch (kind)
    {
    case VALUES_PATHS:
      g_string_append (out, " -r -F");
      break;
    case VALUES_WORDS:
      g_string_append_printf (out, " -x -a '%s'", list);
      break;
    case VALUES_LIST:
      g_string_append_printf (out, " -f -a '(__fish_append , %s)'", list);
      break;
    case VALUES_STEPS:
      g_string_append_printf (out, " -x -k -a '%s%s(%s_ask steps)'", list, *list != '\0' ? " " : "", function);
      break;
    case VALUES_KERNELS:
      g_string_append_printf (out, " -x -k -a '(%s_ask kernels)='", function);
      break;
    case VALUES_FREE:
      g_string_append (out, " -x");
    }
}

static void
append_option (GString *out, const char *program, const VerbHelp *verb, const OptionHelp *option, const char *function)
{
  g_autofree char *line = option_line (option);

  g_string_append_printf (out, "complete -c %s -n '__fish_seen_subcommand_from %s' -l %s", program, verb->name,
                          option->long_name);
  if (option->short_name != NULL)
    g_string_append_printf (out, " -s %s", option->short_name);
  if (option->argument != NULL)
    append_value (out, option, function);
  g_string_append (out, " -d ");
  append_quoted (out, line);
  g_string_append_c (out, '\n');
}

GString *
completion_for_fish (const ProgramHelp *help)
{
  GString *out = g_string_new (NULL);
  GString *asking = g_string_new (asking_text);
  g_autofree char *function = g_strconcat ("__", help->name, NULL);

  g_strdelimit (function, "-", '_');
  g_string_append_printf (out,
                          "# SPDX-License-Identifier: Apache-2.0\n"
                          "# Completion of %s for fish, made from its --help.\n\n",
                          help->name);
  g_string_replace (asking, "@F", function, 0);
  g_string_replace (asking, "@P", help->name, 0);
  g_string_append_len (out, asking->str, (gssize) asking->len);
  g_string_free (asking, TRUE);
  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];

      g_string_append_printf (out, "complete -c %s -n __fish_use_subcommand -a %s -d ", help->name, verb->name);
      append_quoted (out, verb->summary);
      g_string_append_c (out, '\n');
    }
  g_string_append_printf (out,
                          "complete -c %s -l help -d 'Show help options'\n"
                          "complete -c %s -n __fish_use_subcommand -l version -d 'Show its version'\n",
                          help->name, help->name);
  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];

      for (guint k = 0; k < verb->options->len; k++)
        append_option (out, help->name, verb, verb->options->pdata[k], function);
    }
  return out;
}
