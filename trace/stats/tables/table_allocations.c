/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/stats/tables/table_allocations.h"

#include <stdlib.h>
#include <string.h>

#include "trace/json/json_token.h"
#include "trace/stats/distribution.h"
#include "trace/stats/memory/allocation_stats.h"
#include "trace/stats/tables/stat_table_fill.h"
#include "trace/text/marked_text.h"

typedef enum
{
  ALLOCATION_NAME,
  ALLOCATION_CATEGORY,
  ALLOCATION_RANK,
  ALLOCATION_DEVICE,
  ALLOCATION_BYTES,
  ALLOCATION_SHARE,
  ALLOCATION_COUNT,
  ALLOCATION_LARGEST,
  ALLOCATION_AGE,
  ALLOCATION_STACK,
  N_ALLOCATION_COLUMNS
} AllocationField;

/* clang-format off */
static const StatColumnInfo columns[N_ALLOCATION_COLUMNS] = {
  [ALLOCATION_NAME] = { "name", N_ ("Allocated By"), N_ ("The innermost line of Python in the call stack that is not PyTorch's own; the innermost frame if there is none."), STAT_NAME, STAT_OF_NOTHING, true, NULL },
  [ALLOCATION_CATEGORY] = { "category", N_ ("Category"), N_ ("The category that the program gave; empty if it gave none."), STAT_TEXT, STAT_OF_NOTHING, true, NULL },
  [ALLOCATION_RANK] = { "rank", N_ ("Rank"), N_ ("The rank that allocated."), STAT_NUMBER, STAT_OF_NOTHING, false, NULL },
  [ALLOCATION_DEVICE] = { "device", N_ ("GPU"), N_ ("The number of the GPU whose memory it is."), STAT_NUMBER, STAT_OF_NOTHING, true, NULL },
  [ALLOCATION_BYTES] = { "bytes", N_ ("Bytes"), N_ ("The bytes that the program asked for, of all allocations of the row together. The allocator rounds each up."), STAT_BYTES, STAT_OF_NOTHING, true, NULL },
  [ALLOCATION_SHARE] = { "percent_of_allocated", /* xgettext:no-c-format */ N_ ("% of Allocated"), N_ ("The bytes as a share of all bytes that were allocated."), STAT_PERCENT, STAT_OF_TOTAL, true, NULL },
  [ALLOCATION_COUNT] = { "count", N_ ("Count"), N_ ("The number of allocations."), STAT_COUNT, STAT_OF_NOTHING, true, NULL },
  [ALLOCATION_LARGEST] = { "largest_bytes", N_ ("Largest"), N_ ("The bytes of the largest allocation."), STAT_BYTES, STAT_OF_NOTHING, true, NULL },
  [ALLOCATION_AGE] = { "oldest_age_ns", N_ ("Age"), N_ ("The time since the oldest allocation of the row was asked for; empty if it is older than the history."), STAT_DURATION, STAT_OF_NOTHING, true, NULL },
  [ALLOCATION_STACK] = { "stack", N_ ("Call Stack"), N_ ("The frames of the call stack, the innermost first; empty if it was not recorded, or for rows of several."), STAT_TEXT, STAT_OF_NOTHING, true, NULL },
};
/* clang-format on */

/* What becomes one row: the groups of one device with the same key. */
typedef struct
{
  uint64_t key; /* string id of the trace or of texts */
  AllocationGroup sum;
} LiveRow;

COLUMN_DEFINE (LiveRowColumn, live_row_column, LiveRow)
COLUMN_IMPLEMENT (LiveRowColumn, live_row_column)

typedef struct
{
  const Trace *trace;
  StatGrouping grouping;
  StringTable *places; /* of rows by line of code */
  LiveRowColumn rows;
} LiveRows;

/* ---- rows ---- */

static const char *
place_of (const Trace *trace, uint32_t stack, size_t *ret_length)
{
  size_t length;
  const char *text = trace_string (trace, stack, &length);

  return allocation_stack_place (text, length, ret_length);
}

static bool
find_key (LiveRows *rows, const AllocationGroup *group, uint64_t number, uint64_t *ret_key)
{
  uint32_t id = group->use;
  size_t length;

  *ret_key = number;
  if (rows->grouping == STAT_BY_STACK)
    return true;
  if (rows->grouping == STAT_BY_PLACE)
    {
      const char *place = place_of (rows->trace, group->stack, &length);

      if (!string_table_intern (rows->places, place, length, &id))
        return false;
    }
  *ret_key = id;
  return true;
}

static int
compare_keys (const void *a, const void *b)
{
  const LiveRow *x = a, *y = b;

  if (x->sum.device != y->sum.device)
    return x->sum.device < y->sum.device ? -1 : 1;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->sum.bytes > y->sum.bytes ? -1 : x->sum.bytes < y->sum.bytes;
}

static int
compare_bytes (const void *a, const void *b)
{
  const LiveRow *x = a, *y = b;

  if (x->sum.bytes != y->sum.bytes)
    return x->sum.bytes > y->sum.bytes ? -1 : 1;
  if (x->sum.device != y->sum.device)
    return x->sum.device < y->sum.device ? -1 : 1;
  return x->key < y->key ? -1 : x->key > y->key;
}

static void
join (AllocationGroup *sum, const AllocationGroup *group)
{
  sum->bytes = add_saturated (sum->bytes, group->bytes);
  sum->n += group->n;
  sum->oldest_ns = MIN (sum->oldest_ns, group->oldest_ns);
  if (group->largest_bytes > sum->largest_bytes)
    {
      sum->largest_bytes = group->largest_bytes;
      sum->largest_begin_ns = group->largest_begin_ns;
      sum->largest_end_ns = group->largest_end_ns;
    }
  if (sum->use != group->use)
    sum->use = STRING_EMPTY;
}

/* Makes the rows, the most bytes first. */
static bool
make_rows (LiveRows *rows, const AllocationTable *table)
{
  LiveRowColumn *list = &rows->rows;
  size_t n = 0;

  if (table->n_groups == 0)
    return true;
  if (!live_row_column_reserve (list, (size_t) table->n_groups))
    return false;
  for (uint64_t g = 0; g < table->n_groups; g++)
    {
      LiveRow row = { .sum = table->groups[g] };

      if (!find_key (rows, &row.sum, g, &row.key))
        return false;
      list->at[list->n++] = row;
    }
  qsort (list->at, list->n, sizeof *list->at, compare_keys);
  for (size_t i = 0; i < list->n; i++)
    if (n > 0 && list->at[n - 1].sum.device == list->at[i].sum.device
        && list->at[n - 1].key == list->at[i].key)
      join (&list->at[n - 1].sum, &list->at[i].sum);
    else
      list->at[n++] = list->at[i];
  list->n = n;
  qsort (list->at, list->n, sizeof *list->at, compare_bytes);
  return true;
}

/* ---- cells ---- */

/* Sets a text that is as between the quotes of JSON. What is not UTF-8 is shown as far as it is. */
static bool
set_text (StatTable *table, AllocationField field, uint64_t row, const char *text, size_t length)
{
  const JsonValue string = { JSON_STRING, memchr (text, '\\', length) != NULL, text, length };
  StatColumn *column = &table->columns[field];

  column->is_null[row] = length == 0;
  if (length == 0)
    return true;
  char *plain = malloc (length);
  if (plain == NULL)
    return false;
  g_autofree char *valid = g_utf8_make_valid (plain, (gssize) json_string_decode (&string, plain));
  free (plain);
  return stat_table_add_text (table, valid, strlen (valid), &column->text[row]);
}

static bool
set_string (StatTable *table, AllocationField field, uint64_t row, uint32_t id)
{
  size_t length;
  const char *text = trace_string (table->trace, id, &length);

  return set_text (table, field, row, text, length);
}

/* The largest allocation of a row, from when it was asked for until it was released. */
static void
set_life (StatRow *row, const Trace *trace, const AllocationDevice *device, const AllocationGroup *sum)
{
  const TraceTrack *events = device->events != TRACE_NONE ? trace_track (trace, device->events) : NULL;
  int64_t last_ns = events != NULL && events->n_instants > 0
                      ? trace_time_clamp (
                        trace_instant (trace, events->first_instant + events->n_instants - 1).time_ns)
                      : device->at_ns;

  row->track = events != NULL ? device->events : device->held;
  row->begin_ns = sum->largest_begin_ns;
  row->end_ns = sum->largest_end_ns == ALLOCATION_KEPT ? last_ns : sum->largest_end_ns;
  row->end_ns = MAX (row->end_ns, row->begin_ns + 1);
}

static bool
fill_row (StatTable *table, const LiveRows *rows, const AllocationTable *source, uint64_t i)
{
  const AllocationGroup *sum = &rows->rows.at[i].sum;
  const AllocationDevice *device = &source->devices[sum->device];
  StatColumn *at = table->columns;
  size_t length;
  const char *place = place_of (table->trace, sum->stack, &length);

  table->rows[i] = (StatRow){ .name = TRACE_NONE, .longest = SLICE_NONE };
  set_life (&table->rows[i], table->trace, device, sum);
  at[ALLOCATION_RANK].whole[i] = trace_rank (table->trace, device->rank)->number;
  at[ALLOCATION_DEVICE].whole[i] = device->device;
  at[ALLOCATION_BYTES].whole[i] = sum->bytes;
  at[ALLOCATION_COUNT].whole[i] = sum->n > INT64_MAX ? INT64_MAX : (int64_t) sum->n;
  at[ALLOCATION_LARGEST].whole[i] = sum->largest_bytes;
  at[ALLOCATION_AGE].is_null[i] = sum->oldest_ns == ALLOCATION_OLDER;
  if (sum->oldest_ns != ALLOCATION_OLDER)
    at[ALLOCATION_AGE].whole[i] = MAX (device->at_ns - sum->oldest_ns, 0);
  stat_table_set_percent (table, &at[ALLOCATION_SHARE], i, (double) sum->bytes);
  if (rows->grouping == STAT_BY_CATEGORY)
    return set_string (table, ALLOCATION_NAME, i, sum->use)
           && set_string (table, ALLOCATION_CATEGORY, i, sum->use)
           && set_string (table, ALLOCATION_STACK, i, STRING_EMPTY);
  return set_text (table, ALLOCATION_NAME, i, place, length)
         && set_string (table, ALLOCATION_CATEGORY, i, sum->use)
         && set_string (table, ALLOCATION_STACK, i,
                        rows->grouping == STAT_BY_STACK ? sum->stack : STRING_EMPTY);
}

static bool
make_table (const StatsScope *scope,
            const StatTableOptions *options,
            const LiveRows *rows,
            const AllocationTable *source,
            StatTable *table)
{
  bool ok = stat_table_init (table, scope, N_ ("Live Allocations"), rows->rows.n);

  for (unsigned i = 0; i < N_ALLOCATION_COLUMNS && ok; i++)
    if (!stat_table_add_column (table, &columns[i]))
      {
        stat_table_clear (table);
        ok = false;
      }
  if (!ok)
    return false;
  for (uint32_t d = 0; d < source->n_devices; d++)
    {
      table->sum_bytes = add_saturated (table->sum_bytes, source->devices[d].bytes);
      table->count += source->devices[d].n;
    }
  table->sum_title = N_ ("live allocations");
  table->unnamed =
    rows->grouping == STAT_BY_CATEGORY ? N_ ("No category") : N_ ("No call stack");
  table->has_instant = source->n_devices == 1 || options->has_time;
  table->at_ns = source->n_devices > 0 ? source->devices[0].at_ns : 0;
  table->wholes[STAT_OF_TOTAL].ns = table->sum_bytes;
  table->wholes[STAT_OF_TOTAL].title = N_ ("the bytes of all live allocations");
  for (uint64_t i = 0; i < table->n_rows; i++)
    if (!fill_row (table, rows, source, i))
      {
        stat_table_clear (table);
        return false;
      }
  return true;
}

bool
allocations_table_compute (const StatsScope *scope,
                           const StatTableOptions *options,
                           bool (*should_continue) (void *user_data),
                           void *user_data,
                           StatTable *ret_table)
{
  LiveRows rows = { .trace = scope->trace, .grouping = options->grouping, .places = string_table_new () };
  AllocationTable source = { 0 };
  bool ok = rows.places != NULL
            && allocation_stats_compute (scope, options->has_time ? &options->at_ns : NULL, should_continue,
                                         user_data, &source)
            && make_rows (&rows, &source) && make_table (scope, options, &rows, &source, ret_table);

  allocation_stats_clear (&source);
  live_row_column_clear (&rows.rows);
  string_table_free (rows.places);
  return ok;
}
