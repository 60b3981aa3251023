/* SPDX-License-Identifier: Apache-2.0 */

#include "app/report/report_drawing.h"

#include "app/report/comparison_charts.h"
#include "app/report/document_html.h"
#include "app/report/document_pdf.h"
#include "app/report/profile_charts.h"

/* One of the two. */
typedef struct
{
  ProfileCharts *profile;
  ComparisonCharts *comparison;
} Charts;

static void
charts_free (gpointer data)
{
  Charts *charts = data;

  profile_charts_free (charts->profile);
  comparison_charts_free (charts->comparison);
  g_free (charts);
}

static gpointer
profile_new_charts (Trace *trace,
                    const char *path,
                    const char *name,
                    const char *steps_pattern,
                    const StatsScope *scope,
                    bool (*should_continue) (void *user_data),
                    DocumentCharts *ret_charts,
                    GError **error)
{
  const Profile *profile = profile_new_named (trace, path, name, steps_pattern, error);
  ProfileCharts *of_profile = NULL;

  if (profile != NULL)
    {
      StatsScope of_steps = *scope;

      /* The scope lives as long as the profile. */
      of_steps.steps = profile->steps;
      of_profile = profile_charts_new (profile, &of_steps, should_continue, NULL);
      profile_unref (profile);
    }
  if (of_profile == NULL)
    return NULL;
  Charts *charts = g_new0 (Charts, 1);
  charts->profile = of_profile;
  *ret_charts = profile_charts_hook (of_profile);
  return charts;
}

/* Fills in the sides; clear them in any case. */
static bool
take_sides (ComparedSide *sides, const CompareSides *asked, const char *step_names, GError **error)
{
  for (guint i = 0; i < asked->n; i++)
    {
      const SideAsked *side = &asked->sides[i];
      const Profile *profile = profile_new (side->trace, side->path, step_names, error);

      if (profile == NULL)
        return false;
      sides[i] = (ComparedSide){ profile, side->part, g_strdup (profile->name), compare_side_text (asked, i) };
    }
  return true;
}

static void
clear_sides (ComparedSide *sides)
{
  for (guint i = 0; i < COMPARED_SIDES_MAX; i++)
    {
      if (sides[i].profile != NULL)
        profile_unref (sides[i].profile);
      g_free (sides[i].name);
      g_free (sides[i].scope);
    }
}

static gpointer
comparison_new_charts (const CompareSides *asked,
                       const char *step_names,
                       bool (*should_continue) (void *user_data),
                       DocumentCharts *ret_charts,
                       GError **error)
{
  ComparedSide sides[COMPARED_SIDES_MAX] = { 0 };
  Compared *compared = NULL;
  Charts *charts = g_new0 (Charts, 1);

  /* More sides than a chart has patterns of lines for: the tables have them all. */
  if (asked->n > COMPARED_SIDES_MAX)
    {
      *ret_charts = (DocumentCharts){ 0 };
      return charts;
    }
  if (take_sides (sides, asked, step_names, error))
    compared = compared_new (sides, asked->n, NULL, 0, should_continue, NULL);
  clear_sides (sides);
  if (compared != NULL)
    charts->comparison = comparison_charts_new (compared, should_continue, NULL);
  compared_unref (compared);
  if (charts->comparison == NULL)
    {
      charts_free (charts);
      return NULL;
    }
  *ret_charts = comparison_charts_hook (charts->comparison);
  return charts;
}

static const ReportWriter writers[] = {
  { ".html", true, document_html },
  { ".pdf", true, document_pdf },
  { NULL, false, NULL },
};

const ReportDrawing report_drawing = {
  .writers = writers,
  .profile_charts_new = profile_new_charts,
  .comparison_charts_new = comparison_new_charts,
  .charts_free = charts_free,
};
