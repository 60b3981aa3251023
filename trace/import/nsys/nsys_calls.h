/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of CUDA's runtime and driver (CUPTI_ACTIVITY_KIND_RUNTIME). Rows of class 67 (CUDA backtrace) repeat a call with
 * its call stack; they are no events of their own and are left out. */

#pragma once

#include "trace/import/nsys/nsys_syncs.h"

void nsys_calls_read (NsysImport *import, NsysSyncs *syncs);
