/* SPDX-License-Identifier: Apache-2.0
 *
 * The panes of idle time, of steps by part, of processors and of the profiler itself: as a training profile with Python
 * stacks and a profiler that tells of itself fills them, with samples of processors and many steps, and with nothing. */

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/story.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/panes/pane_cpu_active.h"
#include "widgets/dashboard/panes/pane_cpu_utilization.h"
#include "widgets/dashboard/panes/pane_idle.h"
#include "widgets/dashboard/panes/pane_overhead.h"
#include "widgets/dashboard/panes/pane_step_breakdown.h"

#define US INT64_C (1000)
#define MS INT64_C (1000000)

/* Two columns: the wide panes take one and a half. */
static void
draw_panes (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *user_data)
{
  static const Pane *const panes[] = { &pane_idle, &pane_overhead, &pane_step_breakdown, &pane_cpu_active,
                                       &pane_cpu_utilization };
  static const double left[] = { 0, 2, 0, 2, 0 }, width[] = { 2, 1, 2, 1, 3 };
  static const int row[] = { 0, 0, 1, 1, 2 };
  const DashboardData *const *data = user_data;
  double unit = rect->width_px / 3, height = rect->height_px / 3;

  for (size_t i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      const Rect card = { rect->x_px + unit * left[i] + 8, rect->y_px + height * row[i] + 8,
                          unit * width[i] - 16, height - 16 };
      const PaneContext pane = { panes[i], *data, &PANE_OPTIONS_DEFAULT, style->numbers };

      pane_draw (cr, &card, style, &pane);
    }
}

static const DashboardData *training, *sampled, *nothing;

static const GoldenCase cases[] = {
  { "training_light", 1264, 1056, THEME_LIGHT, draw_panes, &training, NULL, 0 },
  { "training_dark", 1264, 1056, THEME_DARK, draw_panes, &training, NULL, 0 },
  { "training_narrow", 912, 1200, THEME_LIGHT, draw_panes, &training, NULL, 0 },
  { "sampled_light", 1264, 1056, THEME_LIGHT, draw_panes, &sampled, NULL, 0 },
  { "sampled_contrast", 1264, 1056, THEME_CONTRAST, draw_panes, &sampled, NULL, 0 },
  { "nothing", 1264, 1056, THEME_LIGHT, draw_panes, &nothing, NULL, 0 },
};

static void
launch (Story *story,
        int64_t call_ns,
        SliceKind kind,
        const char *name,
        int stream,
        int64_t start_ns,
        int64_t dur_ns)
{
  story_launch (story, call_ns, 8 * US, stream, kind, name, start_ns, dur_ns);
}

/* One step of about 8 ms: loads data, copies, computes, reduces, and asks for the loss. */
static int64_t
tell_step (Story *story, int number, int64_t begin_ns, int64_t load_ns)
{
  char name[32];
  int64_t at_ns = begin_ns + load_ns;

  story_tell (story, story->annotations, SLICE_ANNOTATION,
              "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", begin_ns + 50 * US,
              load_ns - 80 * US, 0);
  launch (story, at_ns, SLICE_MEMCPY, "Memcpy HtoD (Pinned -> Device)", 0, at_ns + 20 * US, 400 * US);
  for (int layer = 0; layer < 6; layer++)
    {
      story_tell (story, story->operators, SLICE_OPERATOR, "aten::addmm", at_ns + (120 + 60 * layer) * US,
                  55 * US, 0);
      launch (story, at_ns + (130 + 60 * layer) * US, SLICE_KERNEL, "ampere_sgemm_128x64_nn", 0,
              at_ns + (430 + 520 * layer) * US, 515 * US);
    }
  at_ns += 3550 * US;
  story_tell (story, story->calls, SLICE_CALL, "cudaEventRecord", begin_ns + load_ns + 500 * US, 2 * US, 0);
  story_tell (story, story->calls, SLICE_CALL, "cudaStreamWaitEvent", begin_ns + load_ns + 504 * US, 2 * US,
              0);
  launch (story, begin_ns + load_ns + 510 * US, SLICE_KERNEL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 1,
          at_ns + 12 * US, 1300 * US);
  int64_t asked_ns = begin_ns + load_ns + 530 * US;
  at_ns += 1420 * US;
  story_tell (story, story->calls, SLICE_CALL, "cudaStreamSynchronize", asked_ns, at_ns + 560 * US - asked_ns,
              0);
  story_tell (story, story->python, SLICE_PYTHON, "train.py(88): log_loss", at_ns, 600 * US, 0);
  story_tell (story, story->operators, SLICE_OPERATOR, "Optimizer.step#AdamW.step", at_ns + 610 * US,
              500 * US, 0);
  launch (story, at_ns + 900 * US, SLICE_KERNEL, "multi_tensor_apply_kernel", 0, at_ns + 910 * US, 700 * US);
  g_snprintf (name, sizeof name, "ProfilerStep#%d", number);
  story_tell (story, story->annotations, SLICE_ANNOTATION, name, begin_ns, at_ns + 1700 * US - begin_ns, 0);
  return at_ns + 1700 * US;
}

static const DashboardData *
data_of (Story *story)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (Trace) trace = story_end (story);
  const Profile *profile = profile_new (trace, "story.json", NULL, &error);
  g_assert_no_error (error);
  StatsScope scope = stats_scope_whole (trace, profile->steps);
  const DashboardData *data = dashboard_data_new (profile, &scope, &error);
  g_assert_no_error (error);
  profile_unref (profile);
  return data;
}

static const DashboardData *
make_training (void)
{
  Story story = story_begin ();
  int64_t at_ns = 0;

  for (int i = 0; i < 8; i++)
    {
      if (i == 3)
        story_tell (&story, story.profiler, SLICE_OVERHEAD, "Activity Buffer Request", at_ns + 200 * US,
                    1500 * US, 0);
      story_tell (&story, story.profiler, SLICE_OVERHEAD, "Lazy Function Loading", at_ns + 2 * MS, 60 * US,
                  0);
      at_ns = tell_step (&story, 40 + i, at_ns, i == 5 ? 5 * MS : (900 + 70 * i) * US);
    }
  return data_of (&story);
}

/* Many steps, of which one is slow, and two processors, of which one is sampled from the middle on. */
static const DashboardData *
make_sampled (void)
{
  Story story = story_begin ();
  int64_t at_ns = 0;

  for (int i = 0; i < 1500; i++)
    at_ns = tell_step (&story, i, at_ns, i == 900 ? 20 * MS : (500 + 13 * (i % 31)) * US);
  for (int core = 0; core < 2; core++)
    {
      uint32_t track =
        story_add_counter (&story, core == 0 ? "CPU Utilization (%) cpu0" : "CPU Utilization (%) cpu1");

      for (int64_t i = core * 40; i < 80; i++)
        trace_builder_add_sample (story.builder, track, at_ns / 80 * i,
                                  core == 0 ? (double) (i * 37 % 101) : 4);
    }
  return data_of (&story);
}

static const DashboardData *
make_nothing (void)
{
  Story story = story_begin ();

  story_tell (&story, story.streams[0], SLICE_KERNEL, "ampere_sgemm_128x64_nn", 0, MS, 0);
  return data_of (&story);
}

int
main (int argc, char **argv)
{
  training = make_training ();
  sampled = make_sampled ();
  nothing = make_nothing ();
  return golden_main (argc, argv, "idle_panes", cases, sizeof cases / sizeof cases[0]);
}
