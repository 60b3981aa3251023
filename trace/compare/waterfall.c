/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/waterfall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/compare/statistics/mean_difference.h"
#include "trace/container/stoppable_order.h"

const char *
waterfall_part_word (WaterfallPart part)
{
  static const char *const words[N_WATERFALL_PARTS] = {
    [PART_COMPUTE] = "compute",
    [PART_EXPOSED_COMMUNICATION] = "exposed_communication",
    [PART_EXPOSED_COPIES] = "exposed_copies",
    [PART_IDLE + IDLE_PROFILER] = "idle.profiler",
    [PART_IDLE + IDLE_LOADER] = "idle.dataloader",
    [PART_IDLE + IDLE_SYNC_CALL] = "idle.sync_call",
    [PART_IDLE + IDLE_ALLOCATION] = "idle.allocation",
    [PART_IDLE + IDLE_CALL] = "idle.call",
    [PART_IDLE + IDLE_OPERATOR] = "idle.operator",
    [PART_IDLE + IDLE_PYTHON] = "idle.python",
    [PART_IDLE + IDLE_ANNOTATION] = "idle.annotation",
    [PART_IDLE + IDLE_HOST_UNKNOWN] = "idle.nothing_known",
    [PART_IDLE + IDLE_SYNC] = "idle.sync",
    [PART_IDLE + IDLE_STREAM_WAIT] = "idle.stream_wait",
    [PART_IDLE + IDLE_COLLECTIVE] = "idle.collective",
    [PART_IDLE + IDLE_LAUNCH_OVERHEAD] = "idle.launch_overhead",
    [PART_IDLE + IDLE_NO_NEXT] = "idle.nothing_follows",
    [PART_IDLE + IDLE_NO_LAUNCH] = "idle.launch_not_known",
    [PART_IDLE + IDLE_QUEUED] = "idle.queued",
    [PART_IDLE + IDLE_NOT_RECORDED] = "idle.not_recorded",
    [PART_NO_GPU] = "no_gpu",
    [PART_OTHER] = "other",
  };

  return words[part];
}

static double
difference_of (const Waterfall *waterfall, int64_t base_ns, int64_t other_ns)
{
  return mean_difference (base_ns, waterfall->base_divisor, other_ns, waterfall->other_divisor);
}

/* ---- which name is which ---- */

typedef struct
{
  uint32_t base, other;
  RowMatch match;
  bool is_elsewhere;
} NamePair;

COLUMN_DEFINE (NamePairColumn, name_pair_column, NamePair)
COLUMN_IMPLEMENT (NamePairColumn, name_pair_column)

typedef struct
{
  const CompareSide *base, *other;
  NamePairColumn pairs;
  uint8_t *is_paired[2]; /* by string id */
  StopCheck check;
} Names;

static uint32_t
kernel_name (const CompareSide *side, uint32_t row)
{
  return row == TRACE_NONE ? TRACE_NONE : side->device.kernels.rows.at[row].text;
}

static bool
add_kernels (Names *names, const CompareTable *kernels, uint32_t side)
{
  for (uint64_t row = 0; row < kernels->n; row++)
    {
      const TableCell *cell = compare_table_cell (kernels, row, side);
      NamePair pair = { kernel_name (names->base, compare_table_cell (kernels, row, 0)->row),
                        kernel_name (names->other, cell->row), cell->match, cell->is_elsewhere };

      if (!stop_check_next (&names->check))
        return false;
      if (pair.base == TRACE_NONE && pair.other == TRACE_NONE)
        continue;
      if (!name_pair_column_push (&names->pairs, pair))
        return false;
      if (pair.base != TRACE_NONE)
        names->is_paired[0][pair.base] = 1;
      if (pair.other != TRACE_NONE)
        names->is_paired[1][pair.other] = 1;
    }
  return true;
}

/* Pairs that lack a side, by the text of the name that they have. */
typedef struct
{
  StringTable *texts;
  U64Column pair_of_text; /* UINT64_MAX: none */
} HalfPairs;

static bool
find_half (HalfPairs *halves, const Trace *trace, uint32_t name, uint64_t **ret_pair)
{
  size_t length;
  const char *text = trace_string (trace, name, &length);
  uint32_t id;

  if (!string_table_intern (halves->texts, text, length, &id))
    return false;
  while (halves->pair_of_text.n <= id)
    if (!u64_column_push (&halves->pair_of_text, UINT64_MAX))
      return false;
  *ret_pair = &halves->pair_of_text.at[id];
  return true;
}

static bool
list_halves (Names *names, HalfPairs *halves)
{
  for (size_t i = 0; i < names->pairs.n; i++)
    {
      const NamePair *pair = &names->pairs.at[i];
      uint64_t *of_text;

      if (!stop_check_next (&names->check))
        return false;
      if (pair->base != TRACE_NONE && pair->other != TRACE_NONE)
        continue;
      if (!find_half (halves, pair->base != TRACE_NONE ? names->base->trace : names->other->trace,
                      pair->base != TRACE_NONE ? pair->base : pair->other, &of_text))
        return false;
      *of_text = i;
    }
  return true;
}

/* Joins a name with the pair that has the same text on the other side alone, or makes a pair of its own. */
static bool
add_other (Names *names, HalfPairs *halves, bool is_base, uint32_t name)
{
  uint64_t *of_text;
  NamePair *pair;

  if (!find_half (halves, is_base ? names->base->trace : names->other->trace, name, &of_text))
    return false;
  pair = *of_text == UINT64_MAX ? NULL : &names->pairs.at[*of_text];
  if (pair != NULL && (is_base ? pair->base : pair->other) == TRACE_NONE)
    {
      *(is_base ? &pair->base : &pair->other) = name;
      pair->match = MATCH_EXACT;
      return true;
    }
  *of_text = names->pairs.n;
  return name_pair_column_push (&names->pairs, is_base ? (NamePair){ name, TRACE_NONE, MATCH_REMOVED, false }
                                                       : (NamePair){ TRACE_NONE, name, MATCH_ADDED, false });
}

/* Memcpies and memsets, and kernels that run in the steps but have no row, since they neither start in the scope nor were
 * launched in the steps: by exact name. One that something hides all the time has no share, but is not missing. */
static bool
add_others (Names *names)
{
  HalfPairs halves = { .texts = string_table_new () };
  bool ok = halves.texts != NULL && list_halves (names, &halves);

  for (int which = 0; which < 2 && ok; which++)
    {
      const CompareSide *side = which == 0 ? names->base : names->other;

      for (uint32_t name = 0; name < trace_n_strings (side->trace) && ok; name++)
        if (!stop_check_next (&names->check))
          ok = false;
        else if (!names->is_paired[which][name] && (side->shares.is_seen[name] || side->device.is_seen[name]))
          ok = add_other (names, &halves, which == 0, name);
    }
  u64_column_clear (&halves.pair_of_text);
  if (halves.texts != NULL)
    string_table_free (halves.texts);
  return ok;
}

static bool
names_init (Names *names,
            const CompareSide *sides,
            uint32_t side,
            const CompareTable *kernels,
            bool (*should_continue) (void *user_data),
            void *user_data)
{
  *names = (Names){
    .base = &sides[0],
    .other = &sides[side],
    .is_paired = { calloc (trace_n_strings (sides[0].trace) + (size_t) 1, 1),
                   calloc (trace_n_strings (sides[side].trace) + (size_t) 1, 1) },
    .check = { should_continue, user_data, 0 },
  };
  return names->is_paired[0] != NULL && names->is_paired[1] != NULL && add_kernels (names, kernels, side)
         && add_others (names);
}

static void
names_clear (Names *names)
{
  name_pair_column_clear (&names->pairs);
  free (names->is_paired[0]);
  free (names->is_paired[1]);
}

/* ---- kernels of a part ---- */

static int64_t
share_ns (const CompareSide *side, DeviceShare share, uint32_t name)
{
  return name == TRACE_NONE ? 0 : side->shares.name_ns[share][name];
}

static int
compare_names (const Trace *trace, uint32_t a, uint32_t b)
{
  size_t n_a = 0, n_b = 0;
  const char *text_a = a == TRACE_NONE ? "" : trace_string (trace, a, &n_a);
  const char *text_b = b == TRACE_NONE ? "" : trace_string (trace, b, &n_b);
  int order = memcmp (text_a, text_b, MIN (n_a, n_b));

  return order != 0 ? order : n_a < n_b ? -1 : n_a > n_b;
}

static int
compare_kernels (const void *a, const void *b, void *user_data)
{
  const WaterfallKernel *x = a, *y = b;
  const Names *names = user_data;
  int order;

  if (fabs (x->difference_ns) != fabs (y->difference_ns))
    return fabs (x->difference_ns) > fabs (y->difference_ns) ? -1 : 1;
  order = compare_names (names->base->trace, x->base_name, y->base_name);
  return order != 0 ? order : compare_names (names->other->trace, x->other_name, y->other_name);
}

static bool
fill_kernels (Waterfall *waterfall, Names *names, DeviceShare share, WaterfallStep *part)
{
  part->kernels = malloc ((names->pairs.n + 1) * sizeof *part->kernels);
  if (part->kernels == NULL)
    return false;
  for (size_t i = 0; i < names->pairs.n; i++)
    {
      const NamePair *pair = &names->pairs.at[i];
      WaterfallKernel kernel = {
        .base_name = pair->base,
        .other_name = pair->other,
        .match = pair->match,
        .is_elsewhere = pair->is_elsewhere,
        .base_ns = share_ns (names->base, share, pair->base),
        .other_ns = share_ns (names->other, share, pair->other),
      };

      if (!stop_check_next (&names->check))
        return false;
      if (kernel.base_ns == 0 && kernel.other_ns == 0)
        continue;
      kernel.difference_ns = difference_of (waterfall, kernel.base_ns, kernel.other_ns);
      part->kernels[part->n_kernels++] = kernel;
    }
  return stoppable_order_by (part->kernels, part->n_kernels, sizeof *part->kernels, compare_kernels, names,
                             names->check.should_continue, names->check.user_data);
}

/* ---- all ---- */

static int64_t
subtract_wrapped (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a - (uint64_t) b);
}

static void
fill_sums (const CompareSide *side, int64_t sums_ns[N_WATERFALL_PARTS])
{
  memset (sums_ns, 0, N_WATERFALL_PARTS * sizeof *sums_ns);
  if (side->steps.n_gpus == 0)
    {
      sums_ns[PART_NO_GPU] = side->totals[SIDE_TIME];
      return;
    }
  sums_ns[PART_COMPUTE] = side->totals[SIDE_COMPUTE];
  sums_ns[PART_EXPOSED_COMMUNICATION] = side->totals[SIDE_EXPOSED_COMMUNICATION];
  sums_ns[PART_EXPOSED_COPIES] = side->totals[SIDE_EXPOSED_COPIES];
  sums_ns[PART_OTHER] = side->totals[SIDE_TIME];
  for (IdleCause cause = 0; cause < N_IDLE_CAUSES; cause++)
    sums_ns[PART_IDLE + (int) cause] = side->idle.sum_ns[cause];
  for (int part = 0; part < PART_OTHER; part++)
    sums_ns[PART_OTHER] = subtract_wrapped (sums_ns[PART_OTHER], sums_ns[part]);
}

bool
waterfall_compute (const CompareSide *sides,
                   uint32_t side,
                   const CompareTable *kernels,
                   bool (*should_continue) (void *user_data),
                   void *user_data,
                   Waterfall *ret_waterfall)
{
  const CompareSide *base = &sides[0], *other = &sides[side];
  int64_t base_ns[N_WATERFALL_PARTS], other_ns[N_WATERFALL_PARTS];
  Waterfall *waterfall = ret_waterfall;
  Names names;
  bool ok = names_init (&names, sides, side, kernels, should_continue, user_data);

  *waterfall = (Waterfall){
    .base_total_ns = base->totals[SIDE_TIME],
    .other_total_ns = other->totals[SIDE_TIME],
    .base_divisor = base->steps.n * compare_steps_divisor (&base->steps),
    .other_divisor = other->steps.n * compare_steps_divisor (&other->steps),
  };
  waterfall->from_ns = (double) waterfall->base_total_ns / (double) waterfall->base_divisor;
  waterfall->to_ns = (double) waterfall->other_total_ns / (double) waterfall->other_divisor;
  fill_sums (base, base_ns);
  fill_sums (other, other_ns);
  for (int i = 0; i < N_WATERFALL_PARTS && ok; i++)
    {
      WaterfallStep *part = &waterfall->parts[i];

      part->base_ns = base_ns[i];
      part->other_ns = other_ns[i];
      part->difference_ns = difference_of (waterfall, base_ns[i], other_ns[i]);
      if (i <= PART_EXPOSED_COPIES)
        ok = fill_kernels (waterfall, &names, (DeviceShare) i, part);
    }
  names_clear (&names);
  return ok;
}

void
waterfall_clear (Waterfall *waterfall)
{
  for (int part = 0; part < N_WATERFALL_PARTS; part++)
    free (waterfall->parts[part].kernels);
  *waterfall = (Waterfall){ 0 };
}

double
waterfall_rest_ns (const Waterfall *waterfall, WaterfallPart part, uint64_t n)
{
  int64_t base_ns = waterfall->parts[part].base_ns, other_ns = waterfall->parts[part].other_ns;

  /* Sums of a damaged profile may have wrapped round, and wrap back here. */
  for (uint64_t i = 0; i < n && i < waterfall->parts[part].n_kernels; i++)
    {
      base_ns = subtract_wrapped (base_ns, waterfall->parts[part].kernels[i].base_ns);
      other_ns = subtract_wrapped (other_ns, waterfall->parts[part].kernels[i].other_ns);
    }
  return difference_of (waterfall, base_ns, other_ns);
}
