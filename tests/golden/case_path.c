/* SPDX-License-Identifier: Apache-2.0
 *
 * The critical path over the rows of a step: magnified, whole, of many short kernels, and where rows are folded. */

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/story.h"
#include "widgets/timeline/draw/timeline_draw.h"

#define US INT64_C (1000)
#define MS INT64_C (1000000)

typedef struct
{
  const Profile *const *profile;
  int64_t begin_ns, end_ns;
  const char *selected;
  bool is_open, is_closed;
  int text_px;
} PathCase;

static const Profile *step, *dense;

static uint64_t
slice_named (const Profile *profile, const char *name)
{
  const SliceColumns *slices = trace_slices (profile->trace);

  for (uint64_t i = 0; name != NULL && i < slices->n; i++)
    if (g_strcmp0 (trace_string (profile->trace, slice_name (slices, i), NULL), name) == 0)
      return i;
  return SLICE_NONE;
}

static void
draw_path (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const PathCase *drawn = data;
  const Profile *profile = *drawn->profile;
  TrackTree *tree =
    track_tree_new (profile, drawn->text_px > 0 ? drawn->text_px : 12, TRACE_NONE, TRACE_NONE);
  PathPlace place = path_place_of_step (profile, 0);
  const StepPath *path = step_path_new (profile, &place, NULL, NULL);
  TimelineView view = {
    .profile = profile,
    .tree = tree,
    .begin_ns = drawn->begin_ns,
    .end_ns = drawn->end_ns,
    .path = path,
  };
  TimelineMarks marks = {
    .selected = slice_named (profile, drawn->selected),
    .hovered = SLICE_NONE,
    .focused = SLICE_NONE,
    .draws_path = true,
  };

  if (drawn->is_open || drawn->is_closed)
    track_tree_set_all_open (tree, drawn->is_open);
  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  g_assert_true (timeline_draw_picture (cr, &view, style, &marks, (int) rect->width_px, (int) rect->height_px,
                                        (int) (240 * text_cache_scale (style->text))));
  cairo_restore (cr);
  step_path_unref (path);
  track_tree_free (tree);
}

/* ---- profiles ---- */

static void
launch (Story *story,
        int64_t call_us,
        SliceKind kind,
        const char *name,
        int stream,
        int64_t start_us,
        int64_t dur_us)
{
  story_launch (story, call_us * US, 8 * US, stream, kind, name, start_us * US, dur_us * US);
}

static void
tell (Story *story, uint32_t track, SliceKind kind, const char *name, int64_t start_us, int64_t dur_us)
{
  story_tell (story, track, kind, name, start_us * US, dur_us * US, 0);
}

static const Profile *
end_story (Story *story)
{
  Trace *trace = story_end (story);
  const Profile *profile = profile_new (trace, "path.json", NULL, NULL);

  trace_unref (trace);
  return profile;
}

/* A batch is fetched and copied; a kernel runs beside the path; an all-reduce waits for the last kernel; the host waits for
 * it and then does the rest. */
static const Profile *
one_step (void)
{
  Story story = story_begin ();

  tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#7", 0, 2000);
  tell (&story, story.annotations, SLICE_ANNOTATION, "enumerate(DataLoader)#_Iter.__next__", 10, 240);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::copy_", 260, 60);
  launch (&story, 280, SLICE_MEMCPY, "Memcpy HtoD (Pinned -> Device)", 1, 300, 220);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::linear", 340, 160);
  tell (&story, story.operators, SLICE_OPERATOR, "aten::addmm", 350, 140);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamWaitEvent", 360, 4);
  launch (&story, 370, SLICE_KERNEL, "ampere_sgemm_128x64_tn", 0, 524, 300);
  launch (&story, 420, SLICE_KERNEL, "elementwise_kernel", 0, 828, 120);
  launch (&story, 450, SLICE_KERNEL, "reduce_kernel", 1, 560, 180);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamWaitEvent", 520, 4);
  launch (&story, 540, SLICE_KERNEL, "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", 1, 950, 400);
  tell (&story, story.calls, SLICE_CALL, "cudaDeviceSynchronize", 600, 760);
  tell (&story, story.operators, SLICE_OPERATOR, "Optimizer.step#Adam.step", 1400, 500);
  launch (&story, 1500, SLICE_KERNEL, "multi_tensor_apply_kernel", 0, 1620, 200);
  tell (&story, story.calls, SLICE_CALL, "cudaStreamSynchronize", 1830, 10);
  return end_story (&story);
}

/* The host launches a kernel every 2 us, and waits for each. */
static const Profile *
many_waits (void)
{
  Story story = story_begin ();

  tell (&story, story.annotations, SLICE_ANNOTATION, "ProfilerStep#1", 0, 24000);
  for (int i = 0; i < 2000; i++)
    {
      story_launch (&story, i * 12 * US, US, i / 100 % 2, SLICE_KERNEL, "short", (i * 12 + 3) * US, 5 * US);
      tell (&story, story.calls, SLICE_CALL, "cudaDeviceSynchronize", i * 12 + 2, 7);
    }
  return end_story (&story);
}

static const PathCase whole = { &step, -100 * US, 2100 * US, NULL, false, false, 12 };
static const PathCase selected = { &step, 240 * US, 1000 * US, "reduce_kernel", false, false, 12 };
static const PathCase edges = { &step, 270 * US, 340 * US, NULL, false, false, 12 };
static const PathCase closed = { &step, -100 * US, 2100 * US, NULL, false, true, 12 };
static const PathCase large = { &step, -100 * US, 2100 * US, NULL, false, false, 24 };
static const PathCase many = { &dense, 0, 24 * MS, NULL, false, false, 12 };
static const PathCase some = { &dense, 1 * MS, 1500 * US, NULL, false, false, 12 };

static const GoldenCase cases[] = {
  { "whole_light", 1280, 440, THEME_LIGHT, draw_path, &whole, NULL, 0 },
  { "whole_dark", 1280, 440, THEME_DARK, draw_path, &whole, NULL, 0 },
  { "whole_contrast", 1280, 440, THEME_CONTRAST, draw_path, &whole, NULL, 0 },
  { "selected_contrast", 1280, 440, THEME_CONTRAST, draw_path, &selected, NULL, 0 },
  { "whole_2x", 960, 440, THEME_LIGHT, draw_path, &whole, NULL, 0 },
  { "selected", 1280, 440, THEME_DARK, draw_path, &selected, NULL, 0 },
  { "edges", 1280, 440, THEME_LIGHT, draw_path, &edges, NULL, 0 },
  { "closed", 1280, 240, THEME_LIGHT, draw_path, &closed, NULL, 0 },
  { "large_text", 1280, 640, THEME_LIGHT, draw_path, &large, NULL, 2 },
  { "many", 1280, 440, THEME_LIGHT, draw_path, &many, NULL, 0 },
  { "some", 1280, 440, THEME_DARK, draw_path, &some, NULL, 0 },
};

int
main (int argc, char **argv)
{
  step = one_step ();
  dense = many_waits ();
  return golden_main (argc, argv, "path", cases, G_N_ELEMENTS (cases));
}
