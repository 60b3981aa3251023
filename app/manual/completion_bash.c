/* SPDX-License-Identifier: Apache-2.0 */

#include "app/manual/completion.h"

#include "app/manual/option_values.h"

/* @P is the program, @F the name of its function. bash breaks words at "=" and ":" too, so the line is put together again;
 * what is proposed then begins where bash says that the word begins. */
static const char function_text[] =
  "# Prints the numbers of steps, or names of kernels, of the first profile on the line.\n"
  "@F_ask ()\n"
  "{\n"
  "  local word\n"
  "  for word in \"${@:2}\"; do\n"
  "    word=${word//\\\\/} word=${word//[\\'\\\"]/}\n"
  "    word=${word/#\\~\\//$HOME/}\n"
  "    if [[ -e $word ]]; then\n"
  "      command @P __complete \"$1\" \"$word\" 2>/dev/null\n"
  "      return\n"
  "    fi\n"
  "  done\n"
  "}\n"
  "\n"
  "@F ()\n"
  "{\n"
  "  local rest=$COMP_LINE bare word token typed option='' before='' suffix='' i\n"
  "  local words=() candidates=() candidate\n"
  "  COMPREPLY=()\n"
  "  for ((i = 0; i <= COMP_CWORD; i++)); do\n"
  "    word=${COMP_WORDS[i]}\n"
  "    bare=${rest#\"${rest%%[![:space:]]*}\"}\n"
  "    if [[ ${#words[@]} -eq 0 || $bare != \"$rest\" ]]; then\n"
  "      words+=(\"$word\")\n"
  "    else\n"
  "      words[${#words[@]}-1]+=$word\n"
  "    fi\n"
  "    rest=${bare#\"$word\"}\n"
  "  done\n"
  "  i=$((${#words[@]} - 1))\n"
  "  token=${words[i]} typed=$token\n"
  "  word=${COMP_WORDS[COMP_CWORD]}\n"
  "  [[ $word == [=:] ]] && word=''\n"
  "  local lead=${token%\"$word\"} verb=${words[1]}\n"
  "  if ((i == 1)); then\n"
  "    mapfile -t candidates < <(compgen -W \"$@F_verbs --help --version\" -- \"$token\")\n"
  "    COMPREPLY=(\"${candidates[@]}\")\n"
  "    return\n"
  "  fi\n"
  "  local options=\" $(@F_options \"$verb\") \"\n"
  "  if [[ $token == --*=* ]]; then\n"
  "    option=${token%%=*} before=$option= typed=${token#*=}\n"
  "  elif [[ ${words[i-1]} == --* && $options == *\" ${words[i-1]}= \"* ]]; then\n"
  "    option=${words[i-1]}\n"
  "  elif [[ $token == -* ]]; then\n"
  "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$token\")\n"
  "    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
  "    return\n"
  "  else\n"
  "    return\n"
  "  fi\n"
  "  case $(@F_values \"$verb\" \"$option\") in\n"
  "    paths) return ;;\n"
  "    words:*) read -ra candidates <<<\"$(@F_values \"$verb\" \"$option\" | cut -d: -f2)\" ;;\n"
  "    list:*)\n"
  "      read -ra candidates <<<\"$(@F_values \"$verb\" \"$option\" | cut -d: -f2)\"\n"
  "      if [[ $typed == *,* ]]; then before+=${typed%,*},; typed=${typed##*,}; fi ;;\n"
  "    steps:*)\n"
  "      read -ra candidates <<<\"$(@F_values \"$verb\" \"$option\" | cut -d: -f2)\"\n"
  "      mapfile -t -O ${#candidates[@]} candidates < <(@F_ask steps \"${words[@]:2}\") ;;\n"
  "    kernels)\n"
  "      suffix='=-'\n"
  "      compopt -o nospace 2>/dev/null\n"
  "      mapfile -t candidates < <(@F_ask kernels \"${words[@]:2}\") ;;\n"
  "    *) compopt +o default +o bashdefault 2>/dev/null; return ;;\n"
  "  esac\n"
  "  compopt +o default +o bashdefault 2>/dev/null\n"
  "  local quote=''\n"
  "  if [[ $typed == [\\'\\\"]* ]]; then\n"
  "    quote=${typed:0:1} typed=${typed:1}\n"
  "  else\n"
  "    typed=${typed//\\\\/}\n"
  "  fi\n"
  "  for candidate in \"${candidates[@]}\"; do\n"
  "    [[ $candidate == \"$typed\"* ]] || continue\n"
  "    if [[ -z $quote ]]; then\n"
  "      printf -v candidate %q \"$candidate\"\n"
  "      candidate=$before$candidate$suffix\n"
  "      COMPREPLY+=(\"${candidate#\"$lead\"}\")\n"
  "    else\n"
  "      COMPREPLY+=(\"$candidate$suffix\")\n"
  "    fi\n"
  "  done\n"
  "}\n"
  "\n"
  "complete -o bashdefault -o default -F @F @P\n";

static void
append_options (GString *out, const ProgramHelp *help, const char *function)
{
  g_string_append_printf (out, "# Prints the options of a verb.\n%s_options ()\n{\n  case $1 in\n", function);
  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];

      g_string_append_printf (out, "    %s) echo '--help", verb->name);
      for (guint k = 0; k < verb->options->len; k++)
        {
          const OptionHelp *option = verb->options->pdata[k];

          g_string_append_printf (out, " --%s%s", option->long_name, option->argument != NULL ? "=" : "");
        }
      g_string_append (out, "' ;;\n");
    }
  g_string_append (out, "  esac\n}\n\n");
}

static void
append_values (GString *out, const ProgramHelp *help, const char *function)
{
  static const char *const kinds[] = {
    [VALUES_PATHS] = "paths",  [VALUES_WORDS] = "words:",     [VALUES_LIST] = "list:",
    [VALUES_STEPS] = "steps:", [VALUES_KERNELS] = "kernels",
  };

  g_string_append_printf (out, "# Prints what an option of a verb takes.\n%s_values ()\n{\n  case $1$2 in\n", function);
  for (guint i = 0; i < help->verbs->len; i++)
    {
      const VerbHelp *verb = help->verbs->pdata[i];

      for (guint k = 0; k < verb->options->len; k++)
        {
          const OptionHelp *option = verb->options->pdata[k];
          g_auto (GStrv) words = NULL;
          ValueKind kind = option->argument != NULL ? option_values (option, &words) : VALUES_FREE;

          if (kind == VALUES_FREE)
            continue;
          g_autofree char *list = g_strjoinv (" ", words);
          g_string_append_printf (out, "    %s--%s) echo '%s%s' ;;\n", verb->name, option->long_name, kinds[kind],
                                  list);
        }
    }
  g_string_append (out, "  esac\n}\n\n");
}

GString *
completion_for_bash (const ProgramHelp *help)
{
  GString *out = g_string_new (NULL);
  GString *text = g_string_new (function_text);
  g_autofree char *function = g_strconcat ("_", help->name, NULL);

  g_strdelimit (function, "-", '_');
  g_string_append_printf (out,
                          "# SPDX-License-Identifier: Apache-2.0\n"
                          "# Completion of %s for bash, made from its --help.\n\n%s_verbs='",
                          help->name, function);
  for (guint i = 0; i < help->verbs->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "", ((const VerbHelp *) help->verbs->pdata[i])->name);
  g_string_append (out, "'\n\n");
  append_options (out, help, function);
  append_values (out, help, function);
  g_string_replace (text, "@F", function, 0);
  g_string_replace (text, "@P", help->name, 0);
  g_string_append_len (out, text->str, (gssize) text->len);
  g_string_free (text, TRUE);
  return out;
}
