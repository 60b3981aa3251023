/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/cupti_option.h"

static char *release;

void
cupti_option_add (GOptionContext *context)
{
  static const GOptionEntry entries[] = {
    { "cupti", 0, 0, G_OPTION_ARG_STRING, &release,
      "Read bare CUPTI records as those of this CUDA release, such as 12.4", "RELEASE" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

const char *
cupti_option_release (void)
{
  return release;
}
