/* SPDX-License-Identifier: Apache-2.0 */

#include "app/manual/completion.h"

#include <stdbool.h>
#include <string.h>

#include "app/manual/option_values.h"

static const char asking_text[] =
  "# Proposes the numbers of steps, or names of kernels, of the first profile on the line.\n"
  "@F_ask () {\n"
  "  local word kind=$1\n"
  "  local -a found\n"
  "  shift\n"
  "  for word in ${(Q)words[2,-1]}; do\n"
  "    word=${word/#\\~\\//$HOME/}\n"
  "    if [[ -e $word ]]; then\n"
  "      found=(${(f)\"$(command @P __complete $kind $word 2>/dev/null)\"})\n"
  "      break\n"
  "    fi\n"
  "  done\n"
  "  compadd \"$@\" -V found -- $found\n"
  "}\n"
  "@F_steps () { @F_ask steps }\n"
  "@F_kernels () { @F_ask kernels -q -S '=-' }\n"
  "\n";

/* Appends text for between single quotes, where _arguments also takes some characters for its own. */
static void
append_quoted (GString *out, const char *text, const char *own)
{
  for (const char *at = text; *at != '\0'; at++)
    if (*at == '\'')
      g_string_append (out, "'\\''");
    else if (strchr (own, *at) != NULL)
      g_string_append_printf (out, "\\%c", *at);
    else
      g_string_append_c (out, *at);
}

static void
append_value (GString *out, const OptionHelp *option, const char *function)
{
  g_auto (GStrv) words = NULL;
  ValueKind kind = option_values (option, &words);
  g_autofree char *list = g_strjoinv (" ", words);

  g_string_append (out, kind == VALUES_LIST ? "::" : ":");
  append_quoted (out, option->argument, "\\:[]");
  g_string_append_c (out, ':');
  switch (kind)
    {
    case VALUES_PATHS:
      g_string_append (out, "_files");
      break;
    case VALUES_WORDS:
      g_string_append_printf (out, "(%s)", list);
      break;
    case VALUES_LIST:
      g_string_append_printf (out, "_values -s , what %s", list);
      break;
    case VALUES_STEPS:
      g_string_append_printf (out, "%s_steps", function);
      break;
    case VALUES_KERNELS:
      g_string_append_printf (out, "%s_kernels", function);
      break;
    case VALUES_FREE:
      g_string_append_c (out, ' ');
    }
}

static void
append_option (GString *out, const OptionHelp *option, const char *function)
{
  g_autofree char *line = option_line (option);
  g_auto (GStrv) words = NULL;
  bool is_list = option->argument != NULL && option_values (option, &words) == VALUES_LIST;

  g_string_append_printf (out, " \\\n        '*--%s%s[", option->long_name,
                          option->argument == NULL ? "" : is_list ? "=-" : "=");
  append_quoted (out, line, "\\:[]");
  g_string_append_c (out, ']');
  if (option->argument != NULL)
    append_value (out, option, function);
  g_string_append_c (out, '\'');
  if (option->short_name == NULL)
    return;
  g_string_append_printf (out, " \\\n        '*-%s[", option->short_name);
  append_quoted (out, line, "\\:[]");
  g_string_append_c (out, ']');
  append_value (out, option, function);
  g_string_append_c (out, '\'');
}

GString *
completion_for_zsh (const ProgramHelp *help)
{
  GString *out = g_string_new (NULL);
  GString *asking = g_string_new (asking_text);
  g_autofree char *function = g_strconcat ("_", help->name, NULL);

  g_string_append_printf (out,
                          "#compdef %s\n"
                          "# SPDX-License-Identifier: Apache-2.0\n"
                          "# Completion of %s for zsh, made from its --help.\n\n",
                          help->name, help->name);
  g_string_replace (asking, "@F", function, 0);
  g_string_replace (asking, "@P", help->name, 0);
  g_string_append_len (out, asking->str, (gssize) asking->len);
  g_string_free (asking, TRUE);

  g_string_append_printf (out, "%s () {\n  local -a verbs\n  if (( CURRENT == 2 )); then\n    verbs=(\n", function);
  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];

      g_string_append_printf (out, "      '%s:", verb->name);
      append_quoted (out, verb->summary, "\\:");
      g_string_append (out, "'\n");
    }
  g_string_append (out, "    )\n    _describe -t verbs verb verbs\n    _files\n    return\n  fi\n"
                        "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n");
  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];

      g_string_append_printf (out, "    %s)\n      _arguments '*--help[Show help options]'", verb->name);
      for (guint k = 0; k < verb->options->len; k++)
        append_option (out, verb->options->pdata[k], function);
      g_string_append (out, " \\\n        '*:path:_files' ;;\n");
    }
  g_string_append_printf (out, "    *) _files ;;\n  esac\n}\n\n%s \"$@\"\n", function);
  return out;
}
