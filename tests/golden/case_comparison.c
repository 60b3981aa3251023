/* SPDX-License-Identifier: Apache-2.0
 *
 * Pictures of whole comparisons: runs of a few steps, which differ in what each is named after; as many sides as there may
 * be; and profiles without steps. */

#include <string.h>

#include "tests/golden/golden.h"
#include "tests/unit/fixtures/building.h"
#include "widgets/compare/compare_picture.h"

#define US INT64_C (1000)

typedef struct
{
  const char *gemm;         /* the kernel */
  int64_t gemm_us, copy_us; /* in each step */
  int64_t loader_us;        /* before the first kernel */
  bool has_steps;
} Run;

/* Eight steps of three kernels and a memcpy, the times of which differ a little from step to step. */
static Trace *
make_trace (const Run *run)
{
  TraceBuilder *builder = trace_builder_new ();
  int64_t at_us = 0, correlation = 0;

  building_begin_rank (builder, 0);
  BuildingTracks tracks = building_add_tracks (builder);
  for (int step = 0; step < 8; step++)
    {
      int64_t begin_us = at_us, jitter_us = (step * 7) % 5;
      g_autofree char *name = g_strdup_printf ("ProfilerStep#%d", step + 3);
      const struct
      {
        const char *name;
        SliceKind kind;
        int64_t dur_us;
      } work[] = {
        { "Memcpy HtoD (Pageable -> Device)", SLICE_MEMCPY, run->copy_us },
        { run->gemm, SLICE_KERNEL, run->gemm_us + jitter_us },
        { "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>(int)",
          SLICE_KERNEL, 80 + jitter_us },
        { "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", SLICE_KERNEL, 140 },
      };

      building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION,
                          "enumerate(DataLoader)#_Iter.__next__", (begin_us + 1) * US,
                          (run->loader_us + jitter_us) * US, 0);
      at_us += run->loader_us + jitter_us + 10;
      for (size_t i = 0; i < G_N_ELEMENTS (work); i++)
        {
          if (work[i].dur_us == 0)
            continue;
          building_add_slice (builder, tracks.operators, SLICE_OPERATOR, i == 1 ? "aten::mm" : "aten::other",
                              at_us * US, 9 * US, 0);
          building_add_slice (builder, tracks.calls, SLICE_CALL, "cudaLaunchKernel", (at_us + 1) * US, 5 * US,
                              ++correlation);
          building_add_slice (builder, tracks.stream, work[i].kind, work[i].name, (at_us + 12) * US,
                              work[i].dur_us * US, correlation);
          at_us += 14 + work[i].dur_us;
        }
      at_us += 20;
      if (run->has_steps)
        building_add_slice (builder, tracks.annotations, SLICE_ANNOTATION, name, begin_us * US,
                            (at_us - begin_us - 1) * US, 0);
    }
  return building_finish (builder);
}

typedef struct
{
  Compared *compared;
  CompareDurations *step_times;
} Picture;

static void
draw (cairo_t *cr, const Rect *rect, const DrawStyle *style, const void *data)
{
  const Picture *picture = data;

  cairo_save (cr);
  cairo_translate (cr, rect->x_px, rect->y_px);
  compare_picture_draw (cr, style, picture->compared, picture->step_times, (int) rect->width_px,
                        (int) rect->height_px);
  cairo_restore (cr);
}

/* names has one of each run. */
static Picture
picture_of (const Run *runs, const char *const *names, uint32_t n)
{
  ComparedSide sides[COMPARED_SIDES_MAX];
  Picture picture;

  for (uint32_t i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (Trace) trace = make_trace (&runs[i]);
      const Profile *profile = profile_new (trace, names[i], NULL, &error);

      g_assert_no_error (error);
      sides[i] = (ComparedSide){ profile,
                                 { .scope = stats_scope_whole (trace, profile->steps) },
                                 (char *) names[i],
                                 (char *) "whole profile" };
    }
  picture.compared = compared_new (sides, n, NULL, NULL);
  g_assert_nonnull (picture.compared);
  picture.step_times = compare_durations_of_steps (picture.compared);
  for (uint32_t i = 0; i < n; i++)
    profile_unref (sides[i].profile);
  return picture;
}

#define LONG_NAME \
  "a-run-with-a-name-that-nobody-shortened-2026-11-24T21-24-09-of-the-second-machine-in-the-third-row.json"

/* clang-format off */
static const Run two[] = {
  { "ampere_sgemm_128x64_tn", 420, 0, 60, true },
  { "sm90_xmma_gemm_f32f32_tf32f32_f32_tn_n_tilesize128x128x32_warpgroupsize1x1x1_execute", 510, 35, 60, true },
};
static const Run windows[] = {
  { "ampere_sgemm_128x64_tn", 420, 0, 60, false },
  { "ampere_sgemm_128x64_tn", 300, 20, 60, true },
};
static const Run eight[] = {
  { "ampere_sgemm_128x64_tn", 420, 0, 60, true }, { "ampere_sgemm_128x64_tn", 430, 0, 60, true },
  { "ampere_sgemm_128x64_tn", 420, 20, 60, true }, { "ampere_sgemm_128x64_tn", 420, 0, 160, true },
  { "cutlass_80_tensorop_s1688gemm_128x128_32x3_tn_align4", 380, 0, 60, true },
  { "ampere_sgemm_128x64_tn", 420, 0, 20, true }, { "ampere_sgemm_128x64_tn", 420, 0, 60, true },
  { "ampere_sgemm_128x64_tn", 2420, 90, 960, true },
};
static const char *const names[] = { "control.json", LONG_NAME, "c", "d", "e", "f", "g", "h" };

static Picture of_two, of_windows, of_three, of_eight;

static const GoldenCase cases[] = {
  { "light", 1280, 990, THEME_LIGHT, draw, &of_two, NULL, 0 },
  { "dark", 1280, 990, THEME_DARK, draw, &of_two, NULL, 0 },
  { "narrow", 720, 1380, THEME_LIGHT, draw, &of_two, NULL, 0 },
  { "wide", 1920, 900, THEME_LIGHT, draw, &of_two, NULL, 0 },
  { "low", 900, 300, THEME_LIGHT, draw, &of_two, NULL, 0 },
  { "tiny", 64, 64, THEME_LIGHT, draw, &of_two, NULL, 0 },
  { "large_text", 1280, 2300, THEME_LIGHT, draw, &of_two, NULL, 2.0 },
  { "without_steps", 1280, 620, THEME_LIGHT, draw, &of_windows, NULL, 0 },
  { "three", 1280, 1300, THEME_CONTRAST, draw, &of_three, NULL, 0 },
  { "eight", 1280, 3340, THEME_LIGHT, draw, &of_eight, NULL, 0 },
};
/* clang-format on */

int
main (int argc, char **argv)
{
  of_two = picture_of (two, names, G_N_ELEMENTS (two));
  of_windows = picture_of (windows, names, G_N_ELEMENTS (windows));
  of_three = picture_of (eight, names, 3);
  of_eight = picture_of (eight, names, G_N_ELEMENTS (eight));
  return golden_main (argc, argv, "comparison", cases, sizeof cases / sizeof cases[0]);
}
