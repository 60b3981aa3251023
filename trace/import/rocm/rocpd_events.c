/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/rocm/rocpd_events.h"

#include <stdlib.h>
#include <string.h>

#include "trace/json/json_scan.h"
#include "trace/json/json_token.h"

COLUMN_IMPLEMENT (RocpdEventColumn, rocpd_event_column)
COLUMN_IMPLEMENT (RocpdArgColumn, rocpd_arg_column)

bool
rocpd_rows_begin (RocpdRows *rows,
                  const RocpdEvents *events,
                  const char *table,
                  const char *const *columns,
                  unsigned n_columns)
{
  rows->table = g_strconcat ("rocpd_", table, events->suffix, NULL);
  return foreign_rows_begin (&rows->rows, events->database, rows->table, columns, n_columns);
}

void
rocpd_rows_end (RocpdRows *rows)
{
  foreign_rows_end (&rows->rows);
  g_free (rows->table);
}

static void
read_strings (RocpdEvents *events)
{
  static const char *const columns[] = { "id", "string" };
  TraceBuilder *builder = events->profile->builder;
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, events, "string", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0);

        if (id.state == ROCM_NUMBER_GIVEN)
          rocm_map_add (builder, &events->strings, id.value, rocm_cell_string (builder, &rows.rows, 1));
      }
  rocpd_rows_end (&rows);
}

/* Returns the string of { "message": "..." }; "" if there is none. */
static uint32_t
message_of (TraceBuilder *builder, const ForeignRows *rows, unsigned column)
{
  uint32_t message = STRING_EMPTY;
  const char *text;
  unsigned repairs = 0;
  size_t length;
  JsonValue object, key, value;

  if (!foreign_rows_text (rows, column, &text, &length) || length <= 2)
    return STRING_EMPTY;
  /* The tokenizer needs bytes of 0 behind the text. */
  char *copy = calloc (1, length + JSON_PADDING);
  if (copy == NULL)
    {
      trace_builder_set_failed (builder);
      return STRING_EMPTY;
    }
  memcpy (copy, text, length);
  const char *at = json_skip_space (copy, copy + length);
  if (at < copy + length && json_value (&at, copy + length, JSON_STRICT, &repairs, &object) == JSON_OK
      && object.type == JSON_OBJECT)
    for (at = object.text; json_next (&at, object.text + object.length, &key, &value);)
      if (key.length == 7 && memcmp (key.text, "message", 7) == 0 && value.type == JSON_STRING)
        {
          char *decoded = malloc (value.length + 1);

          if (decoded == NULL)
            trace_builder_set_failed (builder);
          else
            message = trace_builder_string (builder, decoded, json_string_decode (&value, decoded));
          free (decoded);
        }
  free (copy);
  return message;
}

static void
read_events (RocpdEvents *events)
{
  static const char *const columns[] = { "id", "category_id", "stack_id", "correlation_id", "extdata" };
  TraceBuilder *builder = events->profile->builder;
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, events, "event", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0);
        const RocpdEvent event = {
          .category = rocpd_string (events, rocm_cell_number (&rows.rows, 1)),
          .internal = rocm_number_or (rocm_cell_number (&rows.rows, 2), 0),
          .external = rocm_cell_number (&rows.rows, 3),
          .message = message_of (builder, &rows.rows, 4),
        };

        if (id.state != ROCM_NUMBER_GIVEN)
          continue;
        rocm_map_add (builder, &events->event_of_id, id.value, events->events.n);
        if (!rocpd_event_column_push (&events->events, event))
          trace_builder_set_failed (builder);
      }
  rocpd_rows_end (&rows);
}

/* Arguments are mostly in the order of their position; each goes behind the last one of its event. */
static void
read_args (RocpdEvents *events)
{
  static const char *const columns[] = { "event_id", "name", "value" };
  TraceBuilder *builder = events->profile->builder;
  IdMap last_of_event = { 0 };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, events, "arg", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows) && events->args.n < UINT32_MAX - 1)
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0);
        const RocpdArg arg = {
          .name = rocm_cell_string (builder, &rows.rows, 1),
          .value = rocm_cell_string (builder, &rows.rows, 2),
        };
        const uint64_t *index =
          id.state == ROCM_NUMBER_GIVEN ? id_map_find (&events->event_of_id, (uint64_t) id.value) : NULL;

        if (index == NULL || *index >= events->events.n || arg.name == STRING_EMPTY)
          continue;
        if (!rocpd_arg_column_push (&events->args, arg))
          {
            trace_builder_set_failed (builder);
            break;
          }
        uint32_t mine = (uint32_t) events->args.n;
        uint64_t *last = id_map_add (&last_of_event, *index, mine);
        if (last == NULL)
          trace_builder_set_failed (builder);
        else if (*last == mine)
          events->events.at[*index].first_arg = mine;
        else
          {
            events->args.at[*last - 1].next = mine;
            *last = mine;
          }
      }
  id_map_clear (&last_of_event);
  rocpd_rows_end (&rows);
}

static void
read_threads (RocpdEvents *events)
{
  static const char *const columns[] = { "id", "tid" };
  RocpdRows rows;

  if (rocpd_rows_begin (&rows, events, "info_thread", columns, G_N_ELEMENTS (columns)))
    while (foreign_rows_next (&rows.rows))
      {
        RocmNumber id = rocm_cell_number (&rows.rows, 0), tid = rocm_cell_number (&rows.rows, 1);

        if (id.state == ROCM_NUMBER_GIVEN && tid.state == ROCM_NUMBER_GIVEN && tid.value != -1)
          rocm_map_add (events->profile->builder, &events->thread_ids, id.value, (uint64_t) tid.value);
      }
  rocpd_rows_end (&rows);
}

void
rocpd_events_read (RocpdEvents *events, RocmProfile *profile, ForeignDatabase *database, const char *suffix)
{
  *events = (RocpdEvents){ .profile = profile, .database = database, .suffix = suffix };
  read_strings (events);
  read_events (events);
  read_args (events);
  read_threads (events);
}

void
rocpd_events_clear (RocpdEvents *events)
{
  id_map_clear (&events->strings);
  rocpd_event_column_clear (&events->events);
  id_map_clear (&events->event_of_id);
  rocpd_arg_column_clear (&events->args);
  id_map_clear (&events->thread_ids);
}

uint32_t
rocpd_string (const RocpdEvents *events, RocmNumber id)
{
  const uint64_t *string =
    id.state == ROCM_NUMBER_GIVEN ? id_map_find (&events->strings, (uint64_t) id.value) : NULL;

  return string != NULL ? (uint32_t) *string : STRING_EMPTY;
}

RocpdEvent
rocpd_event (const RocpdEvents *events, RocmNumber id)
{
  const uint64_t *index =
    id.state == ROCM_NUMBER_GIVEN ? id_map_find (&events->event_of_id, (uint64_t) id.value) : NULL;

  return index != NULL && *index < events->events.n ? events->events.at[*index] : (RocpdEvent){ 0 };
}

RocmNumber
rocpd_thread (const RocpdEvents *events, RocmNumber id)
{
  const uint64_t *tid =
    id.state == ROCM_NUMBER_GIVEN ? id_map_find (&events->thread_ids, (uint64_t) id.value) : NULL;

  return tid != NULL ? (RocmNumber){ ROCM_NUMBER_GIVEN, (int64_t) *tid } : id;
}

uint64_t
rocpd_event_args (const RocpdEvents *events, const RocpdEvent *event, RocmNumber bytes, RocmNumber address)
{
  RocmProfile *profile = events->profile;
  const StringTable *strings = trace_builder_strings (profile->builder);
  RowArgs args;

  row_args_begin (&args, profile->builder);
  if (event->internal != 0)
    row_args_integer (&args, profile->keys[ROCM_KEY_CORRELATION], event->internal);
  if (rocm_number_or (event->external, 0) != 0)
    rocm_put_number (profile, &args, ROCM_KEY_EXTERNAL, event->external);
  rocm_put_number (profile, &args, ROCM_KEY_BYTES, bytes);
  rocm_put_number (profile, &args, ROCM_KEY_ADDRESS, address);
  for (uint32_t i = event->first_arg; i != 0; i = events->args.at[i - 1].next)
    {
      size_t length;
      const char *text = string_table_get (strings, events->args.at[i - 1].value, &length);

      row_args_text (&args, events->args.at[i - 1].name, text, length);
    }
  return row_args_end (&args);
}
