/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope-cli: the verbs alone, statically linked, one file to copy to a cluster node. */

#include "app/cli/cli.h"

static const CliProgram program = {
  .paths_summary = "PATH            the same as stats PATH",
  .run_paths = cli_run_stats,
};

int
main (int argc, char **argv)
{
  return (int) cli_main (argc, argv, &program);
}
