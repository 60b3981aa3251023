/* SPDX-License-Identifier: Apache-2.0
 *
 * Takes the elements of rocprofv3's JSON into a process. */

#pragma once

#include "trace/import/rocm/rocprof_process.h"
#include "trace/import/rocm/rocprofv3_record.h"
#include "trace/import/rocm/rocprofv3_text.h"

/* form remembers the records; all 0 at first. */
void rocprofv3_elements_take (RocprofProcess *process,
                              Rocprofv3Form *form,
                              Rocprofv3Place place,
                              const JsonValue *value,
                              int64_t offset);

/* Takes a record of the remembered form; see Rocprofv3Handler.take_same. */
const char *rocprofv3_elements_take_same (RocprofProcess *process,
                                          const Rocprofv3Form *form,
                                          const char *at,
                                          const char *end,
                                          int64_t offset);
