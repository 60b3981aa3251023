/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/headline_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "trace/compare/percent_change.h"
#include "trace/compare/statistics/false_discovery.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"

/* As many figures are named that differ although the step time does not. */
#define FIGURES_MAX 2

/* Of the figures that are said to differ, about this share does so by chance (Benjamini and Hochberg). */
#define FIGURES_SHARE 0.01

/* Computing takes from idle time what it takes longer: these are equal but for rounding. */
#define EQUAL_BELOW (1 + 1e-9)

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

char *
compare_side_label (uint32_t side)
{
  return side < 26 ? g_strdup_printf ("%c", 'A' + (int) side) : g_strdup_printf ("S%u", side);
}

/* The number alone, for the ends of an interval. */
static char *
percent_number (double ratio)
{
  char *text = percent_change_text (ratio);
  char *space = strchr (text, ' ');

  if (space != NULL)
    *space = '\0';
  return text;
}

/* ---- sentences ---- */

/* Each text is a whole sentence or clause, so that it can be translated. */
typedef struct
{
  const Comparison *comparison;
  uint32_t side;
  Headline headline;
  HeadlineTranslate translate; /* or NULL */
  char base_label[8], label[8];
} Writing;

static const char *
tr (const Writing *writing, const char *text)
{
  return writing->translate != NULL ? writing->translate (text) : text;
}

/* Returns one of two texts: for what takes longer, and for what takes less. */
static const char *
by_sign (const Writing *writing, const char *longer, const char *less)
{
  return tr (writing, writing->headline.difference_ns >= 0 ? longer : less);
}

/* Names stand between back ticks, so they have none themselves: they cannot leave a code span of Markdown. Transfer
 * full. */
static char *
name_of (const Writing *writing, uint32_t side, uint32_t name)
{
  return name == TRACE_NONE
           ? NULL
           : g_strdelimit (g_strdup (trace_display_name (writing->comparison->sides[side].trace, name)), "`",
                           '\'');
}

/* The functions below pass translated formats on. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static char *
kernel_text (const Writing *writing, const WaterfallKernel *kernel)
{
  g_autofree char *base = name_of (writing, 0, kernel->base_name);
  g_autofree char *other = name_of (writing, writing->side, kernel->other_name);

  if (base == NULL || other == NULL)
    {
      const char *name = base != NULL ? base : other;

      if (kernel->is_elsewhere)
        return g_strdup_printf (tr (writing, N_ ("`%s`, which is not paired")), name);
      if (writing->comparison->n_sides > 2)
        return g_strdup_printf (tr (writing, N_ ("`%s`, which %s lacks")), name,
                                base == NULL ? writing->base_label : writing->label);
      return g_strdup_printf (tr (writing, N_ ("`%s`, which only %s has")), name,
                              base == NULL ? writing->label : writing->base_label);
    }
  if (kernel->match == MATCH_EXACT || strcmp (base, other) == 0)
    return g_strdup_printf ("`%s`", base);
  return g_strdup_printf (tr (writing, N_ ("`%s` replaced by `%s`")), base, other);
}

static bool
has_gpu (const Writing *writing, uint32_t side)
{
  return writing->comparison->sides[side].steps.n_gpus > 0;
}

/* Names a part as a whole. */
static char *
part_text (const Writing *writing, WaterfallPart part)
{
  IdleCause cause = (IdleCause) (part - PART_IDLE);

  switch (part)
    {
    case PART_COMPUTE:
      return g_strdup (tr (writing, N_ ("compute kernels")));
    case PART_EXPOSED_COMMUNICATION:
      return g_strdup (tr (writing, N_ ("exposed communication")));
    case PART_EXPOSED_COPIES:
      return g_strdup (tr (writing, N_ ("exposed memcpy and memset")));
    case PART_NO_GPU:
      if (!has_gpu (writing, 0) && !has_gpu (writing, writing->side))
        return g_strdup (tr (writing, N_ ("with no GPU activity on either side")));
      return g_strdup_printf (tr (writing, N_ ("in %s, which has no GPU activity")),
                              has_gpu (writing, 0) ? writing->label : writing->base_label);
    case PART_OTHER:
      return g_strdup (tr (writing, N_ ("of no known kind")));
    default:
      return g_strdup_printf (tr (writing, N_ ("idle while %s (%s)")),
                              tr (writing, idle_cause_clause (cause)), idle_cause_word (cause));
    }
}

/* What a part has without the kernels of it that are named. */
static const char *
rest_text (const Writing *writing, WaterfallPart part)
{
  static const char *const texts[PART_IDLE] = {
    [PART_COMPUTE] = N_ ("in other compute kernels"),
    [PART_EXPOSED_COMMUNICATION] = N_ ("in other exposed communication"),
    [PART_EXPOSED_COPIES] = N_ ("in other exposed memcpy and memset"),
  };

  return tr (writing, texts[part]);
}

/* "23 kernels"; one has its name. Transfer full. */
static char *
unmatched_name (const Writing *writing, WaterfallPart part, const HeadlineUnmatched *unmatched, uint32_t side)
{
  char digits[24];

  if (unmatched->n == 1)
    {
      g_autofree char *name =
        name_of (writing, side, side == 0 ? unmatched->kernel->base_name : unmatched->kernel->other_name);

      return g_strdup_printf ("`%s`", name);
    }
  g_snprintf (digits, sizeof digits, "%" PRIu64, unmatched->n);
  return g_strdup_printf (
    tr (writing, part == PART_EXPOSED_COPIES ? N_ ("%s sorts of copies") : N_ ("%s kernels")), digits);
}

/* "32.40 ms of 23 kernels only in B". Transfer full. */
static char *
unmatched_text (const Writing *writing, WaterfallPart part, const HeadlineUnmatched *unmatched, uint32_t side)
{
  g_autofree char *name = unmatched_name (writing, part, unmatched, side);
  const char *own = side == 0 ? writing->base_label : writing->label;
  const char *lacking = side == 0 ? writing->label : writing->base_label;
  char duration[DURATION_TEXT_MAX];

  duration_text (unmatched->ns, duration);
  if (unmatched->is_elsewhere)
    return g_strdup_printf (tr (writing, N_ ("%s of %s in %s, not paired")), duration, name, own);
  if (writing->comparison->n_sides > 2)
    return g_strdup_printf (tr (writing, N_ ("%s of %s that %s lacks")), duration, name, lacking);
  return g_strdup_printf (tr (writing, N_ ("%s of %s only in %s")), duration, name, own);
}

/* "19.60 ms in replaced compute kernels (32.40 ms of 23 kernels only in B, 12.80 ms of 62 kernels only in A)" */
static char *
replaced_text (const Writing *writing, const HeadlineCause *cause, bool is_offset)
{
  /* clang-format off */
  static const char *const sentences[PART_IDLE][3] = {
    [PART_COMPUTE] = { N_ ("%s in replaced compute kernels"), N_ ("%s more in replaced compute kernels"), N_ ("%s less in replaced compute kernels") },
    [PART_EXPOSED_COMMUNICATION] = { N_ ("%s exposed in replaced communication kernels"), N_ ("%s more exposed in replaced communication kernels"), N_ ("%s less exposed in replaced communication kernels") },
    [PART_EXPOSED_COPIES] = { N_ ("%s exposed in replaced memcpy and memset"), N_ ("%s more exposed in replaced memcpy and memset"), N_ ("%s less exposed in replaced memcpy and memset") },
  };
  /* clang-format on */
  char duration[DURATION_TEXT_MAX];
  g_autofree char *lead = g_strdup_printf (tr (writing, sentences[cause->part][cause->difference_ns < 0 ? 2
                                                                               : is_offset              ? 1
                                                                                                        : 0]),
                                           duration_text (fabs (cause->difference_ns), duration));
  g_autofree char *added = unmatched_text (writing, cause->part, &cause->added, writing->side);
  g_autofree char *removed = unmatched_text (writing, cause->part, &cause->removed, 0);

  return g_strdup_printf (tr (writing, N_ ("%s (%s, %s)")), lead, added, removed);
}

/* is_offset: the cause is against the direction of the difference. */
static char *
cause_text (const Writing *writing, const HeadlineCause *cause, bool is_offset)
{
  if (cause->added.n > 0)
    return replaced_text (writing, cause, is_offset);
  g_autofree char *what = cause->kernel != NULL     ? kernel_text (writing, cause->kernel)
                          : cause->is_rest_of_named ? g_strdup (rest_text (writing, cause->part))
                                                    : part_text (writing, cause->part);
  char duration[DURATION_TEXT_MAX];

  duration_text (fabs (cause->difference_ns), duration);
  bool is_exposed = cause->kernel != NULL && cause->part != PART_COMPUTE;
  const char *sentence;
  if (cause->difference_ns < 0)
    sentence = is_exposed ? N_ ("%s less exposed %s") : N_ ("%s less %s");
  else if (is_offset)
    sentence = is_exposed ? N_ ("%s more exposed %s") : N_ ("%s more %s");
  else
    sentence = is_exposed ? N_ ("%s exposed %s") : "%s %s";
  return g_strdup_printf (tr (writing, sentence), duration, what);
}

/* "and 2.000 ms more in everything else", or "against 2.000 ms less ...". Transfer full. */
static char *
everything_else_text (const Writing *writing)
{
  const Headline *headline = &writing->headline;
  bool is_more = headline->rest_ns > 0;
  bool is_against = headline->n_offsets == 0 && is_more != (headline->difference_ns > 0);
  char duration[DURATION_TEXT_MAX];
  const char *sentence;

  if (is_against)
    sentence =
      is_more ? N_ ("against %s more in everything else") : N_ ("against %s less in everything else");
  else
    sentence = is_more ? N_ ("and %s more in everything else") : N_ ("and %s less in everything else");
  return g_strdup_printf (tr (writing, sentence), duration_text (fabs (headline->rest_ns), duration));
}

/* ": 11.00 ms exposed `a`, 6.100 ms `b`, against 2.000 ms less `c`, and 3.000 ms more in everything else", or nothing. */
static char *
causes_text (const Writing *writing)
{
  const Headline *headline = &writing->headline;
  g_autoptr (GString) out = g_string_new (NULL);

  for (uint32_t i = 0; i < headline->n_causes; i++)
    {
      g_autofree char *cause = cause_text (writing, &headline->causes[i], false);

      g_string_append_printf (out, "%s%s", i == 0 ? ": " : ", ", cause);
    }
  for (uint32_t i = 0; i < headline->n_offsets; i++)
    {
      g_autofree char *offset = cause_text (writing, &headline->offsets[i], true);

      g_string_append (out, ", ");
      if (i == 0)
        g_string_append_printf (out, tr (writing, N_ ("against %s")), offset);
      else
        g_string_append (out, offset);
    }
  if (headline->has_rest)
    {
      g_autofree char *rest = everything_else_text (writing);

      g_string_append_printf (out, ", %s", rest);
    }
  return g_strdup (out->str);
}

/* "+27 %, 95 % interval +25..+30"; the interval only if there is one. */
static char *
change_text (const Writing *writing)
{
  const BootstrapDifference *difference =
    &writing->comparison->summary.cells[SUMMARY_STEP_MEAN][writing->side].difference;
  double from_ns = writing->comparison->waterfalls[writing->side].from_ns;
  g_autofree char *percent = percent_change_text (writing->headline.difference_ns / from_ns);

  if (writing->headline.kind == HEADLINE_NO_STEPS || writing->headline.kind == HEADLINE_FEW_STEPS)
    return g_steal_pointer (&percent);
  g_autofree char *low = percent_number (difference->at_95.low / from_ns);
  g_autofree char *high = percent_number (difference->at_95.high / from_ns);
  return g_strdup_printf (tr (writing, N_ ("%s, 95 %% interval %s..%s")), percent, low, high);
}

/* "Steps take 18.20 ms longer (+27 %, ...): ...", from such a sentence with a place for the duration. */
static char *
longer_text (const Writing *writing, const char *sentence)
{
  g_autofree char *change = change_text (writing), *causes = causes_text (writing), *lead = NULL;
  char duration[DURATION_TEXT_MAX];

  lead = g_strdup_printf (sentence, duration_text (fabs (writing->headline.difference_ns), duration));
  return g_strdup_printf ("%s (%s)%s", lead, change, causes);
}

/* clang-format off */
static const struct
{
  const char *more, *less; /* NULL: not named */
  bool is_count;
} figure_clauses[N_SUMMARY_KEYS] = {
  [SUMMARY_GPU_ACTIVE]            = { N_ ("the GPU is active %s longer"),                        N_ ("the GPU is active %s less"), false },
  [SUMMARY_COMPUTE]               = { N_ ("compute takes %s longer"),                            N_ ("compute takes %s less"), false },
  [SUMMARY_COMMUNICATION]         = { N_ ("communication takes %s longer"),                      N_ ("communication takes %s less"), false },
  [SUMMARY_EXPOSED_COMMUNICATION] = { N_ ("exposed communication takes %s longer"),              N_ ("exposed communication takes %s less"), false },
  [SUMMARY_EXPOSED_COPIES]        = { N_ ("exposed memcpy and memset take %s longer"),           N_ ("exposed memcpy and memset take %s less"), false },
  [SUMMARY_IDLE]                  = { N_ ("the GPU is idle %s longer"),                          N_ ("the GPU is idle %s less"), false },
  [SUMMARY_KERNELS]               = { N_ ("there are %s more kernels"),                          N_ ("there are %s fewer kernels"), true },
  [SUMMARY_LAUNCHES]              = { N_ ("there are %s more launches"),                         N_ ("there are %s fewer launches"), true },
};
/* clang-format on */

/* "compute takes 46 % longer"; from 0 there is no share: "compute takes 20.00 ms longer". Transfer full. */
static char *
figure_text (const Writing *writing, SummaryKey key)
{
  const SummaryCell *cells = writing->comparison->summary.cells[key];
  double base = cells[0].value, difference = cells[writing->side].difference.difference;
  g_autofree char *percent = percent_change_text (base == 0 ? 0 : fabs (difference / base));
  char amount[MAX (DURATION_TEXT_MAX, G_ASCII_DTOSTR_BUF_SIZE)];

  if (base != 0)
    g_strlcpy (amount, percent + (*percent == '+'), sizeof amount);
  else if (figure_clauses[key].is_count)
    g_ascii_formatd (amount, sizeof amount, "%.6g", fabs (difference));
  else
    duration_text (fabs (difference), amount);
  return g_strdup_printf (tr (writing, difference > 0 ? figure_clauses[key].more : figure_clauses[key].less),
                          amount);
}

/* Returns the largest p of a figure that is said to differ. Of eight figures that do not, one is beyond its 99 % interval in
 * every tenth comparison or so. */
static double
largest_p (const Writing *writing)
{
  double p[N_SUMMARY_KEYS];
  size_t n = 0;

  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    if (writing->comparison->summary.cells[key][writing->side].p >= 0)
      p[n++] = writing->comparison->summary.cells[key][writing->side].p;
  return false_discovery_limit (p, n, FIGURES_SHARE);
}

static bool
is_named (const SummaryCell *cell, double p_most)
{
  return cell->differs == DIFFERS_YES && cell->p <= p_most;
}

/* Lists the figures that differ although the mean step time does not: first the parts that make up a step, the largest
 * difference first. Returns their number. */
static uint32_t
list_other_differences (const Writing *writing, SummaryKey keys[FIGURES_MAX])
{
  static const SummaryKey parts[] = { SUMMARY_COMPUTE, SUMMARY_EXPOSED_COMMUNICATION, SUMMARY_EXPOSED_COPIES,
                                      SUMMARY_IDLE };
  static const SummaryKey others[] = { SUMMARY_GPU_ACTIVE, SUMMARY_COMMUNICATION, SUMMARY_KERNELS,
                                       SUMMARY_LAUNCHES };
  SummaryCell *const *cells = writing->comparison->summary.cells;
  uint32_t side = writing->side, n = 0, n_parts;
  double p_most = largest_p (writing);

  for (size_t i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      double size = fabs (cells[parts[i]][side].difference.difference);
      uint32_t place = n;

      if (!is_named (&cells[parts[i]][side], p_most))
        continue;
      while (place > 0 && size > EQUAL_BELOW * fabs (cells[keys[place - 1]][side].difference.difference))
        place--;
      if (place == FIGURES_MAX)
        continue;
      n = MIN (n + 1, FIGURES_MAX);
      for (uint32_t k = n - 1; k > place; k--)
        keys[k] = keys[k - 1];
      keys[place] = parts[i];
    }
  n_parts = n;
  for (size_t i = 0; i < G_N_ELEMENTS (others) && n < FIGURES_MAX; i++)
    if (is_named (&cells[others[i]][side], p_most) && (n_parts == 0 || others[i] != SUMMARY_GPU_ACTIVE))
      keys[n++] = others[i];
  return n;
}

/* "But compute takes 46 % longer, and the GPU is idle 8.5 % less."; NULL if no figure differs. Transfer full. */
static char *
other_differences_text (const Writing *writing)
{
  SummaryKey keys[FIGURES_MAX];
  uint32_t n = list_other_differences (writing, keys);

  if (n == 0)
    return NULL;
  g_autofree char *first = figure_text (writing, keys[0]);
  if (n == 1)
    return g_strdup_printf (tr (writing, N_ ("But %s.")), first);
  g_autofree char *second = figure_text (writing, keys[1]);
  return g_strdup_printf (tr (writing, N_ ("But %s, and %s.")), first, second);
}

static char *
same_text (const Writing *writing)
{
  const Waterfall *waterfall = &writing->comparison->waterfalls[writing->side];
  const BootstrapInterval *at_95 =
    &writing->comparison->summary.cells[SUMMARY_STEP_MEAN][writing->side].difference.at_95;
  g_autofree char *change = change_text (writing);
  const char *sentence =
    at_95->low <= 0 && at_95->high >= 0
      ? N_ ("No difference beyond the spread between steps: the mean step takes %s in %s and %s in %s (%s).")
      : N_ (
        "No difference beyond the spread between steps: the mean step takes %s in %s and %s in %s (%s; the 99 %% "
        "interval contains 0).");
  char from[DURATION_TEXT_MAX], to[DURATION_TEXT_MAX];

  g_autofree char *text =
    g_strdup_printf (tr (writing, sentence), duration_text (waterfall->from_ns, from), writing->base_label,
                     duration_text (waterfall->to_ns, to), writing->label, change);
  g_autofree char *others = other_differences_text (writing);
  return others == NULL ? g_steal_pointer (&text) : g_strdup_printf ("%s %s", text, others);
}

/* "1 step", "24 steps". Transfer full. */
static char *
steps_text (const Writing *writing, uint64_t n)
{
  char digits[24];

  g_snprintf (digits, sizeof digits, "%" PRIu64, n);
  return n == 1 ? g_strdup (tr (writing, N_ ("1 step")))
                : g_strdup_printf (tr (writing, N_ ("%s steps")), digits);
}

static char *
few_text (const Writing *writing)
{
  uint64_t n_base = writing->comparison->sides[0].steps.n,
           n = writing->comparison->sides[writing->side].steps.n;
  g_autofree char *lead = NULL, *reason = NULL, *n_text = steps_text (writing, n_base);
  char from[DURATION_TEXT_MAX], n_texts[2][24];

  if (writing->headline.difference_ns == 0)
    lead = g_strdup_printf (tr (writing, N_ ("The mean step takes %s on both sides")),
                            duration_text (writing->comparison->waterfalls[writing->side].from_ns, from));
  else if (n_base == 1 && n == 1)
    lead = longer_text (writing,
                        by_sign (writing, N_ ("The step takes %s longer"), N_ ("The step is %s shorter")));
  else
    lead = longer_text (
      writing, by_sign (writing, N_ ("The mean step takes %s longer"), N_ ("The mean step is %s shorter")));
  g_snprintf (n_texts[0], sizeof n_texts[0], "%" PRIu64, n);
  g_snprintf (n_texts[1], sizeof n_texts[1], "%d", COMPARE_LEAST_STEPS);
  reason = g_strdup_printf (
    tr (writing,
        N_ ("Whether this is more than the spread between steps cannot be told: %s has %s, %s has %s; "
            "each needs %s.")),
    writing->base_label, n_text, writing->label, n_texts[0], n_texts[1]);
  return g_strdup_printf ("%s. %s", lead, reason);
}

static char *
no_steps_text (const Writing *writing)
{
  g_autofree char *lead = NULL, *lack = compare_lack_text (writing->comparison, writing->translate),
                  *reason = NULL;
  char from[DURATION_TEXT_MAX];

  if (writing->headline.difference_ns == 0)
    lead = g_strdup_printf (tr (writing, N_ ("Both windows are %s long")),
                            duration_text (writing->comparison->waterfalls[writing->side].from_ns, from));
  else
    lead = longer_text (writing,
                        by_sign (writing, N_ ("The window is %s longer"), N_ ("The window is %s shorter")));
  reason = g_strdup_printf (
    tr (writing, N_ ("Whole windows are compared, because %s; nothing can be said about the spread.")), lack);
  return g_strdup_printf ("%s. %s", lead, reason);
}

static char *
time_text (const Writing *writing)
{
  switch (writing->headline.kind)
    {
    case HEADLINE_DIFFERS:
      {
        g_autofree char *text =
          longer_text (writing, by_sign (writing, N_ ("Steps take %s longer"), N_ ("Steps are %s shorter")));

        return g_strconcat (text, ".", NULL);
      }
    case HEADLINE_FEW_STEPS:
      return few_text (writing);
    case HEADLINE_NO_STEPS:
      return no_steps_text (writing);
    default:
      return same_text (writing);
    }
}

static char *
slow_text (const Writing *writing)
{
  const SlowSteps *base = &writing->comparison->slow[0], *other = &writing->comparison->slow[writing->side];
  bool is_other = (double) other->n_slow * (double) base->n >= (double) base->n_slow * (double) other->n;
  const SlowSteps *more = is_other ? other : base, *fewer = is_other ? base : other;
  g_autofree char *part = part_text (writing, more->part), *lead = NULL;
  char longer[DURATION_TEXT_MAX], duration[DURATION_TEXT_MAX], n_texts[4][24];

  g_snprintf (n_texts[0], sizeof n_texts[0], "%" PRIu64, more->n_slow);
  g_snprintf (n_texts[1], sizeof n_texts[1], "%" PRIu64, more->n);
  g_snprintf (n_texts[2], sizeof n_texts[2], "%" PRIu64, fewer->n_slow);
  g_snprintf (n_texts[3], sizeof n_texts[3], "%" PRIu64, fewer->n);
  lead = g_strdup_printf (
    tr (writing, N_ ("%s of %s steps of %s take %s longer than its median step (%s: %s of %s)")), n_texts[0],
    n_texts[1], is_other ? writing->label : writing->base_label, duration_text (more->longer_ns, longer),
    is_other ? writing->base_label : writing->label, n_texts[2], n_texts[3]);
  if (more->part_ns <= 0)
    return g_strconcat (lead, ".", NULL);
  return g_strdup_printf ("%s: %s %s.", lead, duration_text (more->part_ns, duration), part);
}

/* ---- what is lacking ---- */

/* The clause about one side. Transfer full. */
static char *
lack_text (const Writing *writing, uint32_t side)
{
  g_autofree char *label = compare_side_label (side);
  const char *clause;

  switch (writing->comparison->lacks[side])
    {
    case LACK_STEPS:
      clause = N_ ("%s has no steps");
      break;
    case LACK_IN_SCOPE:
      clause = N_ ("no step of %s begins in its scope");
      break;
    case LACK_WHOLE:
      clause = writing->comparison->sides[side].steps.n_truncated == 1
                 ? N_ ("%s's only step in scope is recorded in part")
                 : N_ ("all steps of %s in scope are recorded in part");
      break;
    case LACK_TIME:
      clause = N_ ("no step of %s in scope takes any time");
      break;
    default:
      clause = N_ ("no step of %s is recorded whole on all its ranks");
      break;
    }
  return g_strdup_printf (tr (writing, clause), label);
}

char *
compare_lack_text (const Comparison *comparison, HeadlineTranslate translate)
{
  const Writing writing = { .comparison = comparison, .translate = translate };
  char *text = NULL;

  for (uint32_t side = 0; side < comparison->n_sides; side++)
    {
      if (comparison->lacks[side] == LACK_NOTHING)
        continue;
      if (comparison->lacks[side] == LACK_COMMON)
        {
          g_free (text);
          return g_strdup (tr (&writing, N_ ("the sides have no step in common")));
        }
      g_autofree char *before = text, *clause = lack_text (&writing, side);
      text = before == NULL ? g_strdup (clause)
                            : g_strdup_printf (tr (&writing, N_ ("%s, and %s")), before, clause);
    }
  return text;
}

#pragma GCC diagnostic pop

/* Takes sentence. */
static void
add_sentence (GPtrArray *texts, const Writing *writing, char *sentence)
{
  g_ptr_array_add (texts, writing->comparison->n_sides > 2
                            ? g_strconcat (writing->label, ": ", sentence, NULL)
                            : g_strdup (sentence));
  g_free (sentence);
}

char **
headline_texts (const Comparison *comparison, HeadlineTranslate translate)
{
  GPtrArray *texts = g_ptr_array_new ();

  for (uint32_t side = 1; side < comparison->n_sides; side++)
    {
      Writing writing = {
        .comparison = comparison,
        .side = side,
        .headline = headline_of (comparison, side),
        .translate = translate,
      };
      g_autofree char *base_label = compare_side_label (0), *label = compare_side_label (side);
      bool is_slow_first = writing.headline.has_slow_steps && writing.headline.kind != HEADLINE_DIFFERS;

      g_strlcpy (writing.base_label, base_label, sizeof writing.base_label);
      g_strlcpy (writing.label, label, sizeof writing.label);
      if (is_slow_first)
        add_sentence (texts, &writing, slow_text (&writing));
      add_sentence (texts, &writing, time_text (&writing));
      if (writing.headline.has_slow_steps && !is_slow_first)
        add_sentence (texts, &writing, slow_text (&writing));
    }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}
