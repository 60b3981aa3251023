/* SPDX-License-Identifier: Apache-2.0 */

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/fixtures/random_profile.h"
#include "tests/unit/fixtures/timeline_profile.h"
#include "widgets/details/facts/source_place.h"
#include "widgets/timeline/links/flow_walk.h"
#include "widgets/timeline/links/slice_chain.h"
#include "widgets/timeline/rows/slice_stack.h"
#include "widgets/timeline/scene/gap_before.h"

static const char *
name_of (const Profile *profile, uint64_t slice)
{
  return trace_string (profile->trace, trace_slices (profile->trace)->name[slice], NULL);
}

/* The nth slice of that name in time. */
static uint64_t
nth_in_time (const Profile *profile, const char *name, int nth)
{
  const SliceColumns *slices = trace_slices (profile->trace);
  uint64_t slice = timeline_profile_slice (profile, name);

  for (uint64_t i = 0; i < slices->n; i++)
    if (strcmp (name_of (profile, i), name) == 0 && slices->start_ns[i] < slices->start_ns[slice])
      slice = i;
  for (; nth > 0; nth--)
    {
      uint64_t next = SLICE_NONE;

      for (uint64_t i = 0; i < slices->n; i++)
        if (strcmp (name_of (profile, i), name) == 0 && slices->start_ns[i] > slices->start_ns[slice]
            && (next == SLICE_NONE || slices->start_ns[i] < slices->start_ns[next]))
          next = i;
      slice = next;
    }
  return slice;
}

/* Larger than inner, and not just touching it. */
static bool
is_around (const SliceColumns *slices, uint64_t outer, uint64_t inner)
{
  int64_t begin_ns = slices->start_ns[inner], end_ns = slice_end_ns (slices, inner);

  return slices->start_ns[outer] <= begin_ns && slice_end_ns (slices, outer) >= end_ns
         && slice_end_ns (slices, outer) > begin_ns
         && (slices->start_ns[outer] < begin_ns || slice_end_ns (slices, outer) > end_ns);
}

static void
the_stack_is_what_encloses_the_slice_on_its_thread (void)
{
  GRand *random = g_rand_new_with_seed (8);
  uint64_t n_found = 0;

  for (int round = 0; round < 30; round++)
    {
      g_autoptr (Trace) trace = random_profile_new (random);
      const SliceColumns *slices = trace_slices (trace);

      for (uint64_t i = 0; i < slices->n; i++)
        {
          uint32_t thread = trace_track (trace, trace_track_of (trace, i))->parent;
          bool is_host = thread != TRACE_NONE && trace_track (trace, thread)->kind == TRACK_THREAD;
          uint32_t n_expected = 0, n = 0;
          SliceStack stack;

          slice_stack_around (trace, i, &stack);
          for (uint64_t j = 0; j < slices->n && is_host; j++)
            n_expected +=
              trace_track (trace, trace_track_of (trace, j))->parent == thread && is_around (slices, j, i);
          for (uint32_t s = 0; s < stack.n; s++)
            {
              uint64_t outer = stack.slices[s];

              g_assert_true (is_host && outer != i);
              g_assert_cmpint (slices->start_ns[outer], <=, slices->start_ns[i]);
              g_assert_cmpint (slice_end_ns (slices, outer), >=, slice_end_ns (slices, i));
              if (s > 0)
                g_assert_cmpint (slices->start_ns[stack.slices[s - 1]], <=, slices->start_ns[outer]);
              n += is_around (slices, outer, i);
            }
          g_assert_cmpuint (n, ==, n_expected);
          n_found += n;
        }
    }
  g_assert_cmpuint (n_found, >, 100);
  g_rand_free (random);
}

typedef struct
{
  const char *from, *to;
  ChainPart part;
} Expected;

static void
check_chain (const Profile *profile, uint64_t slice, const Expected *expected, guint n)
{
  g_autoptr (GArray) chain = slice_chain_new (profile->trace, NULL, slice);

  g_assert_cmpuint (chain->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const ChainLink *link = &g_array_index (chain, ChainLink, i);

      g_assert_cmpint ((int) link->part, ==, (int) expected[i].part);
      g_assert_cmpstr (name_of (profile, link->from), ==, expected[i].from);
      g_assert_cmpstr (name_of (profile, link->to), ==, expected[i].to);
    }
}

static void
a_forward_kernel_leads_to_frames_operators_and_backward_kernels (void)
{
  static const Expected expected[] = {
    { FORWARD_OPERATOR, "cudaLaunchKernel", CHAIN_AROUND },
    { "aten::linear", "cudaLaunchKernel", CHAIN_AROUND },
    { "model.py(7): forward", "cudaLaunchKernel", CHAIN_AROUND },
    { "train.py(42): step", "cudaLaunchKernel", CHAIN_AROUND },
    { "ProfilerStep#5", "cudaLaunchKernel", CHAIN_AROUND },
    { FORWARD_OPERATOR, BACKWARD_OPERATOR, CHAIN_BACKWARD },
    { "cudaLaunchKernel", "backward_kernel", CHAIN_RUN_BACKWARD },
    { "cudaLaunchKernel", "backward_kernel", CHAIN_RUN_BACKWARD },
  };
  const Profile *profile = timeline_profile_backward ();

  check_chain (profile, nth_in_time (profile, "forward_kernel", 1), expected, G_N_ELEMENTS (expected));
  profile_unref (profile);
}

static void
a_backward_kernel_leads_to_its_forward_operator_and_the_frames_around_it (void)
{
  static const Expected expected[] = {
    { BACKWARD_OPERATOR, "cudaLaunchKernel", CHAIN_AROUND },
    { FORWARD_OPERATOR, BACKWARD_OPERATOR, CHAIN_FORWARD },
    { "aten::linear", FORWARD_OPERATOR, CHAIN_FORWARD_AROUND },
    { "model.py(7): forward", FORWARD_OPERATOR, CHAIN_FORWARD_AROUND },
    { "train.py(42): step", FORWARD_OPERATOR, CHAIN_FORWARD_AROUND },
    { "ProfilerStep#5", FORWARD_OPERATOR, CHAIN_FORWARD_AROUND },
  };
  const Profile *profile = timeline_profile_backward ();
  const SliceColumns *slices = trace_slices (profile->trace);
  uint64_t kernel = nth_in_time (profile, "backward_kernel", 0);

  check_chain (profile, kernel, expected, G_N_ELEMENTS (expected));

  /* Backward goes from the last layer to the first. */
  g_autoptr (GArray) chain = slice_chain_new (profile->trace, NULL, kernel);
  g_assert_cmpint (slices->start_ns[g_array_index (chain, ChainLink, 1).from], ==, 5100000);
  profile_unref (profile);
}

static SequencePairs *
pairs_of (SequencePair *one)
{
  SequencePairs *pairs = calloc (1, sizeof *pairs);

  pairs->n = 1;
  pairs->by_forward = calloc (1, sizeof *one);
  pairs->by_backward = calloc (1, sizeof *one);
  *pairs->by_forward = *pairs->by_backward = *one;
  return pairs;
}

static void
sequence_numbers_stand_in_for_connections_that_are_not_drawn (void)
{
  const Profile *profile = timeline_profile_training ();
  SequencePair one = {
    .forward = nth_in_time (profile, "aten::addmm", 0),
    .backward = nth_in_time (profile, "autograd::engine::evaluate_function: AddmmBackward", 0),
  };
  SequencePairs *pairs = pairs_of (&one), *none = sequence_pairs_new (profile->trace, NULL, NULL);
  g_autoptr (GArray) of_backward = slice_chain_new (profile->trace, pairs, one.backward);
  g_autoptr (GArray) of_forward = slice_chain_new (profile->trace, pairs, one.forward);
  bool has_backward = false;

  const ChainLink *first = &g_array_index (of_backward, ChainLink, 0);
  g_assert_cmpint ((int) first->part, ==, CHAIN_FORWARD);
  g_assert_cmpuint (first->from, ==, one.forward);
  for (guint i = 0; i < of_forward->len; i++)
    has_backward |= g_array_index (of_forward, ChainLink, i).part == CHAIN_BACKWARD
                    && g_array_index (of_forward, ChainLink, i).to == one.backward;
  g_assert_true (has_backward);

  /* That profile tells no numbers. */
  g_assert_cmpuint (none->n, ==, 0);
  g_assert_cmpuint (sequence_pairs_forward_of (none, one.backward), ==, SLICE_NONE);
  sequence_pairs_free (none);
  sequence_pairs_free (pairs);
  profile_unref (profile);
}

static void
brackets_go_from_kernel_to_call_to_operators_and_back (void)
{
  const Profile *profile = timeline_profile_backward ();
  const Trace *trace = profile->trace;
  uint64_t kernel = nth_in_time (profile, "backward_kernel", 1);
  FlowWalk walk = { 0 };

  uint64_t at = flow_walk_follow (&walk, trace, NULL, kernel, false);
  g_assert_cmpstr (name_of (profile, at), ==, "cudaLaunchKernel");
  at = flow_walk_follow (&walk, trace, NULL, at, false);
  g_assert_cmpstr (name_of (profile, at), ==, BACKWARD_OPERATOR);
  uint64_t backward = at;
  at = flow_walk_follow (&walk, trace, NULL, at, false);
  g_assert_cmpstr (name_of (profile, at), ==, FORWARD_OPERATOR);
  at = flow_walk_follow (&walk, trace, NULL, at, false);
  g_assert_cmpstr (name_of (profile, at), ==, "aten::linear");
  at = flow_walk_other (&walk, trace, NULL, at, 1);
  g_assert_cmpstr (name_of (profile, at), ==, "model.py(7): forward");
  at = flow_walk_other (&walk, trace, NULL, at, -1);
  g_assert_cmpstr (name_of (profile, at), ==, "aten::linear");

  /* Forward from the backward operator: its launches, the second of which was where all began. */
  at = flow_walk_follow (&walk, trace, NULL, backward, true);
  g_assert_cmpstr (name_of (profile, at), ==, "cudaLaunchKernel");
  at = flow_walk_other (&walk, trace, NULL, at, 1);
  g_assert_cmpuint (at, ==, trace_launch_of (trace, kernel));
  g_assert_cmpuint (flow_walk_follow (&walk, trace, NULL, at, true), ==, kernel);
  g_assert_cmpuint (flow_walk_follow (&walk, trace, NULL, kernel, true), ==, SLICE_NONE);
  profile_unref (profile);
}

static void
brackets_go_between_forward_and_backward_of_one_sequence_number (void)
{
  const Profile *profile = timeline_profile_training ();
  SequencePair one = {
    .forward = nth_in_time (profile, "aten::addmm", 0),
    .backward = nth_in_time (profile, "autograd::engine::evaluate_function: AddmmBackward", 0),
  };
  SequencePairs *pairs = pairs_of (&one);
  FlowWalk walk = { 0 };

  g_assert_cmpuint (flow_walk_follow (&walk, profile->trace, pairs, one.backward, false), ==, one.forward);
  g_assert_cmpuint (flow_walk_other (&walk, profile->trace, pairs, one.forward, 1), ==, one.forward);
  g_assert_cmpuint (flow_walk_follow (&walk, profile->trace, pairs, one.forward, true), ==, one.backward);
  g_assert_cmpuint (flow_walk_other (&walk, profile->trace, pairs, one.backward, -1), ==, one.backward);
  sequence_pairs_free (pairs);
  profile_unref (profile);
}

static void
check_place (const char *name, const char *expected)
{
  g_autofree char *place = source_place_of_name (name, strlen (name));

  g_assert_cmpstr (place, ==, expected);
}

static void
python_names_tell_file_line_and_function (void)
{
  check_place ("train.py(42): step", "train.py:42 (step)");
  check_place ("/a (copy)/nn/module.py(1501): _call_impl", "/a (copy)/nn/module.py:1501 (_call_impl)");
  check_place ("<string>(1): <module>", "<string>:1 (<module>)");
  check_place ("<built-in method mm of type object at 0x7f>", NULL);
  check_place ("nn.Module: Linear_0", NULL);
  check_place ("f(x): y", NULL);
  check_place ("a.py(): y", NULL);
  check_place ("(3): y", NULL);
  check_place ("a.py(3)", NULL);
  check_place ("", NULL);
}

static void
a_kernel_has_the_source_and_the_stack_of_its_launch (void)
{
  const Profile *profile = timeline_profile_backward ();
  uint64_t kernel = nth_in_time (profile, "forward_kernel", 0);
  g_autofree char *source = source_place_of_slice (profile->trace, kernel);
  g_autofree char *stack = source_place_stack (profile->trace, kernel);
  g_autofree char *none =
    source_place_stack (profile->trace, timeline_profile_slice (profile, "ProfilerStep#5"));

  g_assert_cmpstr (source, ==, "model.py:7 (forward)");
  g_assert_cmpstr (stack, ==,
                   "ProfilerStep#5 › train.py(42): step › model.py(7): forward › aten::linear › aten::addmm");
  g_assert_null (none);
  profile_unref (profile);
}

static void
the_gap_before_a_kernel_is_the_idle_time_it_ended (void)
{
  const Profile *profile = timeline_profile_backward ();
  uint32_t device;
  int64_t begin_ns, end_ns;

  /* The first backward kernel begins at 10.6 ms; the last forward one has ended at 6.9 ms. */
  g_assert_true (
    gap_before_slice (profile, nth_in_time (profile, "backward_kernel", 0), &device, &begin_ns, &end_ns));
  g_assert_cmpuint (device, ==, 0);
  g_assert_cmpint (begin_ns, ==, 6900000);
  g_assert_cmpint (end_ns, ==, 10600000);

  /* The first of all: since the begin of the profile. */
  g_assert_true (
    gap_before_slice (profile, nth_in_time (profile, "forward_kernel", 0), &device, &begin_ns, &end_ns));
  g_assert_cmpint (begin_ns, ==, 0);
  g_assert_cmpint (end_ns, ==, 1700000);

  /* A call stands for what it launched; an operator for nothing. */
  g_assert_true (
    gap_before_slice (profile, nth_in_time (profile, "cudaLaunchKernel", 0), &device, &begin_ns, &end_ns));
  g_assert_cmpint (end_ns, ==, 1700000);
  g_assert_false (gap_before_slice (profile, timeline_profile_slice (profile, "aten::linear"), &device,
                                    &begin_ns, &end_ns));
  profile_unref (profile);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slice_chain/the_stack_is_what_encloses_the_slice_on_its_thread",
                   the_stack_is_what_encloses_the_slice_on_its_thread);
  g_test_add_func ("/slice_chain/a_forward_kernel_leads_to_frames_operators_and_backward_kernels",
                   a_forward_kernel_leads_to_frames_operators_and_backward_kernels);
  g_test_add_func ("/slice_chain/a_backward_kernel_leads_to_its_forward_operator_and_the_frames_around_it",
                   a_backward_kernel_leads_to_its_forward_operator_and_the_frames_around_it);
  g_test_add_func ("/slice_chain/sequence_numbers_stand_in_for_connections_that_are_not_drawn",
                   sequence_numbers_stand_in_for_connections_that_are_not_drawn);
  g_test_add_func ("/slice_chain/brackets_go_from_kernel_to_call_to_operators_and_back",
                   brackets_go_from_kernel_to_call_to_operators_and_back);
  g_test_add_func ("/slice_chain/brackets_go_between_forward_and_backward_of_one_sequence_number",
                   brackets_go_between_forward_and_backward_of_one_sequence_number);
  g_test_add_func ("/slice_chain/python_names_tell_file_line_and_function",
                   python_names_tell_file_line_and_function);
  g_test_add_func ("/slice_chain/a_kernel_has_the_source_and_the_stack_of_its_launch",
                   a_kernel_has_the_source_and_the_stack_of_its_launch);
  g_test_add_func ("/slice_chain/the_gap_before_a_kernel_is_the_idle_time_it_ended",
                   the_gap_before_a_kernel_is_the_idle_time_it_ended);
  return g_test_run ();
}
