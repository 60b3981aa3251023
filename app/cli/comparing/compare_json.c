/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/compare_json.h"

#include <math.h>
#include <string.h>

#include "app/cli/options/origin.h"
#include "app/cli/out/json_text.h"
#include "trace/compare/headline_text.h"

static void
append_text (GString *out, const char *text)
{
  json_append_string (out, text, strlen (text));
}

static void
append_comma (GString *out, bool is_first)
{
  if (!is_first)
    g_string_append_c (out, ',');
}

/* ---- profiles ---- */

/* Those that is_listed () picks; without steps none is left out. */
static void
append_ranks (GString *out,
              const CompareSteps *steps,
              bool (*is_listed) (const CompareSteps *steps, uint32_t rank))
{
  const Trace *trace = steps->scope.trace;

  g_string_append_c (out, '[');
  for (uint32_t rank = 0, n = 0; rank < trace_n_ranks (trace) && steps->has_steps; rank++)
    if (is_listed (steps, rank))
      {
        append_comma (out, n++ == 0);
        json_append_integer (out, trace_rank (trace, rank)->number);
      }
  g_string_append_c (out, ']');
}

static void
append_profile (GString *out,
                const CompareSides *asked,
                const CompareSide *side,
                const SlowSteps *slow,
                uint32_t index)
{
  g_autofree char *label = compare_side_label (index), *part = compare_side_text (asked, index);
  g_autoptr (GString) origin = origin_json (side->trace);
  g_autoptr (GString) window = span_json (side->steps.scope.begin_ns, side->steps.scope.end_ns);
  g_auto (GStrv) losses = compare_side_losses (side->trace);

  g_string_append (out, "{\"label\":");
  append_text (out, label);
  g_string_append (out, ",\"path\":");
  append_text (out, asked->sides[index].path);
  g_string_append (out, ",\"part\":");
  append_text (out, part);
  g_string_append_printf (out, ",\"steps\":%" G_GUINT64_FORMAT, side->steps.has_steps ? side->steps.n : 0);
  g_string_append_printf (out, ",\"time_origin\":%s,\"window_ns\":%s", origin->str, window->str);
  g_string_append_printf (out, ",\"ranks\":%u,\"gpus\":%u", side->steps.n_ranks, side->steps.n_gpus);
  g_string_append_printf (out,
                          ",\"left_out\":{\"warmup\":%" G_GUINT64_FORMAT ",\"truncated\":%" G_GUINT64_FORMAT
                          ",\"incomplete\":%" G_GUINT64_FORMAT ",\"within\":%" G_GUINT64_FORMAT
                          ",\"empty\":%" G_GUINT64_FORMAT ",\"alone\":%" G_GUINT64_FORMAT ",\"ranks\":",
                          side->steps.n_warmup, side->steps.n_truncated, side->steps.n_incomplete,
                          side->steps.n_within, side->steps.n_empty, side->steps.n_alone);
  append_ranks (out, &side->steps, compare_steps_leaves_out);
  g_string_append (out, ",\"ranks_without_gpu\":");
  append_ranks (out, &side->steps, compare_steps_lacks_gpu);
  g_string_append (out, "},\"outside_steps_ns\":");
  if (side->steps.has_steps)
    json_append_integer (out, side->outside.outside_ns);
  else
    g_string_append (out, "null");
  g_string_append_printf (out, ",\"slow_steps\":%" G_GUINT64_FORMAT, slow->n_slow);
  g_string_append (out, ",\"step_ids\":[");
  for (uint64_t i = 0; i < side->steps.n && side->steps.has_steps; i++)
    {
      append_comma (out, i == 0);
      json_append_integer (out, side->steps.samples[i].id);
    }
  g_string_append (out, "],\"data_loss\":[");
  for (char **id = losses; *id != NULL; id++)
    {
      append_comma (out, id == losses);
      append_text (out, *id);
    }
  g_string_append (out, "]}");
}

/* ---- summary ---- */

/* Of one pair. Transfer full. */
static char *
method_of (const Comparison *comparison, uint32_t side)
{
  uint64_t n_base = comparison->sides[0].steps.n, n_other = comparison->sides[side].steps.n;

  if (!comparison->sides[0].steps.has_steps)
    return g_strdup ("whole windows, one value for each side");
  if (MIN (n_base, n_other) < COMPARE_LEAST_STEPS)
    return g_strdup_printf ("no interval: each side needs %d steps", COMPARE_LEAST_STEPS);
  return g_strdup_printf ("circular block bootstrap of steps, %" G_GUINT64_FORMAT
                          " draws, blocks of %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT
                          " steps, 95 %% interval widened by Student's t, differs by the 99 %% interval",
                          bootstrap_draws (n_base, n_other), block_length (n_base), block_length (n_other));
}

char *
compare_method_text (const Comparison *comparison)
{
  g_autofree char *first = method_of (comparison, 1);
  g_autoptr (GString) out = g_string_new (NULL);
  bool are_equal = true;

  for (uint32_t side = 1; side < comparison->n_sides; side++)
    {
      g_autofree char *method = method_of (comparison, side), *label = compare_side_label (side);

      are_equal = are_equal && strcmp (method, first) == 0;
      g_string_append_printf (out, "%s%s: %s", side == 1 ? "" : "; ", label, method);
    }
  return g_strdup (are_equal ? first : out->str);
}

typedef void (*CellFunc) (GString *out, const SummaryCell *cell, const SummaryCell *base);

static void
append_value (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  (void) base;
  json_append_real (out, cell->has_value ? cell->value : NAN);
}

static void
append_total (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  (void) base;
  if (cell->has_total)
    json_append_integer (out, cell->total);
  else
    g_string_append (out, "null");
}

static void
append_divisor (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  (void) base;
  if (cell->has_total)
    json_append_unsigned (out, cell->divisor);
  else
    g_string_append (out, "null");
}

static void
append_difference (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  json_append_real (out, cell != base && cell->has_difference ? cell->difference.difference : NAN);
}

static void
append_ratio (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  json_append_real (out, cell != base && cell->has_difference && base->value != 0 ? cell->value / base->value
                                                                                  : NAN);
}

static void
append_interval (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  if (cell == base || cell->differs == DIFFERS_UNDECIDED)
    {
      g_string_append (out, "null");
      return;
    }
  g_string_append_c (out, '[');
  json_append_real (out, cell->difference.at_95.low);
  g_string_append_c (out, ',');
  json_append_real (out, cell->difference.at_95.high);
  g_string_append_c (out, ']');
}

static void
append_differs (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  (void) base;
  if (cell->differs == DIFFERS_UNDECIDED)
    g_string_append (out, "null");
  else
    json_append_boolean (out, cell->differs == DIFFERS_YES);
}

static void
append_n (GString *out, const SummaryCell *cell, const SummaryCell *base)
{
  (void) base;
  json_append_unsigned (out, cell->n);
}

static void
append_summary (GString *out, const Comparison *comparison, SummaryKey key, const char *method)
{
  /* clang-format off */
  static const struct
  {
    const char *name;
    CellFunc append;
  } lists[] = {
    { "values",      append_value },
    { "totals",      append_total },
    { "divisors",    append_divisor },
    { "differences", append_difference },
    { "ratios",      append_ratio },
    { "intervals",   append_interval },
    { "differs",     append_differs },
    { "n",           append_n },
  };
  /* clang-format on */
  const SummaryCell *cells = comparison->summary.cells[key];

  g_string_append (out, "{\"key\":");
  append_text (out, summary_key_word (key));
  g_string_append (out, ",\"unit\":");
  append_text (out, summary_key_unit (key));
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_string_append_printf (out, ",\"%s\":[", lists[i].name);
      for (uint32_t side = 0; side < comparison->n_sides; side++)
        {
          append_comma (out, side == 0);
          lists[i].append (out, &cells[side], &cells[0]);
        }
      g_string_append_c (out, ']');
    }
  g_string_append (out, ",\"method\":");
  append_text (out, key == SUMMARY_MEMORY_PEAK ? "one value for each side" : method);
  g_string_append_c (out, '}');
}

/* ---- waterfall ---- */

static void
append_name (GString *out, const Comparison *comparison, uint32_t side, uint32_t name)
{
  size_t length;
  const char *text;

  if (name == TRACE_NONE)
    {
      g_string_append (out, "null");
      return;
    }
  text = trace_string (comparison->sides[side].trace, name, &length);
  json_append_string (out, text, length);
}

static void
append_kernels (GString *out, const Comparison *comparison, uint32_t side, WaterfallPart part)
{
  const WaterfallStep *of_part = &comparison->waterfalls[side].parts[part];
  uint64_t n = MIN (of_part->n_kernels, WATERFALL_KERNELS);

  for (uint64_t i = 0; i < n; i++)
    {
      const WaterfallKernel *kernel = &of_part->kernels[i];

      g_string_append (out, i == 0 ? "{\"name\":" : ",{\"name\":");
      append_name (out, comparison, kernel->base_name != TRACE_NONE ? 0 : side,
                   kernel->base_name != TRACE_NONE ? kernel->base_name : kernel->other_name);
      g_string_append (out, ",\"names\":[");
      append_name (out, comparison, 0, kernel->base_name);
      g_string_append_c (out, ',');
      append_name (out, comparison, side, kernel->other_name);
      g_string_append (out, "],\"difference_ns\":");
      json_append_real (out, kernel->difference_ns);
      g_string_append_c (out, '}');
    }
  if (of_part->n_kernels > n || part >= PART_IDLE)
    {
      g_string_append (out,
                       n == 0 ? "{\"name\":\"\",\"difference_ns\":" : ",{\"name\":\"\",\"difference_ns\":");
      json_append_real (out, waterfall_rest_ns (&comparison->waterfalls[side], part, n));
      g_string_append_c (out, '}');
    }
}

static void
append_waterfall (GString *out, const Comparison *comparison, uint32_t side)
{
  const Waterfall *waterfall = &comparison->waterfalls[side];
  bool is_first = true;

  g_string_append_printf (out, "{\"profile\":%u,\"from_ns\":", side);
  json_append_real (out, waterfall->from_ns);
  g_string_append (out, ",\"to_ns\":");
  json_append_real (out, waterfall->to_ns);
  g_string_append_printf (out, ",\"divisors\":[%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT "],\"parts\":[",
                          waterfall->base_divisor, waterfall->other_divisor);
  for (int part = 0; part < N_WATERFALL_PARTS; part++)
    {
      const WaterfallStep *of_part = &waterfall->parts[part];

      if (part >= PART_IDLE && of_part->base_ns == 0 && of_part->other_ns == 0)
        continue;
      g_string_append (out, is_first ? "\n {\"name\":" : ",\n {\"name\":");
      is_first = false;
      append_text (out, waterfall_part_word ((WaterfallPart) part));
      g_string_append_printf (out,
                              ",\"totals_ns\":[%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "],\"difference_ns\":",
                              of_part->base_ns, of_part->other_ns);
      json_append_real (out, of_part->difference_ns);
      g_string_append (out, ",\"kernels\":[");
      append_kernels (out, comparison, side, (WaterfallPart) part);
      g_string_append (out, "]}");
    }
  g_string_append (out, "]}");
}

/* ---- tables ---- */

static const CompareRow *
row_of (const Comparison *comparison, const CompareTable *table, const TableCell *cell, uint32_t side)
{
  return cell->row == TRACE_NONE
           ? NULL
           : &compare_side_rows (&comparison->sides[side], table->kind)->rows.at[cell->row];
}

static void
append_row (GString *out, const Comparison *comparison, const CompareTable *table, uint64_t row)
{
  const TableCell *cells = compare_table_cell (table, row, 0);

  g_string_append (out, "{\"names\":[");
  for (uint32_t side = 0; side < table->n_sides; side++)
    {
      size_t length;

      append_comma (out, side == 0);
      if (cells[side].row == TRACE_NONE)
        g_string_append (out, "null");
      else
        {
          const char *text = compare_rows_text (compare_side_rows (&comparison->sides[side], table->kind),
                                                cells[side].row, &length);
          json_append_string (out, text, length);
        }
    }
  g_string_append_printf (out, "],\"match\":\"%s\",\"matches\":[null", row_match_word (cells[1].match));
  for (uint32_t side = 1; side < table->n_sides; side++)
    g_string_append_printf (out, ",\"%s\"", row_match_word (cells[side].match));
  g_string_append (out, "],\"counts\":[");
  for (uint32_t side = 0; side < table->n_sides; side++)
    {
      const CompareRow *of_side = row_of (comparison, table, &cells[side], side);

      append_comma (out, side == 0);
      json_append_unsigned (out, of_side != NULL ? of_side->count : 0);
    }
  g_string_append (out, "],\"total_ns\":[");
  for (uint32_t side = 0; side < table->n_sides; side++)
    {
      const CompareRow *of_side = row_of (comparison, table, &cells[side], side);

      append_comma (out, side == 0);
      json_append_integer (out, of_side != NULL ? of_side->total_ns : 0);
    }
  g_string_append (out, "],\"per_step_ns\":[");
  for (uint32_t side = 0; side < table->n_sides; side++)
    {
      append_comma (out, side == 0);
      json_append_real (out, cells[side].per_step);
    }
  g_string_append (out, "],\"differences_ns\":[null");
  for (uint32_t side = 1; side < table->n_sides; side++)
    {
      g_string_append_c (out, ',');
      json_append_real (out, cells[side].difference);
    }
  g_string_append (out, "],\"p\":[null");
  for (uint32_t side = 1; side < table->n_sides; side++)
    {
      g_string_append_c (out, ',');
      json_append_real (out, cells[side].p >= 0 ? cells[side].p : NAN);
    }
  g_string_append (out, "],\"changed\":[null");
  for (uint32_t side = 1; side < table->n_sides; side++)
    g_string_append (out, cells[side].change == CHANGED_UNDECIDED ? ",null"
                          : cells[side].change == CHANGED_YES     ? ",true"
                                                                  : ",false");
  if (table->kind == ROWS_KERNELS)
    {
      g_string_append (out, "],\"elsewhere\":[null");
      for (uint32_t side = 1; side < table->n_sides; side++)
        g_string_append (out, cells[side].is_elsewhere ? ",true" : ",false");
    }
  g_string_append (out, "]}");
}

/* ---- all ---- */

GString *
compare_json (const CompareSides *sides, const Comparison *comparison, const CompareCosts *costs)
{
  GString *out = g_string_new ("{\"schema\":\"stepscope.compare/1\",\n\"profiles\":[");
  g_auto (GStrv) headline = headline_texts (comparison, NULL);
  g_autofree char *method = compare_method_text (comparison);

  for (uint32_t side = 0; side < comparison->n_sides; side++)
    {
      g_string_append (out, side == 0 ? "\n " : ",\n ");
      append_profile (out, sides, &comparison->sides[side], &comparison->slow[side], side);
    }
  g_string_append (out, "],\n\"headline\":[");
  for (guint i = 0; headline[i] != NULL; i++)
    {
      append_comma (out, i == 0);
      append_text (out, headline[i]);
    }
  g_string_append (out, "],\n\"summary\":[");
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    {
      g_string_append (out, key == 0 ? "\n " : ",\n ");
      append_summary (out, comparison, key, method);
    }
  g_string_append (out, "],\n\"waterfall\":[");
  for (uint32_t side = 1; side < comparison->n_sides; side++)
    {
      g_string_append (out, side == 1 ? "\n " : ",\n ");
      append_waterfall (out, comparison, side);
    }
  g_string_append_c (out, ']');
  for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
    {
      const CompareTable *table = &comparison->tables[kind];

      g_string_append_printf (out, ",\n\"%s\":[", row_kind_word (kind));
      for (uint64_t row = 0; row < table->n; row++)
        {
          g_string_append (out, row == 0 ? "\n " : ",\n ");
          append_row (out, comparison, table, row);
        }
      g_string_append_c (out, ']');
    }
  if (costs->n > 0)
    compare_costs_json (out, costs);
  g_string_append (out, "}\n");
  return out;
}
