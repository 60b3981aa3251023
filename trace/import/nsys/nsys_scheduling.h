/* SPDX-License-Identifier: Apache-2.0
 *
 * When threads were on a processor (SCHED_EVENTS). It becomes
 *
 *   slices "Running" of an asynchronous track per thread, with the processor, and why they ended
 *   a counter per process of its threads that run
 *   one counter of the whole file, the share of all processors that its threads kept busy; the dashboard shows it */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_scheduling_read (NsysImport *import);
