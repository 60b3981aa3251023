/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of processes and threads, and the numbers that MPI gives to processes. Read after all events: an export names
 * every process of the machine, and only those with events are shown. */

#pragma once

#include "trace/import/nsys/nsys_import.h"

void nsys_names_read (NsysImport *import);
