/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "app/cli/out/report_out.h"
#include "app/cli/reports/report.h"
#include "app/cli/reports/report_figures.h"
#include "app/information/information.h"
#include "app/scope/step_pattern.h"
#include "app/scope/step_text.h"
#include "tests/unit/hostile/every_reader.h"
#include "trace/stats/tables/stat_tables.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/dashboard/pane/dashboard_text.h"
#include "widgets/dashboard/panes/panes.h"
#include "widgets/details/facts/argument_text.h"
#include "widgets/details/facts/collective_facts.h"
#include "widgets/details/facts/detail_fields.h"
#include "widgets/details/facts/path_facts.h"
#include "widgets/details/facts/selection_text.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/details/selection/connection_model.h"
#include "widgets/timeline/draw/timeline_draw.h"
#include "widgets/timeline/links/flow_walk.h"

#define WIDTH_PX  320
#define HEIGHT_PX 220
#define HEADER_PX 90

/* Of the slices, so many are selected, spread evenly. */
#define LOOKS 3

typedef struct
{
  const Profile *profile;
  DrawStyle style;
  cairo_surface_t *surface;
  cairo_t *cr;
  const SearchResult *found;
  const StepStrip *strip;
  const StepComparison *comparison; /* of the first step with the last */
  const StepPath *path;
  CollectiveLinks *collectives;
} Canvas;

/* ---- dashboard ---- */

/* Every part that is drawn can be pointed at and leads somewhere. */
static void
ask_parts (const PaneContext *pane, const ChartMap *map)
{
  const Profile *profile = pane->data->profile;

  for (int i = 0; i < map->n; i++)
    {
      int part = map->areas[i].part;

      if (part < 0)
        continue;
      g_autofree char *text = pane->kind->part_text (pane, part);
      PaneTarget target = pane->kind->part_target (pane, part);
      g_assert_true (text == NULL || g_utf8_validate (text, -1, NULL));
      g_assert_true (target.kind != TARGET_SLICE || target.id < trace_slices (profile->trace)->n);
      g_assert_true (target.kind != TARGET_TABLE || stat_table_kind (target.table) != NULL);
      g_assert_true (target.kind != TARGET_STEP || target.id < step_table_count (profile->steps));
    }
}

static void
draw_pane_with (const Canvas *canvas, const PaneContext *pane)
{
  g_autofree char *sentence = pane_sentence (pane);
  g_autofree char *footer = pane->kind->footer != NULL ? pane_footer (pane) : NULL;
  const Rect rect = { 0, 0, 500, 280 };
  ChartMap map = { 0 };

  g_assert_true (footer == NULL || g_utf8_validate (footer, -1, NULL));
  pane_draw_body (canvas->cr, &rect, &canvas->style, pane, &CHART_NO_MARKS, &map);
  ask_parts (pane, &map);
  if (sentence != NULL)
    return;
  g_autofree char *alternative = pane_alternative (pane);
  g_autoptr (PaneTable) table = pane->kind->table (pane);
  g_autofree char *markdown = pane_table_markdown (table);
  g_assert_true (g_utf8_validate (alternative, -1, NULL) && g_utf8_validate (markdown, -1, NULL));
}

static void
draw_panes (const Canvas *canvas, const DashboardData *data)
{
  const Pane *panes[DASHBOARD_PANES_MAX];
  size_t n = dashboard_panes_of (data->profile, panes);

  for (size_t i = 0; i < n; i++)
    {
      const PaneContext usual = { panes[i], data, &PANE_OPTIONS_DEFAULT, &number_style_c };
      const PaneContext other = { panes[i], data, &(PaneOptions){ .n_rows = 3, .is_other = true },
                                  &number_style_c };

      draw_pane_with (canvas, &usual);
      for (unsigned choice = 0; choice < pane_n_choices (panes[i]); choice++)
        for (unsigned word = 1; word < pane_choice_count (&panes[i]->choices[choice]); word++)
          {
            PaneOptions chosen = PANE_OPTIONS_DEFAULT;
            const PaneContext other_choice = { panes[i], data, &chosen, &number_style_c };

            chosen.choices[choice] = (uint8_t) word;
            draw_pane_with (canvas, &other_choice);
          }
      if (panes[i]->has_rows || panes[i]->other_label != NULL)
        draw_pane_with (canvas, &other);
    }
}

static void
draw_dashboard (const Canvas *canvas, const StatsScope *scope)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DashboardData) data = dashboard_data_new (canvas->profile, scope, &error);

  g_assert_no_error (error);
  draw_panes (canvas, data);
  dashboard_draw_picture (canvas->cr, &canvas->style, data, DASHBOARD_WIDTH_MIN_PX,
                          dashboard_picture_height_px (canvas->profile, DASHBOARD_WIDTH_MIN_PX, 1));
}

/* ---- timeline ---- */

static void
hit_everywhere (const Canvas *canvas, TimelineView *view)
{
  for (int y = 2; y < HEIGHT_PX; y += 40)
    for (int x = 1; x < WIDTH_PX - HEADER_PX; x += 50)
      {
        TimelineHit hit;

        timeline_view_hit (view, x, y, &hit);
        g_assert_true (hit.slice == SLICE_NONE || hit.slice < trace_slices (view->profile->trace)->n);
        timeline_draw_tooltip (canvas->cr, view, &canvas->style, &hit, x, y);
      }
  for (int x = 0; x < WIDTH_PX; x += 20)
    {
      int64_t time_ns;
      uint64_t step;

      timeline_overview_hit (view, x, 20, &time_ns, &step);
    }
}

static void
walk_everywhere (const TimelineView *view, uint64_t slice)
{
  static const int ways[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (size_t way = 0; way < G_N_ELEMENTS (ways); way++)
    for (int n = 0; n < 4 && slice != SLICE_NONE; n++)
      {
        g_assert_cmpuint (slice, <, trace_slices (view->profile->trace)->n);
        uint64_t next = timeline_view_neighbour (view, slice, ways[way][0], ways[way][1]);
        if (next == SLICE_NONE)
          break;
        slice = next;
      }
}

static void
draw_timeline (const Canvas *canvas, TrackTree *tree, int64_t begin_ns, int64_t end_ns, uint64_t selected)
{
  const SliceColumns *slices = trace_slices (canvas->profile->trace);
  g_autofree uint16_t *of_name = g_new (uint16_t, slices->n_strings + (size_t) 1);
  for (size_t i = 0; i <= slices->n_strings; i++)
    of_name[i] = (uint16_t) (i * 0x1357);
  const MissingCounterparts missing = { .of_name = of_name };
  const UnmatchedSlices unmatched = { 1, { &missing } };
  TimelineView view = {
    .profile = canvas->profile,
    .tree = tree,
    .begin_ns = begin_ns,
    .end_ns = end_ns,
    .width_px = WIDTH_PX - HEADER_PX,
    .height_px = HEIGHT_PX,
    .ruler_mode = (RulerMode) ((uint64_t) begin_ns % N_RULER_MODES),
    .clock = wall_clock_of (canvas->profile->trace),
    .strip = canvas->strip,
    .comparison = canvas->comparison,
    .path = canvas->path,
    .has_instant = (begin_ns & 1) != 0,
    .instant_ns = end_ns,
    .unmatched = &unmatched,
  };
  TimelineMarks marks = {
    .selected = selected,
    .hovered = selected,
    .focused = selected,
    .has_area = true,
    .has_gap = trace_n_devices (canvas->profile->trace) > 0,
    .begin_ns = begin_ns + 1,
    .end_ns = end_ns,
    .is_focused = true,
    .found = canvas->found,
    .same_name =
      selected != SLICE_NONE ? name_series_new (canvas->profile->trace, selected, NULL, NULL) : NULL,
    .dims_others = true,
    .draws_path = true,
    .flows = flow_index_new (canvas->profile->trace, NULL, NULL),
    .collectives = canvas->collectives,
  };
  Rect rect;

  g_assert_true (
    timeline_draw_picture (canvas->cr, &view, &canvas->style, &marks, WIDTH_PX, HEIGHT_PX, HEADER_PX));
  if (selected != SLICE_NONE)
    timeline_view_slice_rect (&view, selected, &rect);
  hit_everywhere (canvas, &view);
  walk_everywhere (&view, timeline_view_neighbour (&view, selected, 0, 0));
  if (marks.same_name != NULL)
    name_series_unref (marks.same_name);
  flow_index_unref (marks.flows);
}

static void
tell_strip (const Canvas *canvas)
{
  uint64_t n = step_table_count (canvas->profile->steps);
  g_autofree char *legend = step_comparison_legend (canvas->comparison, &number_style_c);

  g_assert_true (g_utf8_validate (legend, -1, NULL));
  for (uint64_t i = 0; i < n; i += n / LOOKS + 1)
    {
      g_autofree char *sentence = step_strip_sentence (canvas->strip, canvas->profile, i, &number_style_c);

      g_assert_true (g_utf8_validate (sentence, -1, NULL));
    }
}

static void
tell_fields (GArray *fields)
{
  for (guint i = 0; i < fields->len; i++)
    {
      const DetailField *field = &g_array_index (fields, DetailField, i);

      g_assert_true (g_utf8_validate (field->key, -1, NULL));
      g_assert_true (g_utf8_validate (field->value, -1, NULL));
    }
  g_array_unref (fields);
}

static void
tell_collective (const Trace *trace, const CollectiveLink *link)
{
  g_autofree char *sentence = collective_facts_sentence (trace, link, &number_style_c);
  g_autofree char *doubt = collective_facts_doubt (trace, link);
  GArray *fields = detail_fields_new ();

  g_assert_true (g_utf8_validate (sentence, -1, NULL));
  g_assert_true (doubt == NULL || g_utf8_validate (doubt, -1, NULL));
  g_assert_cmpuint (collective_link_walk (link, 1, NULL, NULL), <, trace_slices (trace)->n);
  collective_facts_add (fields, trace, link, &number_style_c);
  tell_fields (fields);
}

/* The first that there is. */
static void
draw_collective (const Canvas *canvas, ViewState *state, TrackTree *tree)
{
  const Trace *trace = canvas->profile->trace;
  CollectiveLink link;
  int64_t begin_ns, end_ns;

  for (uint64_t i = 0; i < trace_slices (trace)->n; i++)
    if (collective_links_find (canvas->collectives, i, &link))
      {
        tell_collective (trace, &link);
        view_state_go_to_slice (state, i);
        view_state_fit_selection (state);
        view_state_span (state, &begin_ns, &end_ns);
        draw_timeline (canvas, tree, begin_ns, end_ns, i);
        return;
      }
}

/* Of everything, or of the last step. */
static const StepPath *
path_of (const Profile *profile)
{
  uint64_t n_steps = step_table_count (profile->steps);
  PathPlace place = { UINT64_MAX, 0, profile->begin_ns, profile->end_ns };

  if (n_steps > 0 && n_steps % 2 == 0)
    place = path_place_of_step (profile, n_steps - 1);
  return step_path_new (profile, &place, NULL, NULL);
}

static void
tell_path (const Canvas *canvas)
{
  uint64_t n = trace_slices (canvas->profile->trace)->n;
  g_autofree char *legend = step_path_legend (canvas->path, &number_style_c);

  g_assert_true (g_utf8_validate (legend, -1, NULL));
  for (uint64_t i = 0; i < n; i += n / LOOKS + 1)
    {
      const PathQuestion question = { i, i % 2 == 0, 1 + (int) (i % 100) };
      PathAnswer answer = path_facts_ask (canvas->path, &question);
      g_autofree char *sentence = path_facts_sentence (canvas->path, i, &number_style_c);
      g_autofree char *told = path_facts_answer (canvas->path, &answer, &number_style_c);

      g_assert_true (g_utf8_validate (sentence, -1, NULL) && g_utf8_validate (told, -1, NULL));
    }
}

static void
draw_zooms (Canvas *canvas, ViewState *state)
{
  uint64_t n_steps = step_table_count (canvas->profile->steps);
  const SliceColumns *slices = trace_slices (canvas->profile->trace);
  TrackTree *tree = track_tree_new (canvas->profile, 12, TRACE_NONE, TRACE_NONE);
  int64_t begin_ns, end_ns;

  canvas->strip = step_strip_new (canvas->profile, view_state_step_rank (state), NULL, NULL);
  canvas->comparison = step_comparison_new (canvas->profile, n_steps > 0 ? n_steps - 1 : 0,
                                            n_steps > 0 ? 0 : UINT64_MAX, NULL, NULL);
  canvas->collectives = collective_links_new (canvas->profile->trace, NULL, NULL);
  canvas->path = path_of (canvas->profile);
  g_assert_true (canvas->path != NULL);
  g_assert_true (canvas->strip != NULL && canvas->comparison != NULL && canvas->collectives != NULL);
  tell_strip (canvas);
  tell_path (canvas);
  view_state_fit_all (state);
  view_state_span (state, &begin_ns, &end_ns);
  draw_timeline (canvas, tree, begin_ns, end_ns, SLICE_NONE);
  track_tree_set_all_open (tree, true);
  for (uint64_t i = 0; i < slices->n; i += slices->n / LOOKS + 1)
    {
      view_state_go_to_slice (state, i);
      view_state_fit_selection (state);
      view_state_span (state, &begin_ns, &end_ns);
      g_assert_cmpint (begin_ns, <, end_ns);
      draw_timeline (canvas, tree, begin_ns, end_ns, i);
      if (view_state_fit_connection (state, SLICE_NONE))
        {
          view_state_span (state, &begin_ns, &end_ns);
          draw_timeline (canvas, tree, begin_ns, end_ns, i);
        }
      view_state_zoom_at (state, slice_start_ns (slices, i), 1e-9);
      view_state_pan (state, 0.25);
      view_state_span (state, &begin_ns, &end_ns);
      draw_timeline (canvas, tree, begin_ns, end_ns, i);
    }
  draw_collective (canvas, state, tree);
  track_tree_set_all_open (tree, false);
  draw_collective (canvas, state, tree);
  view_state_fit_all (state);
  view_state_span (state, &begin_ns, &end_ns);
  draw_timeline (canvas, tree, begin_ns, end_ns, 0 < slices->n ? slices->n - 1 : SLICE_NONE);
  collective_links_free (canvas->collectives);
  step_comparison_unref (canvas->comparison);
  step_path_unref (canvas->path);
  step_strip_unref (canvas->strip);
  track_tree_free (tree);
}

/* ---- reports ---- */

static void
print_reports (const StatsScope *scope)
{
  g_autoptr (ReportFigures) figures = report_figures_new (scope);

  for (const StatsReport *const *at = stats_reports; *at != NULL; at++)
    {
      const StatsReport *report = *at;
      g_autofree char *header = NULL;
      g_autoptr (GPtrArray) records = stats_report_records (report, figures, &header);
      GString *out = report->json != NULL ? report->json (figures) : g_string_new (NULL);

      g_assert_nonnull (records);
      report_json_array (out, records);
      report_csv (out, header, records);
      report_markdown (out, report->title, records);
      report_columns (out, report->title, records, 100);
      g_string_free (out, TRUE);
    }
}

/* ---- details ---- */

static void
tell_connections (const Profile *profile, uint64_t slice)
{
  g_autoptr (GListModel) model = G_LIST_MODEL (connection_model_new ());
  SequencePairs *pairs = sequence_pairs_new (profile->trace, NULL, NULL);
  FlowWalk walk = { 0 };
  uint64_t at = slice;

  connection_model_set_slice (DETAILS_CONNECTION_MODEL (model), profile, pairs, slice, 10);
  connection_model_show_more (DETAILS_CONNECTION_MODEL (model), 10);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (ConnectionItem) item = g_list_model_get_item (model, i);
      const Connection *connection = connection_item_get (item);

      g_assert_cmpuint (MAX (connection->flow.from, connection->flow.to), <,
                        trace_slices (profile->trace)->n);
    }
  for (int i = 0; i < 6 && at != SLICE_NONE; i++)
    at = i % 2 == 0 ? flow_walk_follow (&walk, profile->trace, pairs, at, i < 3)
                    : flow_walk_other (&walk, profile->trace, pairs, at, i < 3 ? 1 : -1);
  sequence_pairs_free (pairs);
}

static void
tell_slice (ViewState *state, uint64_t slice)
{
  const Profile *profile = view_state_profile (state);
  GArray *fields = detail_fields_new ();

  detail_fields_add_slice (fields, profile, slice, &number_style_c);
  detail_fields_add_arguments (fields, profile->trace, slice);
  tell_fields (fields);
  tell_connections (profile, slice);
  view_state_select_slice (state, slice);
  g_autofree char *text = selection_text_of_view (state, 3, &number_style_c);
  g_autofree char *copy = selection_text_to_copy (state, &number_style_c);
  g_autofree char *name = selection_text_exact_name (state);
  g_autofree char *kind = detail_fields_kind (profile, slice);
  g_autofree char *json = argument_text_json (profile->trace, slice);
  g_autofree char *thread = slice_place_thread (profile->trace, slice);
  g_assert_true (g_utf8_validate (text, -1, NULL) && g_utf8_validate (copy, -1, NULL));
  g_assert_true (g_utf8_validate (name, -1, NULL) && g_utf8_validate (kind, -1, NULL));
  g_assert_true (g_utf8_validate (json, -1, NULL) && g_utf8_validate (thread, -1, NULL));
}

static void
tell_spans (ViewState *state)
{
  const Profile *profile = view_state_profile (state);
  GArray *fields = detail_fields_new ();

  if (trace_n_devices (profile->trace) > 0)
    {
      view_state_select_gap (state, 0, profile->begin_ns, profile->end_ns);
      detail_fields_add_gap (fields, profile, view_state_selection (state), NULL, &number_style_c);
      g_autofree char *text = selection_text_of_view (state, 3, &number_style_c);
      g_assert_true (g_utf8_validate (text, -1, NULL));
    }
  view_state_select_area (state, profile->begin_ns, profile->end_ns);
  detail_fields_add_area (fields, state, &number_style_c);
  tell_fields (fields);
}

static void
tell_steps (ViewState *state)
{
  const Profile *profile = view_state_profile (state);
  uint64_t n = step_table_count (profile->steps);

  for (uint64_t i = 0; i < n; i += n / LOOKS + 1)
    {
      g_autofree char *choice = step_text_choice (profile, i);
      g_autofree char *place = step_text_place (profile, i, STEP_PLACE_WHOLE);
      uint64_t current;

      g_assert_true (g_utf8_validate (choice, -1, NULL) && g_utf8_validate (place, -1, NULL));
      view_state_go_to_step (state, i);
      view_state_walk_steps (state, 1);
      current = view_state_current_step (state);
      g_assert_true (current == UINT64_MAX || current < n);
    }
  view_state_slowest_step (state);
  view_state_median_step (state);
  g_ptr_array_unref (step_candidates (profile, 20));
}

static void
tell_whole (ViewState *state)
{
  const Profile *profile = view_state_profile (state);
  HealthSummary health = health_summary_of (profile);
  g_autoptr (Information) information = information_new (profile, NULL, &number_style_c);
  g_autofree char *text = information_text (information, "Information");
  g_autofree char *line = scope_text_line (state, &health, &number_style_c);

  g_assert_true (g_utf8_validate (text, -1, NULL) && g_utf8_validate (line, -1, NULL));
}

void
every_reader_draws (Trace *trace)
{
  static TextCache *text;
  g_autoptr (GError) error = NULL;
  Canvas canvas = { .profile = profile_new (trace, "/tmp/any.stepscope", NULL, &error) };

  g_assert_no_error (error);
  if (text == NULL)
    text = text_cache_new ("Sans", 1);
  canvas.style = (DrawStyle){ theme_get (THEME_LIGHT), text, &number_style_c };
  canvas.surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, HEIGHT_PX);
  canvas.cr = cairo_create (canvas.surface);
  ViewState *state = view_state_new (canvas.profile);
  StatsScope scope = view_state_stats_scope (state);
  SearchQuery query = { .text = "a", .texts = SEARCH_NAMES, .rank = TRACE_NONE, .device = TRACE_NONE };
  g_autoptr (SearchResult) found = search_run (trace, &query, NULL, &error);

  g_assert_no_error (error);
  canvas.found = found;
  draw_dashboard (&canvas, &scope);
  print_reports (&scope);
  draw_zooms (&canvas, state);
  for (uint64_t i = 0, n = trace_slices (trace)->n; i < n; i += n / LOOKS + 1)
    tell_slice (state, i);
  tell_spans (state);
  tell_steps (state);
  tell_whole (state);
  g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);

  g_object_unref (state);
  cairo_destroy (canvas.cr);
  cairo_surface_destroy (canvas.surface);
  profile_unref (canvas.profile);
}
