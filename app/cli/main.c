/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope-cli: the verbs alone, statically linked, one file to copy to a cluster node. */

#include "app/cli/cli.h"

int
main (int argc, char **argv)
{
  return (int) cli_main (argc, argv);
}
