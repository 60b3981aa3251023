/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/xspace/xspace_plane.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "trace/text/decimal_time.h"

COLUMN_IMPLEMENT (XSpaceEventNameColumn, xspace_event_name_column)
COLUMN_IMPLEMENT (XSpaceStatNameColumn, xspace_stat_name_column)
COLUMN_IMPLEMENT (XSpaceLineColumn, xspace_line_column)
COLUMN_IMPLEMENT (XSpaceShapeColumn, xspace_shape_column)

/* Longer names are cut; a longer stat of a name or of a plane, and those behind so many bytes of them, are left out. */
#define NAME_BYTES_MAX      ((size_t) 1 << 20)
#define STAT_BYTES_MAX      ((size_t) 64 << 10)
#define ALL_STATS_BYTES_MAX ((size_t) 1 << 20)

/* Ids below so many times their number are found in a table. */
#define IDS_PER_NAME 4

/* XPlane */
#define PLANE_NAME        2
#define PLANE_LINES       3
#define PLANE_EVENT_NAMES 4
#define PLANE_STAT_NAMES  5
#define PLANE_STATS       6

/* XLine */
#define LINE_ID           1
#define LINE_NAME         2
#define LINE_BEGIN_NS     3
#define LINE_EVENTS       4
#define LINE_DISPLAY_NAME 11

/* An entry of a map, and XEventMetadata or XStatMetadata in it */
#define ENTRY_KEY     1
#define ENTRY_VALUE   2
#define NAMED_NAME    2
#define NAMED_DISPLAY 4
#define NAMED_STATS   5

/* XStat */
#define STAT_ID        1
#define STAT_DOUBLE    2
#define STAT_UNSIGNED  3
#define STAT_INTEGER   4
#define STAT_TEXT      5
#define STAT_BYTES     6
#define STAT_REFERENCE 7

void
xspace_plane_clear (XSpacePlane *plane)
{
  xspace_event_name_column_clear (&plane->events);
  xspace_stat_name_column_clear (&plane->stats);
  id_map_clear (&plane->event_of_id);
  id_map_clear (&plane->stat_of_id);
  u32_column_clear (&plane->near_events);
  u32_column_clear (&plane->near_stats);
  xspace_line_column_clear (&plane->lines);
  u8_column_clear (&plane->texts);
  u8_column_clear (&plane->own_stats);
  u8_column_clear (&plane->kept_args);
  xspace_shape_column_clear (&plane->shapes);
}

/* ---- structure ---- */

static bool
append (XSpaceImport *import, U8Column *column, const uint8_t *bytes, size_t n)
{
  if (!u8_column_reserve (column, n))
    {
      trace_builder_set_failed (import->builder);
      return false;
    }
  if (n > 0)
    memcpy (column->at + column->n, bytes, n);
  column->n += n;
  return true;
}

static void
keep_text (XSpaceImport *import, XSpacePlane *plane, XSpaceText *ret_text)
{
  ProtobufSpan span;
  bool is_cut;

  if (!xspace_first_bytes (import, NAME_BYTES_MAX, &span, &is_cut))
    return;
  size_t at = plane->texts.n, n = (size_t) (span.end - span.at);
  if (is_cut)
    trace_builder_add_health (import->builder, HEALTH_XSPACE_TEXT_CUT, 1,
                              (int64_t) protobuf_stream_offset (import->stream));
  if (append (import, &plane->texts, span.at, n))
    *ret_text = (XSpaceText){ at, n };
}

/* Appends a field with the bytes of the one last taken, unless they are many. Its number is below 16. */
static void
keep_field (XSpaceImport *import, U8Column *column, uint32_t number)
{
  uint8_t head[12] = { (uint8_t) (number << 3 | PROTOBUF_BYTES) };
  size_t n_head = 1;
  ProtobufSpan span;

  if (!xspace_bytes (import, STAT_BYTES_MAX, &span))
    return;
  size_t n = (size_t) (span.end - span.at), rest = n;
  for (; rest >= 0x80; rest >>= 7)
    head[n_head++] = (uint8_t) (rest | 0x80);
  head[n_head++] = (uint8_t) rest;
  if (append (import, column, head, n_head))
    append (import, column, span.at, n);
}

static void
read_line (XSpaceImport *import, XSpacePlane *plane, uint64_t at)
{
  XSpaceLine line = { .at = at };
  ProtobufStreamField field;

  while (xspace_next (import, &field))
    {
      if (field.number == LINE_EVENTS && field.wire == PROTOBUF_BYTES)
        line.n_events += 1 + protobuf_stream_pass_run (import->stream, LINE_EVENTS);
      else if (field.wire == PROTOBUF_VARINT && field.number == LINE_ID)
        line.id = (int64_t) field.value;
      else if (field.wire == PROTOBUF_VARINT && field.number == LINE_BEGIN_NS)
        line.begin_ns = (int64_t) field.value;
      else if (field.wire == PROTOBUF_BYTES && field.number == LINE_NAME)
        keep_text (import, plane, &line.name);
      else if (field.wire == PROTOBUF_BYTES && field.number == LINE_DISPLAY_NAME)
        keep_text (import, plane, &line.display);
    }
  if (line.n_events > 0 && !xspace_line_column_push (&plane->lines, line))
    trace_builder_set_failed (import->builder);
}

/* Reads the entry that was entered; the value has the names of an event or of a stat. */
static void
read_entry (XSpaceImport *import, XSpacePlane *plane, XSpaceEventName *ret_named, int64_t *ret_id)
{
  ProtobufStreamField field;

  while (xspace_next (import, &field))
    {
      if (field.number == ENTRY_KEY && field.wire == PROTOBUF_VARINT)
        *ret_id = (int64_t) field.value;
      if (field.number != ENTRY_VALUE || !xspace_enter (import, &field))
        continue;
      ret_named->stats_at = plane->texts.n;
      while (xspace_next (import, &field))
        {
          if (field.wire != PROTOBUF_BYTES)
            continue;
          if (field.number == NAMED_NAME)
            keep_text (import, plane, &ret_named->name);
          else if (field.number == NAMED_DISPLAY)
            keep_text (import, plane, &ret_named->display);
          else if (field.number == NAMED_STATS)
            {
              /* Texts between two stats would be read as stats: they begin anew behind them. */
              if (ret_named->n_stats == 0)
                ret_named->stats_at = plane->texts.n;
              if (ret_named->stats_at + ret_named->n_stats == plane->texts.n
                  && ret_named->n_stats < ALL_STATS_BYTES_MAX)
                keep_field (import, &plane->texts, NAMED_STATS);
              ret_named->n_stats = plane->texts.n - ret_named->stats_at;
            }
        }
    }
}

static bool
set_index (IdMap *map, int64_t id, size_t index)
{
  uint64_t *entry = id_map_add (map, (uint64_t) id, index);

  if (entry != NULL)
    *entry = index; /* the last one of an id counts */
  return entry != NULL;
}

static void
read_names (XSpaceImport *import, XSpacePlane *plane, bool are_events)
{
  XSpaceEventName named = { .shared_args = ARGS_NONE };
  int64_t id = 0;

  read_entry (import, plane, &named, &id);
  bool ok = are_events ? xspace_event_name_column_push (&plane->events, named)
                           && set_index (&plane->event_of_id, id, plane->events.n - 1)
                       : xspace_stat_name_column_push (&plane->stats, (XSpaceStatName){ .name = named.name })
                           && set_index (&plane->stat_of_id, id, plane->stats.n - 1);
  if (!ok)
    trace_builder_set_failed (import->builder);
}

/* Makes a table of ids that are not much larger than their number is, as those of all writers are. */
static void
find_near (XSpaceImport *import, const IdMap *map, size_t n_names, U32Column *near)
{
  size_t n = n_names < UINT32_MAX / IDS_PER_NAME ? IDS_PER_NAME * map->n : 0;

  if (!u32_column_reserve (near, n))
    {
      trace_builder_set_failed (import->builder);
      return;
    }
  for (size_t i = 0; i < n; i++)
    near->at[i] = 0;
  near->n = n;
  for (size_t i = 0; i < map->n_entries; i++)
    if (map->entries[i].value != ID_MAP_NONE && map->entries[i].id < n)
      near->at[map->entries[i].id] = (uint32_t) map->entries[i].value + 1;
}

bool
xspace_plane_read (XSpaceImport *import, XSpacePlane *plane)
{
  ProtobufStreamField field;

  while (xspace_next (import, &field))
    {
      if (field.wire != PROTOBUF_BYTES)
        continue;
      if (field.number == PLANE_NAME)
        keep_text (import, plane, &plane->name);
      else if (field.number == PLANE_LINES && xspace_enter (import, &field))
        read_line (import, plane, field.offset);
      else if (field.number == PLANE_EVENT_NAMES && xspace_enter (import, &field))
        read_names (import, plane, true);
      else if (field.number == PLANE_STAT_NAMES && xspace_enter (import, &field))
        read_names (import, plane, false);
      else if (field.number == PLANE_STATS && plane->own_stats.n < ALL_STATS_BYTES_MAX)
        keep_field (import, &plane->own_stats, PLANE_STATS);
    }
  find_near (import, &plane->event_of_id, plane->events.n, &plane->near_events);
  find_near (import, &plane->stat_of_id, plane->stats.n, &plane->near_stats);
  plane->word = xspace_plane_word (xspace_text (plane, plane->name), plane->name.length, &plane->number);
  if (plane->number < 0)
    {
      plane->number = 0;
      trace_builder_add_health (import->builder, HEALTH_ROW_NUMBER_MISSING, 1, HEALTH_NO_OFFSET);
    }
  return !xspace_stopped (import);
}

/* ---- names ---- */

static uint32_t
intern (XSpaceImport *import, const XSpacePlane *plane, XSpaceText text)
{
  return text.length == 0 ? STRING_EMPTY
                          : trace_builder_string (import->builder, xspace_text (plane, text), text.length);
}

/* Interns a text as it stands between the quotes of JSON. */
static uint32_t
intern_escaped (XSpaceImport *import, const XSpacePlane *plane, XSpaceText text)
{
  const char *begin = xspace_text (plane, text);
  bool is_plain = true;

  for (size_t i = 0; i < text.length && is_plain; i++)
    is_plain = (unsigned char) begin[i] >= 0x20 && begin[i] != '"' && begin[i] != '\\';
  if (is_plain)
    return intern (import, plane, text);
  g_autoptr (GString) json = g_string_new (NULL);
  xspace_append_json (json, begin, text.length);
  return trace_builder_string (import->builder, json->str + 1, json->len - 2);
}

/* TensorFlow names operators "scope/op:Type" and shows "Type". */
static bool
is_operator (const XSpacePlane *plane, const XSpaceEventName *event)
{
  size_t n = event->display.length;

  return n > 0 && event->name.length > n
         && xspace_text (plane, event->name)[event->name.length - n - 1] == ':'
         && memcmp (xspace_text (plane, event->name) + event->name.length - n,
                    xspace_text (plane, event->display), n)
              == 0;
}

/* Returns the index of an id + 1, or 0. */
static inline size_t
find_index (const IdMap *map, const U32Column *near, uint64_t id)
{
  const uint64_t *index;

  if (id < near->n)
    return near->at[id];
  index = id_map_find (map, id);
  return index != NULL ? (size_t) *index + 1 : 0;
}

static void
set_host_kind (XSpaceImport *import,
               const XSpacePlane *plane,
               const XSpaceEventName *event,
               bool has_correlation,
               bool is_operator,
               XSpaceHostKind *ret_kind)
{
  const char *category;

  ret_kind->is_set = true;
  ret_kind->kind = (uint8_t) xspace_host_kind (xspace_text (plane, event->name), event->name.length,
                                               has_correlation, is_operator, &category);
  ret_kind->category = trace_builder_string (import->builder, category, strlen (category));
}

const XSpaceHostKind *
xspace_plane_host_kind (XSpaceImport *import,
                        const XSpacePlane *plane,
                        XSpaceEventName *event,
                        bool has_correlation,
                        bool is_eager)
{
  XSpaceHostKind *kind = has_correlation ? &event->correlated : is_eager ? &event->eager : &event->host;

  if (!kind->is_set)
    set_host_kind (import, plane, event, has_correlation, true, kind);
  return kind;
}

uint32_t
xspace_plane_unnamed (XSpaceImport *import, int64_t id)
{
  char text[40];
  int length = snprintf (text, sizeof text, "event %" PRId64, id);

  return trace_builder_string (import->builder, text, (size_t) length);
}

XSpaceEventName *
xspace_plane_event (XSpaceImport *import, XSpacePlane *plane, int64_t id)
{
  size_t index = find_index (&plane->event_of_id, &plane->near_events, (uint64_t) id);

  if (index == 0)
    return NULL;
  XSpaceEventName *event = &plane->events.at[index - 1];
  if (event->is_resolved)
    return event;

  event->is_operator = is_operator (plane, event);
  set_host_kind (import, plane, event, false, event->is_operator, &event->host);
  event->is_unnamed = event->name.length == 0 && event->display.length == 0;
  event->shown = event->is_unnamed
                   ? xspace_plane_unnamed (import, id)
                   : intern (import, plane, event->display.length > 0 ? event->display : event->name);
  event->long_name = event->display.length > 0 ? intern_escaped (import, plane, event->name) : STRING_EMPTY;
  event->is_resolved = true;
  return event;
}

XSpaceStatName *
xspace_plane_stat (XSpaceImport *import, XSpacePlane *plane, int64_t id)
{
  size_t index = find_index (&plane->stat_of_id, &plane->near_stats, (uint64_t) id);

  if (index == 0)
    return NULL;
  XSpaceStatName *stat = &plane->stats.at[index - 1];
  if (stat->is_resolved)
    return stat;
  stat->key = intern (import, plane, stat->name);
  stat->text = intern_escaped (import, plane, stat->name);
  stat->word = xspace_stat_word (xspace_text (plane, stat->name), stat->name.length);
  stat->is_resolved = true;
  return stat;
}

/* ---- stats ---- */

/* Reads what all writers write: the id, then one value. Returns false if it is anything else. */
static bool
read_usual (ProtobufSpan span, XSpaceStat *ret_stat)
{
  uint64_t id, value = 0;

  if (span.at == span.end || *span.at++ != (STAT_ID << 3 | PROTOBUF_VARINT)
      || !protobuf_take_varint (&span, &id) || span.at == span.end)
    return false;
  *ret_stat = (XSpaceStat){ .id = (int64_t) id };
  switch (*span.at++)
    {
    case STAT_UNSIGNED << 3 | PROTOBUF_VARINT:
      ret_stat->kind = XSPACE_VALUE_UNSIGNED;
      break;
    case STAT_INTEGER << 3 | PROTOBUF_VARINT:
      ret_stat->kind = XSPACE_VALUE_INTEGER;
      break;
    case STAT_REFERENCE << 3 | PROTOBUF_VARINT:
      ret_stat->kind = XSPACE_VALUE_REFERENCE;
      break;
    case STAT_DOUBLE << 3 | PROTOBUF_FIXED64:
      ret_stat->kind = XSPACE_VALUE_DOUBLE;
      if (span.end - span.at != sizeof value)
        return false;
      memcpy (&ret_stat->number, span.at, sizeof value);
      return true;
    case STAT_TEXT << 3 | PROTOBUF_BYTES:
      ret_stat->kind = XSPACE_VALUE_TEXT;
      if (!protobuf_take_varint (&span, &value) || value != (uint64_t) (span.end - span.at))
        return false;
      ret_stat->number = value;
      ret_stat->text = (const char *) span.at;
      ret_stat->length = (size_t) value;
      return true;
    default:
      return false;
    }
  return protobuf_take_varint (&span, &ret_stat->number) && span.at == span.end;
}

bool
xspace_stat_read (ProtobufSpan span, XSpaceStat *ret_stat)
{
  static const struct
  {
    ProtobufWire wire;
    XSpaceValueKind kind;
  } values[] = {
    [STAT_DOUBLE] = { PROTOBUF_FIXED64, XSPACE_VALUE_DOUBLE },
    [STAT_UNSIGNED] = { PROTOBUF_VARINT, XSPACE_VALUE_UNSIGNED },
    [STAT_INTEGER] = { PROTOBUF_VARINT, XSPACE_VALUE_INTEGER },
    [STAT_TEXT] = { PROTOBUF_BYTES, XSPACE_VALUE_TEXT },
    [STAT_BYTES] = { PROTOBUF_BYTES, XSPACE_VALUE_BYTES },
    [STAT_REFERENCE] = { PROTOBUF_VARINT, XSPACE_VALUE_REFERENCE },
  };
  ProtobufField field;
  ProtobufState state;

  if (read_usual (span, ret_stat))
    return true;
  *ret_stat = (XSpaceStat){ 0 };
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, STAT_ID, PROTOBUF_VARINT))
      ret_stat->id = (int64_t) field.value;
    else if (field.number < G_N_ELEMENTS (values) && values[field.number].kind != XSPACE_VALUE_NONE
             && values[field.number].wire == field.wire)
      {
        ret_stat->kind = values[field.number].kind;
        ret_stat->number = field.value;
        ret_stat->text = (const char *) field.bytes;
        ret_stat->length = field.bytes != NULL ? (size_t) field.value : 0;
      }
  return state == PROTOBUF_END;
}

bool
xspace_stat_integer (const XSpaceStat *stat, int64_t *ret_number)
{
  bool is_rounded;

  if (stat->kind == XSPACE_VALUE_TEXT)
    return decimal_to_scaled (stat->text, stat->length, 0, INT64_MAX, ret_number, &is_rounded) && !is_rounded;
  *ret_number = (int64_t) stat->number;
  return stat->kind == XSPACE_VALUE_INTEGER || stat->kind == XSPACE_VALUE_UNSIGNED;
}

bool
xspace_stat_text (const XSpaceStat *stat, const XSpacePlane *plane, const char **ret_text, size_t *ret_length)
{
  size_t index;

  *ret_text = stat->text;
  *ret_length = stat->length;
  if (stat->kind != XSPACE_VALUE_REFERENCE)
    return stat->kind == XSPACE_VALUE_TEXT;
  index = find_index (&plane->stat_of_id, &plane->near_stats, stat->number);
  if (index == 0)
    return false;
  *ret_text = xspace_text (plane, plane->stats.at[index - 1].name);
  *ret_length = plane->stats.at[index - 1].name.length;
  return true;
}
