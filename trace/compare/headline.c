/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/headline.h"

#include <math.h>
#include <stdlib.h>

#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

/* A cause must explain at least this share of the difference. */
#define CAUSE_LEAST 0.05

const char *
idle_cause_clause (IdleCause cause)
{
  static const char *const clauses[N_IDLE_CAUSES] = {
    [IDLE_PROFILER] = N_ ("the profiler works"),
    [IDLE_LOADER] = N_ ("the host fetches the next batch"),
    [IDLE_SYNC_CALL] = N_ ("the host is blocked in a synchronising call"),
    [IDLE_ALLOCATION] = N_ ("the host allocates or frees memory"),
    [IDLE_CALL] = N_ ("the host is in a runtime call"),
    [IDLE_OPERATOR] = N_ ("the host is in an operator"),
    [IDLE_PYTHON] = N_ ("the host runs Python"),
    [IDLE_ANNOTATION] = N_ ("the host is in an annotated range"),
    [IDLE_HOST_UNKNOWN] = N_ ("the trace does not record what the host does"),
    [IDLE_SYNC] = N_ ("the host waits for the GPU before it launches more"),
    [IDLE_STREAM_WAIT] = N_ ("a stream waits for another"),
    [IDLE_COLLECTIVE] = N_ ("another rank has not begun the collective"),
    [IDLE_LAUNCH_OVERHEAD] = N_ ("launched work is about to begin"),
    [IDLE_NO_NEXT] = N_ ("no work follows"),
    [IDLE_NO_LAUNCH] = N_ ("the trace does not record what launched the next work"),
    [IDLE_QUEUED] = N_ ("launched work does not begin"),
    [IDLE_NOT_RECORDED] = N_ ("the rank is not recorded yet"),
  };

  return clauses[cause];
}

/* ---- facts ---- */

static void
add_cause (Headline *headline, HeadlineCause cause)
{
  uint32_t place = headline->n_causes;
  double size = fabs (cause.difference_ns);

  if (size < CAUSE_LEAST * fabs (headline->difference_ns) || size == 0
      || (cause.difference_ns > 0) != (headline->difference_ns > 0))
    return;
  while (place > 0 && size > fabs (headline->causes[place - 1].difference_ns))
    place--;
  if (place == HEADLINE_CAUSES_MAX)
    return;
  if (headline->n_causes < HEADLINE_CAUSES_MAX)
    headline->n_causes++;
  for (uint32_t i = headline->n_causes - 1; i > place; i--)
    headline->causes[i] = headline->causes[i - 1];
  headline->causes[place] = cause;
}

static void
find_causes (Headline *headline, const Waterfall *waterfall)
{
  for (int i = 0; i < N_WATERFALL_PARTS; i++)
    {
      const WaterfallStep *part = &waterfall->parts[i];

      for (uint64_t k = 0; k < part->n_kernels; k++)
        add_cause (headline,
                   (HeadlineCause){ (WaterfallPart) i, &part->kernels[k], part->kernels[k].difference_ns });
      if (i >= PART_IDLE)
        add_cause (headline, (HeadlineCause){ (WaterfallPart) i, NULL, part->difference_ns });
    }
  /* Many kernels with a little each. */
  for (int i = 0; i < PART_IDLE && headline->n_causes == 0; i++)
    add_cause (headline, (HeadlineCause){ (WaterfallPart) i, NULL, waterfall->parts[i].difference_ns });
}

Headline
headline_of (const Comparison *comparison, uint32_t side)
{
  const SummaryCell *mean = &comparison->summary.cells[SUMMARY_STEP_MEAN][side];
  const Waterfall *waterfall = &comparison->waterfalls[side];
  Headline headline = { .difference_ns = waterfall->to_ns - waterfall->from_ns };

  if (!comparison->sides[side].steps.has_steps)
    headline.kind = HEADLINE_NO_STEPS;
  else if (!mean->difference.is_decided)
    headline.kind = HEADLINE_FEW_STEPS;
  else if (mean->difference.at_99.low > 0 || mean->difference.at_99.high < 0)
    headline.kind = HEADLINE_DIFFERS;
  else
    headline.kind = mean->differs == DIFFERS_YES ? HEADLINE_UNCERTAIN : HEADLINE_SAME;
  headline.has_slow_steps = slow_steps_differ (&comparison->slow[0], &comparison->slow[side]);
  find_causes (&headline, waterfall);
  return headline;
}

/* ---- texts ---- */

char *
compare_side_label (uint32_t side)
{
  return side < 26 ? g_strdup_printf ("%c", 'A' + (int) side) : g_strdup_printf ("S%u", side);
}

char *
compare_percent_text (double ratio)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double percent = 100 * ratio;

  if (percent - percent != 0)
    return g_strdup ("n/a");
  g_ascii_formatd (digits, sizeof digits, fabs (percent) < 9.95 ? "%+.1f" : "%+.0f", percent);
  return g_strconcat (digits, " %", NULL);
}

/* The number alone, for the ends of an interval. */
static char *
percent_number (double ratio)
{
  char *text = compare_percent_text (ratio);
  char *space = strchr (text, ' ');

  if (space != NULL)
    *space = '\0';
  return text;
}

static const char *
name_of (const Comparison *comparison, uint32_t side, uint32_t name)
{
  return trace_display_name (comparison->sides[side].trace, name);
}

static void
append_kernel (GString *out, const Comparison *comparison, uint32_t side, const WaterfallKernel *kernel)
{
  g_autofree char *a = compare_side_label (0), *b = compare_side_label (side);

  if (kernel->base_name == TRACE_NONE)
    g_string_append_printf (out, "`%s`, which only %s has", name_of (comparison, side, kernel->other_name),
                            b);
  else if (kernel->other_name == TRACE_NONE)
    g_string_append_printf (out, "`%s`, which only %s has", name_of (comparison, 0, kernel->base_name), a);
  else if (kernel->match == MATCH_EXACT
           || strcmp (name_of (comparison, 0, kernel->base_name),
                      name_of (comparison, side, kernel->other_name))
                == 0)
    g_string_append_printf (out, "`%s`", name_of (comparison, 0, kernel->base_name));
  else
    g_string_append_printf (out, "`%s` replaced by `%s`", name_of (comparison, 0, kernel->base_name),
                            name_of (comparison, side, kernel->other_name));
}

static void
append_part (GString *out, WaterfallPart part)
{
  switch (part)
    {
    case PART_COMPUTE:
      g_string_append (out, "compute kernels, none of which stands out");
      break;
    case PART_EXPOSED_COMMUNICATION:
      g_string_append (out, "exposed communication");
      break;
    case PART_EXPOSED_COPIES:
      g_string_append (out, "exposed memcpy and memset");
      break;
    case PART_NO_GPU:
      g_string_append (out, "on a side without GPU activity");
      break;
    case PART_OTHER:
      g_string_append (out, "time of no known kind");
      break;
    default:
      g_string_append_printf (out, "idle while %s (%s)", idle_cause_clause ((IdleCause) (part - PART_IDLE)),
                              idle_cause_word ((IdleCause) (part - PART_IDLE)));
      break;
    }
}

static void
append_causes (GString *out, const Comparison *comparison, uint32_t side, const Headline *headline)
{
  char duration[DURATION_TEXT_MAX];

  for (uint32_t i = 0; i < headline->n_causes; i++)
    {
      const HeadlineCause *cause = &headline->causes[i];

      g_string_append (out, i == 0 ? ": " : ", ");
      g_string_append (out, duration_text (fabs (cause->difference_ns), duration));
      g_string_append (out, headline->difference_ns < 0 ? " less " : " ");
      if (cause->kernel != NULL && cause->part != PART_COMPUTE)
        g_string_append (out, "exposed ");
      if (cause->kernel != NULL)
        append_kernel (out, comparison, side, cause->kernel);
      else
        append_part (out, cause->part);
    }
}

/* " (+27 %, 95 % interval +25..+30)"; the interval only if there is one. */
static void
append_change (GString *out, const Comparison *comparison, uint32_t side, const Headline *headline)
{
  const BootstrapDifference *difference = &comparison->summary.cells[SUMMARY_STEP_MEAN][side].difference;
  double from_ns = comparison->waterfalls[side].from_ns;
  g_autofree char *percent = compare_percent_text (headline->difference_ns / from_ns);

  g_string_append_printf (out, " (%s", percent);
  if (headline->kind != HEADLINE_NO_STEPS && headline->kind != HEADLINE_FEW_STEPS)
    {
      g_autofree char *low = percent_number (difference->at_95.low / from_ns);
      g_autofree char *high = percent_number (difference->at_95.high / from_ns);

      g_string_append_printf (out, ", 95 %% interval %s..%s", low, high);
    }
  g_string_append_c (out, ')');
}

static void
append_longer (GString *out, const char *what, const char *verb, const Headline *headline)
{
  char duration[DURATION_TEXT_MAX];

  g_string_append_printf (out, "%s %s %s %s", what, verb,
                          duration_text (fabs (headline->difference_ns), duration),
                          headline->difference_ns >= 0 ? "longer" : "less");
}

static char *
time_text (const Comparison *comparison, uint32_t side, const Headline *headline)
{
  const Waterfall *waterfall = &comparison->waterfalls[side];
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *a = compare_side_label (0), *b = compare_side_label (side);
  char from[DURATION_TEXT_MAX], to[DURATION_TEXT_MAX];
  bool are_single = comparison->sides[0].steps.n == 1 && comparison->sides[side].steps.n == 1;

  switch (headline->kind)
    {
    case HEADLINE_DIFFERS:
      append_longer (out, "Steps", "take", headline);
      append_change (out, comparison, side, headline);
      append_causes (out, comparison, side, headline);
      g_string_append_c (out, '.');
      break;
    case HEADLINE_SAME:
    case HEADLINE_UNCERTAIN:
      g_string_append_printf (
        out, "No difference beyond the spread between steps: the mean step takes %s in %s and %s in %s",
        duration_text (waterfall->from_ns, from), a, duration_text (waterfall->to_ns, to), b);
      append_change (out, comparison, side, headline);
      g_string_append (out, headline->kind == HEADLINE_SAME
                              ? "."
                              : "; the 95 % interval does not contain 0, but the 99 % interval does.");
      break;
    case HEADLINE_FEW_STEPS:
      if (headline->difference_ns == 0)
        g_string_append_printf (out, "%s takes %s on both sides", are_single ? "The step" : "The mean step",
                                duration_text (waterfall->from_ns, from));
      else
        {
          append_longer (out, are_single ? "The step" : "The mean step", "takes", headline);
          append_change (out, comparison, side, headline);
          append_causes (out, comparison, side, headline);
        }
      g_string_append_printf (
        out,
        ". This cannot be told from the spread between steps, because %s has %" G_GUINT64_FORMAT
        " and %s has %" G_GUINT64_FORMAT " (each needs %d).",
        a, comparison->sides[0].steps.n, b, comparison->sides[side].steps.n, COMPARE_LEAST_STEPS);
      break;
    case HEADLINE_NO_STEPS:
      if (headline->difference_ns == 0)
        g_string_append_printf (out, "Both windows are %s long", duration_text (waterfall->from_ns, from));
      else
        {
          append_longer (out, "The window", "is", headline);
          append_change (out, comparison, side, headline);
          append_causes (out, comparison, side, headline);
        }
      g_string_append (out,
                       ". Whole windows are compared, because a side has no steps; nothing can be said about "
                       "the spread.");
      break;
    }
  return g_strdup (out->str);
}

static char *
slow_text (const Comparison *comparison, uint32_t side)
{
  const SlowSteps *base = &comparison->slow[0], *other = &comparison->slow[side];
  bool is_other = (double) other->n_slow * (double) base->n >= (double) base->n_slow * (double) other->n;
  const SlowSteps *more = is_other ? other : base, *fewer = is_other ? base : other;
  g_autofree char *label = compare_side_label (is_other ? side : 0);
  g_autofree char *other_label = compare_side_label (is_other ? 0 : side);
  g_autoptr (GString) out = g_string_new (NULL);
  char longer[DURATION_TEXT_MAX], part[DURATION_TEXT_MAX];

  g_string_append_printf (out,
                          "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                          " steps of %s take %s longer than its "
                          "median step (%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT ")",
                          more->n_slow, more->n, label, duration_text (more->longer_ns, longer), other_label,
                          fewer->n_slow, fewer->n);
  if (more->part_ns > 0)
    {
      g_string_append_printf (out, ": %s ", duration_text (more->part_ns, part));
      if (more->part == PART_COMPUTE)
        g_string_append (out, "compute");
      else
        append_part (out, more->part);
    }
  g_string_append_c (out, '.');
  return g_strdup (out->str);
}

static void
add_sentence (GPtrArray *texts, const Comparison *comparison, uint32_t side, char *sentence)
{
  g_autofree char *label = compare_side_label (side);

  g_ptr_array_add (texts,
                   comparison->n_sides > 2 ? g_strconcat (label, ": ", sentence, NULL) : g_strdup (sentence));
  g_free (sentence);
}

char **
headline_texts (const Comparison *comparison)
{
  GPtrArray *texts = g_ptr_array_new ();

  for (uint32_t side = 1; side < comparison->n_sides; side++)
    {
      Headline headline = headline_of (comparison, side);
      bool is_slow_first = headline.has_slow_steps && headline.kind != HEADLINE_DIFFERS;

      if (is_slow_first)
        add_sentence (texts, comparison, side, slow_text (comparison, side));
      add_sentence (texts, comparison, side, time_text (comparison, side, &headline));
      if (headline.has_slow_steps && !is_slow_first)
        add_sentence (texts, comparison, side, slow_text (comparison, side));
    }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}
