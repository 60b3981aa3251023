/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_sentence.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "trace/compare/headline.h"
#include "widgets/compare/compare_words.h"

typedef struct
{
  const Compared *compared;
  const NumberStyle *numbers;
  uint32_t side;
  const char *a, *b; /* letters of the baseline and the side */
  Headline headline;
} Telling;

static char *
duration_of (const Telling *telling, double ns)
{
  char buffer[NUMBER_TEXT_MAX];

  return g_strdup (number_text_duration (telling->numbers, ns, buffer));
}

/* ---- causes ---- */

static char *
kernel_text (const Telling *telling, const WaterfallKernel *kernel)
{
  const CompareSide *sides = telling->compared->comparison.sides;
  const char *base =
    kernel->base_name == TRACE_NONE ? NULL : trace_display_name (sides[0].trace, kernel->base_name);
  const char *other = kernel->other_name == TRACE_NONE
                        ? NULL
                        : trace_display_name (sides[telling->side].trace, kernel->other_name);

  if (base == NULL || other == NULL)
    /* Translators: a kernel, and the letter of a profile. */
    return g_strdup_printf (_ ("`%s`, which only %s has"), base != NULL ? base : other,
                            base != NULL ? telling->a : telling->b);
  if (kernel->match == MATCH_EXACT || strcmp (base, other) == 0)
    return g_strdup_printf ("`%s`", base);
  return g_strdup_printf (_ ("`%s` replaced by `%s`"), base, other);
}

static char *
part_text (WaterfallPart part)
{
  switch (part)
    {
    case PART_COMPUTE:
      return g_strdup (_ ("compute kernels, none of which stands out"));
    case PART_EXPOSED_COMMUNICATION:
      return g_strdup (_ ("exposed communication"));
    case PART_EXPOSED_COPIES:
      return g_strdup (_ ("exposed memcpy and memset"));
    case PART_NO_GPU:
      return g_strdup (_ ("on a side without GPU activity"));
    case PART_OTHER:
      return g_strdup (_ ("time of no known kind"));
    default:
      return g_strdup_printf (_ ("idle while %s"), _ (idle_cause_clause ((IdleCause) (part - PART_IDLE))));
    }
}

static char *
cause_text (const Telling *telling, const HeadlineCause *cause)
{
  g_autofree char *amount = duration_of (telling, fabs (cause->difference_ns));
  g_autofree char *named =
    cause->kernel != NULL ? kernel_text (telling, cause->kernel) : part_text (cause->part);
  bool is_exposed = cause->kernel != NULL && cause->part != PART_COMPUTE;
  g_autofree char *what = is_exposed ? g_strdup_printf (_ ("exposed %s"), named) : g_strdup (named);

  if (telling->headline.difference_ns < 0)
    /* Translators: by how much less of something, as in "11.0 ms less idle while the host runs Python". */
    return g_strdup_printf (_ ("%s less %s"), amount, what);
  /* Translators: how much more of something, as in "11.0 ms exposed communication". */
  return g_strdup_printf (_ ("%s %s"), amount, what);
}

/* Completes a clause with the causes, and a full stop. Takes the clause. */
static char *
with_causes (const Telling *telling, char *clause)
{
  g_autofree char *begin = clause;
  g_autoptr (GString) causes = g_string_new (NULL);

  for (uint32_t i = 0; i < telling->headline.n_causes; i++)
    {
      g_autofree char *cause = cause_text (telling, &telling->headline.causes[i]);

      g_string_append_printf (causes, i == 0 ? "%s" : ", %s", cause);
    }
  if (causes->len == 0)
    return g_strconcat (begin, ".", NULL);
  /* Translators: what changed, then what it consists of. */
  return g_strdup_printf (_ ("%s: %s."), begin, causes->str);
}

/* ---- sentences ---- */

/* "+27 %, 95 % interval +25 to +30", or the percentage alone. */
static char *
change_text (const Telling *telling)
{
  const Comparison *comparison = &telling->compared->comparison;
  const BootstrapInterval *interval =
    &comparison->summary.cells[SUMMARY_STEP_MEAN][telling->side].difference.at_95;
  double from_ns = comparison->waterfalls[telling->side].from_ns;
  g_autofree char *percent =
    compare_words_percent (telling->numbers, telling->headline.difference_ns / from_ns);

  if (telling->headline.kind == HEADLINE_NO_STEPS || telling->headline.kind == HEADLINE_FEW_STEPS)
    return g_steal_pointer (&percent);
  g_autofree char *low = compare_words_percent (telling->numbers, interval->low / from_ns);
  g_autofree char *high = compare_words_percent (telling->numbers, interval->high / from_ns);
  return g_strdup_printf (_ ("%s, 95 %% interval %s to %s"), percent, low, high);
}

static char *
few_steps_text (const Telling *telling)
{
  const Comparison *comparison = &telling->compared->comparison;
  double difference_ns = telling->headline.difference_ns;
  g_autofree char *amount = duration_of (telling, fabs (difference_ns)), *change = change_text (telling);
  g_autofree char *same = duration_of (telling, comparison->waterfalls[telling->side].from_ns);
  g_autofree char *what =
    difference_ns > 0
      ? with_causes (telling, g_strdup_printf (_ ("The mean step takes %s longer (%s)"), amount, change))
    : difference_ns < 0
      ? with_causes (telling, g_strdup_printf (_ ("The mean step takes %s less (%s)"), amount, change))
      : g_strdup_printf (_ ("The mean step takes %s on both sides."), same);

  return g_strdup_printf (_ ("%s This cannot be told from the spread between steps, because %s has %" PRIu64
                             " and %s has %" PRIu64 " (each needs %d)."),
                          what, telling->a, comparison->sides[0].steps.n, telling->b,
                          comparison->sides[telling->side].steps.n, COMPARE_LEAST_STEPS);
}

static char *
no_steps_text (const Telling *telling)
{
  double difference_ns = telling->headline.difference_ns;
  g_autofree char *amount = duration_of (telling, fabs (difference_ns)), *change = change_text (telling);
  g_autofree char *same =
    duration_of (telling, telling->compared->comparison.waterfalls[telling->side].from_ns);
  g_autofree char *what =
    difference_ns > 0
      ? with_causes (telling, g_strdup_printf (_ ("The window is %s longer (%s)"), amount, change))
    : difference_ns < 0
      ? with_causes (telling, g_strdup_printf (_ ("The window is %s shorter (%s)"), amount, change))
      : g_strdup_printf (_ ("Both windows are %s long."), same);

  return g_strdup_printf (
    _ ("%s Whole windows are compared, because a side has no steps; nothing can be said about the spread."),
    what);
}

static char *
same_text (const Telling *telling)
{
  const Waterfall *waterfall = &telling->compared->comparison.waterfalls[telling->side];
  g_autofree char *from = duration_of (telling, waterfall->from_ns),
                  *to = duration_of (telling, waterfall->to_ns);
  g_autofree char *change = change_text (telling);

  return g_strdup_printf (
    telling->headline.kind == HEADLINE_SAME
      ? _ ("No difference beyond the spread between steps: the mean step takes %s in %s and %s in %s (%s).")
      : _ (
        "No difference beyond the spread between steps: the mean step takes %s in %s and %s in %s (%s; the "
        "99 %% interval contains 0)."),
    from, telling->a, to, telling->b, change);
}

static char *
time_text (const Telling *telling)
{
  g_autofree char *amount = duration_of (telling, fabs (telling->headline.difference_ns));
  g_autofree char *change = change_text (telling);

  switch (telling->headline.kind)
    {
    case HEADLINE_DIFFERS:
      return with_causes (telling, g_strdup_printf (telling->headline.difference_ns > 0
                                                      ? _ ("Steps take %s longer (%s)")
                                                      : _ ("Steps take %s less (%s)"),
                                                    amount, change));
    case HEADLINE_FEW_STEPS:
      return few_steps_text (telling);
    case HEADLINE_NO_STEPS:
      return no_steps_text (telling);
    default:
      return same_text (telling);
    }
}

/* Of the side with more slow steps. */
static char *
slow_text (const Telling *telling)
{
  const SlowSteps *base = &telling->compared->comparison.slow[0];
  const SlowSteps *other = &telling->compared->comparison.slow[telling->side];
  bool is_other = (double) other->n_slow * (double) base->n >= (double) base->n_slow * (double) other->n;
  const SlowSteps *more = is_other ? other : base, *fewer = is_other ? base : other;
  g_autofree char *longer = duration_of (telling, more->longer_ns),
                  *part = duration_of (telling, more->part_ns);
  g_autofree char *clause = g_strdup_printf (
    /* Translators: number of slow steps, of all steps, a letter, a duration, the other letter, its slow steps */
    _ ("%" PRIu64 " of %" PRIu64 " steps of %s take %s longer than its median step (%s: %" PRIu64
       " of %" PRIu64 ")"),
    more->n_slow, more->n, is_other ? telling->b : telling->a, longer, is_other ? telling->a : telling->b,
    fewer->n_slow, fewer->n);

  if (!(more->part_ns > 0))
    return g_strconcat (clause, ".", NULL);
  g_autofree char *what = more->part == PART_COMPUTE ? g_strdup (_ ("compute")) : part_text (more->part);
  return g_strdup_printf (_ ("%s: %s %s."), clause, part, what);
}

/* Takes the sentence. Of several sides each says which it is about. */
static void
add_sentence (GPtrArray *texts, const Telling *telling, char *sentence)
{
  if (telling->compared->n_sides > 2)
    {
      g_ptr_array_add (texts, g_strdup_printf ("%s: %s", telling->b, sentence));
      g_free (sentence);
    }
  else
    g_ptr_array_add (texts, sentence);
}

char **
compare_sentences (const Compared *compared, const NumberStyle *numbers)
{
  GPtrArray *texts = g_ptr_array_new ();

  for (uint32_t side = 1; side < compared->n_sides; side++)
    {
      const Telling telling = {
        .compared = compared,
        .numbers = numbers,
        .side = side,
        .a = compared_letter (0),
        .b = compared_letter (side),
        .headline = headline_of (&compared->comparison, side),
      };
      bool is_slow_first = telling.headline.has_slow_steps && telling.headline.kind != HEADLINE_DIFFERS;

      if (is_slow_first)
        add_sentence (texts, &telling, slow_text (&telling));
      add_sentence (texts, &telling, time_text (&telling));
      if (telling.headline.has_slow_steps && !is_slow_first)
        add_sentence (texts, &telling, slow_text (&telling));
    }
  g_ptr_array_add (texts, NULL);
  return (char **) g_ptr_array_free (texts, FALSE);
}
