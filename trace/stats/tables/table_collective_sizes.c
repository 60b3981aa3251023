/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_collective_sizes.h"

#include <string.h>

#include "trace/stats/collective/collective_sizes.h"
#include "trace/stats/distribution.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

typedef enum
{
  SIZE_NAME,
  SIZE_KIND,
  SIZE_FROM,
  SIZE_COUNT,
  SIZE_BYTES,
  SIZE_TRANSFER,
  SIZE_ALGORITHM, /* N_BANDWIDTH_QUANTILES columns */
  SIZE_BUS = SIZE_ALGORITHM + N_BANDWIDTH_QUANTILES,
  N_SIZE_COLUMNS = SIZE_BUS + N_BANDWIDTH_QUANTILES
} SizeField;

/* clang-format off */
static const StatColumnInfo columns[N_SIZE_COLUMNS] = {
  [SIZE_NAME] = { "name", N_ ("Slowest Kernel"), N_ ("The kernel of the collective with the lowest bus bandwidth."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [SIZE_KIND] = { "kind", N_ ("Kind"), N_ ("What the collectives do."), STAT_TEXT, STAT_OF_NOTHING, true, NULL },
  [SIZE_FROM] = { "size_from_bytes", N_ ("Size From"), N_ ("The smallest size of a message that the row counts; the next power of two is the first that it does not. The size is the output of an all-gather and the input of other collectives, of one rank."), STAT_BYTES, STAT_OF_NOTHING, true, NULL },
  [SIZE_COUNT] = { "count", N_ ("Count"), N_ ("The number of collectives, each counted once whatever the number of its ranks."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [SIZE_BYTES] = { "bytes", N_ ("Bytes"), N_ ("The sizes of their messages, added up."), STAT_BYTES, STAT_OF_NOTHING, false, NULL },
  [SIZE_TRANSFER] = { "transfer_ns", N_ ("Transfer Time"), N_ ("The durations of the shortest kernel of each, added up. If the profile has only one rank of a collective, its duration includes waiting."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [SIZE_ALGORITHM + BANDWIDTH_P5] = { "p5_algorithm_gb_per_s", N_ ("Algorithm Bandwidth, p5"), /* xgettext:no-c-format */ N_ ("Bytes / transfer time: 5 % of the collectives have less. 1 GB is 10^9 bytes."), STAT_BANDWIDTH, STAT_OF_NOTHING, false, NULL },
  [SIZE_ALGORITHM + BANDWIDTH_MEDIAN] = { "median_algorithm_gb_per_s", N_ ("Algorithm Bandwidth, Median"), N_ ("Bytes / transfer time: half of the collectives have less. 1 GB is 10^9 bytes."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL },
  [SIZE_ALGORITHM + BANDWIDTH_P95] = { "p95_algorithm_gb_per_s", N_ ("Algorithm Bandwidth, p95"), /* xgettext:no-c-format */ N_ ("Bytes / transfer time: 95 % of the collectives have less. 1 GB is 10^9 bytes."), STAT_BANDWIDTH, STAT_OF_NOTHING, false, NULL },
  [SIZE_BUS + BANDWIDTH_P5] = { "p5_bus_gb_per_s", N_ ("Bus Bandwidth, p5"), /* xgettext:no-c-format */ N_ ("The algorithm bandwidth times the bytes that are sent over a link for each byte of the message: 5 % of the collectives have less."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL },
  [SIZE_BUS + BANDWIDTH_MEDIAN] = { "median_bus_gb_per_s", N_ ("Bus Bandwidth, Median"), N_ ("The algorithm bandwidth times the bytes that are sent over a link for each byte of the message: half of the collectives have less."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL },
  [SIZE_BUS + BANDWIDTH_P95] = { "p95_bus_gb_per_s", N_ ("Bus Bandwidth, p95"), /* xgettext:no-c-format */ N_ ("The algorithm bandwidth times the bytes that are sent over a link for each byte of the message: 95 % of the collectives have less."), STAT_BANDWIDTH, STAT_OF_NOTHING, true, NULL },
};
/* clang-format on */

static bool
fill_row (StatTable *table, const Trace *trace, const CollectiveSize *size, uint64_t row)
{
  const char *word = collective_kind_word (size->kind);
  StatColumn *at = table->columns;

  table->rows[row] = (StatRow){ .name = TRACE_NONE, .kind = SLICE_KERNEL, .longest = size->slowest };
  table->rows[row].bins[STAT_BINS / 2] = (uint32_t) MIN (size->n, UINT32_MAX);
  at[SIZE_NAME].text[row] = slice_name (trace_slices (trace), size->slowest);
  at[SIZE_FROM].whole[row] = size->from_bytes;
  at[SIZE_COUNT].whole[row] = (int64_t) MIN (size->n, (uint64_t) INT64_MAX);
  at[SIZE_BYTES].whole[row] = size->bytes;
  at[SIZE_TRANSFER].whole[row] = size->transfer_ns;
  for (unsigned i = 0; i < N_BANDWIDTH_QUANTILES; i++)
    {
      at[SIZE_ALGORITHM + i].real[row] = size->algorithm_gb_s[i];
      at[SIZE_BUS + i].real[row] = size->bus_gb_s[i];
    }
  table->count += size->n;
  table->sum_ns = add_saturated (table->sum_ns, size->transfer_ns);
  return stat_table_add_text (table, word, strlen (word), &at[SIZE_KIND].text[row]);
}

static bool
fill_table (const StatsScope *scope, const CollectiveSizeColumn *sizes, StatTable *table)
{
  bool ok = true;

  if (!stat_table_init (table, scope, N_ ("Collectives by Size"), sizes->n))
    return false;
  for (unsigned i = 0; ok && i < N_SIZE_COLUMNS; i++)
    ok = stat_table_add_column (table, &columns[i]);
  for (size_t i = 0; ok && i < sizes->n; i++)
    ok = fill_row (table, scope->trace, &sizes->at[i], i);
  table->sum_title = N_ ("transfer times of collectives");
  if (!ok)
    stat_table_clear (table);
  return ok;
}

bool
collective_sizes_table_compute (const StatsScope *scope,
                                const StatTableOptions *options,
                                bool (*should_continue) (void *user_data),
                                void *user_data,
                                StatTable *ret_table)
{
  CollectivePoints points;
  CollectiveSizeColumn sizes = { 0 };
  bool ok = collective_points_init (&points, scope, should_continue, user_data)
            && collective_sizes_collect (&points.points, should_continue, user_data, &sizes)
            && fill_table (scope, &sizes, ret_table);

  (void) options;
  collective_points_clear (&points);
  collective_size_column_clear (&sizes);
  return ok;
}
