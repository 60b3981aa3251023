/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_curves.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "trace/compare/side/step_curves.h"

struct CompareCurves
{
  gatomicrefcount n_references;
  uint32_t n_sides;
  bool has_steps;
  StepCurves sides[COMPARED_SIDES_MAX];
  char *texts[COMPARED_SIDES_MAX]; /* of legends */
  CurveSeries series[N_CURVES][COMPARED_SIDES_MAX];
  CurvesChart charts[N_CURVES];
};

static void
make_charts (CompareCurves *curves, const Compared *compared)
{
  for (uint32_t side = 0; side < curves->n_sides; side++)
    {
      const StepCurves *of = &curves->sides[side];

      curves->texts[side] =
        g_strdup_printf ("%s, %s", compared->sides[side].name, compared->sides[side].scope);
      curves->series[CURVES_ACTIVE][side].values = of->n_active > 0 ? of->active : NULL;
      curves->series[CURVES_MEMORY][side].values = of->n_memory > 0 ? of->memory : NULL;
      for (int kind = 0; kind < N_CURVES; kind++)
        {
          curves->series[kind][side].label = compared_letter (side);
          curves->series[kind][side].text = curves->texts[side];
        }
    }
  for (int kind = 0; kind < N_CURVES; kind++)
    curves->charts[kind] = (CurvesChart){ .n_points = CURVE_POINTS,
                                          .series = curves->series[kind],
                                          .n_series = (int) curves->n_sides,
                                          .unit = kind == CURVES_ACTIVE ? AREA_SHARE : AREA_BYTES };
}

CompareCurves *
compare_curves_new (const Compared *compared, bool (*should_continue) (void *user_data), void *user_data)
{
  CompareCurves *curves = g_new0 (CompareCurves, 1);
  bool ok = true;

  g_atomic_ref_count_init (&curves->n_references);
  curves->n_sides = compared->n_sides;
  curves->has_steps = compared->comparison.sides[0].steps.has_steps;
  for (uint32_t side = 0; side < compared->n_sides && ok; side++)
    ok = step_curves_compute (&compared->comparison.sides[side], should_continue, user_data,
                              &curves->sides[side]);
  if (ok)
    {
      make_charts (curves, compared);
      return curves;
    }
  compare_curves_unref (curves);
  return NULL;
}

CompareCurves *
compare_curves_ref (CompareCurves *curves)
{
  g_atomic_ref_count_inc (&curves->n_references);
  return curves;
}

void
compare_curves_unref (CompareCurves *curves)
{
  if (curves == NULL || !g_atomic_ref_count_dec (&curves->n_references))
    return;
  for (uint32_t side = 0; side < COMPARED_SIDES_MAX; side++)
    g_free (curves->texts[side]);
  g_free (curves);
}

bool
compare_curves_have (const CompareCurves *curves, CurvesKind kind)
{
  for (uint32_t side = 0; side < curves->n_sides; side++)
    if (curves->series[kind][side].values != NULL)
      return true;
  return false;
}

const CurvesChart *
compare_curves_chart (const CompareCurves *curves, CurvesKind kind)
{
  return &curves->charts[kind];
}

const char *
compare_curves_title (const CompareCurves *curves, CurvesKind kind)
{
  if (curves != NULL && !curves->has_steps)
    return kind == CURVES_ACTIVE ? _ ("GPU active along the window") : _ ("GPU memory along the window");
  return kind == CURVES_ACTIVE ? _ ("GPU active along a step") : _ ("GPU memory along a step");
}

char *
compare_curves_method (const CompareCurves *curves, CurvesKind kind)
{
  if (!curves->has_steps)
    return g_strdup (kind == CURVES_ACTIVE
                       ? _ ("Share of the GPUs that are active, from the begin of each window to its end.")
                       : _ ("Memory in use on a GPU, from the begin of each window to its end."));
  return g_strdup (
    kind == CURVES_ACTIVE
      ? _ ("Share of the GPUs that are active, from the begin of a step to its end: mean of the steps used.")
      : _ ("Memory in use on a GPU, from the begin of a step to its end: mean of the steps used."));
}

static const char *
value_text (CurvesKind kind, const double *values, int point, const NumberStyle *numbers, char *buffer)
{
  if (values == NULL || isnan (values[point]))
    return _ ("not known");
  return kind == CURVES_ACTIVE
           ? number_text_share (numbers, values[point], buffer)
           : number_text_bytes (numbers, (uint64_t) fmin (fmax (values[point], 0), 0x1p63), buffer);
}

char *
compare_curves_point_text (const CompareCurves *curves,
                           CurvesKind kind,
                           int point,
                           const NumberStyle *numbers)
{
  char from[NUMBER_TEXT_MAX], to[NUMBER_TEXT_MAX], value[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  number_text_percent (numbers, 100 * point / CURVE_POINTS, from);
  number_text_percent (numbers, 100 * (point + 1) / CURVE_POINTS, to);
  g_string_append_printf (out, curves->has_steps ? _ ("%s to %s of the step") : _ ("%s to %s of the window"),
                          from, to);
  for (uint32_t side = 0; side < curves->n_sides; side++)
    g_string_append_printf (out, "\n%s: %s", compared_letter (side),
                            value_text (kind, curves->series[kind][side].values, point, numbers, value));
  return g_strdup (out->str);
}

static double
mean_of (const double *values)
{
  double sum = 0;
  int n = 0;

  for (int point = 0; values != NULL && point < CURVE_POINTS; point++)
    if (!isnan (values[point]))
      {
        sum += values[point];
        n++;
      }
  return n > 0 ? sum / n : NAN;
}

char *
compare_curves_text (const CompareCurves *curves, CurvesKind kind, const NumberStyle *numbers)
{
  g_autoptr (GString) out = g_string_new (NULL);
  char value[NUMBER_TEXT_MAX];

  for (uint32_t side = 0; side < curves->n_sides; side++)
    {
      double mean = mean_of (curves->series[kind][side].values);

      if (side > 0)
        g_string_append_c (out, '\n');
      /* Translators: a letter, what it is, and a mean: "B: test, Whole profile, mean 83.5 %". */
      g_string_append_printf (out, _ ("%s: %s, mean %s"), compared_letter (side), curves->texts[side],
                              value_text (kind, &mean, 0, numbers, value));
    }
  return g_strdup (out->str);
}
