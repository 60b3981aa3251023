/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/pickle/pickle_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/import/pickle/pickle_number.h"
#include "trace/import/pickle/pickle_opcode.h"
#include "trace/import/pickle/pickle_stack.h"
#include "trace/text/trace_error.h"

#define TEXT_MAX      ((size_t) 16 << 20)
#define TEXT_LINE_MAX ((size_t) 1 << 20)
#define NUMBER_MAX    32 /* bytes of a whole number: those beyond 64 bits are refused */
#define WINDOW_BYTES  ((size_t) 1 << 20)

struct PickleReader
{
  ByteSource *source;
  const char *path;
  TraceBuilder *builder;
  const ImportControl *control;
  PickleStack stack;
  PickleValue root;

  /* Bytes that have been read and not used: [at, n) of the window. */
  uint8_t *window;
  size_t at, n, capacity;
  uint64_t offset; /* of the window's begin */
  bool at_end;

  GError *error;     /* of reading */
  const char *wrong; /* of what was read */
  uint64_t op_offset;
  uint8_t opcode;
};

PickleReader *
pickle_reader_new (ByteSource *source,
                   const char *path,
                   TraceBuilder *builder,
                   const ImportControl *control,
                   PickleComplete complete,
                   void *user_data)
{
  PickleReader *reader = calloc (1, sizeof *reader);

  if (reader == NULL)
    return NULL;
  reader->source = source;
  reader->path = path;
  reader->builder = builder;
  reader->control = control;
  reader->window = malloc (WINDOW_BYTES);
  reader->capacity = WINDOW_BYTES;
  bool ok = pickle_stack_init (&reader->stack) && reader->window != NULL;
  reader->stack.reader = reader;
  reader->stack.complete = complete;
  reader->stack.user_data = user_data;
  if (ok)
    return reader;
  pickle_reader_free (reader);
  return NULL;
}

void
pickle_reader_free (PickleReader *reader)
{
  if (reader == NULL)
    return;
  pickle_stack_clear (&reader->stack);
  free (reader->window);
  g_clear_error (&reader->error);
  free (reader);
}

int64_t
pickle_reader_offset (const PickleReader *reader)
{
  return (int64_t) (reader->offset + reader->at);
}

PickleValue
pickle_reader_root (const PickleReader *reader)
{
  return reader->root;
}

const char *
pickle_reader_text (const PickleReader *reader, PickleValue value, size_t *ret_length)
{
  return string_table_get (reader->stack.texts, value.id, ret_length);
}

bool
pickle_reader_items (const PickleReader *reader, PickleValue value, PickleItems *ret_items)
{
  if (value.type < PICKLE_LIST)
    return false;
  const PickleContainer *container = &reader->stack.containers.at[value.id];
  if (container->is_replaced)
    return false;
  *ret_items = (PickleItems){
    (PickleType) container->type, container->items, container->n, container->n_gone, container->serial, 0
  };
  return true;
}

/* ---- bytes ---- */

/* Makes room behind the window for n bytes from its place on. */
static bool
make_room (PickleReader *reader, size_t n)
{
  size_t n_left = reader->n - reader->at;

  memmove (reader->window, reader->window + reader->at, n_left);
  reader->offset += reader->at;
  reader->at = 0;
  reader->n = n_left;
  if (n <= reader->capacity)
    return true;
  size_t capacity = reader->capacity;
  while (capacity < n)
    capacity *= 2;
  uint8_t *window = realloc (reader->window, capacity);
  if (window == NULL)
    {
      reader->wrong = pickle_no_memory;
      return false;
    }
  reader->window = window;
  reader->capacity = capacity;
  return true;
}

/* Reads on until n bytes are in the window, or fewer at the end of the source. No memory is asked for on the word of a length
 * that the file does not have: the window doubles as it fills. Returns whether they are there. */
static bool
read_more (PickleReader *reader, size_t n)
{
  while (reader->n - reader->at < n && !reader->at_end)
    {
      size_t n_read, n_left = reader->n - reader->at;

      if (trace_builder_failed (reader->builder) || !import_control_continue (reader->control, reader->source, reader->builder, &reader->error))
        return false;
      /* This may be a forked child now, for which the source has ended. */
      if (!make_room (reader, MIN (n, MAX (2 * n_left, WINDOW_BYTES)))
          || !byte_source_read (reader->source, (char *) reader->window + reader->n,
                                reader->capacity - reader->n, &n_read, &reader->error))
        return false;
      reader->n += n_read;
      reader->at_end = n_read == 0;
    }
  return reader->n - reader->at >= n;
}

/* Takes n bytes; NULL if the source ends before or cannot be read. */
static inline const uint8_t *
take (PickleReader *reader, size_t n)
{
  if (reader->n - reader->at < n && !read_more (reader, n))
    return NULL;
  const uint8_t *bytes = reader->window + reader->at;

  reader->at += n;
  return bytes;
}

static bool
take_number (PickleReader *reader, size_t n, uint64_t *ret_value)
{
  const uint8_t *bytes = take (reader, n);

  if (bytes == NULL)
    return false;
  *ret_value = 0;
  for (size_t i = n; i > 0; i--)
    *ret_value = *ret_value << 8 | bytes[i - 1];
  return true;
}

/* Takes a line; its end is not in it. */
static bool
take_line (PickleReader *reader, const char **ret_line, size_t *ret_n)
{
  size_t n_seen = 0;

  for (;;)
    {
      const uint8_t *begin = reader->window + reader->at;
      size_t n = reader->n - reader->at;
      const uint8_t *end = n > n_seen ? memchr (begin + n_seen, '\n', n - n_seen) : NULL;

      if (end != NULL)
        {
          *ret_line = (const char *) begin;
          *ret_n = (size_t) (end - begin);
          reader->at += *ret_n + 1;
          return true;
        }
      n_seen = n;
      if (n_seen > TEXT_LINE_MAX)
        {
          reader->wrong = "has a line that is far too long";
          return false;
        }
      if (!read_more (reader, n_seen + 1))
        return false;
    }
}

/* ---- instructions ---- */

/* These return whether reading goes on. If not, the error, what is wrong, or neither (the source has ended) is set. */

static bool
done (PickleReader *reader, const char *wrong)
{
  reader->wrong = wrong;
  return wrong == NULL;
}

static bool
push_integer (PickleReader *reader, int64_t value)
{
  return done (reader, pickle_stack_push_plain (&reader->stack,
                                                (PickleValue){ .type = PICKLE_INTEGER, .integer = value }));
}

static bool
push_simple (PickleReader *reader, PickleType type, int64_t value)
{
  return done (reader,
               pickle_stack_push (&reader->stack, (PickleValue){ .type = (uint8_t) type, .integer = value }));
}

static bool
push_real (PickleReader *reader, double value)
{
  return done (reader,
               pickle_stack_push (&reader->stack, (PickleValue){ .type = PICKLE_REAL, .real = value }));
}

/* A text or bytes behind a length of n bytes. */
static bool
push_counted (PickleReader *reader, PickleType type, size_t n)
{
  uint64_t length;

  if (!take_number (reader, n, &length))
    return false;
  if (length > TEXT_MAX)
    return done (reader, "has a text that is far too long");
  const uint8_t *bytes = take (reader, (size_t) length);
  return bytes != NULL
         && done (reader,
                  pickle_stack_push_text (&reader->stack, type, (const char *) bytes, (size_t) length));
}

static bool
push_signed (PickleReader *reader, size_t n)
{
  uint64_t value;

  return take_number (reader, n, &value) && push_integer (reader, n == 4 ? (int32_t) value : (int64_t) value);
}

static bool
push_long (PickleReader *reader, size_t n_length)
{
  uint64_t length;
  int64_t value;

  if (!take_number (reader, n_length, &length))
    return false;
  if (length > NUMBER_MAX)
    return done (reader, "has a number that is far too large");
  const uint8_t *bytes = take (reader, (size_t) length);
  if (bytes == NULL)
    return false;
  if (!pickle_long_bytes (bytes, (size_t) length, &value))
    return done (reader, "has a number of more than 64 bits");
  return push_integer (reader, value);
}

/* Most whole numbers of a snapshot, such as addresses and times, have 6 to 8 bytes. */
static bool
push_short_long (PickleReader *reader)
{
  uint64_t value;
  size_t n = reader->n - reader->at > sizeof value ? reader->window[reader->at] : 0;

  if (n == 0 || n > sizeof value)
    return push_long (reader, 1);
  memcpy (&value, reader->window + reader->at + 1, sizeof value);
  reader->at += 1 + n;
  /* The bytes behind the number go, and its sign fills their place. */
  unsigned shift = (unsigned) (8 * (sizeof value - n));
  return push_integer (reader, (int64_t) (GUINT64_FROM_LE (value) << shift) >> shift);
}

static bool
push_line (PickleReader *reader)
{
  const char *line;
  size_t n;
  int64_t value;
  double real;

  if (!take_line (reader, &line, &n))
    return false;
  if (reader->opcode == PICKLE_OP_FLOAT)
    return pickle_real_text (line, n, &real) ? push_real (reader, real)
                                             : done (reader, "has a number that is none");
  if (reader->opcode == PICKLE_OP_INT && n == 2 && line[0] == '0' && (line[1] == '0' || line[1] == '1'))
    return push_simple (reader, PICKLE_BOOL, line[1] == '1');
  if (!pickle_long_text (line, n, &value))
    return done (reader, "has a number that is none, or one of more than 64 bits");
  return push_integer (reader, value);
}

static bool
push_text_line (PickleReader *reader)
{
  const char *line;
  size_t n;
  bool is_unicode = reader->opcode == PICKLE_OP_UNICODE;

  if (!take_line (reader, &line, &n))
    return false;
  if (!is_unicode)
    {
      if (n < 2 || (line[0] != '\'' && line[0] != '"') || line[n - 1] != line[0])
        return done (reader, "has a text without quotes");
      line++;
      n -= 2;
    }
  char *out = malloc (2 * n + 4);
  if (out == NULL)
    return done (reader, pickle_no_memory);
  size_t length;
  bool ok = pickle_text_decode (line, n, is_unicode, out, &length)
              ? done (reader, pickle_stack_push_text (&reader->stack, PICKLE_TEXT, out, length))
              : done (reader, "has a text with an escape that is none");
  free (out);
  return ok;
}

static bool
take_index (PickleReader *reader, size_t n, uint64_t *ret_index)
{
  const char *line;
  size_t length;
  int64_t value;

  if (n > 0)
    return take_number (reader, n, ret_index);
  if (!take_line (reader, &line, &length))
    return false;
  if (!pickle_long_text (line, length, &value) || value < 0)
    return done (reader, "refers to a number that is none");
  *ret_index = (uint64_t) value;
  return true;
}

/* n is the number of bytes of the index; 0 for a line. */
static bool
get (PickleReader *reader, size_t n)
{
  uint64_t index;

  return take_index (reader, n, &index) && done (reader, pickle_stack_get (&reader->stack, index));
}

static bool
put (PickleReader *reader, size_t n)
{
  uint64_t index;

  return take_index (reader, n, &index) && done (reader, pickle_stack_put (&reader->stack, index));
}

static bool
check_protocol (PickleReader *reader)
{
  const uint8_t *protocol = take (reader, 1);

  if (protocol == NULL)
    return false;
  return done (reader, *protocol <= PICKLE_PROTOCOL_MAX ? NULL : "is of a protocol that came after 5");
}

static bool
step (PickleReader *reader)
{
  PickleStack *stack = &reader->stack;
  const uint8_t *bytes;

  switch (reader->opcode)
    {
    case PICKLE_OP_PROTO:
      return check_protocol (reader);
    case PICKLE_OP_FRAME:
      return take (reader, 8) != NULL;
    case PICKLE_OP_MARK:
      return done (reader, pickle_stack_mark (stack));
    case PICKLE_OP_POP:
      return done (reader, pickle_stack_pop (stack));
    case PICKLE_OP_POP_MARK:
      return done (reader, pickle_stack_pop_mark (stack));
    case PICKLE_OP_DUP:
      return done (reader, pickle_stack_duplicate (stack));
    case PICKLE_OP_NONE:
      return push_simple (reader, PICKLE_NONE, 0);
    case PICKLE_OP_NEWTRUE:
      return push_simple (reader, PICKLE_BOOL, 1);
    case PICKLE_OP_NEWFALSE:
      return push_simple (reader, PICKLE_BOOL, 0);
    case PICKLE_OP_BININT1:
      return (bytes = take (reader, 1)) != NULL && push_integer (reader, bytes[0]);
    case PICKLE_OP_BININT2:
      return (bytes = take (reader, 2)) != NULL && push_integer (reader, bytes[0] | bytes[1] << 8);
    case PICKLE_OP_BININT:
      return push_signed (reader, 4);
    case PICKLE_OP_LONG1:
      return push_short_long (reader);
    case PICKLE_OP_LONG4:
      return push_long (reader, 4);
    case PICKLE_OP_INT:
    case PICKLE_OP_LONG:
    case PICKLE_OP_FLOAT:
      return push_line (reader);
    case PICKLE_OP_BINFLOAT:
      return (bytes = take (reader, 8)) != NULL && push_real (reader, pickle_real_bytes (bytes));
    case PICKLE_OP_SHORT_BINUNICODE:
    case PICKLE_OP_SHORT_BINSTRING:
      return push_counted (reader, PICKLE_TEXT, 1);
    case PICKLE_OP_BINUNICODE:
    case PICKLE_OP_BINSTRING:
      return push_counted (reader, PICKLE_TEXT, 4);
    case PICKLE_OP_BINUNICODE8:
      return push_counted (reader, PICKLE_TEXT, 8);
    case PICKLE_OP_SHORT_BINBYTES:
      return push_counted (reader, PICKLE_BYTES, 1);
    case PICKLE_OP_BINBYTES:
      return push_counted (reader, PICKLE_BYTES, 4);
    case PICKLE_OP_BINBYTES8:
      return push_counted (reader, PICKLE_BYTES, 8);
    case PICKLE_OP_STRING:
    case PICKLE_OP_UNICODE:
      return push_text_line (reader);
    case PICKLE_OP_EMPTY_LIST:
      return done (reader, pickle_stack_push_container (stack, PICKLE_LIST));
    case PICKLE_OP_EMPTY_DICT:
      return done (reader, pickle_stack_push_container (stack, PICKLE_DICT));
    case PICKLE_OP_EMPTY_TUPLE:
      return done (reader, pickle_stack_push_container (stack, PICKLE_TUPLE));
    case PICKLE_OP_LIST:
      return done (reader, pickle_stack_build_marked (stack, PICKLE_LIST));
    case PICKLE_OP_DICT:
      return done (reader, pickle_stack_build_marked (stack, PICKLE_DICT));
    case PICKLE_OP_TUPLE:
      return done (reader, pickle_stack_build_marked (stack, PICKLE_TUPLE));
    case PICKLE_OP_TUPLE1:
    case PICKLE_OP_TUPLE2:
    case PICKLE_OP_TUPLE3:
      return done (reader,
                   pickle_stack_build_tuple (stack, (size_t) (reader->opcode - PICKLE_OP_TUPLE1 + 1)));
    case PICKLE_OP_APPEND:
      return done (reader, pickle_stack_extend (stack, PICKLE_LIST));
    case PICKLE_OP_SETITEM:
      return done (reader, pickle_stack_extend (stack, PICKLE_DICT));
    case PICKLE_OP_APPENDS:
      return done (reader, pickle_stack_extend_marked (stack, PICKLE_LIST));
    case PICKLE_OP_SETITEMS:
      return done (reader, pickle_stack_extend_marked (stack, PICKLE_DICT));
    case PICKLE_OP_GET:
      return get (reader, 0);
    case PICKLE_OP_BINGET:
      return (bytes = take (reader, 1)) != NULL && done (reader, pickle_stack_get (stack, bytes[0]));
    case PICKLE_OP_LONG_BINGET:
      return get (reader, 4);
    case PICKLE_OP_PUT:
      return put (reader, 0);
    case PICKLE_OP_BINPUT:
      return put (reader, 1);
    case PICKLE_OP_LONG_BINPUT:
      return put (reader, 4);
    case PICKLE_OP_MEMOIZE:
      return done (reader, pickle_stack_memoize (stack));
    case PICKLE_OP_STOP:
      return done (reader, pickle_stack_stop (stack, &reader->root));
    default:
      return done (reader,
                   pickle_opcode_name (reader->opcode) != NULL
                     ? "is an instruction that is not followed: a memory snapshot has none of its kind"
                     : "is no instruction of a pickle");
    }
}

static void
set_refusal (const PickleReader *reader, GError **error)
{
  const char *name = pickle_opcode_name (reader->opcode);
  g_autofree char *code = g_strdup_printf ("0x%02x", reader->opcode);

  if (reader->wrong == pickle_no_memory)
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NO_MEMORY,
                 "%s: not enough memory to read this pickle. Open it on a larger machine.", reader->path);
  else
    g_set_error (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE,
                 "%s: is a pickle, but no memory snapshot of PyTorch: at byte %" PRIu64
                 ", %s %s. Nothing in it "
                 "was executed.",
                 reader->path, reader->op_offset, name != NULL ? name : code, reader->wrong);
}

bool
pickle_reader_run (PickleReader *reader, PickleEnd *ret_end, GError **error)
{
  const uint8_t *opcode;

  *ret_end = PICKLE_READ_CUT;
  for (;;)
    {
      reader->op_offset = reader->offset + reader->at;
      opcode = take (reader, 1);
      if (opcode == NULL)
        break;
      reader->opcode = *opcode;
      if (!step (reader))
        break;
      if (reader->opcode == PICKLE_OP_STOP)
        {
          *ret_end = PICKLE_READ_WHOLE;
          return true;
        }
    }
  if (reader->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&reader->error));
      return false;
    }
  if (reader->wrong != NULL)
    {
      set_refusal (reader, error);
      return false;
    }
  return true;
}
