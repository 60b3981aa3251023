/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>
#include <string.h>

#include "trace/findings/finding_rules.h"
#include "trace/findings/machine/machine_grid.h"
#include "trace/text/marked_text.h"

enum
{
  LEAST,
  MOST
};

/* What PyTorch calls the thread of a worker process (torch/utils/data/_utils/worker.py). */
static const char worker[] = "pt_data_worker";

typedef struct
{
  uint32_t node; /* track */
  uint32_t rank; /* of a worker */
  uint32_t n_workers, n_cores;
} Node;

static bool
is_named_worker (const Trace *trace, const TraceTrack *track)
{
  size_t length;
  const char *name = trace_string (trace, track->name, &length);

  return length >= strlen (worker) && memcmp (name, worker, strlen (worker)) == 0;
}

/* Returns the nodes by track; those without workers or cores are all 0. */
static Node *
count (const StatsScope *scope)
{
  const Trace *trace = scope->trace;
  Node *nodes = calloc ((size_t) trace_n_tracks (trace) + 1, sizeof *nodes);
  bool is_of_worker = false;

  for (uint32_t t = 0; nodes != NULL && t < trace_n_tracks (trace); t++)
    {
      const TraceTrack *track = trace_track (trace, t);
      Node *node;

      if (track->rank == TRACE_NONE || !stats_scope_holds_rank (scope, track->rank))
        continue;
      node = &nodes[trace_rank (trace, track->rank)->node];
      if (track->kind == TRACK_PROCESS)
        is_of_worker = false;
      if (!is_of_worker && (track->kind == TRACK_PROCESS || track->kind == TRACK_THREAD)
          && is_named_worker (trace, track))
        {
          /* Once for each process. */
          is_of_worker = true;
          node->rank = track->rank;
          node->n_workers++;
        }
      node->n_cores += machine_kind_of (trace, track) == MACHINE_CPU;
    }
  return nodes;
}

static RuleState
judge (FindingLook *look, const Node *nodes)
{
  char n_text[GROUPED_TEXT_MAX], all_text[GROUPED_TEXT_MAX];
  const FindingFacts *facts = look->facts;
  const Node *worst = NULL;
  uint32_t n_known = 0;

  for (uint32_t t = 0; t < trace_n_tracks (facts->trace); t++)
    {
      const Node *node = &nodes[t];
      double percent;

      /* A single counter is that of all processors together. */
      if (node->n_workers == 0 || node->n_cores < 2)
        continue;
      n_known++;
      percent = 100.0 * node->n_workers / node->n_cores;
      if (percent >= look_threshold (look, LEAST) && percent <= look_threshold (look, MOST))
        continue;
      look_place (look, node->rank, facts->scope->begin_ns, facts->scope->end_ns, SLICE_NONE);
      if (worst == NULL || node->n_workers > worst->n_workers)
        worst = node;
    }
  if (n_known == 0)
    return look_is_without (
      look,
      N_ (
        "The profile does not say how many data loader workers and processor cores there are (threads named pt_data_worker, and a utilization counter for each core)."));
  if (worst == NULL)
    return look_is_clear (look);
  return look_is_found_as (look, FINDING_INFO,
                           look_tr (look, N_ ("%s processes load data on a node of %s processor cores.")),
                           grouped_text (worst->n_workers, n_text), grouped_text (worst->n_cores, all_text));
}

static RuleState
look (FindingLook *look)
{
  Node *nodes = count (look->facts->scope);
  RuleState state = nodes != NULL ? judge (look, nodes) : look_is_stopped (look);

  free (nodes);
  return state;
}

const FindingRule rule_dataloader_processes = {
  .id = "dataloader_processes",
  .title = N_ ("Number of data loader workers"),
  .method = N_ (
    "Processes whose thread PyTorch has named pt_data_worker, against the cores of their node, which are its counters of utilization. This is Dataloader of SageMaker Debugger."),
  .advice = { N_ (
                "Set num_workers of the DataLoader to about the cores of the node divided by its training processes."),
              N_ ("Fewer workers are right as long as the GPUs do not wait for data.") },
  .thresholds = { [LEAST] = { "least_percent", 70, 1e6, N_ ("Workers of cores at least (%)") },
                  [MOST] = { "most_percent", 200, 1e6, N_ ("Workers of cores at most (%)") } },
  .look = look,
};
