/* SPDX-License-Identifier: Apache-2.0
 *
 * Versions of software in the settings of a file, whose values are JSON text and are not trusted. Any thread. */

#pragma once

#include "trace/model/device_api.h"

/* Returns the version that a key of a profile with that API states ("cuda_runtime_version": 12090 is "12.9"), with the name of the
 * software in *ret_label (English, static, marked for gettext), or NULL for another key. The keys are those of
 * libkineto/src/output_json.cpp and its plugins. Valid UTF-8, transfer full. */
char *setting_version (const char *key, const char *text, size_t length, DeviceApi api, const char **ret_label);
