/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of a PyTorch trace besides its events: time base, rank, devices, and whatever else the file or its
 * user wrote there.
 *
 * Keys are those of libkineto/src/output_json.cpp (2020 to 2026) and those found in real files. All are
 * optional and may come before or after the events. */

#pragma once

#include "trace/build/builder.h"
#include "trace/json/json_token.h"

typedef struct
{
  TraceBuilder *builder;
  bool is_kineto; /* the file has a key that only Kineto writes */
  bool has_base;
  int64_t base_ns; /* baseTimeNanoseconds */
  uint64_t n_kept_bytes;
} KinetoSettings;

void kineto_settings_init (KinetoSettings *settings, TraceBuilder *builder);

/* Adds one key of the root object other than traceEvents. It is kept as it is, and interpreted if it is
 * known. */
void
kineto_settings_add (KinetoSettings *settings, const JsonValue *key, const JsonValue *value, int64_t offset);

/* Takes the rank from the file's name ("rank-34.Jul_15...", "worker3_step_12", "..._rank_0.json.gz"). Returns
 * false if the name has none. */
bool kineto_rank_of_path (const char *path, int64_t *ret_rank);
