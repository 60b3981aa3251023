/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compared_costs.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/compare/compare_words.h"

#define NO_BREAK_SPACE "\u00a0"

/* clang-format off */
static const struct
{
  const char *title, *meaning;
} rows[N_COST_ROWS] = {
  [COST_ROW_GPUS] =
    { N_ ("GPUs"), N_ ("GPUs of the job: those of its world size, also if only some ranks were recorded") },
  [COST_ROW_NODES] =
    { N_ ("Nodes"), N_ ("Nodes that the job needs; each is paid as a whole") },
  [COST_ROW_STEP_TIME] =
    { N_ ("Step time, mean"), N_ ("Wall time of a step; the mean of the steps used") },
  [COST_ROW_FIGURES + COST_THROUGHPUT] =
    { N_ ("Samples per second"), N_ ("Samples of a step / mean step time") },
  [COST_ROW_FIGURES + COST_PER_HOUR] =
    { N_ ("Price per hour, all nodes"), N_ ("Nodes × price of a node per hour") },
  [COST_ROW_FIGURES + COST_PER_STEP] =
    { N_ ("Cost of a step"), N_ ("Price per hour of all nodes × mean step time") },
  [COST_ROW_FIGURES + COST_PER_1000_STEPS] =
    { N_ ("Cost of 1000 steps"), N_ ("1000 × cost of a step") },
  [COST_ROW_FIGURES + COST_OF_IDLE] =
    { N_ ("Cost of idle, 1000 steps"), N_ ("Price per hour of all nodes × idle time per step and GPU × 1000") },
  [COST_ROW_FIGURES + COST_OF_EXPOSED_COMMUNICATION] =
    { N_ ("Cost of exposed communication, 1000 steps"), N_ ("Price per hour of all nodes × exposed communication per step and GPU × 1000") },
  [COST_ROW_FIGURES + COST_PER_MILLION_SAMPLES] =
    { N_ ("Cost of a million samples"), N_ ("Cost of a step / samples of a step × 1,000,000") },
  [COST_ROW_FIGURES + COST_SCALING_EFFICIENCY] =
    { N_ ("Scaling efficiency"), N_ ("Samples per second / (GPUs × samples per second and GPU of the profile with the fewest GPUs, if these are the same hardware)") },
};

static const char *const lacks[] = {
  [COST_KNOWN] =      NULL,
  [COST_NO_STEPS] =   N_ ("Without steps, the time of a step is not known."),
  [COST_NO_GPUS] =    N_ ("No activity of a GPU was recorded."),
  [COST_NO_NODE] =    N_ ("The file does not say how many GPUs a node has. Enter it with the price."),
  [COST_NO_PRICE] =   N_ ("Enter the price of a node to see costs."),
  [COST_NO_SAMPLES] = N_ ("Enter the samples of a step to see samples per second and what samples cost."),
  [COST_ONE_SIZE] =   N_ ("Scaling efficiency needs profiles with different numbers of GPUs."),
  [COST_OTHER_HARDWARE] =
    N_ ("Scaling efficiency is only between the same GPUs, and these are other hardware than those of the profile with the fewest."),
};
/* clang-format on */

void
cost_terms_set_currency (CostTerms *terms, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  const char *end = valid;

  while (*end != '\0' && g_utf8_next_char (end) - valid < COST_CURRENCY_MAX)
    end = g_utf8_next_char (end);
  g_strlcpy (terms->currency, valid, (gsize) (end - valid) + 1);
}

void
compared_costs_compute (const Compared *compared, const CostTerms *terms, ComparedCosts *ret_costs)
{
  *ret_costs = (ComparedCosts){ .n_sides = compared->n_sides };
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      CostInput *input = &ret_costs->inputs[side];

      ret_costs->terms[side] = terms[side];
      *input = cost_input_of_side (&compared->comparison, side);
      if (terms[side].has_price)
        input->price_per_hour = terms[side].price_per_hour;
      if (terms[side].gpus_per_node > 0)
        input->gpus_per_node = terms[side].gpus_per_node;
      input->samples_per_step = (double) terms[side].samples_per_step;
    }
  cost_compute (ret_costs->inputs, compared->n_sides, ret_costs->sheets);
}

const char *
cost_row_title (CostRow row)
{
  return _ (rows[row].title);
}

const char *
cost_row_meaning (CostRow row)
{
  return _ (rows[row].meaning);
}

static CostValue
count_of (uint64_t n, CostLack lack)
{
  return (CostValue){ n > 0 ? COST_KNOWN : lack, (double) n };
}

static CostValue
value_at (const ComparedCosts *costs, CostRow row, uint32_t side)
{
  const CostInput *input = &costs->inputs[side];

  switch (row)
    {
    case COST_ROW_GPUS:
      return count_of (input->n_gpus, COST_NO_GPUS);
    case COST_ROW_NODES:
      return count_of (costs->sheets[side].n_nodes, input->n_gpus == 0 ? COST_NO_GPUS : COST_NO_NODE);
    case COST_ROW_STEP_TIME:
      return input->has_steps ? (CostValue){ COST_KNOWN, input->step_ns }
                              : (CostValue){ .lack = COST_NO_STEPS };
    default:
      return costs->sheets[side].figures[row - COST_ROW_FIGURES];
    }
}

static bool
is_money (CostRow row)
{
  return row >= COST_ROW_FIGURES && cost_figure_is_money ((CostFigure) (row - COST_ROW_FIGURES));
}

char *
cost_row_value (const ComparedCosts *costs, CostRow row, uint32_t side, const NumberStyle *numbers)
{
  CostValue value = value_at (costs, row, side);
  const char *currency = costs->terms[side].currency;
  char text[NUMBER_TEXT_MAX];

  if (value.lack != COST_KNOWN)
    return g_strdup (_ ("n/a"));
  if (row == COST_ROW_STEP_TIME)
    return g_strdup (number_text_duration (numbers, value.value, text));
  if (row == COST_ROW_FIGURES + COST_SCALING_EFFICIENCY)
    return g_strdup (number_text_share (numbers, value.value, text));
  number_text_value (numbers, value.value, text);
  return is_money (row) && *currency != '\0' ? g_strconcat (text, NO_BREAK_SPACE, currency, NULL)
                                             : g_strdup (text);
}

const char *
cost_row_lack (const ComparedCosts *costs, CostRow row, uint32_t side)
{
  const char *lack = lacks[value_at (costs, row, side).lack];

  return lack != NULL ? _ (lack) : NULL;
}

char *
cost_row_change (const ComparedCosts *costs, CostRow row, uint32_t side, const NumberStyle *numbers)
{
  CostValue base = value_at (costs, row, 0), other = value_at (costs, row, side);

  if (row < COST_ROW_STEP_TIME || row == COST_ROW_FIGURES + COST_SCALING_EFFICIENCY || base.lack != COST_KNOWN
      || other.lack != COST_KNOWN || !(base.value > 0)
      || (is_money (row) && strcmp (costs->terms[0].currency, costs->terms[side].currency) != 0))
    return NULL;
  return compare_words_percent (numbers, other.value / base.value - 1);
}

/* ---- the note ---- */

/* The letters of the sides that lack it; "" if none does. *ret_is_all: every side does. */
static char *
lacking_sides (const ComparedCosts *costs, CostLack lack, bool *ret_is_all)
{
  GString *letters = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t side = 0; side < costs->n_sides; side++)
    for (CostRow row = 0; row < N_COST_ROWS; row++)
      if (value_at (costs, row, side).lack == lack)
        {
          g_string_append_printf (letters, "%s%s", n++ > 0 ? ", " : "", compared_letter (side));
          break;
        }
  *ret_is_all = n == costs->n_sides;
  return g_string_free (letters, FALSE);
}

char *
compared_costs_note (const ComparedCosts *costs)
{
  g_autoptr (GString) note = g_string_new (NULL);

  for (CostLack lack = COST_KNOWN + 1; lack < G_N_ELEMENTS (lacks); lack++)
    {
      bool is_all;
      g_autofree char *sides = lacking_sides (costs, lack, &is_all);

      if (*sides == '\0')
        continue;
      if (note->len > 0)
        g_string_append_c (note, ' ');
      if (is_all || lack == COST_ONE_SIZE)
        g_string_append (note, _ (lacks[lack]));
      else
        /* Translators: sides of a comparison, and what is not known of them: "A, B: Enter the price of a node." */
        g_string_append_printf (note, _ ("%s: %s"), sides, _ (lacks[lack]));
    }
  if (note->len > 0)
    g_string_append_c (note, ' ');
  g_string_append (note, _ ("All GPUs of a job are taken to do what the recorded ones did. Costs and samples "
                            "per second follow the mean step time; whether that differs is in the summary."));
  return g_strdup (note->str);
}
