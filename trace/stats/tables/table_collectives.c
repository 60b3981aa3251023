/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_collectives.h"

#include <stdlib.h>
#include <string.h>

#include "trace/classify/kernel_class.h"
#include "trace/stats/collective/collective_instance.h"
#include "trace/stats/collective/collective_traffic.h"
#include "trace/stats/tables/duration_table.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

/* clang-format off */
static const DurationColumn columns[] = {
  { { "name", N_ ("Kernel"), N_ ("The communication kernel's exact name."), STAT_NAME, STAT_OF_NOTHING, true, NULL }, FIELD_NAME },
  { { "collective", N_ ("Collective"), N_ ("PyTorch's name of the collective; empty if the file does not give it."), STAT_TEXT, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  { { "process_group", N_ ("Process Group"), N_ ("The group's name; empty if the file does not give it."), STAT_TEXT, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  { { "group_size", N_ ("Ranks"), N_ ("The number of ranks in the group."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  { { "dtype", N_ ("Type"), N_ ("The type of the elements that are sent."), STAT_TEXT, STAT_OF_NOTHING, false, NULL }, FIELD_OWN },
  { { "count", N_ ("Count"), N_ ("The number of kernels that begin in the window."), STAT_COUNT, STAT_OF_NOTHING, true, NULL }, FIELD_COUNT },
  COLUMN_TOTAL (NULL),
  { { "percent_of_communication_time", /* xgettext:no-c-format */ N_ ("% of Communication"), N_ ("The total as a share of the durations of all communication kernels. Durations include waiting for other ranks."), STAT_PERCENT, STAT_OF_TOTAL, true, NULL }, FIELD_SHARE },
  { { "percent_of_window", /* xgettext:no-c-format */ N_ ("% of Window"), N_ ("The share of the window in which at least one is running, averaged over the devices."), STAT_PERCENT, STAT_OF_WINDOW, true, NULL }, FIELD_SHARE_OF_WINDOW },
  { { "bytes", N_ ("Bytes"), N_ ("The size of the messages: the output of an all-gather, the input of other collectives; empty if the file does not give it."), STAT_BYTES, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  { { "algorithm_gb_per_s", N_ ("Algorithm Bandwidth"), N_ ("Bytes / transfer time. The transfer time is the duration of the shortest kernel of the same collective over the ranks of the profile, because the other kernels also wait for the last rank. If the profile has only one rank of a collective, it is the kernel's own duration, waiting included, and the bandwidth is a lower bound. 1 GB is 10^9 bytes."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  { { "bus_gb_per_s", N_ ("Bus Bandwidth"), N_ ("Algorithm bandwidth times the bytes that the collective sends over a link for each byte of the message, as in nccl-tests: 2 (n - 1) / n for all-reduce, (n - 1) / n for all-gather, reduce-scatter and all-to-all, 1 for others."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL }, FIELD_OWN },
  COLUMN_MEAN (NULL),
  COLUMNS_PERCENTILES (NULL),
  COLUMNS_EXTREMES (NULL, NULL),
  COLUMN_DEVIATION (NULL),
  COLUMN_DISTRIBUTION
};
/* clang-format on */

/* The identity of a group. */
typedef struct
{
  uint32_t name;                             /* string id */
  uint32_t collective, process_group, dtype; /* ids of CollectiveKeys.texts; 0: not known */
  int64_t group_size;                        /* 0: not known */
} Told;

typedef struct
{
  const StatsScope *scope;
  uint8_t *class_of_name; /* by string id: KernelClass + 1; 0: not looked up yet */
  StringTable *texts;
  StringTable *told;               /* keys: the bytes of a Told */
  CollectiveTrafficColumn traffic; /* by key */
  CollectiveReader reader;
  CollectiveInstances instances;
} CollectiveKeys;

static bool
communicates (CollectiveKeys *keys, uint32_t name)
{
  const Trace *trace = keys->scope->trace;
  uint8_t *klass = &keys->class_of_name[name];

  if (*klass == 0)
    {
      size_t length;
      const char *text = trace_string (trace, name, &length);
      *klass = (uint8_t) (kernel_class_of_name (text, length) + 1);
    }
  return *klass == KERNEL_COMMUNICATION + 1;
}

static bool
intern (StringTable *texts, const CollectiveText *text, uint32_t *ret_id)
{
  return string_table_intern (texts, text->at, text->n, ret_id);
}

/* The transfer time of a kernel, whose duration also includes waiting. */
static int64_t
transfer_ns (const CollectiveKeys *keys, uint64_t slice)
{
  int64_t shortest_ns = collective_instances_shortest_ns (&keys->instances, slice);

  return shortest_ns >= 0 ? shortest_ns : slice_dur_ns (trace_slices (keys->scope->trace), slice);
}

static bool
collective_key (void *user_data, uint64_t slice, uint32_t *ret_key)
{
  CollectiveKeys *keys = user_data;
  const SliceColumns *slices = trace_slices (keys->scope->trace);
  Told told = { .name = slice_name (slices, slice) };
  CollectiveFacts facts;

  *ret_key = SLICE_KEY_NONE;
  if (!communicates (keys, told.name))
    return true;
  if (!collective_read (&keys->reader, keys->scope->trace, slice, &facts))
    return false;
  told.group_size = facts.group_size;
  if (!intern (keys->texts, &facts.collective, &told.collective)
      || !intern (keys->texts, &facts.process_group, &told.process_group)
      || !intern (keys->texts, &facts.dtype, &told.dtype)
      || !string_table_intern (keys->told, (const char *) &told, sizeof told, ret_key))
    return false;
  while (keys->traffic.n <= *ret_key)
    if (!collective_traffic_column_push (&keys->traffic, (CollectiveTraffic){ 0 }))
      return false;
  if (stats_scope_holds_start (keys->scope, slice_start_ns (slices, slice)))
    collective_traffic_add (&keys->traffic.at[*ret_key], &facts, transfer_ns (keys, slice));
  return true;
}

static bool
set_text (const CollectiveKeys *keys, StatTable *table, StatColumn *column, uint64_t row, uint32_t id)
{
  size_t length;
  const char *text = string_table_get (keys->texts, id, &length);

  column->is_null[row] = length == 0 || !g_utf8_validate (text, (gssize) length, NULL);
  return column->is_null[row] || stat_table_add_text (table, text, length, &column->text[row]);
}

static void
set_bandwidth (StatColumn *column, uint64_t row, const CollectiveTraffic *traffic, double factor)
{
  column->is_null[row] = traffic->timed_ns == 0 || factor < 0;
  if (!column->is_null[row])
    column->real[row] = factor * (double) traffic->timed_bytes / (double) traffic->timed_ns;
}

static bool
fill_collective (void *user_data,
                 StatTable *table,
                 StatColumn *column,
                 uint64_t row,
                 const GroupFigures *figures)
{
  const CollectiveKeys *keys = user_data;
  const CollectiveTraffic *traffic = &keys->traffic.at[figures->key];
  const char *key = column->info->key;
  Told told;

  memcpy (&told, string_table_get (keys->told, figures->key, NULL), sizeof told);
  if (strcmp (key, "collective") == 0)
    return set_text (keys, table, column, row, told.collective);
  if (strcmp (key, "process_group") == 0)
    return set_text (keys, table, column, row, told.process_group);
  if (strcmp (key, "dtype") == 0)
    return set_text (keys, table, column, row, told.dtype);
  if (strcmp (key, "algorithm_gb_per_s") == 0 || strcmp (key, "bus_gb_per_s") == 0)
    {
      CollectiveText collective;

      collective.at = string_table_get (keys->texts, told.collective, &collective.n);
      if (strcmp (key, "bus_gb_per_s") == 0)
        set_bandwidth (column, row, traffic, collective_bus_factor (&collective, told.group_size));
      else
        set_bandwidth (column, row, traffic, collective_has_bandwidth (&collective) ? 1 : -1);
    }
  else
    {
      bool is_bytes = column->info->type == STAT_BYTES;

      column->is_null[row] = is_bytes ? traffic->n_told == 0 : told.group_size == 0;
      column->whole[row] = is_bytes ? traffic->bytes : told.group_size;
    }
  return true;
}

bool
collectives_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table)
{
  CollectiveKeys keys = {
    .scope = scope,
    .class_of_name = calloc ((size_t) trace_n_strings (scope->trace) + 1, 1),
    .texts = string_table_new (),
    .told = string_table_new (),
  };
  DurationTable kind = {
    .title = N_ ("Collectives"),
    .kind = SLICE_KERNEL,
    .is_by_name = true,
    .columns = columns,
    .n_columns = G_N_ELEMENTS (columns),
    .sum_title = N_ ("durations of communication kernels"),
    .share_title = N_ ("the durations of all communication kernels"),
    .is_of_devices = true,
    .keys = { .of_slice = collective_key, .user_data = &keys },
    .fill = fill_collective,
  };
  bool ok = keys.class_of_name != NULL && keys.texts != NULL && keys.told != NULL;

  (void) options;
  kind.keys.has_kind[SLICE_KERNEL] = 1;
  ok = ok && collective_instances_init (&keys.instances, scope->trace, should_continue, user_data)
       && duration_table_compute (scope, &kind, should_continue, user_data, ret_table);
  free (keys.class_of_name);
  string_table_free (keys.texts);
  string_table_free (keys.told);
  collective_traffic_column_clear (&keys.traffic);
  collective_reader_clear (&keys.reader);
  collective_instances_clear (&keys.instances);
  return ok;
}
