/* SPDX-License-Identifier: Apache-2.0
 *
 * What is proposed as step where none was found, and that its pattern finds exactly what was counted. */

#include "trace/stats/step/step_proposals.h"

#include <glib.h>
#include <string.h>

#include "tests/unit/fixtures/opened_text.h"
#include "trace/derive/step.h"

#define PERIOD_US 1000
#define ASK_EVERY 65536 /* slices or names between two questions whether to go on, at most */

/* Events of a Kineto trace. */
typedef struct
{
  GString *json;
  int n_launches;
} Events;

static Events
events_new (void)
{
  return (Events){ g_string_new ("{\"schemaVersion\":1,\"traceEvents\":[{}"), 0 };
}

static void
add (Events *events, const char *category, const char *name, int thread, int begin_us, int dur_us)
{
  g_string_append_printf (
    events->json, ",{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":1,\"tid\":%d,\"ts\":%d,\"dur\":%d}",
    category, name, thread, begin_us, dur_us);
}

/* A call and its kernel. */
static void
add_launch (Events *events, int thread, int begin_us)
{
  events->n_launches++;
  g_string_append_printf (
    events->json,
    ",{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,\"tid\":%d,"
    "\"ts\":%d,\"dur\":2,\"args\":{\"correlation\":%d}}"
    ",{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":0,\"tid\":7,\"ts\":%d,\"dur\":3,"
    "\"args\":{\"correlation\":%d,\"device\":0,\"stream\":7}}",
    thread, begin_us, events->n_launches, begin_us + 4, events->n_launches);
}

/* n slices, one a period, each with a launch in it. %d in format becomes the number. */
G_GNUC_PRINTF (3, 0)
static void
add_regular (Events *events, const char *category, const char *format, int n, int after_us, int dur_us)
{
  for (int i = 0; i < n; i++)
    {
      g_autofree char *name = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      name = strstr (format, "%d") != NULL ? g_strdup_printf (format, i + 3) : g_strdup (format);
#pragma GCC diagnostic pop
      add (events, category, name, 1, i * PERIOD_US + after_us, dur_us);
      add_launch (events, 1, i * PERIOD_US + after_us + 1);
    }
}

/* Uses the events up. */
static const Profile *
profile_of (Events *events)
{
  g_string_append (events->json, "]}");
  const Profile *profile = opened_text ("proposals.json", events->json->str, NULL);
  g_string_free (events->json, TRUE);
  return profile;
}

static uint64_t
count_found (const Trace *trace, const char *pattern)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StepTable) steps = step_table_new (trace, pattern, &error);

  g_assert_no_error (error);
  return step_table_count (steps);
}

/* The names in order, each with its count; ends with NULL. Uses the events up. */
static void
check (Events *events, const char *const *expected)
{
  const Profile *profile = profile_of (events);
  StepProposals proposals, again;
  uint32_t n = 0;

  g_assert_true (step_proposals_find (profile->trace, NULL, NULL, &proposals));
  for (; expected[n] != NULL; n++)
    {
      g_assert_cmpuint (n, <, proposals.n);
      g_autofree char *text =
        g_strdup_printf ("%s %" G_GUINT64_FORMAT, proposals.proposals[n].shown, proposals.proposals[n].count);
      g_assert_cmpstr (text, ==, expected[n]);
      g_assert_cmpuint (count_found (profile->trace, proposals.proposals[n].pattern), ==,
                        proposals.proposals[n].count);
      g_assert_cmpfloat (proposals.proposals[n].cover, >=, 0);
      g_assert_cmpfloat (proposals.proposals[n].cover, <=, 1);
    }
  g_assert_cmpuint (proposals.n, ==, n);

  g_assert_true (step_proposals_find (profile->trace, NULL, NULL, &again));
  g_assert_cmpuint (again.n, ==, n);
  for (uint32_t i = 0; i < n; i++)
    g_assert_cmpstr (again.proposals[i].name, ==, proposals.proposals[i].name);
  step_proposals_clear (&again);
  step_proposals_clear (&proposals);
  profile_unref (profile);
}

#define CHECK(events, ...) check (events, (const char *const[]){ __VA_ARGS__ })

static void
test_optimizer_is_called_by_its_short_name (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "Optimizer.zero_grad#SGD.zero_grad", 5, 10, 60);
  add_regular (&events, "user_annotation", "Optimizer.step#SGD.step", 5, 800, 50);
  CHECK (&events, "Optimizer.step 5", "Optimizer.zero_grad 5", NULL);
}

static void
test_two_optimizers_keep_their_names (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "Optimizer.step#SGD.step", 4, 800, 50);
  add_regular (&events, "user_annotation", "Optimizer.step#Adam.step", 4, 900, 40);
  CHECK (&events, "Optimizer.step#SGD.step 4", "Optimizer.step#Adam.step 4", NULL);
}

/* "Optimizer.step" is what the longer name would be shown as. */
static void
test_no_two_proposals_are_shown_alike (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "Optimizer.step", 4, 0, 60);
  add_regular (&events, "user_annotation", "Optimizer.step#SGD.step", 4, 800, 50);
  CHECK (&events, "Optimizer.step 4", "Optimizer.step#SGD.step 4", NULL);
}

static void
test_annotations_of_collectives_are_no_steps (void)
{
  static const char *const names[] = { "nccl:all_reduce", "gloo:broadcast",   "mpi:barrier",
                                       "ucc:all_reduce",  "smddp:all_reduce", "herring:all_reduce" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      Events events = events_new ();

      add_regular (&events, "user_annotation", names[i], 4, 0, 700);
      CHECK (&events, NULL);
    }
  Events events = events_new ();
  add_regular (&events, "user_annotation", "nccl: warm-up", 4, 0, 400);
  add_regular (&events, "user_annotation", "nccl::step", 4, 500, 300);
  CHECK (&events, "nccl::step 4", "nccl: warm-up 4", NULL);
}

static void
test_numbered_names_are_one_group (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "train_batch/%d", 4, 0, 900);
  CHECK (&events, "train_batch/N 4", NULL);
}

static void
test_the_number_is_the_number_of_the_step (void)
{
  Events events = events_new ();
  StepProposals proposals;

  add_regular (&events, "user_annotation", "[iteration %d of run]", 3, 0, 900);
  const Profile *profile = profile_of (&events);
  g_assert_true (step_proposals_find (profile->trace, NULL, NULL, &proposals));
  g_assert_cmpuint (proposals.n, ==, 1);
  g_autoptr (StepTable) steps = step_table_new (profile->trace, proposals.proposals[0].pattern, NULL);
  g_assert_cmpuint (step_table_count (steps), ==, 3);
  for (uint64_t i = 0; i < 3; i++)
    g_assert_cmpint (step_table_get (steps, i)->number, ==, 3 + (int64_t) i);
  step_proposals_clear (&proposals);
  profile_unref (profile);
}

static void
test_a_number_that_comes_again_is_no_running_number (void)
{
  Events events = events_new ();

  /* Two of each: no name repeats three times, and together they are not numbered. */
  for (int i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("part %d", i % 3);
      add (&events, "user_annotation", name, 1, i * PERIOD_US, 500);
      add_launch (&events, 1, i * PERIOD_US + 1);
    }
  CHECK (&events, NULL);
}

static void
test_what_covers_the_period_comes_first (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "Optimizer.step#SGD.step", 5, 900, 50);
  add_regular (&events, "user_annotation", "## forward ##", 5, 10, 300);
  add_regular (&events, "cpu_op", "aten::everything", 5, 0, 990);
  CHECK (&events, "aten::everything 5", "Optimizer.step 5", "## forward ## 5", NULL);
}

static void
test_operators_cover_half_of_the_period (void)
{
  Events events = events_new ();

  add_regular (&events, "cpu_op", "aten::small", 6, 0, 100);
  CHECK (&events, NULL);
}

static void
test_parts_of_what_repeats_are_no_steps (void)
{
  Events events = events_new ();

  add_regular (&events, "cpu_op", "whole", 4, 0, 900);
  add_regular (&events, "cpu_op", "part", 4, 10, 700);
  CHECK (&events, "whole 4", NULL);
}

static void
test_layers_of_a_module_are_no_steps (void)
{
  Events events = events_new ();

  add (&events, "python_function", "nn.Module: Model_0", 1, 0, 8 * PERIOD_US);
  add_regular (&events, "python_function", "nn.Module: Layer_0", 8, 10, 900);
  add_regular (&events, "user_annotation", "## Call CompiledFxGraph f4ii ##", 8, 20, 800);
  CHECK (&events, NULL);
}

static void
test_a_module_at_the_top_is_proposed (void)
{
  Events events = events_new ();

  add (&events, "python_function", "train.py(3): main", 1, 0, 8 * PERIOD_US);
  add_regular (&events, "python_function", "nn.Module: Model_0", 8, 10, 300);
  CHECK (&events, "nn.Module: Model_0 8", NULL);
}

static void
test_graph_launches_are_proposed (void)
{
  Events events = events_new ();

  for (int i = 0; i < 7; i++)
    add (&events, "cuda_runtime", "cudaGraphLaunch", 1, i * PERIOD_US, 20);
  add_launch (&events, 1, 100);
  CHECK (&events, "cudaGraphLaunch 7", NULL);
}

static void
test_bursts_are_not_regular (void)
{
  Events events = events_new ();

  for (int i = 0; i < 40; i++)
    {
      int begin_us = i / 10 * 10 * PERIOD_US + i % 10 * 100;
      add (&events, "user_annotation", "layer", 1, begin_us, 90);
      add_launch (&events, 1, begin_us + 1);
    }
  CHECK (&events, NULL);
}

static void
test_a_warm_up_is_regular_enough (void)
{
  Events events = events_new ();

  for (int i = 0; i < 6; i++)
    {
      int begin_us = i == 0 ? 0 : (50 + i) * PERIOD_US;
      add (&events, "user_annotation", "train_batch", 1, begin_us, i == 0 ? 50 * PERIOD_US : 900);
      add_launch (&events, 1, begin_us + 1);
    }
  CHECK (&events, "train_batch 6", NULL);
}

static void
test_what_launches_nothing_is_no_step (void)
{
  Events events = events_new ();

  for (int i = 0; i < 6; i++)
    add (&events, "user_annotation", "log", 1, i * PERIOD_US, 500);
  add_launch (&events, 1, 100);
  CHECK (&events, NULL);
}

static void
test_without_a_device_nothing_has_to_launch (void)
{
  Events events = events_new ();

  for (int i = 0; i < 6; i++)
    add (&events, "user_annotation", "train_batch", 1, i * PERIOD_US, 500);
  CHECK (&events, "train_batch 6", NULL);
}

static void
test_what_overlaps_is_no_step (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "request", 6, 0, PERIOD_US + 1);
  CHECK (&events, NULL);
}

static void
test_what_runs_on_two_threads_is_no_step (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "request", 6, 0, 500);
  add (&events, "user_annotation", "request", 2, 6 * PERIOD_US, 500);
  CHECK (&events, NULL);
}

static void
test_twice_is_too_few (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "forward", 2, 0, 500);
  CHECK (&events, NULL);
}

static void
test_the_best_five_are_proposed (void)
{
  Events events = events_new ();

  for (int i = 0; i < 9; i++)
    {
      g_autofree char *name = g_strdup_printf ("phase%c", 'a' + i);
      add_regular (&events, "user_annotation", name, 4, i * 100, 90 - i);
    }
  CHECK (&events, "phasea 4", "phaseb 4", "phasec 4", "phased 4", "phasee 4", NULL);
}

/* Names are text of the file: nothing of them is an expression, or one that cannot be typed. */
static void
test_names_are_escaped_in_patterns (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "a.b*(c)[d]|^e$", 4, 0, 300);
  add_regular (&events, "user_annotation", "aXb*(c)[d]|^e$", 4, 400, 200);
  add_regular (&events, "user_annotation", "line\\nfeed", 4, 700, 100);
  CHECK (&events, "a.b*(c)[d]|^e$ 4", "aXb*(c)[d]|^e$ 4", NULL);
}

/* "$" matches before a line feed at the end as well. */
static void
test_a_name_that_ends_with_a_line_feed_is_another_name (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "batch", 4, 0, 300);
  add_regular (&events, "user_annotation", "batch\\n", 4, 400, 200);
  CHECK (&events, "batch 4", NULL);
}

/* A terminal obeys some characters besides those of ASCII, and others turn the text around. */
static void
test_names_with_characters_that_are_not_shown_are_not_proposed (void)
{
  static const char *const names[] = {
    "a\\u009b31mRED", /* a control sequence */
    "\\u202eevil",    /* right to left */
    "a\\u2066b",      /* an isolate */
    "a\\u200bb",      /* without width */
    "a\\u2028b",      /* a line separator */
    "a\\ufeffb",      /* the mark of the byte order */
    "a\\u001b[31m",   /* escape */
  };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      Events events = events_new ();

      add_regular (&events, "user_annotation", names[i], 4, 0, 300);
      add_regular (&events, "user_annotation", "Schritt – größer", 4, 400, 200);
      CHECK (&events, "Schritt – größer 4", NULL);
    }
}

/* They become steps by themselves where they have a number, and are something else where they have none. */
static void
test_ranges_of_the_profiler_are_not_proposed (void)
{
  static const char *const names[] = { "ProfilerStep#", "ProfilerStep #", "ProfilerStep # x" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      Events events = events_new ();

      add_regular (&events, "user_annotation", names[i], 4, 0, 300);
      CHECK (&events, NULL);
    }
}

/* A pattern finds Python frames as well. */
static void
test_a_name_of_two_kinds_is_not_proposed (void)
{
  Events events = events_new ();

  add_regular (&events, "user_annotation", "forward", 4, 0, 300);
  add (&events, "python_function", "forward", 1, 4 * PERIOD_US, 10);
  CHECK (&events, NULL);
}

static bool
ask_count (void *user_data)
{
  unsigned *n_left = user_data;

  return *n_left > 0 && (*n_left)--;
}

static void
test_it_ends_when_nobody_wants_the_answer (void)
{
  Events events = events_new ();
  bool ok = false;

  add_regular (&events, "user_annotation", "train_batch", 6, 0, 500);
  const Profile *profile = profile_of (&events);
  for (unsigned n = 0; n < 100 && !ok; n++)
    {
      unsigned n_left = n;
      StepProposals proposals;

      ok = step_proposals_find (profile->trace, ask_count, &n_left, &proposals);
      g_assert_cmpuint (proposals.n, ==, ok ? 1 : 0);
      step_proposals_clear (&proposals);
    }
  g_assert_true (ok);
  profile_unref (profile);
}

static bool
ask_and_count (void *user_data)
{
  ++*(unsigned *) user_data;
  return true;
}

static unsigned
count_asked (Events *events)
{
  const Profile *profile = profile_of (events);
  StepProposals proposals;
  unsigned n = 0;

  g_assert_true (step_proposals_find (profile->trace, ask_and_count, &n, &proposals));
  step_proposals_clear (&proposals);
  profile_unref (profile);
  return n;
}

/* They are counted, looked for on their rank, and searched for graph launches. */
static void
test_it_asks_in_every_loop_over_slices (void)
{
  Events events = events_new (), few = events_new ();

  for (int i = 0; i < 4 * ASK_EVERY; i++)
    add (&events, "cuda_runtime", "cudaFree", 1, i, 1);
  add (&few, "cuda_runtime", "cudaFree", 1, 0, 1);
  unsigned n_few = count_asked (&few);
  g_assert_cmpuint (count_asked (&events), >=, n_few + 3 * 3);
}

/* Names are looked at, their numbers are found, and they are grouped. */
static void
test_it_asks_in_every_loop_over_names (void)
{
  Events events = events_new (), same = events_new ();

  for (int i = 0; i < 4 * ASK_EVERY; i++)
    {
      g_autofree char *name = g_strdup_printf ("%d%c", i, "ab"[i % 2]);

      add (&events, "cuda_runtime", name, 1, i, 1);
      add (&same, "cuda_runtime", "cudaFree", 1, i, 1);
    }
  unsigned n_same = count_asked (&same);
  g_assert_cmpuint (count_asked (&events), >=, n_same + 3 * 3);
}

static void
test_an_empty_profile_has_none (void)
{
  Events events = events_new ();

  CHECK (&events, NULL);
}

#define TEST(name) g_test_add_func ("/step_proposals/" #name, test_##name)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  TEST (optimizer_is_called_by_its_short_name);
  TEST (two_optimizers_keep_their_names);
  TEST (no_two_proposals_are_shown_alike);
  TEST (annotations_of_collectives_are_no_steps);
  TEST (numbered_names_are_one_group);
  TEST (the_number_is_the_number_of_the_step);
  TEST (a_number_that_comes_again_is_no_running_number);
  TEST (what_covers_the_period_comes_first);
  TEST (operators_cover_half_of_the_period);
  TEST (parts_of_what_repeats_are_no_steps);
  TEST (layers_of_a_module_are_no_steps);
  TEST (a_module_at_the_top_is_proposed);
  TEST (graph_launches_are_proposed);
  TEST (bursts_are_not_regular);
  TEST (a_warm_up_is_regular_enough);
  TEST (what_launches_nothing_is_no_step);
  TEST (without_a_device_nothing_has_to_launch);
  TEST (what_overlaps_is_no_step);
  TEST (what_runs_on_two_threads_is_no_step);
  TEST (twice_is_too_few);
  TEST (the_best_five_are_proposed);
  TEST (names_are_escaped_in_patterns);
  TEST (a_name_that_ends_with_a_line_feed_is_another_name);
  TEST (names_with_characters_that_are_not_shown_are_not_proposed);
  TEST (ranges_of_the_profiler_are_not_proposed);
  TEST (a_name_of_two_kinds_is_not_proposed);
  TEST (it_ends_when_nobody_wants_the_answer);
  TEST (it_asks_in_every_loop_over_slices);
  TEST (it_asks_in_every_loop_over_names);
  TEST (an_empty_profile_has_none);
  return g_test_run ();
}
