/* SPDX-License-Identifier: Apache-2.0 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <glib.h>

#include "trace/model/args.h"

typedef struct
{
  StringTable *strings;
  ArgKeys *keys;
  ArgsBlob blob;
} Store;

static Store
store_new (void)
{
  return (Store){ .strings = string_table_new (), .keys = arg_keys_new () };
}

static void
store_clear (Store *store)
{
  string_table_free (store->strings);
  arg_keys_free (store->keys);
  u8_column_clear (&store->blob.tail);
}

static uint32_t
intern (Store *store, const char *text)
{
  uint32_t id;

  g_assert_true (string_table_intern (store->strings, text, strlen (text), &id));
  return id;
}

/* How a value is written; the text is that of the file. */
typedef struct
{
  const char *key;
  char how; /* 'i' integer, 'l' literal, 'r' raw, 's' string */
  const char *text;
} Value;

static void
put (Store *store, const Value *value)
{
  size_t length = strlen (value->text);

  switch (value->how)
    {
    case 'i':
      g_assert_true (args_put_integer (&store->blob, g_ascii_strtoll (value->text, NULL, 10)));
      break;
    case 'l':
      g_assert_true (args_put_literal (&store->blob, value->text[0]));
      break;
    case 'r':
      g_assert_true (args_put_raw (&store->blob, store->strings, value->text, length));
      break;
    default:
      g_assert_true (args_put_string (&store->blob, store->strings, value->text, length));
      break;
    }
}

static uint64_t
write_entry (Store *store, const Value *values, size_t n)
{
  uint64_t offset;
  uint32_t node = 0;

  g_assert_true (args_begin (&store->blob, &offset));
  for (size_t i = 0; i < n; i++)
    {
      g_assert_true (arg_keys_child (store->keys, node, intern (store, values[i].key), &node));
      put (store, &values[i]);
    }
  args_end (&store->blob, offset, node);
  return offset;
}

static bool
iter_init (ArgIter *iter, const Store *store, uint64_t offset)
{
  return arg_iter_init (iter, store->blob.tail.at, store->blob.tail.n, offset, store->strings, store->keys);
}

static void
check_arg (const Store *store, const Arg *arg, const Value *value)
{
  g_assert_cmpstr (string_table_get (store->strings, arg->key, NULL), ==, value->key);
  g_assert_cmpuint (arg->length, ==, strlen (value->text));
  g_assert_true (memcmp (arg->text, value->text, arg->length) == 0);
  g_assert_cmpint (arg->quoted, ==, value->how == 's');
}

static void
check_entry (const Store *store, uint64_t offset, const Value *values, size_t n)
{
  ArgIter iter;
  Arg arg;

  g_assert_true (iter_init (&iter, store, offset));
  for (size_t i = 0; i < n; i++)
    {
      g_assert_true (arg_iter_next (&iter, &arg));
      check_arg (store, &arg, &values[i]);
    }
  g_assert_false (arg_iter_next (&iter, &arg));
  arg_iter_clear (&iter);
}

static const Value every_type[] = {
  { "null", 'l', "null" },
  { "no", 'l', "false" },
  { "yes", 'l', "true" },
  { "0", 'i', "0" },
  { "30", 'i', "30" },
  { "31", 'i', "31" },
  { "32", 'i', "32" },
  { "158", 'i', "158" },
  { "159", 'i', "159" },
  { "-1", 'i', "-1" },
  { "-31", 'i', "-31" },
  { "-32", 'i', "-32" },
  { "max", 'i', "9223372036854775807" },
  { "min", 'i', "-9223372036854775808" },
  { "real", 'r', "1.50" },
  { "nothing", 'r', "" },
  { "8", 'r', "12345678" },
  { "9", 'r', "123456789" },
  { "grid", 'r', "[640, 1, 1]" },
  { "empty", 's', "" },
  { "short", 's', "abcdefgh" },
  { "long", 's', "abcdefghi" },
  { "escapes", 's', "C:\\\\dir\\u00e9\\\"" },
  { "hash", 's', "\xff\xfe not text, and longer than eight bytes" },
};

static void
every_type_decodes_to_the_bytes_of_the_file (void)
{
  Store store = store_new ();
  uint64_t offset = write_entry (&store, every_type, G_N_ELEMENTS (every_type));

  check_entry (&store, offset, every_type, G_N_ELEMENTS (every_type));
  for (size_t i = 0; i < G_N_ELEMENTS (every_type); i++)
    check_entry (&store, write_entry (&store, &every_type[i], 1), &every_type[i], 1);
  check_entry (&store, offset, every_type, G_N_ELEMENTS (every_type));
  store_clear (&store);
}

static void
only_whole_numbers_from_zero_are_taken_as_numbers (void)
{
  Store store = store_new ();
  ArgIter iter;
  Arg arg;
  int64_t number = -5;

  g_assert_true (iter_init (&iter, &store, write_entry (&store, every_type, G_N_ELEMENTS (every_type))));
  for (size_t i = 0; i < G_N_ELEMENTS (every_type); i++)
    if (every_type[i].how == 'i' && every_type[i].text[0] != '-')
      {
        g_assert_true (arg_iter_take_natural (&iter, &number));
        g_assert_cmpint (number, ==, g_ascii_strtoll (every_type[i].text, NULL, 10));
      }
    else
      {
        int64_t before = number;

        g_assert_false (arg_iter_take_natural (&iter, &number));
        g_assert_cmpint (number, ==, before);
        g_assert_true (arg_iter_next (&iter, &arg));
        check_arg (&store, &arg, &every_type[i]);
      }
  g_assert_false (arg_iter_take_natural (&iter, &number));
  g_assert_false (arg_iter_next (&iter, &arg));
  arg_iter_clear (&iter);
  store_clear (&store);
}

static void
an_entry_may_be_empty (void)
{
  Store store = store_new ();
  uint64_t offset = write_entry (&store, NULL, 0);

  check_entry (&store, offset, NULL, 0);
  g_assert_cmpuint (store.blob.tail.n, ==, 4);
  store_clear (&store);
}

static void
duplicate_keys_stay_in_order (void)
{
  static const Value values[] = {
    { "a", 'i', "1" }, { "b", 'i', "2" }, { "a", 's', "x" }, { "a", 'i', "1" }, { "", 'l', "null" },
  };
  Store store = store_new ();

  check_entry (&store, write_entry (&store, values, G_N_ELEMENTS (values)), values, G_N_ELEMENTS (values));
  store_clear (&store);
}

static void
a_text_may_hold_nul (void)
{
  Store store = store_new ();
  uint64_t offset;
  uint32_t node;
  ArgIter iter;
  Arg arg;

  for (size_t length = 3; length <= 12; length += 9)
    {
      g_assert_true (args_begin (&store.blob, &offset));
      g_assert_true (arg_keys_child (store.keys, 0, intern (&store, "k"), &node));
      g_assert_true (args_put_string (&store.blob, store.strings, "a\0bcdefghijk", length));
      args_end (&store.blob, offset, node);
      g_assert_true (iter_init (&iter, &store, offset));
      g_assert_true (arg_iter_next (&iter, &arg));
      g_assert_cmpuint (arg.length, ==, length);
      g_assert_true (memcmp (arg.text, "a\0bcdefghijk", length) == 0);
      arg_iter_clear (&iter);
    }
  store_clear (&store);
}

static void
entries_of_one_kind_share_their_keys (void)
{
  Store store = store_new ();
  uint32_t a = intern (&store, "a"), b = intern (&store, "b"), first, second, other;

  g_assert_cmpuint (arg_keys_count (store.keys), ==, 1);
  g_assert_cmpuint (arg_keys_likely_child (store.keys, 0), ==, 0);
  g_assert_true (arg_keys_child (store.keys, 0, a, &first));
  g_assert_true (arg_keys_child (store.keys, first, b, &second));
  g_assert_true (arg_keys_child (store.keys, 0, b, &other));
  g_assert_cmpuint (arg_keys_count (store.keys), ==, 4);
  g_assert_cmpuint (arg_keys_key (store.keys, first), ==, a);
  g_assert_cmpuint (arg_keys_key (store.keys, second), ==, b);
  g_assert_cmpuint (arg_keys_key (store.keys, other), ==, b);
  g_assert_cmpuint (arg_keys_likely_child (store.keys, 0), ==, other);

  uint32_t again;
  g_assert_true (arg_keys_child (store.keys, 0, a, &again));
  g_assert_cmpuint (again, ==, first);
  g_assert_cmpuint (arg_keys_likely_child (store.keys, 0), ==, first);
  g_assert_cmpuint (arg_keys_likely_child (store.keys, first), ==, second);
  g_assert_cmpuint (arg_keys_count (store.keys), ==, 4);
  store_clear (&store);
}

static void
many_keys_are_found_in_linear_time (void)
{
  enum
  {
    N = 100000
  };
  ArgKeys *keys = arg_keys_new ();
  gint64 begin_us = g_get_monotonic_time ();
  uint32_t child, deep = 0;

  for (uint32_t pass = 0; pass < 2; pass++)
    {
      for (uint32_t key = 0; key < N; key++)
        {
          g_assert_true (arg_keys_child (keys, 0, key, &child));
          g_assert_cmpuint (child, ==, key + 1);
        }
      deep = 0;
      for (uint32_t depth = 0; depth < N; depth++)
        g_assert_true (arg_keys_child (keys, depth == 0 ? 1 : deep, 5, &deep));
      g_assert_cmpuint (deep, ==, 2 * N);
    }
  g_assert_cmpuint (arg_keys_count (keys), ==, 2 * N + 1);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 1000000);
  arg_keys_free (keys);
  arg_keys_free (NULL);
}

static void
an_entry_can_be_taken_back (void)
{
  static const Value kept[] = { { "kept", 'i', "1" } }, dropped[] = { { "dropped", 'i', "2" } };
  Store store = store_new ();
  uint64_t first = write_entry (&store, kept, 1);
  uint64_t taken_back = write_entry (&store, dropped, 1);

  store.blob.tail.n = taken_back;
  uint64_t second = write_entry (&store, kept, 1);
  g_assert_cmpuint (second, ==, taken_back);
  check_entry (&store, first, kept, 1);
  check_entry (&store, second, kept, 1);
  store_clear (&store);
}

static void
joined_entries_follow_one_another (void)
{
  static const Value first[] = { { "a", 'i', "1" }, { "b", 's', "a text of the table" } };
  static const Value second[] = { { "a", 'r', "[2]" }, { "c", 'l', "true" }, { "d", 'i', "-7000" } };
  static const Value both[] = { { "a", 'i', "1" },
                                { "b", 's', "a text of the table" },
                                { "a", 'r', "[2]" },
                                { "c", 'l', "true" },
                                { "d", 'i', "-7000" } };
  Store store = store_new ();
  uint64_t x = write_entry (&store, first, 2), y = write_entry (&store, second, 3);
  uint64_t empty = write_entry (&store, NULL, 0), joined;

  g_assert_true (args_join (&store.blob, store.keys, store.strings, x, y, &joined));
  check_entry (&store, joined, both, 5);
  g_assert_true (args_join (&store.blob, store.keys, store.strings, x, empty, &joined));
  check_entry (&store, joined, first, 2);
  g_assert_true (args_join (&store.blob, store.keys, store.strings, empty, y, &joined));
  check_entry (&store, joined, second, 3);
  g_assert_true (args_join (&store.blob, store.keys, store.strings, empty, empty, &joined));
  check_entry (&store, joined, NULL, 0);
  /* With itself, and so often that the blob has to move. */
  for (int i = 0; i < 8; i++)
    g_assert_true (
      args_join (&store.blob, store.keys, store.strings, i == 0 ? y : joined, i == 0 ? y : joined, &joined));
  ArgIter iter;
  Arg arg;
  size_t n = 0;
  g_assert_true (iter_init (&iter, &store, joined));
  for (; arg_iter_next (&iter, &arg); n++)
    check_arg (&store, &arg, &second[n % 3]);
  arg_iter_clear (&iter);
  g_assert_cmpuint (n, ==, 3 * 256);
  check_entry (&store, x, first, 2);
  store_clear (&store);
}

static void
random_entries_round_trip (void)
{
  static const char *const keys[] = { "a", "b", "grid", "External id", "a" };
  GRand *random = g_rand_new_with_seed (53);
  Store store = store_new ();
  GArray *offsets = g_array_new (FALSE, FALSE, sizeof (uint64_t));
  GPtrArray *entries = g_ptr_array_new ();
  GStringChunk *texts = g_string_chunk_new (4096);

  for (int round = 0; round < 2000; round++)
    {
      GArray *values = g_array_new (FALSE, FALSE, sizeof (Value));

      for (int i = 0, n = g_rand_int_range (random, 0, 8); i < n; i++)
        {
          Value value = { keys[g_rand_int_range (random, 0, G_N_ELEMENTS (keys))],
                          "ilrs"[g_rand_int_range (random, 0, 4)], NULL };
          uint64_t bits = (uint64_t) g_rand_int (random) << 32 | g_rand_int (random);
          char text[64];

          if (value.how == 'i')
            g_snprintf (text, sizeof text, "%" PRId64, (int64_t) bits >> g_rand_int_range (random, 0, 63));
          else if (value.how == 'l')
            g_strlcpy (text, ((const char *[]){ "null", "false", "true" })[bits % 3], sizeof text);
          else
            g_snprintf (text, sizeof text, "%.*s", g_rand_int_range (random, 0, 17), "0123456789abcdef");
          value.text = g_string_chunk_insert (texts, text);
          g_array_append_val (values, value);
        }
      uint64_t offset = write_entry (&store, (const Value *) (void *) values->data, values->len);
      g_array_append_val (offsets, offset);
      g_ptr_array_add (entries, values);
    }
  for (guint i = 0; i < entries->len; i++)
    {
      GArray *values = entries->pdata[i];
      check_entry (&store, g_array_index (offsets, uint64_t, i), (const Value *) (void *) values->data,
                   values->len);
      g_array_free (values, TRUE);
    }
  g_ptr_array_free (entries, TRUE);
  g_array_free (offsets, TRUE);
  g_string_chunk_free (texts);
  store_clear (&store);
  g_rand_free (random);
}

/* Reads all of it; what it says does not matter. Returns the number of values. */
static uint32_t
read_damaged (const Store *store, const uint8_t *blob, size_t n, uint64_t offset)
{
  uint32_t n_values = 0;
  volatile char seen = 0;
  ArgIter iter;
  Arg arg;

  if (!arg_iter_init (&iter, blob, n, offset, store->strings, store->keys))
    return 0;
  while (arg_iter_next (&iter, &arg))
    {
      g_assert_cmpuint (arg.key, <, string_table_count (store->strings));
      for (size_t i = 0; i < arg.length; i++)
        seen = (char) (seen ^ arg.text[i]);
      n_values++;
    }

  /* The same values can be taken if some are taken as numbers. */
  int64_t number;
  uint32_t n_taken = 0;
  g_assert_true (arg_iter_move (&iter, blob, n, offset, store->strings, store->keys));
  while (arg_iter_take_natural (&iter, &number) || arg_iter_next (&iter, &arg))
    n_taken++;
  g_assert_cmpuint (n_taken, ==, n_values);
  arg_iter_clear (&iter);
  return n_values;
}

static void
cut_entries_end_early (void)
{
  Store store = store_new ();
  uint64_t offset = write_entry (&store, every_type, G_N_ELEMENTS (every_type));
  uint32_t n_before = 0;

  for (size_t n = 0; n <= store.blob.tail.n; n++)
    {
      uint8_t *copy = malloc (n > 0 ? n : 1);

      memcpy (copy, store.blob.tail.at, n);
      uint32_t n_values = read_damaged (&store, copy, n, offset);
      g_assert_cmpuint (n_values, >=, n_before);
      g_assert_cmpuint (n_values, <=, G_N_ELEMENTS (every_type));
      n_before = n_values;
      free (copy);
    }
  g_assert_cmpuint (n_before, ==, G_N_ELEMENTS (every_type));
  store_clear (&store);
}

static void
random_bytes_are_read_safely (void)
{
  GRand *random = g_rand_new_with_seed (59);
  Store store = store_new ();
  ArgIter iter;

  write_entry (&store, every_type, G_N_ELEMENTS (every_type));
  for (int round = 0; round < 30000; round++)
    {
      size_t n = (size_t) g_rand_int_range (random, 0, 60);
      uint8_t *bytes = malloc (n > 0 ? n : 1);

      for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t) g_rand_int (random);
      /* Mostly a node that exists, so that there is something to decode. */
      if (n >= 4 && round % 8 != 0)
        {
          bytes[0] %= (uint8_t) arg_keys_count (store.keys);
          bytes[1] = bytes[2] = bytes[3] = 0;
        }
      read_damaged (&store, bytes, n, 0);
      read_damaged (&store, bytes, n, (uint64_t) g_rand_int_range (random, 0, 64));
      g_assert_false (arg_iter_init (&iter, bytes, n, n, store.strings, store.keys));
      g_assert_false (arg_iter_init (&iter, bytes, n, UINT64_MAX - 3, store.strings, store.keys));
      g_assert_false (arg_iter_init (&iter, bytes, n, ARGS_NONE, store.strings, store.keys));
      free (bytes);
    }
  store_clear (&store);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/args/every_type_decodes_to_the_bytes_of_the_file",
                   every_type_decodes_to_the_bytes_of_the_file);
  g_test_add_func ("/args/only_whole_numbers_from_zero_are_taken_as_numbers",
                   only_whole_numbers_from_zero_are_taken_as_numbers);
  g_test_add_func ("/args/an_entry_may_be_empty", an_entry_may_be_empty);
  g_test_add_func ("/args/duplicate_keys_stay_in_order", duplicate_keys_stay_in_order);
  g_test_add_func ("/args/a_text_may_hold_nul", a_text_may_hold_nul);
  g_test_add_func ("/args/entries_of_one_kind_share_their_keys", entries_of_one_kind_share_their_keys);
  g_test_add_func ("/args/many_keys_are_found_in_linear_time", many_keys_are_found_in_linear_time);
  g_test_add_func ("/args/an_entry_can_be_taken_back", an_entry_can_be_taken_back);
  g_test_add_func ("/args/joined_entries_follow_one_another", joined_entries_follow_one_another);
  g_test_add_func ("/args/random_entries_round_trip", random_entries_round_trip);
  g_test_add_func ("/args/damaged/cut_entries_end_early", cut_entries_end_early);
  g_test_add_func ("/args/damaged/random_bytes_are_read_safely", random_bytes_are_read_safely);
  return g_test_run ();
}
