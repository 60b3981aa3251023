/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/rules_option.h"

#include "trace/findings/threshold_file.h"

CliStatus
rules_option_read (char **files, FindingThresholds *thresholds)
{
  g_autoptr (GError) error = NULL;

  for (char **file = files; file != NULL && *file != NULL; file++)
    if (!threshold_file_read (*file, thresholds, &error))
      return cli_fail (error);
  return CLI_DONE;
}
