/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of a trace file beside its events, as people read them. Values are JSON text as in the file and are not
 * trusted. Any thread; texts are valid UTF-8, transfer full. */

#pragma once

#include "trace/model/trace.h"
#include "widgets/look/number_text.h"

/* A value without the quotes and escapes of a string; anything else as it is. */
char *setting_text_plain (const char *value, size_t length);

/* What a key tells of a version ("cuda_runtime_version": 12090 is "12.9"), and of what; NULL: it tells of none.
 * Keys as libkineto/src/output_json.cpp and its plugins write them. *ret_label is translated and static. */
char *setting_text_version (const char *key, const char *value, size_t length, const char **ret_label);

/* What "deviceProperties" (or the older "computeProperties") of a rank tells of the device with that number: memory,
 * compute capability, multiprocessors. NULL: nothing. Translated. */
char *
setting_text_device (const Trace *trace, const TraceRank *rank, int32_t number, const NumberStyle *numbers);
