/* SPDX-License-Identifier: Apache-2.0
 *
 * Samples of what threads executed (COMPOSITE_EVENTS): instants with a call stack, the innermost function first. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_samples_read (NsysImport *import);
