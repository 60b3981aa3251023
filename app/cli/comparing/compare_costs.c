/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/compare_costs.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "app/cli/out/json_text.h"
#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"
#include "trace/compare/headline_text.h"
#include "trace/compare/percent_change.h"
#include "trace/text/duration_text.h"
#include "trace/text/size_text.h"

#define NUMBER_MAX 1e12

/* clang-format off */
static const struct
{
  const char *word;     /* of JSON and CSV */
  const char *sentence; /* NULL: it is said of the sides together */
} lacks[] = {
  [COST_KNOWN] =      { NULL,         NULL },
  [COST_NO_STEPS] =   { "no_steps",   "without steps, the time of a step is not known" },
  [COST_NO_GPUS] =    { "no_gpus",    "no activity of a GPU was recorded" },
  [COST_NO_NODE] =    { "no_node",    "the file does not say how many GPUs a node has (--gpus-per-node)" },
  [COST_NO_PRICE] =   { "no_price",   "no price of a node was given (--price)" },
  [COST_NO_SAMPLES] = { "no_samples", "the samples of a step were not given (--batch)" },
  [COST_ONE_SIZE] =   { "one_size",   "scaling efficiency needs profiles with different numbers of GPUs" },
  [COST_OTHER_HARDWARE] =
    { "other_hardware", "scaling efficiency is only between the same GPUs, and these are other hardware than the smallest" },
};
/* clang-format on */

void
cost_options_add (CostOptions *options, GOptionContext *context)
{
  const GOptionEntry entries[] = {
    { "price", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->price,
      "What a node costs per hour, by a part of the name of its GPUs or a pattern with *; may be given "
      "several times, once for each GPU",
      "HARDWARE=NUMBER[:CURRENCY]" },
    { "batch", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->batch,
      "The samples of a step, of all GPUs together; once, or once for each side", "N" },
    { "gpus-per-node", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->gpus_per_node,
      "The GPUs of a node, if the file does not say or says it wrong; once, or once for each side", "N" },
    G_OPTION_ENTRY_NULL,
  };

  g_option_context_add_main_entries (context, entries, NULL);
}

void
cost_options_clear (CostOptions *options)
{
  g_strfreev (options->price);
  g_strfreev (options->batch);
  g_strfreev (options->gpus_per_node);
  *options = (CostOptions){ 0 };
}

/* ---- parsing ---- */

/* A number of at least 0 in C locale, without sign. */
static bool
parse_number (const char *text, size_t length, double *ret_number)
{
  g_autofree char *copy = g_strndup (text, length);
  char *end;

  errno = 0;
  *ret_number = g_ascii_strtod (copy, &end);
  return g_ascii_isdigit (copy[0]) && *end == '\0' && errno == 0 && *ret_number <= NUMBER_MAX;
}

typedef struct
{
  char *hardware, *currency;
  double per_hour;
} Price;

static void
price_clear (Price *price)
{
  g_free (price->hardware);
  g_free (price->currency);
}

/* The last "=" parts them: a name may have one too. Call price_clear () in either case. */
static bool
parse_price (const char *text, Price *ret_price)
{
  const char *equals = strrchr (text, '='), *colon = equals != NULL ? strchr (equals, ':') : NULL;

  *ret_price = (Price){ 0 };
  if (equals == NULL || equals == text || (colon != NULL && colon[1] == '\0'))
    return false;
  ret_price->hardware = g_strndup (text, (gsize) (equals - text));
  ret_price->currency = g_strdup (colon != NULL ? colon + 1 : "");
  return g_utf8_validate (ret_price->currency, -1, NULL)
         && parse_number (equals + 1, colon != NULL ? (size_t) (colon - equals - 1) : strlen (equals + 1),
                          &ret_price->per_hour);
}

static const char *
value_for (char **values, guint side)
{
  return values == NULL ? NULL : g_strv_length (values) == 1 ? values[0] : values[side];
}

static bool
fits (char **values, guint n_sides)
{
  return values == NULL || g_strv_length (values) == 1 || g_strv_length (values) == n_sides;
}

/* A whole number from 1 on; without a text, 0. */
static bool
parse_count (const char *text, double *ret_number)
{
  *ret_number = 0;
  return text == NULL
         || (parse_number (text, strlen (text), ret_number) && *ret_number >= 1
             && floor (*ret_number) == *ret_number);
}

CliStatus
cost_options_parse (const CostOptions *options, guint n_sides, CompareCosts *ret_costs)
{
  *ret_costs = (CompareCosts){ 0 };
  if (options->price == NULL && options->batch == NULL && options->gpus_per_node == NULL)
    return CLI_DONE;
  if (!fits (options->batch, n_sides) || !fits (options->gpus_per_node, n_sides))
    return cli_usage ("--batch and --gpus-per-node are each given once, or once for each side");
  for (char **text = options->price; text != NULL && *text != NULL; text++)
    {
      Price price;
      bool ok = parse_price (*text, &price);

      price_clear (&price);
      if (!ok)
        return cli_usage ("--price takes HARDWARE=NUMBER[:CURRENCY], such as H100=98.32:USD");
    }
  ret_costs->n = n_sides;
  ret_costs->sides = g_new0 (SideCosts, n_sides);
  for (guint i = 0; i < n_sides; i++)
    {
      double gpus, samples;

      if (!parse_count (value_for (options->batch, i), &samples))
        return cli_usage ("--batch needs a whole number of samples");
      if (!parse_count (value_for (options->gpus_per_node, i), &gpus))
        return cli_usage ("--gpus-per-node needs a whole number of GPUs");
      ret_costs->sides[i].input =
        (CostInput){ .price_per_hour = -1, .samples_per_step = samples, .gpus_per_node = (uint64_t) gpus };
      ret_costs->sides[i].currency = g_strdup ("");
    }
  return CLI_DONE;
}

/* ---- prices ---- */

static bool
is_of (const Price *price, const char *node)
{
  g_autofree char *pattern = strpbrk (price->hardware, "*?") != NULL ? g_strdup (price->hardware) : NULL;
  g_autofree char *valid = g_utf8_make_valid (price->hardware, -1);

  return pattern != NULL ? g_pattern_match_simple (pattern, node) : strstr (node, valid) != NULL;
}

/* Complains if a price is for a side that has one. *ret_is_used: it is for any. */
static CliStatus
use_price (CompareCosts *costs, const Price *price, const char *text, bool *ret_is_used)
{
  *ret_is_used = false;
  for (guint i = 0; i < costs->n; i++)
    {
      SideCosts *side = &costs->sides[i];

      if (!is_of (price, side->node))
        continue;
      *ret_is_used = true;
      if (side->input.price_per_hour >= 0)
        {
          g_autofree char *message =
            g_strdup_printf ("--price %s is a second price for %s; give one for each GPU", text, side->node);

          return cli_usage ("%s", message);
        }
      side->input.price_per_hour = price->per_hour;
      g_free (side->currency);
      side->currency = g_strdup (price->currency);
    }
  return CLI_DONE;
}

static CliStatus
complain_of_price (const CompareCosts *costs, const char *text)
{
  g_autoptr (GString) message = g_string_new (NULL);

  g_string_append_printf (message, "--price %s is for none of these nodes: ", text);
  for (guint i = 0; i < costs->n; i++)
    g_string_append_printf (message, "%s%s", i > 0 ? ", " : "", costs->sides[i].node);
  g_autofree char *printable = report_printable (message->str, message->len);
  return cli_usage ("%s", printable);
}

CliStatus
compare_costs_find (CompareCosts *costs, const CostOptions *options, const CompareSides *sides)
{
  for (guint i = 0; i < costs->n; i++)
    costs->sides[i].node = cost_node_name (sides->sides[i].trace);
  for (char **text = options->price; text != NULL && *text != NULL; text++)
    {
      Price price;
      bool is_used = false;
      CliStatus status = parse_price (*text, &price) ? use_price (costs, &price, *text, &is_used) : CLI_DONE;

      price_clear (&price);
      if (status != CLI_DONE)
        return status;
      if (!is_used)
        return complain_of_price (costs, *text);
    }
  return CLI_DONE;
}

void
compare_costs_compute (CompareCosts *costs, const Comparison *comparison)
{
  g_autofree CostInput *inputs = g_new0 (CostInput, costs->n + 1);
  g_autofree CostSheet *sheets = g_new0 (CostSheet, costs->n + 1);

  for (guint i = 0; i < costs->n; i++)
    {
      const CostInput asked = costs->sides[i].input;

      inputs[i] = cost_input_of_side (comparison, i);
      inputs[i].price_per_hour = asked.price_per_hour;
      inputs[i].samples_per_step = asked.samples_per_step;
      if (asked.gpus_per_node > 0)
        inputs[i].gpus_per_node = asked.gpus_per_node;
    }
  cost_compute (inputs, costs->n, sheets);
  for (guint i = 0; i < costs->n; i++)
    {
      costs->sides[i].input = inputs[i];
      costs->sides[i].sheet = sheets[i];
    }
}

void
compare_costs_clear (CompareCosts *costs)
{
  for (guint i = 0; i < costs->n; i++)
    {
      g_free (costs->sides[i].node);
      g_free (costs->sides[i].currency);
    }
  g_free (costs->sides);
  *costs = (CompareCosts){ 0 };
}

/* ---- JSON ---- */

static void
append_text (GString *out, const char *key, const char *text)
{
  g_string_append_printf (out, ",\"%s\":", key);
  json_append_string (out, text, strlen (text));
}

static void
append_real (GString *out, const char *key, bool is_known, double value)
{
  g_string_append_printf (out, ",\"%s\":", key);
  json_append_real (out, is_known ? value : NAN);
}

static void
append_count (GString *out, const char *key, uint64_t n)
{
  append_real (out, key, n > 0, (double) n);
}

static void
append_side (GString *out, const SideCosts *side, uint32_t index)
{
  const CostInput *input = &side->input;
  g_autofree char *label = compare_side_label (index);
  bool is_first = true;

  g_string_append_printf (out, "{\"label\":\"%s\"", label);
  append_text (out, "node", side->node);
  append_count (out, "gpus", input->n_gpus);
  append_count (out, "gpus_per_node", input->gpus_per_node);
  append_count (out, "nodes", side->sheet.n_nodes);
  append_real (out, "node_price_per_hour", input->price_per_hour >= 0, input->price_per_hour);
  append_text (out, "currency", side->currency);
  append_real (out, "samples_per_step", input->samples_per_step > 0, input->samples_per_step);
  append_real (out, "step_ns", input->has_steps, input->step_ns);
  for (CostFigure figure = 0; figure < N_COST_FIGURES; figure++)
    append_real (out, cost_figure_word (figure), side->sheet.figures[figure].lack == COST_KNOWN,
                 side->sheet.figures[figure].value);
  g_string_append (out, ",\"unknown\":{");
  for (CostFigure figure = 0; figure < N_COST_FIGURES; figure++)
    if (side->sheet.figures[figure].lack != COST_KNOWN)
      {
        g_string_append_printf (out, "%s\"%s\":\"%s\"", is_first ? "" : ",", cost_figure_word (figure),
                                lacks[side->sheet.figures[figure].lack].word);
        is_first = false;
      }
  g_string_append (out, "}}");
}

void
compare_costs_json (GString *out, const CompareCosts *costs)
{
  g_string_append (out, ",\n\"cost\":[");
  for (guint i = 0; i < costs->n; i++)
    {
      g_string_append (out, i == 0 ? "\n " : ",\n ");
      append_side (out, &costs->sides[i], i);
    }
  g_string_append_c (out, ']');
}

/* ---- rows ---- */

/* Those before the figures. */
enum
{
  ROW_GPUS,
  ROW_NODES,
  ROW_STEP_NS,
  ROW_FIGURES
};

static const char *
row_word (int row)
{
  static const char *const words[] = { "gpus", "nodes", "step_ns" };

  return row < ROW_FIGURES ? words[row] : cost_figure_word ((CostFigure) (row - ROW_FIGURES));
}

static CostValue
row_value (const SideCosts *side, int row)
{
  switch (row)
    {
    case ROW_GPUS:
      return (CostValue){ side->input.n_gpus > 0 ? COST_KNOWN : COST_NO_GPUS, (double) side->input.n_gpus };
    case ROW_NODES:
      return (CostValue){ side->sheet.n_nodes > 0   ? COST_KNOWN
                          : side->input.n_gpus == 0 ? COST_NO_GPUS
                                                    : COST_NO_NODE,
                          (double) side->sheet.n_nodes };
    case ROW_STEP_NS:
      return (CostValue){ side->input.has_steps ? COST_KNOWN : COST_NO_STEPS, side->input.step_ns };
    default:
      return side->sheet.figures[row - ROW_FIGURES];
    }
}

static bool
is_money (int row)
{
  return row >= ROW_FIGURES && cost_figure_is_money ((CostFigure) (row - ROW_FIGURES));
}

/* Keys of records are static. */
static const char *
key_of (const char *figure, uint32_t side)
{
  g_autofree char *label = compare_side_label (side), *key = g_strconcat (figure, "_", label, NULL);

  return g_intern_string (key);
}

static void
append_header (GString *out, const Record *record)
{
  for (guint i = 0; i < record_n_cells (record); i++)
    g_string_append_printf (out, "%s%s", i == 0 ? "" : ",", record_cell (record, i)->key);
  g_string_append (out, "\r\n");
}

GString *
compare_costs_csv (const CompareCosts *costs)
{
  GString *out = g_string_new (NULL);

  for (int row = 0; row < ROW_FIGURES + N_COST_FIGURES; row++)
    {
      g_autoptr (Record) record = record_new ();

      record_add_text (record, "key", row_word (row), strlen (row_word (row)), NULL);
      for (guint i = 0; i < costs->n; i++)
        {
          CostValue value = row_value (&costs->sides[i], row);
          const char *currency = is_money (row) ? costs->sides[i].currency : "";
          const char *lack = value.lack != COST_KNOWN ? lacks[value.lack].word : "";

          if (value.lack == COST_KNOWN)
            record_add_real (record, key_of ("value", i), value.value);
          else
            record_add_null (record, key_of ("value", i));
          record_add_text (record, key_of ("currency", i), currency, strlen (currency), NULL);
          record_add_text (record, key_of ("unknown", i), lack, strlen (lack), NULL);
        }
      if (row == 0)
        append_header (out, record);
      report_csv_record (out, record);
    }
  return out;
}

static char *
value_text (const SideCosts *side, int row)
{
  CostValue value = row_value (side, row);
  char percent[G_ASCII_DTOSTR_BUF_SIZE], duration[DURATION_TEXT_MAX];

  if (value.lack != COST_KNOWN)
    return g_strdup ("n/a");
  if (row == ROW_STEP_NS)
    return g_strdup (duration_text (value.value, duration));
  if (row == ROW_FIGURES + COST_SCALING_EFFICIENCY)
    return g_strconcat (g_ascii_formatd (percent, sizeof percent, "%.1f", 100 * value.value), " %", NULL);
  g_autofree char *digits = figure_text (value.value);
  return is_money (row) && *side->currency != '\0' ? g_strconcat (digits, " ", side->currency, NULL)
                                                   : g_steal_pointer (&digits);
}

static char *
change_text (const SideCosts *base, const SideCosts *side, int row)
{
  CostValue from = row_value (base, row), to = row_value (side, row);

  if (row < ROW_STEP_NS || row == ROW_FIGURES + COST_SCALING_EFFICIENCY || from.lack != COST_KNOWN
      || to.lack != COST_KNOWN || !(from.value > 0)
      || (is_money (row) && strcmp (base->currency, side->currency) != 0))
    return g_strdup ("");
  return percent_change_text (to.value / from.value - 1);
}

TextGrid *
compare_costs_grid (const CompareCosts *costs)
{
  TextGrid *grid = text_grid_new ();

  text_grid_add_column (grid, "", true);
  for (guint i = 0; i < costs->n; i++)
    {
      g_autofree char *label = compare_side_label (i);
      g_autofree char *change = costs->n > 2 ? g_strconcat ("change in ", label, NULL) : g_strdup ("change");

      text_grid_add_column (grid, label, false);
      if (i > 0)
        text_grid_add_column (grid, change, false);
    }
  for (int row = 0; row < ROW_FIGURES + N_COST_FIGURES; row++)
    {
      /* The time has a unit here. */
      text_grid_add (grid,
                     g_strdup (row == ROW_STEP_NS ? summary_key_word (SUMMARY_STEP_MEAN) : row_word (row)));
      for (guint i = 0; i < costs->n; i++)
        {
          text_grid_add (grid, value_text (&costs->sides[i], row));
          if (i > 0)
            text_grid_add (grid, change_text (&costs->sides[0], &costs->sides[i], row));
        }
    }
  return grid;
}

char *
compare_costs_notes (const CompareCosts *costs)
{
  GString *notes = g_string_new (NULL);

  for (CostLack lack = COST_KNOWN + 1; lack < G_N_ELEMENTS (lacks); lack++)
    {
      g_autoptr (GString) labels = g_string_new (NULL);

      for (guint i = 0; i < costs->n; i++)
        for (int row = 0; row < ROW_FIGURES + N_COST_FIGURES; row++)
          if (row_value (&costs->sides[i], row).lack == lack)
            {
              g_autofree char *label = compare_side_label (i);

              g_string_append_printf (labels, "%s%s", labels->len > 0 ? ", " : "", label);
              break;
            }
      if (labels->len > 0)
        g_string_append_printf (notes, "%s: %s.\n", labels->str, lacks[lack].sentence);
    }
  return g_string_free (notes, FALSE);
}
