/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/compare/fail_condition.h"

#include <math.h>
#include <string.h>

#include "trace/compare/headline.h"
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

bool
fail_condition_parse (const char *text, FailCondition *ret_condition, char **ret_problem)
{
  FailCondition condition = { .text = g_strdup (text), .key = N_SUMMARY_KEYS };
  const char *at = skip_spaces (text);
  const char *problem = NULL;
  bool is_differs = strncmp (at, "differs", strlen ("differs")) == 0
                    && (at[strlen ("differs")] == ' ' || at[strlen ("differs")] == '\t');

  if (is_differs)
    at = skip_spaces (at + strlen ("differs"));
  if (!parse_key (&at, &condition))
    problem = "it must begin with a key such as step.median, idle or kernel[\"PATTERN\"].total";
  else if (is_differs)
    {
      condition.op = FAIL_DIFFERS;
      if (condition.pattern != NULL || *skip_spaces (at) != '\0')
        problem = "\"differs\" takes one key of the summary";
    }
  else
    {
      at = skip_spaces (at);
      if (!parse_operator (&at, &condition))
        problem = "the key must be followed by >, >=, < or <=";
      else if (!parse_value (skip_spaces (at), &condition))
        problem =
          "the value must be a change such as +5%, a difference such as +2ms, or a number or duration "
          "such as 20ms";
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

/* Bytes, since names are not always UTF-8. Takes O(name x pattern) time. */
static bool
matches (const char *pattern, const char *name, size_t length)
{
  const char *star = NULL, *end = name + length, *after_star = name;

  while (name < end)
    {
      if (*pattern == '*')
        {
          star = pattern++;
          after_star = name;
        }
      else if (*pattern != '\0' && (*pattern == '?' || *pattern == *name))
        {
          pattern++;
          name++;
        }
      else if (star != NULL)
        {
          pattern = star + 1;
          name = ++after_star;
        }
      else
        return false;
    }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

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

      if (!matches (pattern, name, length))
        continue;
      n++;
      sum.total = add_saturated (sum.total, compare_rows_mean (rows, row, &side->steps).total);
    }
  *ret_sum = (double) sum.total / (double) sum.divisor;
  return n;
}

typedef struct
{
  bool has_base, has_other;
  double base, other;
} Values;

static Values
values_of (const FailCondition *condition, const Comparison *comparison, uint32_t side)
{
  Values values;

  if (condition->pattern != NULL)
    {
      uint64_t n_base = sum_kernels (&comparison->sides[0], condition->pattern, &values.base);
      uint64_t n_other = sum_kernels (&comparison->sides[side], condition->pattern, &values.other);

      /* A kernel of one side alone has the time 0 on the other. */
      values.has_base = values.has_other = n_base + n_other > 0;
      return values;
    }
  const SummaryCell *base = &comparison->summary.cells[condition->key][0];
  const SummaryCell *other = &comparison->summary.cells[condition->key][side];
  return (Values){ base->has_value, other->has_value, base->value, other->value };
}

static char *
value_text (const FailCondition *condition, double value)
{
  char duration[DURATION_TEXT_MAX], digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (is_time (condition))
    return g_strdup (duration_text (value, duration));
  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.10g", value));
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

static FailResult
undecided (const FailCondition *condition, const char *why, char **ret_sentence)
{
  *ret_sentence = g_strdup_printf ("%s: cannot be decided: %s", condition->text, why);
  return FAIL_UNDECIDED;
}

static char *
change_text (const FailCondition *condition, const Values *values)
{
  g_autofree char *from = value_text (condition, values->base), *to = value_text (condition, values->other);
  g_autofree char *percent =
    values->base != 0 ? compare_percent_text (values->other / values->base - 1) : NULL;

  return percent != NULL ? g_strdup_printf ("%s to %s (%s)", from, to, percent)
                         : g_strdup_printf ("%s to %s", from, to);
}

static FailResult
test_differs (const FailCondition *condition,
              const Comparison *comparison,
              uint32_t side,
              const Values *values,
              char **ret_sentence)
{
  const SummaryCell *cell = &comparison->summary.cells[condition->key][side];

  if (cell->differs == DIFFERS_UNDECIDED)
    return undecided (condition,
                      condition->key == SUMMARY_MEMORY_PEAK ? "there is one value for each side"
                                                            : "each side needs at least 4 steps",
                      ret_sentence);
  if (cell->differs == DIFFERS_NO)
    return FAIL_HOLDS_NOT;
  g_autofree char *change = change_text (condition, values);
  *ret_sentence = g_strdup_printf ("%s: %s, beyond the spread between steps", condition->text, change);
  return FAIL_HOLDS;
}

FailResult
fail_condition_test (const FailCondition *condition,
                     const Comparison *comparison,
                     uint32_t side,
                     char **ret_sentence)
{
  Values values = values_of (condition, comparison, side);
  bool is_step = condition->key <= SUMMARY_STEP_P95, is_change = condition->of != FAIL_VALUE;
  double measured = values.other, limit = condition->value;

  *ret_sentence = NULL;
  if (!values.has_other || !values.has_base)
    return undecided (condition,
                      condition->pattern != NULL              ? "no kernel matches"
                      : is_step                               ? "a side has no steps"
                      : condition->key == SUMMARY_MEMORY_PEAK ? "a side does not record memory"
                                                              : "a side has no such value",
                      ret_sentence);
  if (condition->op == FAIL_DIFFERS)
    return test_differs (condition, comparison, side, &values, ret_sentence);
  if (is_step && is_change
      && MIN (comparison->sides[0].steps.n, comparison->sides[side].steps.n) < COMPARE_LEAST_STEPS)
    return undecided (condition, "each side needs at least 4 steps", ret_sentence);
  if (condition->of == FAIL_RATIO && values.base == 0)
    return undecided (condition, "the baseline's value is 0", ret_sentence);
  /* Whole numbers of ns and percent stay exact: from 100 to 105 is +5 %, not more. */
  if (condition->of == FAIL_RATIO)
    {
      measured = (values.other - values.base) * 100;
      limit *= values.base;
    }
  else if (condition->of == FAIL_DIFFERENCE)
    measured = values.other - values.base;
  if (!holds (condition->op, measured, limit))
    return FAIL_HOLDS_NOT;
  g_autofree char *change = change_text (condition, &values);
  *ret_sentence = g_strdup_printf ("%s: %s", condition->text, change);
  return FAIL_HOLDS;
}
