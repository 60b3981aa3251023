/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/kernel_rules_option.h"

#include "trace/classify/kernel_rules.h"

static bool is_settled;

void
kernel_rules_option_add (char **path, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "kernel-rules", 0, 0, G_OPTION_ARG_FILENAME, path,
      "Classify kernels by the rules in FILE first (default: $XDG_CONFIG_HOME/stepscope/kernels.rules, if it exists)",
      "FILE" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

CliStatus
kernel_rules_option_use (const char *path)
{
  g_autofree char *own = g_build_filename (g_get_user_config_dir (), "stepscope", "kernels.rules", NULL);
  g_autoptr (GError) error = NULL;
  KernelRules *rules;

  if (is_settled)
    return CLI_DONE;
  if (path == NULL && !g_file_test (own, G_FILE_TEST_EXISTS))
    return CLI_DONE;
  rules = kernel_rules_load (path != NULL ? path : own, &error);
  if (rules == NULL)
    return cli_fail (error);
  kernel_rules_install (rules);
  return CLI_DONE;
}

void
kernel_rules_option_settle (void)
{
  is_settled = true;
}
