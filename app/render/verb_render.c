/* SPDX-License-Identifier: Apache-2.0 */

#include "app/render/verb_render.h"

#include "app/cli/options/kernel_rules_option.h"
#include "app/cli/options/profile_load.h"
#include "app/render/library_marks.h"
#include "app/render/render_options.h"
#include "widgets/compare/compare_picture.h"
#include "widgets/compare/timelines/common_time.h"
#include "widgets/compare/timelines/timelines_picture.h"
#include "widgets/compare/timelines/timelines_words.h"
#include "widgets/dashboard/dashboard_draw.h"
#include "widgets/state/profile.h"
#include "widgets/timeline/draw/timeline_draw.h"

/* Of a slice's label at 100 %: 9 pt. */
#define LABEL_PX 12

/* The least time that a timeline shows. */
#define SPAN_MIN_NS 100

typedef struct
{
  const RenderOptions *options;
  DrawStyle style;
  int width_px, height_px;
  const DashboardData *dashboard;
  TimelineView timeline;
  const GArray *bookmarks;
  const ComparePicture *comparison;
  const TimelinesPicture *timelines;
  bool is_drawn;
} Picture;

static void
draw_dashboard (cairo_t *cr, void *user_data)
{
  Picture *picture = user_data;

  dashboard_draw_picture (cr, &picture->style, picture->dashboard, picture->width_px, picture->height_px);
  picture->is_drawn = true;
}

static void
draw_comparison (cairo_t *cr, void *user_data)
{
  Picture *picture = user_data;

  compare_picture_draw (cr, picture->comparison, &picture->style, picture->width_px, picture->height_px);
  picture->is_drawn = true;
}

static void
draw_timelines (cairo_t *cr, void *user_data)
{
  Picture *picture = user_data;

  picture->is_drawn =
    timelines_picture_draw (cr, picture->timelines, &picture->style, picture->width_px, picture->height_px);
}

/* The track column takes what the window gives it. */
static int
header_width_px (int width_px)
{
  return width_px >= 3000 ? 320 : width_px >= 1920 ? 280 : 240;
}

static void
draw_timeline (cairo_t *cr, void *user_data)
{
  Picture *picture = user_data;
  const TimelineMarks marks = {
    .selected = SLICE_NONE,
    .hovered = SLICE_NONE,
    .focused = SLICE_NONE,
    .bookmarks = (const BookmarkMark *) (const void *) picture->bookmarks->data,
    .n_bookmarks = picture->bookmarks->len,
  };

  picture->is_drawn =
    timeline_draw_picture (cr, &picture->timeline, &picture->style, &marks, picture->width_px,
                           picture->height_px, header_width_px (picture->width_px));
}

/* Prints the bytes: standard output may be captured. */
static bool
print_picture (Picture *picture, void (*draw) (cairo_t *cr, void *user_data), GError **error)
{
  const RenderOptions *options = picture->options;
  GByteArray *bytes = picture_bytes (options->format, picture->width_px, picture->height_px, options->scale, draw,
                                     picture, error);

  if (bytes == NULL)
    return false;
  g_autoptr (GString) text = g_string_new_len ((const char *) bytes->data, (gssize) bytes->len);
  g_byte_array_unref (bytes);
  return cli_print (text);
}

static CliStatus
write_picture (Picture *picture, void (*draw) (cairo_t *cr, void *user_data))
{
  const RenderOptions *options = picture->options;
  g_autoptr (GError) error = NULL;

  bool is_written = cli_is_captured () ? print_picture (picture, draw, &error)
                                       : picture_write (options->out, options->format, picture->width_px,
                                                        picture->height_px, options->scale, draw, picture, &error);
  if (!is_written)
    {
      cli_complain (error->message);
      return g_error_matches (error, PICTURE_ERROR, PICTURE_ERROR_SIZE) ? CLI_USAGE : CLI_NO_RESOURCE;
    }
  if (picture->is_drawn)
    return CLI_DONE;
  cli_complain ("not enough memory for this picture");
  return CLI_NO_RESOURCE;
}

static CliStatus
render_dashboard (Picture *picture, const Profile *profile, const StatsScope *scope)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DashboardData) data = dashboard_data_new (profile, scope, &error);

  if (data == NULL)
    return cli_fail (error);
  picture->dashboard = data;
  if (picture->height_px == 0)
    picture->height_px = dashboard_picture_height_px (data, &picture->style, picture->width_px);
  return write_picture (picture, draw_dashboard);
}

/* Whose steps the ruler tells: of the rank asked for, else of the first that has any. */
static uint32_t
step_rank (const Profile *profile, const ScopeOptions *options)
{
  for (uint32_t rank = 0; options->rank != NULL && rank < trace_n_ranks (profile->trace); rank++)
    if (trace_rank (profile->trace, rank)->number == g_ascii_strtoll (options->rank, NULL, 10))
      return rank;
  return step_table_count (profile->steps) > 0 ? step_table_get (profile->steps, 0)->rank : 0;
}

static CliStatus
render_timeline (Picture *picture, const Profile *profile, const StatsScope *scope)
{
  TrackTree *tree = track_tree_new (profile, LABEL_PX, TRACE_NONE, TRACE_NONE);
  g_autoptr (GArray) bookmarks = picture->options->with_bookmarks
                                   ? library_marks (profile)
                                   : g_array_new (FALSE, FALSE, sizeof (BookmarkMark));
  /* A profile of instants or counters alone has a span in which these are, but no slices, which scopes are made of. */
  bool is_empty = scope->is_whole && scope->end_ns <= scope->begin_ns;

  track_tree_open_bands (tree, timeline_picture_rows_px (&picture->style, picture->height_px));
  picture->timeline = (TimelineView){
    .profile = profile,
    .tree = tree,
    .begin_ns = is_empty ? profile->begin_ns : scope->begin_ns,
    .end_ns = is_empty ? MAX (profile->end_ns, profile->begin_ns + SPAN_MIN_NS)
                       : MAX (scope->end_ns, scope->begin_ns + SPAN_MIN_NS),
    .step_rank = step_rank (profile, &picture->options->scope),
  };
  picture->bookmarks = bookmarks;
  picture->timeline.strip = step_strip_new (profile, picture->timeline.step_rank, NULL, NULL);
  CliStatus status = write_picture (picture, draw_timeline);
  step_strip_unref (picture->timeline.strip);
  track_tree_free (tree);
  return status;
}

static DrawStyle
style_of (const RenderOptions *options, const Theme *printed)
{
  return (DrawStyle){
    .theme = options->format == PICTURE_PDF ? printed : theme_get (options->theme),
    .text = text_cache_new (NULL, 1),
    .numbers = &number_style_c, /* a picture is a file */
  };
}

static CliStatus
run (const RenderOptions *options, const char *path)
{
  g_autoptr (GError) error = NULL;
  CliStatus status = kernel_rules_option_use (options->kernel_rules);
  StatsScope scope;

  if (status != CLI_DONE)
    return status;
  g_autoptr (Trace) trace = with_option_load (&options->with, path, cache_options_use (&options->cache),
                                              TRACE_USES_ALL, NULL, &error);
  if (trace == NULL)
    return cli_fail (error);
  g_autofree char *name = with_option_name (&options->with, path);
  const Profile *profile = profile_new_named (trace, path, name, options->scope.steps_pattern, &error);
  if (profile == NULL)
    return cli_fail (error);

  status = scope_options_find (&options->scope, trace, profile->steps, &scope);
  if (status == CLI_DONE)
    {
      const Theme printed = theme_with_patterns (theme_get (options->theme));
      Picture picture = {
        .options = options,
        .style = style_of (options, &printed),
        .width_px = options->width_px,
        .height_px = options->height_px,
      };

      status = options->view == RENDER_DASHBOARD ? render_dashboard (&picture, profile, &scope)
                                                 : render_timeline (&picture, profile, &scope);
      text_cache_free (picture.style.text);
    }
  profile_unref (profile);
  return status;
}

/* ---- a comparison ---- */

static Picture
comparison_picture (const RenderOptions *options, const Theme *printed)
{
  return (Picture){
    .options = options,
    .style = style_of (options, printed),
    .width_px = options->width_px,
    .height_px = options->height_px,
  };
}

static CliStatus
render_overview (const RenderOptions *options, const Compared *compared)
{
  const Theme printed = theme_with_patterns (theme_get (options->theme));
  Picture picture = comparison_picture (options, &printed);
  CompareDurations *step_times = compare_durations_of_steps (compared);
  CompareCurves *curves = compare_curves_new (compared, NULL, NULL);
  const ComparePicture comparison = { compared, step_times, curves, 1, 0 };

  picture.comparison = &comparison;
  if (picture.height_px == 0)
    picture.height_px = compare_picture_height_px (&comparison, &picture.style, picture.width_px);
  CliStatus status = write_picture (&picture, draw_comparison);
  text_cache_free (picture.style.text);
  compare_curves_unref (curves);
  compare_durations_free (step_times);
  return status;
}

/* From the begin of each side; returns its length. */
static int64_t
take_side (TimelinesPicture *timelines, uint32_t side, TrackTree *tree, const UnmatchedSlices *unmatched)
{
  const Profile *profile = timelines->compared->sides[side].profile;
  const StatsScope *scope = &timelines->compared->comparison.sides[side].steps.scope;
  int64_t begin_ns = MAX (scope->begin_ns, profile->begin_ns);

  track_tree_open_bands (tree, TIMELINES_PICTURE_ROWS_PX);
  timelines->views[side] = (TimelineView){
    .profile = profile, .tree = tree, .has_instant = true, .instant_ns = begin_ns, .unmatched = unmatched
  };
  timelines->marks[side] =
    (TimelineMarks){ .selected = SLICE_NONE, .hovered = SLICE_NONE, .focused = SLICE_NONE };
  return MAX (MIN (scope->end_ns, profile->end_ns) - begin_ns, SPAN_MIN_NS);
}

static CliStatus
write_timelines (const RenderOptions *options, TimelinesPicture *timelines, const UnmatchedSlices *unmatched)
{
  const Theme printed = theme_with_patterns (theme_get (options->theme));
  Picture picture = comparison_picture (options, &printed);
  TrackTree *trees[SIDE_PAIRS_MAX];
  int64_t longest_ns = 0;

  for (uint32_t i = 0; i < timelines->n; i++)
    {
      const StatsScope *scope = &timelines->compared->comparison.sides[i].steps.scope;

      trees[i] = track_tree_new (timelines->compared->sides[i].profile, LABEL_PX, scope->rank, scope->device);
      longest_ns = MAX (longest_ns, take_side (timelines, i, trees[i], &unmatched[i]));
    }
  for (uint32_t i = 0; i < timelines->n; i++)
    {
      timelines->views[i].begin_ns = timelines->views[i].instant_ns;
      timelines->views[i].end_ns = common_time_on_side (longest_ns, timelines->views[i].instant_ns);
    }
  picture.timelines = timelines;
  if (picture.height_px == 0)
    picture.height_px = timelines_picture_height_px (timelines, &picture.style, picture.width_px);
  CliStatus status = write_picture (&picture, draw_timelines);
  for (uint32_t i = 0; i < timelines->n; i++)
    track_tree_free (trees[i]);
  text_cache_free (picture.style.text);
  return status;
}

static CliStatus
render_timelines (const RenderOptions *options, Compared *compared, const CompareSides *sides)
{
  SidePairs *pairs = side_pairs_new (compared, NULL, NULL);
  g_autofree char *aligned_by = sides->align.is_instant
                                  ? timelines_words_aligned (&sides->align.at)
                                  : timelines_words_aligned (&(const Alignment){ .kind = ALIGN_START });
  UnmatchedSlices unmatched[SIDE_PAIRS_MAX];
  TimelinesPicture timelines = {
    .compared = compared,
    .n = MIN (compared->n_sides, SIDE_PAIRS_MAX),
    .header_px = header_width_px (options->width_px),
    .aligned_by = aligned_by,
  };

  if (pairs == NULL)
    {
      cli_complain ("not enough memory for this comparison");
      return CLI_NO_RESOURCE;
    }
  for (uint32_t i = 0; i < timelines.n; i++)
    unmatched[i] = side_pairs_unmatched (pairs, i);
  CliStatus status = write_timelines (options, &timelines, unmatched);
  side_pairs_unref (pairs);
  return status;
}

static CliStatus
render_comparison (const RenderOptions *options, const ComparedSide *shown, const CompareSides *sides)
{
  Compared *compared = compared_new (shown, sides->n, NULL, 0, NULL, NULL);

  if (compared == NULL)
    {
      cli_complain ("not enough memory for this comparison");
      return CLI_NO_RESOURCE;
    }
  CliStatus status = options->view == RENDER_TIMELINES ? render_timelines (options, compared, sides)
                                                       : render_overview (options, compared);
  compared_unref (compared);
  return status;
}

static CliStatus
run_comparison (const RenderOptions *options, char **paths, guint n_paths)
{
  ComparedSide shown[COMPARED_SIDES_MAX] = { 0 };
  CompareSides sides = { 0 };
  g_autoptr (GError) error = NULL;
  CliStatus status = compare_sides_plan (&options->sides, paths, n_paths, &sides);

  if (status == CLI_DONE && sides.n > COMPARED_SIDES_MAX)
    {
      cli_complain ("a picture compares at most 8 sides");
      status = CLI_USAGE;
    }
  if (status == CLI_DONE)
    status = kernel_rules_option_use (options->kernel_rules);
  if (status == CLI_DONE)
    status = compare_sides_open (&sides, &options->sides, cache_options_use (&options->cache));
  for (guint i = 0; i < sides.n && status == CLI_DONE; i++)
    {
      const SideAsked *asked = &sides.sides[i];

      shown[i].profile = profile_new (asked->trace, asked->path, options->sides.step_names, &error);
      if (shown[i].profile == NULL)
        status = cli_fail (error);
      else
        shown[i] = (ComparedSide){ shown[i].profile, asked->part, g_strdup (shown[i].profile->name),
                                   compare_side_text (&sides, i) };
    }
  if (status == CLI_DONE)
    status = render_comparison (options, shown, &sides);
  for (guint i = 0; i < COMPARED_SIDES_MAX; i++)
    {
      if (shown[i].profile != NULL)
        profile_unref (shown[i].profile);
      g_free (shown[i].name);
      g_free (shown[i].scope);
    }
  compare_sides_clear (&sides);
  return status;
}

CliStatus
verb_render_run (int argc, char **argv)
{
  RenderOptions options;
  CliStatus status;

  if (!render_options_parse (&options, &argc, &argv, &status))
    return status;
  if (render_view_compares (options.view) && argc >= 2)
    status = run_comparison (&options, argv + 1, (guint) argc - 1);
  else if (argc == 2)
    status = run (&options, argv[1]);
  else
    {
      cli_complain (
        argc < 2
          ? "render needs a PATH"
          : "render takes one PATH, unless with --view compare or --view timelines; a directory of ranks is one "
            "profile");
      status = CLI_USAGE;
    }
  render_options_clear (&options);
  return status;
}
