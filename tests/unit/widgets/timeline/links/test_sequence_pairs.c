/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "widgets/timeline/links/sequence_pairs.h"

#define OPERATOR(name, tid, ts, dur, arguments)                                                              \
  "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"" name "\", \"pid\": 1, \"tid\": " #tid ", \"ts\": " #ts \
  ", \"dur\": " #dur ", \"args\": {" arguments "}},"
#define NUMBERS(sequence, thread) "\"Sequence number\": " #sequence ", \"Fwd thread id\": " #thread

static uint64_t
slice_named (const Trace *trace, const char *name)
{
  const SliceColumns *slices = trace_slices (trace);

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (trace_string (trace, slices->name[i], NULL), name) == 0)
      return i;
  g_error ("no slice is called %s", name);
}

static bool
is_not_wanted (void *user_data)
{
  (void) user_data;
  return false;
}

static void
the_innermost_operators_of_one_number_make_a_pair (void)
{
  const Profile *profile = opened_text (
    "pairs.json",
    "{\"traceEvents\": [" OPERATOR ("reshape", 1, 10, 20, NUMBERS (7, 0)) OPERATOR ("alias", 1, 12, 10,
                                                                                    NUMBERS (7, 0))
      OPERATOR ("linear", 1, 40, 20, NUMBERS (8, 0)) OPERATOR ("no_grad", 1, 70, 5, NUMBERS (9, 0)) OPERATOR (
        "evaluate 8", 2, 100, 20, NUMBERS (8, 1)) OPERATOR ("linear back", 2, 102, 10, NUMBERS (8, 1))
        OPERATOR ("alias back", 2, 130, 10, NUMBERS (7, 1)) OPERATOR ("lost", 2, 150, 10, NUMBERS (10, 1))
          OPERATOR ("odd", 2, 170, 5, "\"Sequence number\": \"x\", \"Fwd thread id\": 1") OPERATOR (
            "negative",
            2, 180,
            5,
            NUMBERS (
              -1,
              1)) "{\"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"none\", \"pid\": 1, \"tid\": 1, \"ts\": 190, \"dur\": 1}]}",
    NULL);
  const Trace *trace = profile->trace;
  SequencePairs *pairs = sequence_pairs_new (trace, NULL, NULL);
  static const struct
  {
    const char *forward, *backward;
  } expected[] = { { "alias", "alias back" }, { "linear", "linear back" } };

  g_assert_cmpuint (pairs->n, ==, G_N_ELEMENTS (expected));
  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      uint64_t forward = slice_named (trace, expected[i].forward),
               backward = slice_named (trace, expected[i].backward);

      g_assert_cmpuint (sequence_pairs_backward_of (pairs, forward), ==, backward);
      g_assert_cmpuint (sequence_pairs_forward_of (pairs, backward), ==, forward);
    }
  g_assert_cmpuint (sequence_pairs_backward_of (pairs, slice_named (trace, "no_grad")), ==, SLICE_NONE);
  g_assert_cmpuint (sequence_pairs_forward_of (pairs, slice_named (trace, "lost")), ==, SLICE_NONE);
  g_assert_cmpuint (sequence_pairs_forward_of (pairs, slice_named (trace, "linear")), ==, SLICE_NONE);
  g_assert_cmpuint (sequence_pairs_forward_of (NULL, slice_named (trace, "linear back")), ==, SLICE_NONE);
  sequence_pairs_free (pairs);
  g_assert_null (sequence_pairs_new (trace, is_not_wanted, NULL));
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sequence_pairs/the_innermost_operators_of_one_number_make_a_pair",
                   the_innermost_operators_of_one_number_make_a_pair);
  return g_test_run ();
}
