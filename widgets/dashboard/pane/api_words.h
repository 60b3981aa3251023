/* SPDX-License-Identifier: Apache-2.0
 *
 * Labels of panes that name the runtime API of a profile's devices. */

#pragma once

#include "trace/model/trace.h"

/* The same label for each API, marked for translation with N_ (). A label that names no API has "other" alone. */
typedef struct
{
  const char *other, *cuda, *hip;
} ApiWords;

/* Returns the label for the devices of the profile (trace/model/device_api.h), translated. Static. */
const char *api_words_label (const ApiWords *words, const Trace *trace);
