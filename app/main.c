/* SPDX-License-Identifier: Apache-2.0
 *
 * stepscope: the application. Verbs run before anything graphical is touched. */

#include <locale.h>

#include "app/cli/cli.h"

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  return (int) cli_main (argc, argv);
}
