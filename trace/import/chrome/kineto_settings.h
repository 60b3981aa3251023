/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of a PyTorch trace beside its events: time base, rank, devices, and whatever else the file or its
 * user wrote there.
 *
 * Keys as in libkineto/src/output_json.cpp (2020 to 2026) and as found in real files; all are optional and may
 * stand before or after the events. */

#pragma once

#include "trace/build/builder.h"
#include "trace/json/json_token.h"

typedef struct
{
  TraceBuilder *builder;
  bool is_kineto; /* a key was seen that only Kineto writes */
  bool has_base;
  int64_t base_ns; /* baseTimeNanoseconds */
  uint64_t n_kept_bytes;
} KinetoSettings;

void kineto_settings_init (KinetoSettings *settings, TraceBuilder *builder);

/* One key of the root object, not traceEvents. Kept as it is, and understood where it is known. */
void
kineto_settings_add (KinetoSettings *settings, const JsonValue *key, const JsonValue *value, int64_t offset);

/* What the file's name tells of its rank ("rank-34.Jul_15...", "worker3_step_12", "..._rank_0.json.gz").
 * False: nothing. */
bool kineto_rank_of_path (const char *path, int64_t *ret_rank);
