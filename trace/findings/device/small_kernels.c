/* SPDX-License-Identifier: Apache-2.0 */

#include <stdlib.h>

#include "trace/findings/finding_rules.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

enum
{
  SHARE,
  SHORT_KERNEL,
  GAP,
  RUN
};

/* A run of short kernels on one stream. */
typedef struct
{
  uint64_t n, first;
  int64_t begin_ns, end_ns;
} Run;

typedef struct
{
  FindingLook *look;
  IntervalUnion *runs; /* by device */
  uint32_t *n_of_name; /* kernels of runs */
  uint64_t n_runs, longest;
  int64_t short_ns, gap_ns, least;
} Search;

static bool
end_run (Search *search, Run *run, uint32_t device, uint64_t last)
{
  const FindingFacts *facts = search->look->facts;

  if (run->n >= (uint64_t) search->least && device != TRACE_NONE)
    {
      search->n_runs++;
      search->longest = MAX (search->longest, run->n);
      for (uint64_t slice = run->first; slice <= last; slice++)
        search->n_of_name[slice_name (facts->slices, slice)]++;
      look_place (search->look, trace_device (facts->trace, device)->rank, run->begin_ns, run->end_ns,
                  run->first);
      if (!interval_union_add (&search->runs[device], run->begin_ns, run->end_ns))
        return false;
    }
  run->n = 0;
  return true;
}

static bool
find_runs (Search *search)
{
  FindingFacts *facts = search->look->facts;
  FactsWalk walk = facts_walk_begin (facts, TRACK_STREAM);
  uint32_t track = TRACE_NONE, row = 0, device = TRACE_NONE;
  uint64_t slice, last = 0;
  Run run = { 0 };

  while ((slice = facts_walk_next (&walk)) != SLICE_NONE)
    {
      int64_t begin_ns = slice_start_ns (facts->slices, slice);
      bool is_short =
        facts->slices->kind[slice] == SLICE_KERNEL && slice_dur_ns (facts->slices, slice) < search->short_ns;

      if (run.n > 0
          && (!is_short || walk.row != row || slice != last + 1 || begin_ns - run.end_ns > search->gap_ns)
          && !end_run (search, &run, device, last))
        return false;
      if (walk.track != track)
        {
          track = walk.track;
          device = finding_facts_device (facts, trace_track (facts->trace, track));
        }
      row = walk.row;
      last = slice;
      if (!is_short)
        continue;
      if (run.n++ == 0)
        {
          run.first = slice;
          run.begin_ns = begin_ns;
        }
      run.end_ns = slice_end_ns (facts->slices, slice);
    }
  if (run.n > 0 && !end_run (search, &run, device, last))
    return false;
  return !facts->has_failed;
}

/* The short gaps of a device within runs. */
static void
gain_of_device (Search *search, uint32_t device)
{
  const IntervalColumn *runs;

  interval_union_merge (&search->runs[device]);
  runs = &search->runs[device].intervals;
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    {
      const IntervalColumn *idle = &finding_facts_idle (search->look->facts, cause, device)->intervals;

      for (size_t i = 0, j = 0; i < idle->n && j < runs->n; i++)
        {
          while (j < runs->n && runs->at[j].end_ns < idle->at[i].end_ns)
            j++;
          if (j < runs->n && runs->at[j].begin_ns <= idle->at[i].begin_ns
              && idle->at[i].end_ns - idle->at[i].begin_ns <= search->gap_ns)
            look_gain (search->look, device, idle->at[i].begin_ns, idle->at[i].end_ns);
        }
    }
}

static uint32_t
most_frequent (const Search *search)
{
  uint32_t most = 0;

  for (uint32_t name = 1; name < search->look->facts->slices->n_strings; name++)
    if (search->n_of_name[name] > search->n_of_name[most])
      most = name;
  return most;
}

static RuleState
look (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  uint32_t n_devices = trace_n_devices (facts->trace);
  Search search = {
    .look = look,
    .runs = calloc (n_devices + 1, sizeof *search.runs),
    .n_of_name = calloc ((size_t) facts->slices->n_strings + 1, sizeof *search.n_of_name),
    .short_ns = (int64_t) (look_threshold (look, SHORT_KERNEL) * 1000),
    .gap_ns = (int64_t) (look_threshold (look, GAP) * 1000),
    .least = (int64_t) MAX (look_threshold (look, RUN), 2),
  };
  uint32_t name = 0;
  char gain[DURATION_TEXT_MAX], step[STEP_TEXT_MAX], limit[DURATION_TEXT_MAX], percent[PERCENT_TEXT_MAX];
  char n_text[GROUPED_TEXT_MAX], longest_text[GROUPED_TEXT_MAX];
  bool ok = search.runs != NULL && search.n_of_name != NULL && find_runs (&search);

  if (ok)
    name = most_frequent (&search);
  for (uint32_t i = 0; search.runs != NULL && i < n_devices; i++)
    {
      if (ok)
        gain_of_device (&search, i);
      interval_union_clear (&search.runs[i]);
    }
  free (search.runs);
  free (search.n_of_name);
  if (!ok)
    return look_is_stopped (look);
  if (facts->kernels.count == 0)
    return look_is_without (look, N_ ("No kernel begins in the window."));
  if (search.n_runs == 0 || !look_gain_reaches (look, look_threshold (look, SHARE) / 100))
    return look_is_clear (look);

  g_autofree char *text = look_name (look, name);
  duration_text ((double) search.short_ns, limit);
  return look_is_found (
    look,
    look_tr (look, N_ ("Many short kernels follow one another with gaps between them, which take %s of %s "
                       "(%s). Runs of kernels shorter than %s: %s. The longest has %s kernels; the most "
                       "frequent one is %s.")),
    duration_text (look_gain_ns (look), gain), look_step (look, step),
    percent_text (look_gain_share (look), percent), limit, grouped_text (search.n_runs, n_text),
    grouped_text (search.longest, longest_text), text);
}

const FindingRule rule_small_kernels = {
  .id = "small_kernels",
  .title = N_ ("Runs of short kernels"),
  .method = N_ (
    "Runs of consecutive short kernels on one stream with short gaps between them. The gain is the gaps in which nothing "
    "else ran on the GPU: a CUDA graph or fused kernels would save most of them."),
  .advice = { N_ ("Fuse them: torch.compile (), or a Triton kernel for the most frequent ones."),
              N_ (
                "Capture them as a CUDA graph: torch.compile (mode=\"reduce-overhead\") or torch.cuda.graph ()."),
              N_ ("In the optimizer use fused=True or foreach=True.") },
  .thresholds = { [SHARE] = { "share_percent", 5, 100, N_ ("Share of the step (%)") },
                  [SHORT_KERNEL] = { "short_kernel_us", 10, 1e6, N_ ("Kernels are short below (µs)") },
                  [GAP] = { "gap_us", 30, 1e6, N_ ("Gaps are short up to (µs)") },
                  [RUN] = { "run_kernels", 20, 1e6, N_ ("Kernels of a run") } },
  .look = look,
};
