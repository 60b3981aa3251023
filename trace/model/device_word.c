/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/device_word.h"

#include <string.h>

#define WORD_BYTES 3

static bool
is_tpu (const Trace *trace, uint32_t device)
{
  return strncmp (trace_string (trace, trace_device (trace, device)->name, NULL), "TPU", WORD_BYTES) == 0;
}

const char *
device_word (const Trace *trace, uint32_t device)
{
  return is_tpu (trace, device) ? "TPU" : "GPU";
}

static void
replace (char *text)
{
  bool is_name = false;

  for (; *text != '\0'; text++)
    if (*text == '`')
      is_name = !is_name;
    else if (!is_name && strncmp (text, "GPU", WORD_BYTES) == 0)
      memcpy (text, "TPU", WORD_BYTES);
}

char *
device_word_in (const Trace *trace, char *text)
{
  uint32_t n = trace_n_devices (trace);

  if (text != NULL && n > 0 && is_tpu (trace, 0) && is_tpu (trace, n - 1))
    replace (text);
  return text;
}

char *
device_word_in_one (const Trace *trace, uint32_t device, char *text)
{
  if (is_tpu (trace, device))
    replace (text);
  return text;
}
