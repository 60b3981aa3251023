/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/fail_condition.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "trace/compare/headline_text.h"
#include "trace/compare/kernel_pattern.h"
#include "trace/compare/percent_change.h"
#include "trace/stats/distribution.h"
#include "trace/text/duration_text.h"

/* ---- parsing ---- */

static const char *
skip_spaces (const char *at)
{
  while (*at == ' ' || *at == '\t')
    at++;
  return at;
}

static bool
parse_kernel (const char **at, FailCondition *condition)
{
  static const char before[] = "kernel[\"", behind[] = "\"].total";
  const char *end;

  if (strncmp (*at, before, strlen (before)) != 0)
    return false;
  *at += strlen (before);
  end = strstr (*at, behind);
  if (end == NULL)
    return false;
  condition->pattern = g_strndup (*at, (gsize) (end - *at));
  condition->key = N_SUMMARY_KEYS;
  *at = end + strlen (behind);
  return true;
}

static bool
parse_key (const char **at, FailCondition *condition)
{
  size_t length = strcspn (*at, " \t<>=");

  condition->key = summary_key_of (*at, length);
  if (condition->key == N_SUMMARY_KEYS)
    return parse_kernel (at, condition);
  *at += length;
  return true;
}

static bool
parse_operator (const char **at, FailCondition *condition)
{
  bool is_above = **at == '>', has_equal;

  if (**at != '>' && **at != '<')
    return false;
  ++*at;
  has_equal = **at == '=';
  *at += has_equal;
  condition->op =
    is_above ? (has_equal ? FAIL_AT_LEAST : FAIL_ABOVE) : (has_equal ? FAIL_AT_MOST : FAIL_BELOW);
  return true;
}

static bool
is_time (const FailCondition *condition)
{
  return condition->key == N_SUMMARY_KEYS || strcmp (summary_key_unit (condition->key), "ns") == 0;
}

/* clang-format off */
static const struct
{
  const char *word;
  double ns;
} units[] = {
  { "ns", 1 },
  { "us", 1e3 },
  { "\u00b5s", 1e3 },
  { "\u03bcs", 1e3 },
  { "ms", 1e6 },
  { "s", 1e9 },
};
/* clang-format on */

static bool
is_finite (const FailCondition *condition)
{
  return condition->value - condition->value == 0;
}

static bool
parse_value (const char *at, FailCondition *condition)
{
  bool has_sign = *at == '+' || *at == '-';
  char *end;

  condition->value = g_ascii_strtod (at, &end);
  /* A decimal number: neither 0x10 nor inf. */
  if (end == at || (size_t) (end - at) > strspn (at, "+-.0123456789eE"))
    return false;
  at = skip_spaces (end);
  condition->of = has_sign ? FAIL_DIFFERENCE : FAIL_VALUE;
  if (*at == '%')
    {
      condition->of = FAIL_RATIO;
      return has_sign && is_finite (condition) && *skip_spaces (at + 1) == '\0';
    }
  for (size_t i = 0; i < G_N_ELEMENTS (units); i++)
    {
      size_t length = strlen (units[i].word);

      if (strncmp (at, units[i].word, length) == 0 && *skip_spaces (at + length) == '\0')
        {
          condition->value *= units[i].ns;
          return is_time (condition) && is_finite (condition);
        }
    }
  return is_finite (condition) && *at == '\0';
}

/* ---- what is wrong ---- */

/* Says which values a key takes. Transfer full. */
static char *
value_problem (const char *at, const FailCondition *condition)
{
  g_autofree char *value = g_strchomp (g_strdup (at));
  const char *key = condition->pattern != NULL ? "the total of kernels" : summary_key_word (condition->key);
  const char *what;

  if (value[0] == '\0')
    return g_strdup ("there is no value");
  if (g_ascii_isdigit (value[0]) && value[strlen (value) - 1] == '%')
    return g_strdup_printf ("a change such as +5%% has a sign, and \"%s\" has none", value);
  if (is_time (condition))
    what = "a duration such as 20ms, a difference such as +2ms, or a change such as +5%";
  else if (condition->key == SUMMARY_MEMORY_PEAK)
    what =
      "a number of bytes such as 70000000000, a difference such as +2000000000, or a change such as +5%, without a unit";
  else
    what = "a number such as 100, a difference such as +10, or a change such as +5%, without a unit";
  return g_strdup_printf ("the value of %s is %s, not \"%s\"", key, what, value);
}

/* Transfer full. */
static char *
key_problem (const char *at)
{
  g_autofree char *word = g_strndup (at, strcspn (at, " \t<>="));
  g_autoptr (GString) out = g_string_new ("it must begin with one of the keys ");

  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    g_string_append_printf (out, "%s, ", summary_key_word (key));
  g_string_append (out, "or kernel[\"PATTERN\"].total");
  if (word[0] != '\0')
    g_string_append_printf (out, ", not with \"%s\"", word);
  return g_strdup (out->str);
}

bool
fail_condition_parse (const char *text, FailCondition *ret_condition, char **ret_problem)
{
  FailCondition condition = { .text = g_strdup (text), .key = N_SUMMARY_KEYS };
  const char *at = skip_spaces (text);
  g_autofree char *problem = NULL;
  bool is_differs = strncmp (at, "differs", strlen ("differs")) == 0
                    && (at[strlen ("differs")] == ' ' || at[strlen ("differs")] == '\t');

  if (is_differs)
    at = skip_spaces (at + strlen ("differs"));
  if (!parse_key (&at, &condition))
    problem = key_problem (at);
  else if (is_differs)
    {
      condition.op = FAIL_DIFFERS;
      if (condition.pattern != NULL || *skip_spaces (at) != '\0')
        problem = g_strdup ("\"differs\" takes one key of the summary");
    }
  else
    {
      at = skip_spaces (at);
      if (!parse_operator (&at, &condition))
        problem = g_strdup ("the key must be followed by >, >=, < or <=");
      else if (!parse_value (skip_spaces (at), &condition))
        problem = value_problem (skip_spaces (at), &condition);
    }
  if (problem != NULL)
    {
      *ret_problem = g_strdup_printf ("cannot read the condition \"%s\": %s", text, problem);
      fail_condition_clear (&condition);
      return false;
    }
  *ret_condition = condition;
  return true;
}

void
fail_condition_clear (FailCondition *condition)
{
  g_free (condition->text);
  g_free (condition->pattern);
  *condition = (FailCondition){ 0 };
}

/* ---- values ---- */

/* Returns the number of kernels of a side that match, and their time per step. */
static uint64_t
sum_kernels (const CompareSide *side, const char *pattern, double *ret_sum)
{
  const CompareRows *rows = compare_side_rows (side, ROWS_KERNELS);
  RowMean sum = compare_rows_mean (rows, TRACE_NONE, &side->steps);
  uint64_t n = 0;

  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      size_t length;
      const char *name = compare_rows_text (rows, row, &length);

      if (!kernel_pattern_matches (pattern, name, length))
        continue;
      n++;
      sum.total = add_saturated (sum.total, compare_rows_mean (rows, row, &side->steps).total);
    }
  *ret_sum = (double) sum.total / (double) sum.divisor;
  return n;
}

typedef struct
{
  bool has_base, has_other; /* kernels: whether any matches */
  double base, other;
} Values;

static Values
values_of (const FailCondition *condition, const Comparison *comparison, uint32_t side)
{
  Values values;

  if (condition->pattern != NULL)
    {
      values.has_base = sum_kernels (&comparison->sides[0], condition->pattern, &values.base) > 0;
      values.has_other = sum_kernels (&comparison->sides[side], condition->pattern, &values.other) > 0;
      return values;
    }
  const SummaryCell *base = &comparison->summary.cells[condition->key][0];
  const SummaryCell *other = &comparison->summary.cells[condition->key][side];
  return (Values){ base->has_value, other->has_value, base->value, other->value };
}

/* Every decimal of a double before the point, and six behind it. */
#define PLAIN_DIGITS_MAX 336

/* Counts and bytes are plain decimals, as conditions are written. */
static char *
value_text (const FailCondition *condition, double value)
{
  char duration[DURATION_TEXT_MAX], digits[PLAIN_DIGITS_MAX];
  size_t length;

  if (is_time (condition))
    return g_strdup (duration_text (value, duration));
  g_ascii_formatd (digits, sizeof digits, "%.6f", value);
  for (length = strlen (digits); digits[length - 1] == '0'; length--)
    ;
  return g_strndup (digits, digits[length - 1] == '.' ? length - 1 : length);
}

static bool
holds (FailOperator op, double value, double limit)
{
  switch (op)
    {
    case FAIL_ABOVE:
      return value > limit;
    case FAIL_AT_LEAST:
      return value >= limit;
    case FAIL_BELOW:
      return value < limit;
    default:
      return value <= limit;
    }
}

/* Says of which exact name the pattern has the display name, or that it is one for exact names. Transfer full. */
static char *
why_no_match (const FailCondition *condition, const CompareSide *side)
{
  g_autofree char *meant = kernel_pattern_meant (condition->pattern, side);

  if (meant != NULL)
    return g_strdup_printf ("; did you mean the exact name, kernel[\"%s\"].total?", meant);
  return g_strdup ("; the pattern is for exact names, which --csv --table kernels lists");
}

/* Names the sides that lack a value. Transfer full. */
static char *
why_no_value (const FailCondition *condition, uint32_t side, const Values *values)
{
  g_autofree char *base = compare_side_label (0), *other = compare_side_label (side);
  const char *lacking = values->has_base ? other : base;
  bool lack_both = !values->has_base && !values->has_other;

  if (condition->pattern != NULL)
    return lack_both ? g_strdup_printf ("no kernel of %s or %s matches", base, other)
                     : g_strdup_printf ("no kernel of %s matches", lacking);
  return lack_both ? g_strdup_printf ("%s and %s record no memory", base, other)
                   : g_strdup_printf ("%s records no memory", lacking);
}

/* Without a sign, a value is compared with the other side's alone. */
static bool
is_change (const FailCondition *condition)
{
  return condition->of != FAIL_VALUE || condition->op == FAIL_DIFFERS;
}

/* Returns why a condition cannot be decided, or NULL. A peak is one value that steps have no part in; other figures need
 * steps if they are those of steps, and for any change enough of them to tell it from the spread. Transfer full. */
static char *
why_undecided (const FailCondition *condition,
               const Comparison *comparison,
               uint32_t side,
               const Values *values)
{
  g_autofree char *base = compare_side_label (0), *other = compare_side_label (side);
  const CompareSteps *steps[] = { &comparison->sides[0].steps, &comparison->sides[side].steps };
  bool is_peak = condition->key == SUMMARY_MEMORY_PEAK, is_step = condition->key <= SUMMARY_STEP_P95;
  bool needs_base = is_change (condition);

  if (!steps[0]->has_steps && (is_step || (needs_base && !is_peak)))
    return compare_lack_text (comparison, NULL);
  if (!values->has_other || (needs_base && !values->has_base))
    {
      g_autofree char *why = why_no_value (condition, side, values);
      g_autofree char *hint = condition->pattern == NULL
                                ? NULL
                                : why_no_match (condition, &comparison->sides[values->has_other ? 0 : side]);

      return g_strconcat (why, hint, NULL);
    }
  if (needs_base && !is_peak && MIN (steps[0]->n, steps[1]->n) < COMPARE_LEAST_STEPS)
    return g_strdup_printf ("each side needs at least %d steps; %s has %" PRIu64 ", %s has %" PRIu64,
                            COMPARE_LEAST_STEPS, base, steps[0]->n, other, steps[1]->n);
  if (condition->op == FAIL_DIFFERS && is_peak)
    return g_strdup ("there is one value for each side");
  if (condition->op == FAIL_DIFFERS
      && comparison->summary.cells[condition->key][side].differs == DIFFERS_UNDECIDED)
    return g_strdup ("nothing is known about the spread between steps");
  if (condition->of == FAIL_RATIO && values->base == 0)
    return g_strdup_printf ("the value of %s is 0", base);
  return NULL;
}

static char *
change_text (const FailCondition *condition, uint32_t side, const Values *values)
{
  g_autofree char *from = value_text (condition, values->base), *to = value_text (condition, values->other);
  g_autofree char *label = compare_side_label (side);
  g_autofree char *percent =
    values->has_base && values->base != 0 ? percent_change_text (values->other / values->base - 1) : NULL;

  if (!values->has_base)
    {
      g_autofree char *why = why_no_value (condition, side, values);

      return g_strdup_printf ("%s in %s (%s)", to, label, why);
    }
  return percent != NULL ? g_strdup_printf ("%s to %s (%s)", from, to, percent)
                         : g_strdup_printf ("%s to %s", from, to);
}

/* Says what the values are of, unless it is of steps; else "". Transfer full. */
static char *
scope_text (const FailCondition *condition, const Comparison *comparison)
{
  if (comparison->sides[0].steps.has_steps || condition->key == SUMMARY_MEMORY_PEAK)
    return g_strdup ("");
  g_autofree char *lack = compare_lack_text (comparison, NULL);
  return g_strdup_printf (" of the whole scope, since %s", lack);
}

FailResult
fail_condition_test (const FailCondition *condition,
                     const Comparison *comparison,
                     uint32_t side,
                     char **ret_sentence)
{
  Values values = values_of (condition, comparison, side);
  g_autofree char *why = why_undecided (condition, comparison, side, &values);
  double measured = values.other, limit = condition->value;
  bool is_differs = condition->op == FAIL_DIFFERS;

  *ret_sentence = NULL;
  if (why != NULL)
    {
      *ret_sentence = g_strdup_printf ("%s: cannot be decided: %s", condition->text, why);
      return FAIL_UNDECIDED;
    }
  /* Whole numbers of ns and percent stay exact: from 100 to 105 is +5 %, not more. */
  if (condition->of == FAIL_RATIO)
    {
      measured = (values.other - values.base) * 100;
      limit *= values.base;
    }
  else if (condition->of == FAIL_DIFFERENCE)
    measured = values.other - values.base;
  if (is_differs ? comparison->summary.cells[condition->key][side].differs != DIFFERS_YES
                 : !holds (condition->op, measured, limit))
    return FAIL_HOLDS_NOT;
  g_autofree char *change = change_text (condition, side, &values);
  g_autofree char *scope = scope_text (condition, comparison);
  *ret_sentence = g_strdup_printf ("%s: %s%s%s", condition->text, change, scope,
                                   is_differs ? ", beyond the spread between steps" : "");
  return FAIL_HOLDS;
}
