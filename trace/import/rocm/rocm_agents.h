/* SPDX-License-Identifier: Apache-2.0
 *
 * The agents of a process that rocprofiler-sdk recorded: CPUs and GPUs, each with an id that says nothing. The GPUs are
 * numbered from 0 in the order in which the source lists them. */

#pragma once

#include "trace/container/id_map.h"
#include "trace/import/rocm/rocm_profile.h"
#include "trace/json/json_token.h"

typedef struct
{
  int64_t id;
  bool is_gpu;
  int32_t device; /* of a GPU; else -1 */
  uint32_t name;  /* string: the product, or the architecture; "" if not known */
  /* Each is -1 if not known. */
  int64_t compute_units, wave_size, waves_per_unit, architecture, memory_bytes, shared_kib;
} RocmAgent;

COLUMN_DEFINE (RocmAgentColumn, rocm_agent_column, RocmAgent)

typedef struct
{
  RocmAgentColumn agents;
  IdMap agent_of_id; /* index */
  int32_t n_gpus;
} RocmAgents; /* all 0 is empty */

void rocm_agents_clear (RocmAgents *agents);

/* Returns an agent that says nothing yet. */
RocmAgent rocm_agent_unknown (int64_t id, bool is_gpu);

/* Reads what a JSON object with the members of rocprofiler_agent_t says beside its id, and whether it is a GPU if it says
 * so. */
void rocm_agent_read (RocmAgent *agent, TraceBuilder *builder, const JsonValue *object);

/* Adds an agent and numbers it if it is a GPU. The first of those with the same id counts. */
void rocm_agents_add (RocmAgents *agents, TraceBuilder *builder, RocmAgent agent);

/* Returns an agent, or NULL. */
const RocmAgent *rocm_agents_find (const RocmAgents *agents, int64_t id);

/* Returns the device's number of an agent that ran something. One that the source does not list becomes a GPU of its
 * own, because only GPUs run kernels. */
int64_t rocm_agents_device (RocmAgents *agents, TraceBuilder *builder, int64_t id);

/* Writes the names and properties of the GPUs to the current rank, in the form of Kineto's "deviceProperties". */
void rocm_agents_describe (const RocmAgents *agents, RocmProfile *profile);
