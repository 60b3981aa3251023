/* SPDX-License-Identifier: Apache-2.0
 *
 * The implementations of json_scan.h that only some processors can run. Each is in a file of its own. */

#pragma once

#include "trace/json/json_scan.h"

#if defined __x86_64__
extern const JsonScan json_scan_sse2, json_scan_avx2, json_scan_avx512;
#elif defined __aarch64__
extern const JsonScan json_scan_neon;
#endif
