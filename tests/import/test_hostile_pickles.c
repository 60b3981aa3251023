/* SPDX-License-Identifier: Apache-2.0
 *
 * Pickles that nobody's profiler writes: each is refused, says where and why, and takes little memory to find out. */

#include <glib.h>
#include <string.h>
#include <sys/resource.h>

#include "tests/import/trace_check.h"
#include "trace/build/builder.h"
#include "trace/import/source/importer.h"
#include "trace/open/open.h"
#include "trace/text/trace_error.h"

#include <glib/gstdio.h>

/* Of the whole program, in the build without sanitizers: with 16 MiB of the largest input, and 64 MiB that a reader may keep. */
#define KB_MAX (400 * 1024)

typedef struct
{
  const char *name;
  const char *head; /* begins with a protocol */
  gsize n_head;
  const char *repeated;
  gsize n_repeated;
  guint times;
  const char *tail;
  gsize n_tail;
  const char *message; /* what the refusal contains */
} Hostile;

#define BYTES(text) text, sizeof (text) - 1
#define ONCE(text)  BYTES (text), NULL, 0, 0, NULL, 0

/* clang-format off */
static const Hostile all[] = {
  /* What would execute something, or make an object. */
  { "global", ONCE ("\x80\x02" "cos\nsystem\n(X\x02\0\0\0lstR."), "at byte 2, GLOBAL" },
  { "stack_global", ONCE ("\x80\x04\x8c\x02os\x8c\x06system\x93."), "at byte 14, STACK_GLOBAL" },
  { "reduce", ONCE ("\x80\x02NN" "R."), "REDUCE" },
  { "build", ONCE ("\x80\x02}}b."), "BUILD" },
  { "inst", ONCE ("\x80\x02(ios\nsystem\n."), "at byte 3, INST" },
  { "obj", ONCE ("\x80\x02(No."), "OBJ" },
  { "newobj", ONCE ("\x80\x02N)\x81."), "NEWOBJ" },
  { "newobj_ex", ONCE ("\x80\x04N)}\x92."), "NEWOBJ_EX" },
  { "ext1", ONCE ("\x80\x02\x82\x01."), "EXT1" },
  { "ext2", ONCE ("\x80\x02\x83\x01\x01."), "EXT2" },
  { "ext4", ONCE ("\x80\x02\x84\x01\x01\x01\x01."), "EXT4" },
  { "persid", ONCE ("\x80\x02Pstorage\n."), "PERSID" },
  { "binpersid", ONCE ("\x80\x02NQ."), "BINPERSID" },
  { "empty_set", ONCE ("\x80\x04\x8f."), "EMPTY_SET" },
  { "additems", ONCE ("\x80\x04(N\x90."), "ADDITEMS" },
  { "frozenset", ONCE ("\x80\x04(N\x91."), "FROZENSET" },
  { "bytearray8", ONCE ("\x80\x05\x96\x01\0\0\0\0\0\0\0a."), "BYTEARRAY8" },
  { "next_buffer", ONCE ("\x80\x05\x97."), "NEXT_BUFFER" },
  { "readonly_buffer", ONCE ("\x80\x05N\x98."), "READONLY_BUFFER" },
  { "global_in_a_snapshot", ONCE ("\x80\x04}(\x8c\x08segments](cos\nsystem\ne."), "GLOBAL" },
  { "global_behind_events", ONCE ("\x80\x04}(\x8c\x0d" "device_traces](](}(\x8c\x06" "action\x8c\x05" "alloc\x8c\x04sizeK\x01uecos\nsystem\ne."), "GLOBAL" },
  { "no_instruction", ONCE ("\x80\x04\xff."), "0xff is no instruction" },
  { "protocol_6", ONCE ("\x80\x06}."), "PROTO is of a protocol" },
  { "protocol_in_the_middle", ONCE ("\x80\x02N\x80\x09."), "PROTO" },

  /* What holds itself. */
  { "list_in_itself", ONCE ("\x80\x04]\x94h\0a."), "holds itself" },
  { "list_in_itself_marked", ONCE ("\x80\x04]\x94(h\0e."), "holds itself" },
  { "dict_in_itself", ONCE ("\x80\x04}\x94\x8c\x01kh\0s."), "holds itself" },
  { "dict_in_its_list", ONCE ("\x80\x04}\x94\x8c\x01k]\x94h\0as."), "holds itself" },
  { "list_in_its_tuple", ONCE ("\x80\x04]\x94h\0\x85" "a."), "holds itself" },
  { "list_in_its_list_in_lines", ONCE ("(lp0\n(lp1\ng0\naa."), "holds itself" },
  { "complete_list_grows", ONCE ("\x80\x04]\x94](h\0NeNa0h\0Na."), "" },
  { "event_changes", ONCE ("\x80\x04](}\x94(\x8c\x06" "action\x8c\x03oom\x8c\x04sizeK\x01uh\0\x8c\x04sizeK\x02se."), "complete" },

  /* Lengths that nothing has. */
  { "text_of_4_gb", ONCE ("\x80\x02X\xff\xff\xff\xff" "abc."), "BINUNICODE has a text that is far too long" },
  { "text_of_8_eb", ONCE ("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7f" "abc."), "far too long" },
  { "bytes_of_4_gb", ONCE ("\x80\x03" "B\xff\xff\xff\xff" "abc."), "far too long" },
  { "bytes_of_16_eb", ONCE ("\x80\x04\x8e\xff\xff\xff\xff\xff\xff\xff\xff" "abc."), "far too long" },
  { "string_of_minus_1", ONCE ("\x80\x01T\xff\xff\xff\xff" "abc."), "far too long" },
  { "text_longer_than_the_file", ONCE ("\x80\x02X\xff\xff\xff\0abc."), "ends before" },
  { "number_of_4_gb", ONCE ("\x80\x02\x8b\xff\xff\xff\xff" "abc."), "far too large" },
  { "number_of_255_bytes", ONCE ("\x80\x02\x8a\xff" "abc."), "far too large" },
  { "number_of_65_bits", ONCE ("\x80\x02\x8a\x09\0\0\0\0\0\0\0\0\x01."), "64 bits" },
  { "number_of_64_bits_without_sign", ONCE ("\x80\x02\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\0."), "64 bits" },
  { "number_of_many_digits", BYTES ("\x80\x02L"), BYTES ("9999999999"), 10000, BYTES ("L\n."), "64 bits" },
  { "frame_of_16_eb", ONCE ("\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\xffR."), "REDUCE" },

  /* Numbers of the memo. */
  { "memo_of_4_g", ONCE ("\x80\x02]r\xff\xff\xff\xff."), "LONG_BINPUT numbers" },
  { "memo_of_a_line", ONCE ("(dp99999999999\n."), "PUT numbers" },
  { "memo_of_less_than_0", ONCE ("(dp-1\n."), "PUT refers" },
  { "memo_that_is_not_there", ONCE ("\x80\x02h\x07."), "BINGET refers" },
  { "memo_twice", ONCE ("\x80\x02]q\0q\x01."), "two numbers" },
  { "memo_of_nothing", ONCE ("\x80\x04\x94."), "MEMOIZE takes more values" },
  { "memo_of_numbers", BYTES ("\x80\x04"), BYTES ("K\x01\x94" "0"), 5000000, BYTES ("."), "more than a memory snapshot" },

  /* What grows. */
  { "marks", BYTES ("\x80\x02"), BYTES ("("), 1000000, BYTES ("."), "MARK has lists or dictionaries too deep" },
  { "nothing_many_times", BYTES ("\x80\x02("), BYTES ("N"), 6000000, BYTES ("l."), "more than a memory snapshot" },
  { "lists_in_lists", BYTES ("\x80\x02"), BYTES ("]"), 6000000, BYTES ("."), "more than a memory snapshot" },
  { "blocks_in_lists", BYTES ("\x80\x02]](}(X\x05\0\0\0stateNX\x04\0\0\0sizeNue"), BYTES ("\x85\x85"), 20, BYTES ("a."), "neither segments" },
  { "parts_in_lists", BYTES ("\x80\x04]}(\x8c\x09real_sizeK\x01\x8c\x01xK\x01ua"), BYTES ("]2a"), 1, BYTES ("0."), "" },
  { "memo_bomb", ONCE ("\x80\x04](N\x8c\x01xe\x94" "](h\0h\0h\0h\0h\0h\0h\0h\0e\x94](h\x01h\x01h\x01h\x01h\x01h\x01h\x01h\x01" "e\x94](h\x02h\x02h\x02h\x02h\x02h\x02h\x02h\x02" "e\x94" "(h\x03h\x03h\x03h\x03l."), "" },
  { "text_of_a_million_lines", BYTES ("\x80\x01S'"), BYTES ("aaaaaaaaaaaaaaaa"), 200000, BYTES ("'\n."), "far too long" },
  { "line_without_an_end", BYTES ("\x80\x01V"), BYTES ("aaaaaaaaaaaaaaaa"), 200000, BYTES (""), "far too long" },

  /* What does not fit together. */
  { "pop_of_nothing", ONCE ("\x80\x02" "0."), "POP takes more values" },
  { "pop_mark_of_nothing", ONCE ("\x80\x02N1."), "POP_MARK needs a mark" },
  { "dup_of_nothing", ONCE ("\x80\x02(2."), "DUP takes more values" },
  { "appends_without_a_mark", ONCE ("\x80\x02]e."), "APPENDS needs a mark" },
  { "appends_to_nothing", ONCE ("\x80\x02(e."), "APPENDS takes more values" },
  { "append_to_a_dict", ONCE ("\x80\x02}Na."), "APPEND adds to something" },
  { "append_to_a_number", ONCE ("\x80\x02K\x01Na."), "APPEND adds to something" },
  { "setitem_of_a_list", ONCE ("\x80\x02]NNs."), "SETITEM adds to something" },
  { "setitems_of_half_a_pair", ONCE ("\x80\x02}(Nu."), "SETITEMS takes more values" },
  { "dict_of_half_a_pair", ONCE ("\x80\x02(Nd."), "DICT takes more values" },
  { "tuple_of_too_few", ONCE ("\x80\x02NN\x87."), "TUPLE3 takes more values" },
  { "stop_of_nothing", ONCE ("\x80\x02."), "STOP ends with" },
  { "stop_of_two", ONCE ("\x80\x02NN."), "STOP ends with" },
  { "stop_behind_a_mark", ONCE ("\x80\x02(."), "STOP ends with" },
  { "float_that_is_none", ONCE ("\x80\x02" "Fabc\n."), "FLOAT has a number that is none" },
  { "int_that_is_none", ONCE ("\x80\x02I1x\n."), "INT has a number that is none" },
  { "string_without_quotes", ONCE ("\x80\x02Sabc\n."), "STRING has a text without quotes" },
  { "string_with_a_wrong_escape", ONCE ("\x80\x02S'\\q'\n."), "escape" },
  { "unicode_with_half_an_escape", ONCE ("\x80\x02V\\u12\n."), "escape" },
  { "tuple_of_events", ONCE ("\x80\x04](}(\x8c\x06" "action\x8c\x03oom\x8c\x04sizeK\x01u\x85" "e."), "tuple of parts" },

  /* Pickles of something else. */
  { "a_number", ONCE ("\x80\x04K\x01."), "neither segments nor device_traces" },
  { "a_dictionary", ONCE ("\x80\x04}(\x8c\x01" "a\x8c\x01" "b\x8c\x01" "c\x8c\x01" "du."), "neither segments nor device_traces" },
  { "nothing_behind_the_protocol", ONCE ("\x80\x04"), "ends before" },
};
/* clang-format on */

static void
is_refused (const void *data)
{
  const Hostile *hostile = data;
  g_autofree char *folder = g_dir_make_tmp ("hostile-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "case", NULL);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_byte_array_append (bytes, (const guint8 *) hostile->head, (guint) hostile->n_head);
  for (guint i = 0; i < hostile->times; i++)
    g_byte_array_append (bytes, (const guint8 *) hostile->repeated, (guint) hostile->n_repeated);
  if (hostile->n_tail > 0)
    g_byte_array_append (bytes, (const guint8 *) hostile->tail, (guint) hostile->n_tail);
  g_assert_true (g_file_set_contents (path, (const char *) bytes->data, (gssize) bytes->len, NULL));
  g_autoptr (Trace) trace = trace_open (path, NULL, &error);
  g_remove (path);
  g_rmdir (folder);

  g_assert_null (trace);
  g_assert_true (g_error_matches (error, TRACE_ERROR, TRACE_ERROR_NOT_A_TRACE)
                 || g_error_matches (error, TRACE_ERROR, TRACE_ERROR_UNREADABLE));
  if (strstr (error->message, hostile->message) == NULL)
    g_error ("%s: \"%s\" is not in \"%s\"", hostile->name, hostile->message, error->message);
}

static void
little_memory_was_used (void)
{
#ifndef STEPSCOPE_SLOW_BUILD
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  g_assert_cmpint (usage.ru_maxrss, <, KB_MAX);
#endif
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autofree char *test = g_strconcat ("/import/hostile-pickles/", all[i].name, NULL);

      g_test_add_data_func (test, &all[i], is_refused);
    }
  g_test_add_func ("/import/hostile-pickles/use-little-memory", little_memory_was_used);
  return g_test_run ();
}
