/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/setting_text.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "trace/json/json_token.h"
#include "trace/model/device_api.h"
#include "trace/model/device_properties.h"
#include "trace/model/recording_tool.h"
#include "trace/model/setting_value.h"
#include "trace/model/setting_version.h"
#include "trace/text/decimal_time.h"

char *
setting_text_plain (const char *text, size_t length)
{
  JsonValue value;

  return setting_value_parse (text, length, &value) ? setting_value_text (&value)
                                                    : g_utf8_make_valid (text, (gssize) length);
}

char *
setting_text_version (const char *key, const char *text, size_t length, DeviceApi api, const char **ret_label)
{
  char *version = setting_version (key, text, length, api, ret_label);

  if (version != NULL)
    *ret_label = _ (*ret_label);
  return version;
}

/* ---- devices ---- */

static char *
properties_text (const DeviceProperties *properties, bool is_amd, const NumberStyle *numbers)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  char text[NUMBER_TEXT_MAX];

  if (properties->memory_bytes >= 0)
    g_ptr_array_add (
      parts, g_strdup_printf (_ ("%s of memory"),
                              number_text_bytes (numbers, (uint64_t) properties->memory_bytes, text)));
  if (properties->compute_major >= 0 && properties->compute_minor >= 0)
    g_ptr_array_add (parts, g_strdup_printf (is_amd ? _ ("architecture %" PRId64 ".%" PRId64)
                                                    : _ ("compute capability %" PRId64 ".%" PRId64),
                                             properties->compute_major, properties->compute_minor));
  if (properties->multiprocessors >= 0 && is_amd)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%" PRId64 " compute unit", "%" PRId64 " compute units",
                                                (gulong) properties->multiprocessors),
                                      properties->multiprocessors));
  else if (properties->multiprocessors >= 0)
    g_ptr_array_add (parts,
                     g_strdup_printf (ngettext ("%" PRId64 " multiprocessor", "%" PRId64 " multiprocessors",
                                                (gulong) properties->multiprocessors),
                                      properties->multiprocessors));
  if (parts->len == 0)
    return NULL;
  g_ptr_array_add (parts, NULL);
  return g_strjoinv (", ", (char **) parts->pdata);
}

char *
setting_text_device (const Trace *trace, const TraceRank *rank, int32_t number, const NumberStyle *numbers)
{
  DeviceProperties properties;

  if (!device_properties_of (trace, rank, number, &properties))
    return NULL;
  return properties_text (&properties, device_api_of (trace) == DEVICE_API_HIP, numbers);
}
