/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/options/origin.h"

GString *
origin_json (const Trace *trace)
{
  GString *out = g_string_new (NULL);
  int64_t epoch_ns;

  if (trace_epoch_ns (trace, &epoch_ns))
    g_string_printf (out, "{\"epoch_ns\":\"%" G_GINT64_FORMAT "\"}", epoch_ns);
  else
    g_string_assign (out, "{\"epoch_ns\":null}");
  return out;
}

GString *
span_json (int64_t begin_ns, int64_t end_ns)
{
  GString *out = g_string_new (NULL);

  g_string_printf (out, "{\"begin\":%" G_GINT64_FORMAT ",\"end\":%" G_GINT64_FORMAT "}", begin_ns, end_ns);
  return out;
}
