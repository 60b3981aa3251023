/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_shape.h"
#include "trace/model/job_tables.h"
#include "trace/naming/base_name.h"
#include "trace/stats/tables/duration_table.h"
#include "trace/stats/tables/kernel_facts.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/stats/tables/table_job_kernels.h"
#include "trace/text/marked_text.h"

/* clang-format off */
#define KERNEL_FACTS \
  { { "category", N_ ("Category"), N_ ("Compute, communication or memory, by the kernel's name."), STAT_TEXT, STAT_OF_NOTHING, false, NULL }, FIELD_OWN }, \
  { { "precision", N_ ("Precision"), N_ ("The type of the tensors that the kernel was launched with, or the type in the name of a matrix product or of attention if that is narrower. Without tensors it is the type in the name. Among several types, the one with the most time is shown. It is empty when none of these is known."), STAT_TEXT, STAT_OF_NOTHING, true, NULL }, FIELD_OWN }, \
  { { "tensor_core", N_ ("Tensor Core"), N_ ("Whether the kernel uses tensor cores; empty if that is not known."), STAT_YES_NO, STAT_OF_NOTHING, true, NULL }, FIELD_OWN }

#define KERNEL_FIGURES \
  { { "count", N_ ("Count"), N_ ("The number of launches that begin in the window."), STAT_COUNT, STAT_OF_NOTHING, true, "cuda_gpu_kern_sum: Instances" }, FIELD_COUNT }, \
  COLUMN_TOTAL ("cuda_gpu_kern_sum: Total Time"), \
  { { "percent_of_kernel_time", /* xgettext:no-c-format */ N_ ("% of Kernel Time"), N_ ("The total as a share of the durations of all kernels."), STAT_PERCENT, STAT_OF_TOTAL, true, "cuda_gpu_kern_sum: Time" }, FIELD_SHARE }, \
  { { "percent_of_window", /* xgettext:no-c-format */ N_ ("% of Window"), N_ ("The share of the window in which at least one is running, averaged over the devices."), STAT_PERCENT, STAT_OF_WINDOW, true, NULL }, FIELD_SHARE_OF_WINDOW }, \
  COLUMN_MEAN ("cuda_gpu_kern_sum: Avg"), \
  COLUMNS_PERCENTILES ("cuda_gpu_kern_sum: Med"), \
  COLUMNS_EXTREMES ("cuda_gpu_kern_sum: Min", "cuda_gpu_kern_sum: Max"), \
  COLUMN_DEVIATION ("cuda_gpu_kern_sum: StdDev"), \
  KERNEL_FACTS, \
  COLUMN_DISTRIBUTION

static const DurationColumn columns_by_name[] = {
  { { "name", N_ ("Name"), N_ ("The kernel's exact name."), STAT_NAME, STAT_OF_NOTHING, true, "cuda_gpu_kern_sum: Name" }, FIELD_NAME },
  KERNEL_FIGURES
};

static const DurationColumn columns_by_base[] = {
  { { "name", N_ ("Base Name"), N_ ("The name without return type, template arguments and parameters."), STAT_NAME, STAT_OF_NOTHING, true, "cuda_gpu_kern_sum:base: Name" }, FIELD_NAME },
  KERNEL_FIGURES
};

static const DurationColumn columns_by_launch[] = {
  { { "name", N_ ("Name"), N_ ("The kernel's exact name."), STAT_NAME, STAT_OF_NOTHING, true, "cuda_gpu_kern_gb_sum: Name" }, FIELD_NAME },
  { { "grid", N_ ("Grid"), N_ ("Blocks of the grid in x, y and z."), STAT_TEXT, STAT_OF_NOTHING, true, "cuda_gpu_kern_gb_sum: GridXYZ" }, FIELD_OWN },
  { { "block", N_ ("Block"), N_ ("Threads of a block in x, y and z."), STAT_TEXT, STAT_OF_NOTHING, true, "cuda_gpu_kern_gb_sum: BlockXYZ" }, FIELD_OWN },
  { { "registers", N_ ("Registers"), N_ ("Registers per thread."), STAT_COUNT, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  { { "shared_bytes", N_ ("Shared Memory"), N_ ("Shared memory per block."), STAT_BYTES, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  KERNEL_FIGURES
};
/* clang-format on */

/* The identities of groups: a key is the id of a text, which is a base name or the bytes of a LaunchKey. */
typedef struct
{
  const Trace *trace;
  StatGrouping grouping;
  StringTable *texts;
  KernelFacts facts;
  KernelShapeReader shapes;

  /* Most launches have the same argument bytes as an earlier one; then the arguments need not be decoded. */
  StringTable *raws;
  U32Column key_of_raw; /* by id of raws; SLICE_KEY_UNSEEN: not known yet, or these bytes alone do not tell */
} KernelKeys;

typedef struct
{
  uint32_t name;
  uint32_t is_known; /* one bit per number */
  int64_t number[N_KERNEL_NUMBERS];
} LaunchKey;

static bool
base_key (void *user_data, uint32_t name, uint32_t *ret_key)
{
  KernelKeys *keys = user_data;
  char base[BASE_NAME_MAX_BYTES];
  size_t length;
  const char *text = trace_string (keys->trace, name, &length);
  size_t n = base_name_write (text, length, base);

  return n > 0 ? string_table_intern (keys->texts, base, n, ret_key)
               : string_table_intern (keys->texts, text, length, ret_key);
}

/* Reads the arguments. Sets *ret_is_own if they alone determine the key. */
static bool
read_launch_key (KernelKeys *keys, uint64_t slice, uint32_t *ret_key, bool *ret_is_own)
{
  LaunchKey key = { .name = slice_name (trace_slices (keys->trace), slice) };
  KernelShape shape;

  if (!kernel_shape_read (&keys->shapes, slice, &shape))
    return false;
  for (unsigned i = 0; i < N_KERNEL_NUMBERS; i++)
    if (shape.is_known[i])
      {
        key.is_known |= 1u << i;
        key.number[i] = shape.number[i];
      }
  *ret_is_own = kernel_shape_is_own (&shape);
  return string_table_intern (keys->texts, (const char *) &key, sizeof key, ret_key);
}

static bool
launch_key (void *user_data, uint64_t slice, uint32_t *ret_key)
{
  KernelKeys *keys = user_data;
  uint32_t name = slice_name (trace_slices (keys->trace), slice), raw_id = 0;
  uint8_t raw[sizeof name + KERNEL_SHAPE_RAW_BYTES];
  size_t n;
  bool is_own;

  if (!kernel_shape_raw (&keys->shapes, slice, raw + sizeof name, &n))
    return read_launch_key (keys, slice, ret_key, &is_own);
  memcpy (raw, &name, sizeof name);
  if (!string_table_intern (keys->raws, (const char *) raw, sizeof name + n, &raw_id))
    return false;
  while (keys->key_of_raw.n <= raw_id)
    if (!u32_column_push (&keys->key_of_raw, SLICE_KEY_UNSEEN))
      return false;
  *ret_key = keys->key_of_raw.at[raw_id];
  if (*ret_key != SLICE_KEY_UNSEEN)
    return true;
  if (!read_launch_key (keys, slice, ret_key, &is_own))
    return false;
  if (is_own)
    keys->key_of_raw.at[raw_id] = *ret_key;
  return true;
}

/* ---- cells ---- */

static void
set_whole (StatColumn *column, uint64_t row, bool is_known, int64_t value)
{
  column->is_null[row] = !is_known;
  column->whole[row] = is_known ? value : 0;
}

/* Formats three numbers as "640 x 1 x 1". */
static bool
set_three (StatTable *table, StatColumn *column, uint64_t row, const LaunchKey *key, unsigned first)
{
  char text[80];

  if ((key->is_known >> first & 7) != 7)
    return stat_table_set_text (table, column, row, NULL);
  snprintf (text, sizeof text, "%" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT,
            key->number[first], key->number[first + 1], key->number[first + 2]);
  return stat_table_set_text (table, column, row, text);
}

static bool
fill_launch (const KernelKeys *keys,
             StatTable *table,
             StatColumn *column,
             uint64_t row,
             const GroupFigures *figures)
{
  LaunchKey key;

  memcpy (&key, string_table_get (keys->texts, figures->key, NULL), sizeof key);
  if (strcmp (column->info->key, "grid") == 0)
    return set_three (table, column, row, &key, KERNEL_GRID_X);
  if (strcmp (column->info->key, "block") == 0)
    return set_three (table, column, row, &key, KERNEL_BLOCK_X);
  unsigned which = column->info->type == STAT_BYTES ? KERNEL_SHARED_BYTES : KERNEL_REGISTERS;
  set_whole (column, row, key.is_known >> which & 1, key.number[which]);
  return true;
}

static bool
fill_kernel (void *user_data, StatTable *table, StatColumn *column, uint64_t row, const GroupFigures *figures)
{
  const KernelKeys *keys = user_data;
  const char *key = column->info->key;
  uint32_t name = slice_name (trace_slices (keys->trace), figures->longest);

  if (strcmp (key, "category") != 0 && strcmp (key, "precision") != 0 && strcmp (key, "tensor_core") != 0)
    return fill_launch (keys, table, column, row, figures);
  KernelFact fact = kernel_facts_of (&keys->facts, figures->key, name);
  if (strcmp (key, "category") == 0)
    return stat_table_set_text (table, column, row, fact.category);
  if (strcmp (key, "precision") == 0)
    return stat_table_set_text (table, column, row, fact.precision)
           && stat_table_set_reason (table, column, row, fact.precision_reason);
  set_whole (column, row, fact.tensor_core >= 0, fact.tensor_core);
  return true;
}

static bool
take_launch (void *user_data, uint32_t key, uint64_t slice)
{
  KernelKeys *keys = user_data;

  return kernel_facts_add (&keys->facts, key, slice);
}

static bool
base_text (void *user_data, StatTable *table, const GroupFigures *figures, uint32_t *ret_text)
{
  const KernelKeys *keys = user_data;
  size_t length;
  const char *text = string_table_get (keys->texts, figures->key, &length);

  /* A name that is its own base name remains a string of the trace and is shown as such. */
  return !g_utf8_validate (text, (gssize) length, NULL)
         || stat_table_add_text (table, text, length, ret_text);
}

bool
kernels_table_compute (const StatsScope *scope,
                       const StatTableOptions *options,
                       bool (*should_continue) (void *user_data),
                       void *user_data,
                       StatTable *ret_table)
{
  KernelKeys keys = { .trace = scope->trace,
                      .grouping = options->grouping,
                      .texts = string_table_new (),
                      .raws = string_table_new () };
  DurationTable kind = {
    .title = N_ ("Kernels"),
    .kind = SLICE_KERNEL,
    .is_by_name = options->grouping != STAT_BY_BASE,
    .columns = columns_by_name,
    .n_columns = G_N_ELEMENTS (columns_by_name),
    .sum_title = N_ ("durations of kernels"),
    .share_title = N_ ("the durations of all kernels"),
    .is_of_devices = true,
    .keys = { .take = take_launch, .user_data = &keys },
    .fill = fill_kernel,
  };

  if (trace_is_job (scope->trace) && options->grouping == STAT_BY_NAME)
    {
      string_table_free (keys.texts);
      string_table_free (keys.raws);
      return job_kernels_table_compute (scope, ret_table);
    }
  kernel_shape_reader_init (&keys.shapes, scope->trace);
  kind.keys.has_kind[SLICE_KERNEL] = 1;
  if (options->grouping == STAT_BY_BASE)
    {
      kind.columns = columns_by_base;
      kind.n_columns = G_N_ELEMENTS (columns_by_base);
      kind.keys.of_name = base_key;
      kind.text = base_text;
    }
  else if (options->grouping == STAT_BY_LAUNCH)
    {
      kind.columns = columns_by_launch;
      kind.n_columns = G_N_ELEMENTS (columns_by_launch);
      kind.keys.of_slice = launch_key;
    }
  bool ok = kernel_facts_init (&keys.facts, scope->trace, should_continue, user_data) && keys.texts != NULL
            && keys.raws != NULL
            && duration_table_compute (scope, &kind, should_continue, user_data, ret_table);
  kernel_facts_clear (&keys.facts);
  string_table_free (keys.texts);
  string_table_free (keys.raws);
  u32_column_clear (&keys.key_of_raw);
  kernel_shape_reader_clear (&keys.shapes);
  return ok;
}
