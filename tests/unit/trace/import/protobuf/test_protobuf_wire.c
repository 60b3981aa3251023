/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/import/protobuf/protobuf_wire.h"

#include <glib.h>

#define SPAN(text) ((ProtobufSpan){ (const uint8_t *) text, (const uint8_t *) text + sizeof text - 1 })

static void
assert_number (ProtobufSpan span, uint64_t value)
{
  uint64_t found = 77;

  g_assert_true (protobuf_take_varint (&span, &found));
  g_assert_cmpuint (found, ==, value);
  g_assert_true (span.at == span.end);
}

static void
test_numbers (void)
{
  assert_number (SPAN ("\x00"), 0);
  assert_number (SPAN ("\x7f"), 127);
  assert_number (SPAN ("\x80\x01"), 128);
  assert_number (SPAN ("\xac\x02"), 300);
  assert_number (SPAN ("\x80\x00"), 0); /* longer than needed */
  assert_number (SPAN ("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), UINT64_MAX);
  assert_number (SPAN ("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), UINT64_MAX);
  assert_number (SPAN ("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"), UINT64_C (1) << 63);
  g_assert_cmpint (protobuf_zigzag (0), ==, 0);
  g_assert_cmpint (protobuf_zigzag (1), ==, -1);
  g_assert_cmpint (protobuf_zigzag (2), ==, 1);
  g_assert_cmpint (protobuf_zigzag (UINT64_MAX), ==, INT64_MIN);
}

static void
test_bad_numbers_are_not_taken (void)
{
  static const char *const bad[] = { "", "\x80", "\xff\xff", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01" };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const uint8_t *begin = (const uint8_t *) bad[i];
      ProtobufSpan span = { begin, begin + strlen (bad[i]) };
      uint64_t value;

      g_assert_false (protobuf_take_varint (&span, &value));
      g_assert_true (span.at == begin);
    }
}

static void
test_fields (void)
{
  ProtobufSpan span = SPAN ("\x08\x96\x01" /* 1: 150 */
                            "\x12\x03"
                            "abc"                                  /* 2: "abc" */
                            "\x19\x00\x00\x00\x00\x00\x00\xf0\x3f" /* 3: 1.0 */
                            "\x25\x00\x00\x00\x40"                 /* 4: 2.0 */
                            "\x2a\x00");                           /* 5: "" */
  ProtobufField field;

  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_FIELD);
  g_assert_true (protobuf_is (&field, 1, PROTOBUF_VARINT));
  g_assert_cmpuint (field.value, ==, 150);
  g_assert_null (field.bytes);
  g_assert_null (protobuf_inside (&field).at);
  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_FIELD);
  g_assert_true (protobuf_is (&field, 2, PROTOBUF_BYTES));
  g_assert_cmpuint (field.value, ==, 3);
  g_assert_true (memcmp (field.bytes, "abc", 3) == 0);
  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_FIELD);
  g_assert_true (protobuf_is (&field, 3, PROTOBUF_FIXED64));
  g_assert_true (protobuf_double (field.value) == 1.0);
  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_FIELD);
  g_assert_true (protobuf_is (&field, 4, PROTOBUF_FIXED32));
  g_assert_true (protobuf_float (field.value) == 2.0f);
  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_FIELD);
  g_assert_true (protobuf_is (&field, 5, PROTOBUF_BYTES));
  g_assert_cmpuint (field.value, ==, 0);
  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_END);
  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_END);
}

static void
test_groups_are_passed_over (void)
{
  ProtobufSpan span = SPAN ("\x0b\x10\x01\x1b\x22\x01x\x1c\x0c" /* 1: !{2: 1 3: !{4: "x"}} */
                            "\x28\x07");                        /* 5: 7 */
  ProtobufField field;
  uint8_t deep[2 * PROTOBUF_GROUPS_MAX + 2];

  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_FIELD);
  g_assert_true (protobuf_is (&field, 5, PROTOBUF_VARINT));
  g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_END);

  for (unsigned n = PROTOBUF_GROUPS_MAX; n <= PROTOBUF_GROUPS_MAX + 1; n++)
    {
      memset (deep, 0x0b, n);
      memset (deep + n, 0x0c, n);
      span = (ProtobufSpan){ deep, deep + 2 * n };
      g_assert_cmpint (protobuf_next (&span, &field), ==,
                       n <= PROTOBUF_GROUPS_MAX ? PROTOBUF_END : PROTOBUF_DAMAGED);
    }
}

static void
test_damage (void)
{
  static const struct
  {
    const char *bytes;
    size_t n;
  } bad[] = {
    { "\x00\x00", 2 },         /* number 0 */
    { "\x0e\x00", 2 },         /* wire type 6 */
    { "\x0f\x00", 2 },         /* wire type 7 */
    { "\x0c", 1 },             /* the end of no group */
    { "\x0b\x14", 2 },         /* the end of another group */
    { "\x0b\x08\x01", 3 },     /* no end of a group */
    { "\x08", 1 },             /* no number */
    { "\x08\xff", 2 },         /* half a number */
    { "\x09\x01\x02\x03", 4 }, /* 8 bytes announced */
    { "\x0d\x01\x02\x03", 4 }, /* 4 bytes announced */
    { "\x0a\x02x", 3 },        /* 2 bytes announced */
    { "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01x", 12 },
    { "\x80\x80\x80\x80\x10\x00", 6 }, /* number 2^29 */
  };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const uint8_t *begin = (const uint8_t *) bad[i].bytes;
      ProtobufSpan span = { begin, begin + bad[i].n };
      ProtobufField field;

      g_test_message ("bytes %zu", i);
      g_assert_cmpint (protobuf_next (&span, &field), ==, PROTOBUF_DAMAGED);
      g_assert_true (span.at <= span.end);
      g_assert_false (protobuf_is_message ((ProtobufSpan){ begin, begin + bad[i].n }, PROTOBUF_NUMBER_MAX));
    }
}

static void
test_a_message_has_known_numbers_and_ends_with_a_field (void)
{
  g_assert_true (protobuf_is_message (SPAN (""), 1));
  g_assert_true (protobuf_is_message (SPAN ("\x08\x01\x12\x01x"), 2));
  g_assert_false (protobuf_is_message (SPAN ("\x08\x01\x1a\x01x"), 2));
  g_assert_false (protobuf_is_message (SPAN ("\x08\x01\x12\x02x"), 2));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/protobuf-wire/numbers", test_numbers);
  g_test_add_func ("/protobuf-wire/bad-numbers-are-not-taken", test_bad_numbers_are_not_taken);
  g_test_add_func ("/protobuf-wire/fields", test_fields);
  g_test_add_func ("/protobuf-wire/groups-are-passed-over", test_groups_are_passed_over);
  g_test_add_func ("/protobuf-wire/damage", test_damage);
  g_test_add_func ("/protobuf-wire/a-message-has-known-numbers-and-ends-with-a-field",
                   test_a_message_has_known_numbers_and_ends_with_a_field);
  return g_test_run ();
}
