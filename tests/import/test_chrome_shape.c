/* SPDX-License-Identifier: Apache-2.0
 *
 * An event that is read by its shape is what it is when read token by token: the same fields, the same arguments, the same
 * strings in the same order; and where one reading fails, the other fails, at the same place.
 *
 * Two readers go through the same text: one keeps what it learns of shapes, the other forgets it before each event. */

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "tests/gen/prng.h"
#include "tests/import/threaded_import.h"
#include "trace/import/chrome/chrome_event.h"
#include "trace/import/chrome/chrome_shape_private.h"
#include "trace/import/chrome/chrome_sink.h"
#include "trace/import/chrome/text_chunk.h"
#include "trace/text/decimal_time.h"

#ifdef STEPSCOPE_SLOW_BUILD
  #define NUMBER_BYTES_MAX 4
  #define N_DAMAGED_TEXTS  200
#else
  #define NUMBER_BYTES_MAX 5
  #define N_DAMAGED_TEXTS  600
#endif

#define ONLY_BY_SHAPE (EVENT_TIME_READ | EVENT_DURATION_READ | EVENT_NAME_READ | EVENT_CATEGORY_READ)

/* ---- two readers of one text ---- */

static ShapeReadSteps way;

static ShapeTable *
shape_table_of_way (void)
{
  ShapeTable *table = shape_table_new ();

  table->read_steps = way;
  return table;
}

typedef struct
{
  StringTable *strings;
  ChromeEventReader by_shape, by_token;
  ChromeSink shape_sink, token_sink;
  size_t n_fits;  /* events that were in a known shape */
  size_t n_tried; /* since it knows shapes */
} Pair;

static void
pair_begin (Pair *pair)
{
  chrome_batch_begin (pair->by_shape.batch, string_table_view (pair->strings), 0);
  chrome_batch_begin (pair->by_token.batch, string_table_view (pair->strings), 0);
  chrome_sink_begin (&pair->shape_sink, pair->by_shape.batch);
  chrome_sink_begin (&pair->token_sink, pair->by_token.batch);
}

static void
pair_init (Pair *pair)
{
  *pair = (Pair){ .strings = string_table_new () };
  for (unsigned i = 0; i < 60; i++)
    {
      char word[16];
      uint32_t id;

      g_snprintf (word, sizeof word, "word %u", i);
      g_assert_true (string_table_intern (pair->strings, word, strlen (word), &id));
    }
  pair->by_shape = (ChromeEventReader){ chrome_batch_new (), shape_table_of_way () };
  pair->by_token = (ChromeEventReader){ chrome_batch_new (), NULL };
  pair_begin (pair);
}

static void
pair_clear (Pair *pair)
{
  shape_table_free (pair->by_shape.shapes);
  chrome_batch_free (pair->by_shape.batch);
  chrome_batch_free (pair->by_token.batch);
  string_table_free (pair->strings);
}

static void
assert_same_value (const JsonValue *a, const JsonValue *b)
{
  g_assert_cmpint (a->type, ==, b->type);
  g_assert_true (a->text == b->text);
  g_assert_cmpuint (a->length, ==, b->length);
  g_assert_cmpint (a->has_escapes, ==, b->has_escapes);
}

/* Times that were read with the shape are those that the sink would make of the text. */
static void
assert_same_time (const ChromeEvent *shape, const ChromeEvent *token, EventField present, EventField read)
{
  bool is_duration = present == EVENT_DURATION;
  const JsonValue *text = is_duration ? &token->duration : &token->time;
  bool is_rounded = false;
  int64_t ns;

  g_assert_false (token->present & read);
  if (!(shape->present & read))
    {
      if (shape->present & present)
        assert_same_value (is_duration ? &shape->duration : &shape->time, text);
      return;
    }
  g_assert_cmpint (text->type, ==, JSON_NUMBER);
  g_assert_true (decimal_us_to_ns (text->text, text->length, TRACE_TIME_MAX_NS, &ns, &is_rounded));
  g_assert_false (is_rounded);
  g_assert_cmpint (is_duration ? shape->dur_ns : shape->time_ns, ==, ns);
}

/* A string that stood at that place of the shape before. */
static void
assert_known_string (const Pair *pair, uint32_t id, const JsonValue *string)
{
  size_t n;
  const char *text = chrome_batch_text (pair->by_shape.batch, id, &n);

  g_assert_cmpuint (n, ==, string->length);
  g_assert_true (memcmp (text, string->text, n) == 0);
}

static void
assert_same_event (const Pair *pair, const ChromeEvent *shape, const ChromeEvent *token)
{
  static const struct
  {
    EventField field;
    size_t offset;
  } values[] = {
    { EVENT_NAME, offsetof (ChromeEvent, name) },       { EVENT_CATEGORY, offsetof (ChromeEvent, category) },
    { EVENT_PID, offsetof (ChromeEvent, pid) },         { EVENT_TID, offsetof (ChromeEvent, tid) },
    { EVENT_ID, offsetof (ChromeEvent, id) },           { EVENT_SCOPE, offsetof (ChromeEvent, scope) },
    { EVENT_BINDING, offsetof (ChromeEvent, binding) },
  };

  g_assert_cmphex (shape->present & ~(unsigned) ONLY_BY_SHAPE, ==, token->present);
  g_assert_cmpint (shape->phase, ==, token->phase);
  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    if (token->present & values[i].field)
      assert_same_value ((const void *) ((const char *) shape + values[i].offset),
                         (const void *) ((const char *) token + values[i].offset));
  if (shape->present & EVENT_NAME_READ)
    assert_known_string (pair, shape->name_id, &token->name);
  if (shape->present & EVENT_CATEGORY_READ)
    assert_known_string (pair, shape->category_id, &token->category);
  if (token->present & EVENT_TIME)
    assert_same_time (shape, token, EVENT_TIME, EVENT_TIME_READ);
  if (token->present & EVENT_DURATION)
    assert_same_time (shape, token, EVENT_DURATION, EVENT_DURATION_READ);
  g_assert_cmpint (shape->id_is_local, ==, token->id_is_local);
  g_assert_cmpuint (shape->args, ==, token->args);
  if (token->args != ARGS_NONE)
    g_assert_true (shape->args_begin == token->args_begin && shape->args_end == token->args_end);
  g_assert_cmphex (shape->known, ==, token->known);
  for (int i = 0; i < N_KNOWN_ARGS; i++)
    if (token->known & 1u << i)
      assert_same_value (&shape->arg[i], &token->arg[i]);
}

static void
assert_same_numbers (const U32Column *a, const U32Column *b)
{
  g_assert_cmpuint (a->n, ==, b->n);
  g_assert_true (a->n == 0 || memcmp (a->at, b->at, a->n * sizeof a->at[0]) == 0);
}

static void
assert_same_batch (const ChromeBatch *a, const ChromeBatch *b)
{
  g_assert_false (a->failed || b->failed);
  g_assert_cmpuint (a->args.n, ==, b->args.n);
  g_assert_true (a->args.n == 0 || memcmp (a->args.at, b->args.at, a->args.n) == 0);
  assert_same_numbers (&a->headers, &b->headers);
  assert_same_numbers (&a->wides, &b->wides);
  assert_same_numbers (&a->wide_strings, &b->wide_strings);
  g_assert_cmpuint (a->slices.n, ==, b->slices.n);
  for (size_t i = 0; i < a->slices.n; i++)
    {
      g_assert_cmpuint (a->slices.at[i].name, ==, b->slices.at[i].name);
      g_assert_cmpuint (a->slices.at[i].category, ==, b->slices.at[i].category);
      g_assert_cmpuint (a->slices.at[i].track, ==, b->slices.at[i].track);
      g_assert_cmpuint (a->slices.at[i].args, ==, b->slices.at[i].args);
      g_assert_cmpint (a->slices.at[i].correlation, ==, b->slices.at[i].correlation);
    }
  g_assert_cmpuint (a->strings.n, ==, b->strings.n);
  for (size_t i = 0; i < a->strings.n; i++)
    {
      g_assert_cmpuint (a->strings.at[i].length, ==, b->strings.at[i].length);
      g_assert_true (memcmp (a->strings.at[i].text, b->strings.at[i].text, a->strings.at[i].length) == 0);
    }
  g_assert_cmpuint (arg_keys_count (a->arg_keys), ==, arg_keys_count (b->arg_keys));
  for (uint32_t i = 1; i < arg_keys_count (a->arg_keys); i++)
    {
      ArgKeyRecord of_a = arg_keys_record (a->arg_keys, i), of_b = arg_keys_record (b->arg_keys, i);

      g_assert_cmpuint (of_a.parent, ==, of_b.parent);
      g_assert_cmpuint (of_a.key, ==, of_b.key);
    }
}

static void
read_both (Pair *pair, const char *at, const char *end, JsonMode mode)
{
  const char *shape_at = at, *token_at = at;
  bool shape_is_hopeless = false, token_is_hopeless = false;
  unsigned shape_repairs = 0, token_repairs = 0;
  ChromeEvent shape, token;

  pair->by_token.shapes = shape_table_new ();
  JsonStatus status =
    chrome_event_read (&pair->by_token, &token_at, end, mode, &token_repairs, &token, &token_is_hopeless);
  shape_table_free (pair->by_token.shapes);
  g_assert_cmpint (
    chrome_event_read (&pair->by_shape, &shape_at, end, mode, &shape_repairs, &shape, &shape_is_hopeless), ==,
    status);
  g_assert_true (shape_at == token_at);
  g_assert_cmphex (shape_repairs, ==, token_repairs);
  if (status == JSON_OK)
    {
      g_assert_true (shape_at <= end);
      assert_same_event (pair, &shape, &token);
      chrome_sink_add (&pair->shape_sink, &shape, 7);
      chrome_sink_add (&pair->token_sink, &token, 7);
    }
  else
    g_assert_true (shape_is_hopeless == token_is_hopeless);
  pair->n_tried++;
  pair->n_fits += status == JSON_OK && (shape.present & ONLY_BY_SHAPE) != 0;
}

/* Where most events fit no shape, shapes are not tried for a while: before that it starts anew. */
#define N_TRIED_MAX 200

/* Every place that looks like an event, in the order of the text. */
static void
read_text (Pair *pair, const char *text, size_t n)
{
  TextChunk chunk = { 0 };

  if (pair->n_tried > N_TRIED_MAX)
    {
      shape_table_free (pair->by_shape.shapes);
      pair->by_shape.shapes = shape_table_of_way ();
      pair->n_tried = 0;
    }

  g_assert_true (text_chunk_reserve (&chunk, n));
  memcpy (chunk.text, text, n);
  text_chunk_cut (&chunk, n);
  for (const char *at = chunk.text, *end = at + n; (at = memchr (at, '{', (size_t) (end - at))) != NULL; at++)
    if (text_looks_like_event (at, end) == 1)
      {
        read_both (pair, at, end, JSON_STRICT);
        read_both (pair, at, end, JSON_LENIENT);
      }
  assert_same_batch (pair->by_shape.batch, pair->by_token.batch);
  /* The strings are in the text. */
  pair_begin (pair);
  text_chunk_clear (&chunk);
}

/* ---- texts ---- */

static void
usual_events_fit (void)
{
  static const char event[] =
    "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::mm\", \"pid\": 7, \"tid\": 9, \"ts\": 12.345, \"dur\": 3,\n"
    "  \"args\": {\"External id\": 12, \"Input Dims\": [[2, 3], []], \"name\": \"a longer text\"}}";
  Pair pair;

  pair_init (&pair);
  for (unsigned i = 1; i <= 5; i++)
    {
      read_text (&pair, event, strlen (event));
      /* When it is read strictly; not the very first time. */
      g_assert_cmpuint (pair.n_fits, ==, i - 1);
    }
  pair_clear (&pair);
}

/* Each of them before, behind and between all others, so that the shapes of some are tried on the others. */
static void
odd_events_are_read_alike (void)
{
  static const char *const events[] = {
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": 1}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": [1]}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": \"k\"}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": null}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": 1}, \"args\": {\"device\": 2}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": 1}, \"args\": {}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": 1}, \"args\": [1]}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {}, \"args\": {\"k\": 1}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": 1, \"k\": \"2\"}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": {}, \"stream\": 1, \"stream\": \"2\"}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": true, \"l\": null, \"m\": NaN}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\\n\": 1, \"\\u00e9\": \"\\u00e9\"}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": 1,}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": 1},}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"ts\": 2.5, \"dur\": 2, \"dur\": 1e1}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1e3, \"dur\": 2E-1}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1.2345, \"dur\": 0.0001}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 01, \"dur\": 1}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 1.}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": -1, \"dur\": -0.5}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": \"1\", \"dur\": null}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 9999999999999999, \"dur\": 99999999999999999999}",
    /* These are 384 ns and 1 us modulo 2^64. */
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 18446744073709552}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 18446744073709551617}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 2305843009213693.951, \"dur\": 2305843009213693.952}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1,\"dur\": 2}",
    "{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":2}",
    "{ \"ph\" : \"X\" , \"name\" : \"a\" , \"ts\" : 1 , \"dur\" : 2 }",
    "{\"dur\": 2, \"ts\": 1, \"name\": \"a\", \"ph\": \"X\"}",
    "{\"ph\": \"XX\", \"name\": \"a\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"\", \"name\": \"a\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"\\\"\", \"name\": \"a\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \" \", \"name\": \"a\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": 1, \"name\": 2, \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"ph\": \"B\", \"name\": \"a\", \"name\": \"b\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"a \\\"quoted\\\" one\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"a \"quoted\" one\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"\xc3\xa9\xff\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": [\"a\"], \"cat\": {}, \"pid\": [1], \"tid\": {\"a\": [1]}, \"ts\": [1], \"dur\": {}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"pid\": [1], \"tid\": 2, \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1, \"tid\": [2], \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"a\", \"pid\": {\"a\": 1}, \"tid\": {}, \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"a\", \"pid\": \"1\", \"tid\": -2, \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"a\", \"pid\": 1.50, \"tid\": 1e2, \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"s\", \"id\": 1, \"id2\": {\"local\": \"0x1\"}, \"s\": \"t\", \"bp\": \"e\", \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"s\", \"id2\": {\"global\": 4}, \"id\": \"1\", \"s\": [], \"other\": {\"ph\": \"X\"}, \"ts\": 1, \"dur\": 2}",
    "{\"ph\": \"X\", \"name\": \"a\", \"a key that is much longer than what is worth comparing at once\": 1, \"ts\": 1}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"deep\": [[[[[[]]]]]]}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": [1, \"]\", {\"a\": \"}\"}]}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": [1, true]}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": [1, \"\\\\\"]}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2, \"args\": {\"k\": \"word 7\", \"word 8\": \"word 59\"}}",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\": 2",
    "{\"ph\": \"X\", \"name\": \"a\", \"ts\": 1, \"dur\"",
    "{\"name\": \"a\"",
  };
  Pair pair;

  pair_init (&pair);
  for (size_t i = 0; i < G_N_ELEMENTS (events); i++)
    for (size_t k = 0; k < G_N_ELEMENTS (events); k++)
      {
        g_autofree char *text = g_strconcat (events[i], ", ", events[k], ",\n", events[i], NULL);

        read_text (&pair, text, strlen (text));
      }
  g_assert_cmpuint (pair.n_fits, >, 1000);
  pair_clear (&pair);
}

/* Every text of a few bytes that numbers are made of, as each value. */
static void
numbers_are_read_alike (void)
{
  static const char bytes[] = "-019.e";
  const unsigned n_bytes = sizeof bytes - 1;
  Pair pair;

  pair_init (&pair);
  for (unsigned length = 1, n = n_bytes; length <= NUMBER_BYTES_MAX; length++, n *= n_bytes)
    for (unsigned i = 0; i < n; i++)
      {
        char number[8] = { 0 };

        for (unsigned k = 0, rest = i; k < length; k++, rest /= n_bytes)
          number[k] = bytes[rest % n_bytes];
        g_autofree char *text =
          g_strdup_printf ("{\"ph\": \"X\", \"tid\": 7, \"ts\": 1, \"dur\": 2},"
                           "{\"ph\": \"X\", \"tid\": %s, \"ts\": 1, \"dur\": 2},"
                           "{\"ph\": \"X\", \"tid\": 7, \"ts\": %s, \"dur\": 2},"
                           "{\"ph\": \"X\", \"tid\": 7, \"ts\": 1, \"dur\": %s},"
                           "{\"ph\": \"X\", \"tid\": 7, \"ts\": 1, \"dur\": 2, \"args\": {\"k\": %s}},",
                           number, number, number, number);
        read_text (&pair, text, strlen (text));
      }
  g_assert_cmpuint (pair.n_fits, >, 1500);
  pair_clear (&pair);
}

static void
events_of_a_run_are_read_alike (void)
{
  g_autoptr (GString) text = threaded_import_kineto_text (8, 800);
  Pair pair;

  pair_init (&pair);
  read_text (&pair, text->str, text->len);
  g_assert_cmpuint (pair.n_fits, >, 600);
  pair_clear (&pair);
}

static void
damaged_events_are_read_alike (void)
{
  static const char bytes[] = "\"\"{}[],:\\ \n0-.eE1\x01\xc3";
  g_autoptr (GString) run = threaded_import_kineto_text (9, 100);
  Prng prng = prng_init (12, 1);
  Pair pair;

  pair_init (&pair);
  for (unsigned i = 0; i < N_DAMAGED_TEXTS; i++)
    {
      size_t n = 1500, from = (size_t) prng_below (&prng, run->len - n);
      g_autofree char *text = g_memdup2 (run->str + from, n);

      for (uint64_t k = 1 + prng_below (&prng, 6); k > 0; k--)
        text[prng_below (&prng, n)] = bytes[prng_below (&prng, sizeof bytes - 1)];
      read_text (&pair, run->str + from, n);
      read_text (&pair, text, n - (size_t) prng_below (&prng, 200));
    }
  g_assert_cmpuint (pair.n_fits, >, 1000);
  pair_clear (&pair);
}

static void
cases_of_the_importer_are_read_alike (void)
{
  const char *source = g_getenv ("STEPSCOPE_SOURCE");
  g_autofree char *folder =
    g_build_filename (source != NULL ? source : ".", "tests", "import", "chrome", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  Pair pair;

  if (directory == NULL)
    g_error ("%s: cannot be read; set STEPSCOPE_SOURCE to the root of the tree", folder);
  pair_init (&pair);
  for (const char *name; (name = g_dir_read_name (directory)) != NULL;)
    if (g_str_has_suffix (name, ".json"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autofree char *text = NULL;
        gsize n;

        g_assert_true (g_file_get_contents (path, &text, &n, NULL));
        /* The second time what the first has taught fits. */
        read_text (&pair, text, n);
        read_text (&pair, text, n);
      }
  g_assert_cmpuint (pair.n_fits, >, 1000);
  pair_clear (&pair);
}

typedef struct
{
  ShapeReadSteps way;
  GTestFunc run;
} Case;

static void
run_case (const void *data)
{
  const Case *run = data;

  way = run->way;
  run->run ();
}

/* Every way that this processor can run does all of it. */
static void
add_tests (const ShapeReadSteps *of_way, size_t i)
{
  static const struct
  {
    const char *name;
    GTestFunc run;
  } tests[] = {
    { "usual_events_fit", usual_events_fit },
    { "odd_events_are_read_alike", odd_events_are_read_alike },
    { "numbers_are_read_alike", numbers_are_read_alike },
    { "events_of_a_run_are_read_alike", events_of_a_run_are_read_alike },
    { "damaged_events_are_read_alike", damaged_events_are_read_alike },
    { "cases_of_the_importer_are_read_alike", cases_of_the_importer_are_read_alike },
  };

  for (size_t t = 0; t < G_N_ELEMENTS (tests); t++)
    {
      g_autofree char *path = g_strdup_printf ("/chrome_shape/way_%zu/%s", i, tests[t].name);
      Case *run = g_new (Case, 1);

      *run = (Case){ *of_way, tests[t].run };
      g_test_add_data_func_full (path, run, run_case, g_free);
    }
}

int
main (int argc, char **argv)
{
  size_t n_ways;
  const ShapeReadSteps *ways = shape_read_ways (&n_ways);

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < n_ways; i++)
    add_tests (&ways[i], i);
  return g_test_run ();
}
