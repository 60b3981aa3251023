/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of a trace file outside of its events as readable text. Values are JSON text as in the file and are not
 * trusted. Any thread; returned texts are valid UTF-8, transfer full. */

#pragma once

#include "trace/model/device_api.h"
#include "trace/model/trace.h"
#include "widgets/look/number_text.h"

/* Returns a JSON string without quotes and escapes; other values stay as they are. */
char *setting_text_plain (const char *value, size_t length);

/* Returns the version that a key of a profile with that API states ("cuda_runtime_version": 12090 is "12.9"), with the name of the software in
 * *ret_label (translated, static), or NULL for another key. The keys are those of libkineto/src/output_json.cpp and its
 * plugins. */
char *setting_text_version (const char *key,
                            const char *value,
                            size_t length,
                            DeviceApi api,
                            const char **ret_label);

/* Returns what "deviceProperties" (or the older "computeProperties") of a rank says about the device with that number:
 * memory, compute capability, multiprocessors (AMD: architecture, compute units). Returns NULL when it says nothing. Translated. */
char *
setting_text_device (const Trace *trace, const TraceRank *rank, int32_t number, const NumberStyle *numbers);
