/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_memory.h"

#include <stdlib.h>

#include "trace/classify/kernel_class.h"
#include "trace/stats/tables/duration_table.h"
#include "trace/stats/slice_argument.h"
#include "trace/text/marked_text.h"

/* clang-format off */
static const DurationColumn columns[] = {
  { { "name", N_ ("Operation"), N_ ("The operation's name in the file."), STAT_NAME, STAT_OF_NOTHING, true, "cuda_gpu_mem_time_sum: Operation" }, FIELD_NAME },
  { { "count", N_ ("Count"), N_ ("The number of operations that begin in the window."), STAT_COUNT, STAT_OF_NOTHING, true, "cuda_gpu_mem_time_sum: Count" }, FIELD_COUNT },
  COLUMN_TOTAL ("cuda_gpu_mem_time_sum: Total Time"),
  { { "percent_of_memory_time", /* xgettext:no-c-format */ N_ ("% of Memory Time"), N_ ("The total as a share of the durations of all memory operations."), STAT_PERCENT, STAT_OF_TOTAL, true, "cuda_gpu_mem_time_sum: Time" }, FIELD_SHARE },
  { { "percent_of_window", /* xgettext:no-c-format */ N_ ("% of Window"), N_ ("The share of the window in which at least one is running, averaged over the devices."), STAT_PERCENT, STAT_OF_WINDOW, false, NULL }, FIELD_SHARE_OF_WINDOW },
  { { "bytes", N_ ("Bytes"), N_ ("The bytes of all operations for which the file gives them."), STAT_BYTES, STAT_OF_NOTHING, true, "cuda_gpu_mem_size_sum: Total" }, FIELD_OWN },
  { { "bandwidth_gb_per_s", N_ ("Bandwidth"), N_ ("Bytes / durations of the operations that take time and for which the file gives the bytes. 1 GB is 10^9 bytes."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  COLUMN_MEAN ("cuda_gpu_mem_time_sum: Avg"),
  COLUMNS_PERCENTILES ("cuda_gpu_mem_time_sum: Med"),
  COLUMNS_EXTREMES ("cuda_gpu_mem_time_sum: Min", "cuda_gpu_mem_time_sum: Max"),
  COLUMN_DEVIATION ("cuda_gpu_mem_time_sum: StdDev"),
  COLUMN_DISTRIBUTION
};
/* clang-format on */

/* The bytes of all operations of one name. */
typedef struct
{
  uint64_t n_told;
  int64_t bytes;       /* saturate */
  int64_t timed_bytes; /* of those that take time, and their durations */
  int64_t timed_ns;
} Moved;

COLUMN_DEFINE (MovedColumn, moved_column, Moved)
COLUMN_IMPLEMENT (MovedColumn, moved_column)

typedef struct
{
  const StatsScope *scope;
  uint32_t *key_of_name; /* by string id: the key + 1; 0: not seen yet */
  MovedColumn moved;     /* by key */
  ArgIter iter;
} MemoryKeys;

/* A kernel may be a memcpy. */
static bool
is_memory_operation (const Trace *trace, uint64_t slice)
{
  size_t length;
  const char *name;

  if (trace_slices (trace)->kind[slice] != SLICE_KERNEL)
    return true;
  name = trace_string (trace, slice_name (trace_slices (trace), slice), &length);
  return kernel_kind_of_name (name, length) != SLICE_KERNEL;
}

static bool
find_key (MemoryKeys *keys, uint64_t slice, uint32_t *ret_key)
{
  uint32_t *known = &keys->key_of_name[slice_name (trace_slices (keys->scope->trace), slice)];

  if (*known == 0)
    {
      if (!is_memory_operation (keys->scope->trace, slice))
        *known = SLICE_KEY_NONE;
      else if (!moved_column_push (&keys->moved, (Moved){ 0 }))
        return false;
      else
        *known = (uint32_t) keys->moved.n;
    }
  *ret_key = *known == SLICE_KEY_NONE ? SLICE_KEY_NONE : *known - 1;
  return true;
}

static bool
find_bytes (MemoryKeys *keys, uint64_t slice, int64_t *ret_bytes)
{
  const Trace *trace = keys->scope->trace;
  bool is_told = false;
  Arg arg;

  if (!trace_args_move (trace, trace_slices (trace)->args[slice], &keys->iter))
    return false;
  while (arg_iter_next (&keys->iter, &arg))
    if (argument_is (trace, &arg, "bytes"))
      is_told = argument_whole (&arg, ret_bytes);
  return is_told;
}

static bool
memory_key (void *user_data, uint64_t slice, uint32_t *ret_key)
{
  MemoryKeys *keys = user_data;
  const SliceColumns *slices = trace_slices (keys->scope->trace);
  int64_t bytes, dur_ns = slice_dur_ns (slices, slice);

  if (!find_key (keys, slice, ret_key))
    return false;
  if (*ret_key == SLICE_KEY_NONE || !stats_scope_holds_start (keys->scope, slice_start_ns (slices, slice))
      || !find_bytes (keys, slice, &bytes))
    return !keys->iter.ran_out;
  Moved *moved = &keys->moved.at[*ret_key];
  moved->n_told++;
  moved->bytes = add_saturated (moved->bytes, bytes);
  if (dur_ns > 0)
    {
      moved->timed_bytes = add_saturated (moved->timed_bytes, bytes);
      moved->timed_ns = add_saturated (moved->timed_ns, dur_ns);
    }
  return true;
}

static bool
fill_memory (void *user_data, StatTable *table, StatColumn *column, uint64_t row, const GroupFigures *figures)
{
  const MemoryKeys *keys = user_data;
  const Moved *moved = &keys->moved.at[figures->key];

  (void) table;
  if (column->info->type == STAT_BYTES)
    {
      column->is_null[row] = moved->n_told == 0;
      column->whole[row] = moved->bytes;
    }
  else
    {
      column->is_null[row] = moved->timed_ns == 0;
      column->real[row] = moved->timed_ns == 0 ? 0 : (double) moved->timed_bytes / (double) moved->timed_ns;
    }
  return true;
}

bool
memory_table_compute (const StatsScope *scope,
                      const StatTableOptions *options,
                      bool (*should_continue) (void *user_data),
                      void *user_data,
                      StatTable *ret_table)
{
  MemoryKeys keys = {
    .scope = scope,
    .key_of_name = calloc ((size_t) trace_n_strings (scope->trace) + 1, sizeof *keys.key_of_name),
  };
  DurationTable kind = {
    .title = N_ ("Memory Operations"),
    .kind = SLICE_MEMCPY,
    .is_by_name = true,
    .columns = columns,
    .n_columns = G_N_ELEMENTS (columns),
    .sum_title = N_ ("durations of memory operations"),
    .share_title = N_ ("the durations of all memory operations"),
    .is_of_devices = true,
    .keys = { .of_slice = memory_key, .user_data = &keys },
    .fill = fill_memory,
  };

  (void) options;
  kind.keys.has_kind[SLICE_MEMCPY] = kind.keys.has_kind[SLICE_MEMSET] = kind.keys.has_kind[SLICE_KERNEL] = 1;
  bool ok =
    keys.key_of_name != NULL && duration_table_compute (scope, &kind, should_continue, user_data, ret_table);
  free (keys.key_of_name);
  moved_column_clear (&keys.moved);
  arg_iter_clear (&keys.iter);
  return ok;
}
