/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/perfetto/perfetto_annotations.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/perfetto/perfetto_fields.h"

/* Dictionaries and arrays, one in another, beyond this are null. */
#define DEPTH_MAX 16

/* ---- JSON text ---- */

typedef struct
{
  PerfettoImport *import;
  const PerfettoPacket *packet;
  U8Column text;
  bool failed, damaged;
} Json;

static void
put (Json *json, const char *text, size_t length)
{
  if (json->failed || !u8_column_reserve (&json->text, length))
    {
      json->failed = true;
      return;
    }
  memcpy (json->text.at + json->text.n, text, length);
  json->text.n += length;
}

static void
put_quoted (Json *json, const char *text, size_t length)
{
  size_t begin = 0;

  put (json, "\"", 1);
  for (size_t i = 0; i < length; i++)
    {
      unsigned char c = (unsigned char) text[i];
      char escape[8];

      if (c >= 0x20 && c != '"' && c != '\\')
        continue;
      put (json, text + begin, i - begin);
      begin = i + 1;
      int n = c >= 0x20 ? snprintf (escape, sizeof escape, "\\%c", c)
                        : snprintf (escape, sizeof escape, "\\u%04x", c);
      put (json, escape, (size_t) n);
    }
  put (json, text + begin, length - begin);
  put (json, "\"", 1);
}

static void
put_number (Json *json, double value)
{
  static const char *const forms[] = { "%.15g", "%.16g", "%.17g" };
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (value - value != 0)
    {
      put (json, "null", 4);
      return;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_ascii_strtod (g_ascii_formatd (text, sizeof text, forms[i], value), NULL) == value)
      break;
  put (json, text, strlen (text));
}

static void
put_integer (Json *json, bool is_signed, uint64_t value)
{
  char text[24];
  int n = is_signed ? snprintf (text, sizeof text, "%" PRId64, (int64_t) value)
                    : snprintf (text, sizeof text, "%" PRIu64, value);

  put (json, text, (size_t) n);
}

static void
put_string (Json *json, uint32_t string)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (json->import->builder), string, &length);

  put_quoted (json, text, length);
}

/* Writes a scalar value of a DebugAnnotation. Returns false if the field is none. */
static bool
put_scalar (Json *json, const ProtobufField *field)
{
  switch (field->number)
    {
    case ANNOTATION_BOOL:
      put (json, field->value != 0 ? "true" : "false", field->value != 0 ? 4 : 5);
      return true;
    case ANNOTATION_UNSIGNED:
    case ANNOTATION_POINTER:
      put_integer (json, false, field->value);
      return true;
    case ANNOTATION_INTEGER:
      put_integer (json, true, field->value);
      return true;
    case ANNOTATION_DOUBLE:
      put_number (json, protobuf_double (field->value));
      return true;
    case ANNOTATION_STRING:
    case ANNOTATION_JSON:
      put_quoted (json, (const char *) field->bytes, field->bytes != NULL ? (size_t) field->value : 0);
      return true;
    case ANNOTATION_STRING_IID:
      put_string (
        json, perfetto_interned_text (json->import, json->packet, INTERNED_ANNOTATION_STRINGS, field->value));
      return true;
    default:
      return false;
    }
}

static void put_value (Json *json, ProtobufSpan span, int depth);

/* Finds the name of an annotation. */
static uint32_t
name_of (PerfettoImport *import, const PerfettoPacket *packet, ProtobufSpan span)
{
  ProtobufField field;

  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    if (protobuf_is (&field, ANNOTATION_NAME_IID, PROTOBUF_VARINT))
      return perfetto_interned_text (import, packet, INTERNED_ANNOTATION_NAMES, field.value);
    else if (protobuf_is (&field, ANNOTATION_NAME, PROTOBUF_BYTES))
      return perfetto_string (import, &field);
  return STRING_EMPTY;
}

/* Writes the entries of a dictionary or the values of an array, which are all fields of that number. */
static void
put_entries (Json *json, ProtobufSpan span, uint32_t number, int depth)
{
  bool is_dict = number == ANNOTATION_DICT_ENTRY, is_first = true;
  ProtobufField field;
  ProtobufState state;

  put (json, is_dict ? "{" : "[", 1);
  while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, number, PROTOBUF_BYTES))
      {
        put (json, ",", is_first ? 0 : 1);
        is_first = false;
        if (is_dict)
          {
            put_string (json, name_of (json->import, json->packet, protobuf_inside (&field)));
            put (json, ":", 1);
          }
        put_value (json, protobuf_inside (&field), depth + 1);
      }
  put (json, is_dict ? "}" : "]", 1);
  json->damaged = json->damaged || state != PROTOBUF_END;
}

static void put_nested (Json *json, ProtobufSpan span, int depth);

/* Takes the next field of that number from the span. */
static bool
next_of (ProtobufSpan *span, uint32_t number, ProtobufField *ret)
{
  while (protobuf_next (span, ret) == PROTOBUF_FIELD)
    if (protobuf_is (ret, number, PROTOBUF_BYTES))
      return true;
  return false;
}

/* Writes a NestedValue, as old writers have it: the keys of a dictionary are apart from its values. */
static void
put_nested_members (Json *json, ProtobufSpan span, uint32_t number, int depth)
{
  bool is_dict = number == NESTED_DICT_VALUE, is_first = true;
  ProtobufSpan keys = span;
  ProtobufField field, key;

  put (json, is_dict ? "{" : "[", 1);
  while (next_of (&span, number, &field) && (!is_dict || next_of (&keys, NESTED_DICT_KEY, &key)))
    {
      put (json, ",", is_first ? 0 : 1);
      is_first = false;
      if (is_dict)
        {
          put_quoted (json, (const char *) key.bytes, (size_t) key.value);
          put (json, ":", 1);
        }
      put_nested (json, protobuf_inside (&field), depth + 1);
    }
  put (json, is_dict ? "}" : "]", 1);
}

static void
put_nested (Json *json, ProtobufSpan span, int depth)
{
  ProtobufSpan all = span;
  ProtobufField field;

  if (depth > DEPTH_MAX)
    {
      put (json, "null", 4);
      return;
    }
  while (protobuf_next (&span, &field) == PROTOBUF_FIELD)
    switch (field.number)
      {
      case NESTED_DICT_VALUE:
      case NESTED_ARRAY_VALUE:
        put_nested_members (json, all, field.number, depth);
        return;
      case NESTED_INTEGER:
        put_integer (json, true, field.value);
        return;
      case NESTED_DOUBLE:
        put_number (json, protobuf_double (field.value));
        return;
      case NESTED_BOOL:
        put (json, field.value != 0 ? "true" : "false", field.value != 0 ? 4 : 5);
        return;
      case NESTED_STRING:
        put_quoted (json, (const char *) field.bytes, field.bytes != NULL ? (size_t) field.value : 0);
        return;
      default:
        break;
      }
  put (json, "null", 4);
}

static void
put_value (Json *json, ProtobufSpan span, int depth)
{
  ProtobufSpan all = span;
  ProtobufField field;
  ProtobufState state = PROTOBUF_END;

  if (depth <= DEPTH_MAX)
    while ((state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
      {
        if (put_scalar (json, &field))
          return;
        if (field.number == ANNOTATION_DICT_ENTRY || field.number == ANNOTATION_ARRAY_VALUE)
          {
            put_entries (json, all, field.number, depth);
            return;
          }
        if (protobuf_is (&field, ANNOTATION_NESTED, PROTOBUF_BYTES))
          {
            put_nested (json, protobuf_inside (&field), depth);
            return;
          }
      }
  json->damaged = json->damaged || state == PROTOBUF_DAMAGED;
  put (json, "null", 4);
}

/* ---- what AMD's profilers annotate ---- */

/* Reads "(x,y,z)". */
static bool
read_three (const ProtobufField *field, int64_t values[3])
{
  ProtobufSpan span = protobuf_inside (field);
  const char *at = (const char *) span.at, *end = (const char *) span.end;

  if (at == end || *at++ != '(')
    return false;
  for (int i = 0; i < 3; i++)
    {
      values[i] = 0;
      if (at == end || !g_ascii_isdigit (*at))
        return false;
      for (; at < end && g_ascii_isdigit (*at); at++)
        if (values[i] > INT32_MAX)
          return false;
        else
          values[i] = values[i] * 10 + (*at - '0');
      if (at == end || *at++ != (i < 2 ? ',' : ')'))
        return false;
    }
  return at == end;
}

/* Returns the key under which an annotation of a call, or of a slice that runs on a device, is shown. */
static uint32_t
take_annotated (PerfettoImport *import,
                uint32_t key,
                const ProtobufField *field,
                PerfettoAnnotated *annotated)
{
  const uint32_t *keys = import->keys;

  if (key == keys[PERFETTO_KEY_CORR_ID] || key == keys[PERFETTO_KEY_CORRELATION])
    {
      annotated->has_correlation = field->wire == PROTOBUF_VARINT;
      annotated->correlation = (int64_t) field->value;
    }
  else if (key == keys[PERFETTO_KEY_COPY_BYTES])
    return keys[PERFETTO_KEY_BYTES];
  else if (key == keys[PERFETTO_KEY_GRID_SIZE])
    annotated->has_grid = read_three (field, annotated->grid);
  else if (key == keys[PERFETTO_KEY_WORKGROUP_SIZE])
    annotated->has_block = read_three (field, annotated->block);
  return key;
}

void
perfetto_annotations_end (PerfettoImport *import, RowArgs *args, const PerfettoAnnotated *annotated)
{
  int64_t blocks[3];

  if (!annotated->has_grid || !annotated->has_block)
    return;
  for (int i = 0; i < 3; i++)
    {
      if (annotated->block[i] <= 0)
        return;
      blocks[i] = annotated->grid[i] / annotated->block[i] + (annotated->grid[i] % annotated->block[i] > 0);
    }
  row_args_integers (args, import->keys[PERFETTO_KEY_GRID], blocks, 3);
  row_args_integers (args, import->keys[PERFETTO_KEY_BLOCK], annotated->block, 3);
}

/* ---- one annotation ---- */

static void
write_string (PerfettoImport *import, RowArgs *args, uint32_t key, uint32_t string)
{
  size_t length;
  const char *text = string_table_get (trace_builder_strings (import->builder), string, &length);

  row_args_text (args, key, text, length);
}

static bool
write_structure (PerfettoImport *import,
                 const PerfettoPacket *packet,
                 ProtobufSpan annotation,
                 RowArgs *args,
                 uint32_t key)
{
  Json json = { .import = import, .packet = packet };

  put_value (&json, annotation, 0);
  if (json.failed)
    trace_builder_set_failed (import->builder);
  else
    row_args_json (args, key, (const char *) json.text.at, json.text.n);
  u8_column_clear (&json.text);
  return !json.damaged;
}

/* Reads what most annotations are: an interned name, then a number. Returns false if it is anything else. */
static bool
read_usual (ProtobufSpan span, uint64_t *ret_name, ProtobufField *ret_value)
{
  if (span.at == span.end || *span.at++ != (ANNOTATION_NAME_IID << 3 | PROTOBUF_VARINT)
      || !protobuf_take_varint (&span, ret_name) || span.at == span.end)
    return false;
  uint8_t tag = *span.at++;
  if (tag != (ANNOTATION_UNSIGNED << 3 | PROTOBUF_VARINT)
      && tag != (ANNOTATION_INTEGER << 3 | PROTOBUF_VARINT)
      && tag != (ANNOTATION_POINTER << 3 | PROTOBUF_VARINT))
    return false;
  *ret_value = (ProtobufField){ .number = tag >> 3, .wire = PROTOBUF_VARINT };
  return protobuf_take_varint (&span, &ret_value->value) && span.at == span.end;
}

bool
perfetto_annotation_write (PerfettoImport *import,
                           const PerfettoPacket *packet,
                           ProtobufSpan annotation,
                           SliceKind kind,
                           RowArgs *args,
                           PerfettoAnnotated *annotated)
{
  ProtobufSpan span = annotation;
  ProtobufField field, value = { 0 };
  ProtobufState state = PROTOBUF_END;
  uint32_t key = STRING_EMPTY;
  uint64_t name;
  bool is_usual = read_usual (span, &name, &value);

  if (is_usual)
    key = perfetto_interned_text (import, packet, INTERNED_ANNOTATION_NAMES, name);
  else
    value = (ProtobufField){ 0 };
  while (!is_usual && (state = protobuf_next (&span, &field)) == PROTOBUF_FIELD)
    if (protobuf_is (&field, ANNOTATION_NAME_IID, PROTOBUF_VARINT))
      key = perfetto_interned_text (import, packet, INTERNED_ANNOTATION_NAMES, field.value);
    else if (protobuf_is (&field, ANNOTATION_NAME, PROTOBUF_BYTES))
      key = perfetto_string (import, &field);
    else
      value = field;
  if (kind == SLICE_CALL || slice_kind_is_run (kind))
    key = take_annotated (import, key, &value, annotated);
  switch (value.number)
    {
    case ANNOTATION_UNSIGNED:
    case ANNOTATION_POINTER:
      row_args_unsigned (args, key, value.value);
      break;
    case ANNOTATION_INTEGER:
      row_args_integer (args, key, (int64_t) value.value);
      break;
    case ANNOTATION_BOOL:
      row_args_json (args, key, value.value != 0 ? "true" : "false", value.value != 0 ? 4 : 5);
      break;
    case ANNOTATION_DOUBLE:
      row_args_number (args, key, protobuf_double (value.value));
      break;
    case ANNOTATION_STRING:
    case ANNOTATION_JSON:
      row_args_text (args, key, (const char *) value.bytes, value.bytes != NULL ? (size_t) value.value : 0);
      break;
    case ANNOTATION_STRING_IID:
      write_string (import, args, key,
                    perfetto_interned_text (import, packet, INTERNED_ANNOTATION_STRINGS, value.value));
      break;
    default:
      if (!write_structure (import, packet, annotation, args, key))
        return false;
      break;
    }
  return state == PROTOBUF_END;
}
