/* SPDX-License-Identifier: Apache-2.0
 *
 * The JSON of rocprofv3, AMD's command line profiler (rocprofiler-sdk: source/lib/output/generateJSON.cpp).
 *
 *   { "rocprofiler-sdk-tool": [ one object per process:
 *       { "metadata": {...}, "agents": [...], "counters": [...], "strings": {...}, "kernel_symbols": [...],
 *         "callback_records": { "counter_collection": [...] },
 *         "buffer_records": { "kernel_dispatch": [...], "hip_api": [...], "marker_api": [...], ... } } ] } */

#pragma once

#include "trace/import/source/importer.h"

extern const Importer rocprofv3_json_importer;
