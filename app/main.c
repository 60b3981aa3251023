/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope: the application. Verbs run before anything graphical is touched. */

#include "app/cli/cli.h"

int
main (int argc, char **argv)
{
  return cli_main (argc, argv);
}
