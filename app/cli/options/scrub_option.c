/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/scrub_option.h"

#include <string.h>

#include "app/cli/out/report_out.h"

/* A key that can be guessed would let the names be guessed, too. */
#define KEY_BYTES_MIN 16

void
scrub_option_add (ScrubOption *option, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "scrub", 0, 0, G_OPTION_ARG_FILENAME, &option->what,
      "Replace names by pseudonyms: paths, user, host, annotations, arguments (\"usual\": all of these, as --scrub alone "
      "does), modules, kernels, threads (with processes and counters), or all; joined by commas. Numbers and names of "
      "devices stay",
      "WHAT,..." },
    { "scrub-word", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &option->words,
      "Replace WORD wherever it stands, too; may be given several times", "WORD" },
    { "scrub-key", 0, 0, G_OPTION_ARG_FILENAME, &option->key_file,
      "Make pseudonyms with the key in FILE (16 bytes at least): files with the same key have the same ones",
      "FILE" },
    { "scrub-list", 0, 0, G_OPTION_ARG_NONE, &option->is_list,
      "Print every text that --scrub would leave, and write nothing", NULL },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
scrub_option_clear (ScrubOption *option)
{
  g_free (option->what);
  g_free (option->key_file);
  g_strfreev (option->words);
  *option = (ScrubOption){ 0 };
}

void
scrub_option_complete (char **arguments)
{
  static char usual[] = "--scrub=usual";

  for (; *arguments != NULL && strcmp (*arguments, "--") != 0; arguments++)
    if (strcmp (*arguments, "--scrub") == 0)
      *arguments = usual;
}

bool
scrub_option_is_given (const ScrubOption *option)
{
  return option->what != NULL || option->words != NULL || option->is_list;
}

CliStatus
scrub_option_make (const ScrubOption *option, const Trace *trace, Scrub **ret_scrub)
{
  ScrubAsked asked = { .words = (const char *const *) option->words };
  g_autoptr (GError) error = NULL;
  g_autofree char *key = NULL;

  if (option->what != NULL && !scrub_what_parse (option->what, &asked.what))
    return cli_usage (
      "--scrub=%s: it takes paths, user, host, annotations, arguments, modules, kernels, threads, usual or all, joined by commas",
      option->what);
  if (option->what == NULL && option->words == NULL && (option->key_file != NULL || option->is_list))
    return cli_usage ("--scrub-key and --scrub-list go with --scrub or --scrub-word");
  for (char **word = option->words; word != NULL && *word != NULL; word++)
    if (**word == '\0')
      return cli_usage ("--scrub-word needs a word");
  if (option->key_file != NULL && !g_file_get_contents (option->key_file, &key, &asked.n_key, &error))
    return cli_usage ("--scrub-key: %s", error->message);
  if (option->key_file != NULL && asked.n_key < KEY_BYTES_MIN)
    return cli_usage ("--scrub-key: %s has fewer than %d bytes", option->key_file, KEY_BYTES_MIN);
  asked.key = (const uint8_t *) key;
  if (trace != NULL)
    *ret_scrub = scrub_new (trace, &asked);
  return CLI_DONE;
}

void
scrub_option_tell (const Scrub *scrub)
{
  g_autoptr (GString) summary = scrub_summary (scrub);
  g_auto (GStrv) lines = g_strsplit (summary->str, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0')
      cli_complain (*line);
}

bool
scrub_option_print (const Scrub *scrub)
{
  g_autoptr (GPtrArray) left = scrub_left (scrub);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < left->len; i++)
    {
      g_autofree char *line = report_printable (left->pdata[i], strlen (left->pdata[i]));

      g_string_append_printf (text, "%s\n", line);
    }
  return cli_print (text);
}
