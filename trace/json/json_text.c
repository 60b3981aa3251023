/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json_text.h"

void
json_append_text (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  g_string_append_c (out, '"');
  for (const char *at = valid; *at != '\0'; at++)
    if ((unsigned char) *at < ' ')
      g_string_append_printf (out, "\\u%04x", (unsigned) *at);
    else
      g_string_append_printf (out, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
  g_string_append_c (out, '"');
}
