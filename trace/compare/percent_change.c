/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/percent_change.h"

#include <glib.h>
#include <string.h>

#include "trace/compare/headline.h"

char *
percent_change_text (double ratio)
{
  char *text = compare_percent_text (ratio);

  if (strcmp (text + 1, "0.0 %") == 0)
    memmove (text, text + 1, strlen (text));
  return text;
}
