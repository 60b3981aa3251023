/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/comparing/compare_tables.h"

#include <math.h>
#include <string.h>

#include "app/cli/comparing/compare_json.h"
#include "app/cli/comparing/rank_list.h"
#include "app/cli/comparing/text_grid.h"
#include "app/cli/out/report_out.h"
#include "app/cli/out/text_width.h"
#include "trace/compare/headline_text.h"
#include "trace/compare/percent_change.h"
#include "trace/text/duration_text.h"
#include "trace/text/size_text.h"

static const char *const titles[N_ROW_KINDS] = {
  [ROWS_KERNELS] = "Kernels",         [ROWS_OPERATORS] = "Operators",     [ROWS_MODULES] = "Modules",
  [ROWS_ANNOTATIONS] = "Annotations", [ROWS_COLLECTIVES] = "Collectives", [ROWS_CALLS] = "Runtime calls",
  [ROWS_IDLE] = "Idle time by cause",
};

typedef struct
{
  GString *out;
  const CompareSides *asked;
  const Comparison *comparison;
  bool is_markdown;
  guint n_rows;
  size_t n_columns;   /* of lines of text; Markdown is not broken */
  Document *document; /* gets it all instead; then is_markdown is set, since its names are marked likewise */
  char *title;        /* of the table that follows there; owned */
} Printing;

/* text is a line of Markdown, or is broken into several; their first n_kept bytes are not. */
static void
print_line (const Printing *printing, const char *text, size_t n_kept, size_t indent)
{
  if (printing->document != NULL)
    document_add_item (printing->document, text);
  else if (printing->is_markdown)
    g_string_append_printf (printing->out, "%s\n", text);
  else
    text_append_wrapped (printing->out, text, n_kept, printing->n_columns, indent);
}

static void
print_title (Printing *printing, const char *title)
{
  g_free (printing->title);
  printing->title = g_strdup (title);
  g_string_append_printf (printing->out, printing->is_markdown ? "## %s\n\n" : "%s\n", title);
}

static void
add_grid (const Printing *printing, const TextGrid *grid, uint64_t n_all)
{
  DocumentTable *table = document_add_table (printing->document, printing->title);
  uint64_t n = text_grid_n_rows (grid);

  for (guint i = 0; i < grid->n_columns; i++)
    document_table_add_column (table, grid->columns[i].title, grid->columns[i].is_name);
  for (guint i = 0; i < grid->cells->len; i++)
    {
      const char *text = grid->cells->pdata[i];

      if (grid->columns[i % grid->n_columns].is_name)
        document_table_add_name (table, text, strlen (text));
      else
        document_table_add_number (table, text, grid->exacts->pdata[i]);
    }
  if (n_all > n)
    {
      g_autofree char *note = g_strdup_printf ("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                               " rows are shown; `stepscope compare BASE OTHER --json` prints all of them.",
                                               n, n_all);
      document_table_set_note (table, note);
    }
}

/* Takes grid. n_all: rows that there are. */
static void
print_grid (const Printing *printing, TextGrid *grid, uint64_t n_all)
{
  if (printing->document != NULL)
    add_grid (printing, grid, n_all);
  else if (printing->is_markdown)
    text_grid_print_markdown (printing->out, grid);
  else
    text_grid_print (printing->out, grid);
  if (printing->document == NULL && n_all > text_grid_n_rows (grid))
    g_string_append_printf (printing->out,
                            printing->is_markdown ? "\nand %" G_GUINT64_FORMAT " more\n"
                                                  : "  and %" G_GUINT64_FORMAT " more\n",
                            n_all - text_grid_n_rows (grid));
  g_string_append_c (printing->out, '\n');
  text_grid_free (grid);
}

/* ---- changes ---- */

static char *
signed_duration (double ns)
{
  char duration[DURATION_TEXT_MAX];

  if (fabs (ns) < 0.5)
    return g_strdup ("0 ns");
  return g_strconcat (ns >= 0 ? "+" : "-", duration_text (fabs (ns), duration), NULL);
}

/* "+27 % (+25..+30)", "~ +0.1 % (-0.4..+0.6)" */
static char *
change_text (const SummaryCell *base, const SummaryCell *cell)
{
  g_autoptr (GString) out = g_string_new (cell->differs == DIFFERS_YES ? "" : "~ ");
  const BootstrapInterval *interval = &cell->difference.at_95;

  if (!cell->has_difference)
    return g_strdup ("~");
  if (base->value == 0)
    return g_strdup (cell->value == 0 ? "~" : cell->differs == DIFFERS_YES ? "from 0" : "~ from 0");
  g_autofree char *percent = percent_change_text (cell->difference.difference / base->value);
  g_string_append (out, percent);
  if (cell->differs != DIFFERS_UNDECIDED)
    {
      g_autofree char *low = percent_change_text (interval->low / base->value);
      g_autofree char *high = percent_change_text (interval->high / base->value);

      *strchr (low, ' ') = *strchr (high, ' ') = '\0';
      g_string_append_printf (out, " (%s..%s)", low, high);
    }
  return g_strdup (out->str);
}

/* "101.3 MB". Transfer full. */
static char *
bytes_text (double bytes)
{
  static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  guint unit = 0;

  /* 999.95 kB would have five digits. */
  while (unit + 1 < G_N_ELEMENTS (units) && bytes >= 999.95)
    {
      bytes /= 1000;
      unit++;
    }
  g_ascii_formatd (digits, sizeof digits, "%.4g", bytes);
  return g_strconcat (digits, " ", units[unit], NULL);
}

static char *
value_text (SummaryKey key, const SummaryCell *cell)
{
  char duration[DURATION_TEXT_MAX];
  const char *unit = summary_key_unit (key);

  if (!cell->has_value)
    return g_strdup ("n/a");
  if (strcmp (unit, "ns") == 0)
    return g_strdup (duration_text (cell->value, duration));
  if (strcmp (unit, "bytes") != 0)
    return figure_text (cell->value);
  return bytes_text (cell->value);
}

/* ---- parts of the page ---- */

/* It has a name of the user's in it if the sides are aligned. Transfer full. */
static char *
part_text (const Printing *printing, uint32_t side)
{
  g_autofree char *part = compare_side_text (printing->asked, side);
  g_autofree char *printable = report_printable (part, strlen (part));

  if (!printing->is_markdown || !printing->asked->align.is_instant)
    return g_steal_pointer (&printable);
  return g_strdup_printf ("`%s`", g_strdelimit (printable, "`", '\''));
}

static void
append_number_of_steps (GString *out, const CompareSteps *steps, const ComparePart *part)
{
  bool is_one_number = part->choice == COMPARE_STEP_RANGE && part->first == part->last;

  if (steps->is_median_step)
    g_string_append_printf (out,
                            steps->n_chosen_from == 1 ? ": step %" G_GINT64_FORMAT ", the only one"
                                                      : ": step %" G_GINT64_FORMAT
                                                        ", the median of %" G_GUINT64_FORMAT " steps",
                            steps->samples[0].id, steps->n_chosen_from);
  else if (steps->n == 1)
    g_string_append (out, ": 1 step");
  else
    g_string_append_printf (
      out, is_one_number ? ": %" G_GUINT64_FORMAT " steps have this number" : ": %" G_GUINT64_FORMAT " steps",
      steps->n);
}

/* Says which steps are used: ": 24 steps, without ...". */
static void
append_steps (GString *out, const CompareSteps *steps, const ComparePart *part)
{
  uint64_t n_in_part = steps->n_truncated + steps->n_incomplete;

  append_number_of_steps (out, steps, part);
  if (steps->n_warmup == 1)
    g_string_append (out, ", without the first one, which is an outlier");
  else if (steps->n_warmup > 1)
    g_string_append_printf (out, ", without the first %" G_GUINT64_FORMAT ", which are outliers",
                            steps->n_warmup);
  /* A median step is chosen by its own side alone. */
  if (steps->n_warmup > 0 && !steps->is_median_step)
    g_string_append (out, " on this side or another");
  if (n_in_part > 0)
    g_string_append_printf (out, ", without %" G_GUINT64_FORMAT " %s", n_in_part,
                            steps->n_ranks > 1 ? "recorded in part or not on all ranks" : "recorded in part");
  if (steps->n_within > 0)
    g_string_append_printf (out, ", without %" G_GUINT64_FORMAT " that %s within another step",
                            steps->n_within, steps->n_within == 1 ? "lies" : "lie");
  if (steps->n_empty > 0)
    g_string_append_printf (out, ", without %" G_GUINT64_FORMAT " that take no time", steps->n_empty);
  if (steps->n_alone > 0)
    g_string_append_printf (out, ", without %" G_GUINT64_FORMAT " that not all sides have", steps->n_alone);
  if (steps->n_ranks_left_out > 0)
    {
      g_autofree char *ranks = rank_list_text (steps->scope.trace, steps, compare_steps_leaves_out);

      g_string_append_printf (out, "; figures per step leave out %s, which %s no steps", ranks,
                              steps->n_ranks_left_out == 1 ? "has" : "have");
    }
  if (steps->n_ranks_no_gpu > 0)
    {
      g_autofree char *ranks = rank_list_text (steps->scope.trace, steps, compare_steps_lacks_gpu);

      g_string_append_printf (out, "; step times leave out %s, which %s no GPU", ranks,
                              steps->n_ranks_no_gpu == 1 ? "has" : "have");
    }
}

/* "; 25 % of its GPU time (2.500 ms) is outside of the steps and in no figure per step", if it is much. */
static void
append_outside (GString *out, const OutsideSteps *outside)
{
  char duration[DURATION_TEXT_MAX];

  if (!outside_steps_is_much (outside))
    return;
  g_autofree char *share = percent_change_text ((double) outside->outside_ns / (double) outside->gpu_ns);
  g_string_append_printf (out, "; %s of its GPU time (%s) is outside of the steps and in no figure per step",
                          share + 1, duration_text ((double) outside->outside_ns, duration));
}

/* Says what was lost of the file: "; data is missing: gzip.truncated; see `stepscope check`". */
static void
append_losses (GString *out, const Trace *trace)
{
  g_auto (GStrv) losses = compare_side_losses (trace);
  g_autofree char *ids = g_strjoinv (", ", losses);

  if (*ids != '\0')
    g_string_append_printf (out, "; data is missing: %s; see `stepscope check`", ids);
}

static void
print_sides (const Printing *printing)
{
  for (uint32_t side = 0; side < printing->comparison->n_sides; side++)
    {
      const CompareSteps *steps = &printing->comparison->sides[side].steps;
      const SideAsked *asked = &printing->asked->sides[side];
      bool is_item = printing->is_markdown && printing->document == NULL;
      g_autoptr (GString) line = g_string_new (is_item ? "- " : "");
      g_autofree char *label = compare_side_label (side);
      /* A document that is handed on does not tell the folders of who made it. */
      g_autofree char *name = printing->document != NULL ? g_path_get_basename (asked->path) : g_strdup (asked->path);
      g_autofree char *path = report_printable (name, strlen (name));
      g_autofree char *part = part_text (printing, side);
      size_t n_kept;

      if (printing->is_markdown)
        g_strdelimit (path, "`", '\'');
      g_string_append_printf (line, printing->is_markdown ? "%s: `%s`" : "%s: %s", label, path);
      n_kept = line->len;
      g_string_append_printf (line, ", %s", part);
      if (steps->has_steps)
        {
          append_steps (line, steps, &asked->part);
          append_outside (line, &printing->comparison->sides[side].outside);
        }
      if (steps->n_gpus > 1)
        g_string_append_printf (line, "; means over %u GPUs", steps->n_gpus);
      append_losses (line, steps->scope.trace);
      print_line (printing, line->str, n_kept, strlen (label) + 2);
    }
  g_string_append_c (printing->out, '\n');
}

static void
print_headline (const Printing *printing)
{
  g_auto (GStrv) texts = headline_texts (printing->comparison, NULL);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      if (printing->document != NULL)
        {
          document_add_text (printing->document, texts[i]);
          continue;
        }
      g_autofree char *text = report_printable (texts[i], strlen (texts[i]));
      g_autofree char *marked = printing->is_markdown ? g_strdup_printf ("**%s**\n", text) : g_strdup (text);

      print_line (printing, marked, 0, printing->comparison->n_sides > 2 ? 3 : 0);
    }
  if (!printing->is_markdown)
    g_string_append_c (printing->out, '\n');
}

static void
add_side_columns (TextGrid *grid, uint32_t n_sides)
{
  for (uint32_t side = 0; side < n_sides; side++)
    {
      g_autofree char *label = compare_side_label (side), *change = NULL;

      text_grid_add_column (grid, label, false);
      change = n_sides > 2 ? g_strconcat ("change in ", label, NULL) : g_strdup ("change");
      if (side > 0)
        text_grid_add_column (grid, change, false);
    }
}

static void
print_note (const Printing *printing, const char *text)
{
  print_line (printing, text, 0, 2);
  if (printing->is_markdown)
    g_string_append_c (printing->out, '\n');
}

/* Says what the figures of the summary are means of, and what the signs there and in the tables stand for. */
static void
print_legend (const Printing *printing)
{
  bool has_steps = printing->comparison->sides[0].steps.has_steps;
  g_autofree char *method = compare_method_text (printing->comparison);
  g_autofree char *intervals = g_strdup_printf ("Intervals: %s.", method);

  print_note (
    printing,
    has_steps
      ? "From gpu_active to kernels: means per step and GPU; launches: per step and rank; memory_peak: the largest of a GPU."
      : "From gpu_active to kernels: means per GPU; launches: per rank; memory_peak: the largest of a GPU.");
  print_note (printing, has_steps
                          ? "n: the steps used of each side; n/a: not recorded."
                          : "n: the values of each side, one for its whole window; n/a: not recorded.");
  if (has_steps)
    {
      print_note (
        printing,
        "~ in the summary: the 99 % interval of the change contains 0, or there are too few steps to "
        "tell; the 95 % interval is printed.");
      print_note (printing,
                  "~ in tables: not changed after correction for all rows of the table (Benjamini-Hochberg, "
                  "5 %), or there are too few steps to tell.");
    }
  else
    print_note (printing, "~ it cannot be told whether the change is beyond the spread: no steps are used.");
  print_note (
    printing,
    "- in tables: the side has no such row; added: the side has one and A does not; removed: A has one and "
    "the side does not; not paired: the other side has a kernel of this name, in another row.");
  if (has_steps)
    print_note (printing, intervals);
  if (!printing->is_markdown)
    g_string_append_c (printing->out, '\n');
}

static void
print_summary (Printing *printing)
{
  const Comparison *comparison = printing->comparison;
  g_autoptr (GString) n = g_string_new (NULL);
  TextGrid *grid = text_grid_new ();

  text_grid_add_column (grid, "", false);
  grid->columns[0].is_name = true;
  add_side_columns (grid, comparison->n_sides);
  text_grid_add_column (grid, "n", false);
  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    {
      const SummaryCell *cells = comparison->summary.cells[key];

      g_string_truncate (n, 0);
      text_grid_add (grid, g_strdup (summary_key_word (key)));
      for (uint32_t side = 0; side < comparison->n_sides; side++)
        {
          text_grid_add (grid, value_text (key, &cells[side]));
          if (side > 0)
            text_grid_add (grid, change_text (&cells[0], &cells[side]));
          g_string_append_printf (n, side == 0 ? "%" G_GUINT64_FORMAT : "+%" G_GUINT64_FORMAT, cells[side].n);
        }
      text_grid_add (grid, g_strdup (n->str));
    }
  print_title (printing, comparison->sides[0].steps.has_steps ? "Summary" : "Summary of whole windows");
  print_grid (printing, grid, 0);
  print_legend (printing);
}

static char *
kernel_text (const Comparison *comparison, uint32_t side, const WaterfallKernel *kernel)
{
  const char *base = kernel->base_name == TRACE_NONE
                       ? NULL
                       : trace_display_name (comparison->sides[0].trace, kernel->base_name);
  const char *other = kernel->other_name == TRACE_NONE
                        ? NULL
                        : trace_display_name (comparison->sides[side].trace, kernel->other_name);

  if (base == NULL || other == NULL || strcmp (base, other) == 0 || kernel->match == MATCH_EXACT)
    return g_strdup (base != NULL ? base : other);
  return g_strconcat (base, " → ", other, NULL);
}

/* Kernels of a part below it: the largest, if they matter at all. */
#define PART_KERNELS 5

static void
add_part (TextGrid *grid, const Comparison *comparison, uint32_t side, WaterfallPart part)
{
  const WaterfallStep *of_part = &comparison->waterfalls[side].parts[part];
  double whole_ns = comparison->waterfalls[side].to_ns - comparison->waterfalls[side].from_ns;

  text_grid_add (grid, g_strdup (waterfall_part_word (part)));
  text_grid_add (grid, signed_duration (of_part->difference_ns));
  for (uint64_t i = 0; i < MIN (of_part->n_kernels, PART_KERNELS); i++)
    {
      if (fabs (of_part->kernels[i].difference_ns) < fabs (whole_ns) / 100
          || of_part->kernels[i].difference_ns == 0)
        break;
      g_autofree char *name = kernel_text (comparison, side, &of_part->kernels[i]);
      text_grid_add (grid, g_strconcat ("  ", name, NULL));
      text_grid_add (grid, signed_duration (of_part->kernels[i].difference_ns));
    }
}

static void
print_waterfall (Printing *printing, uint32_t side)
{
  const Waterfall *waterfall = &printing->comparison->waterfalls[side];
  TextGrid *grid = text_grid_new ();
  g_autofree char *label = compare_side_label (side);
  char from[DURATION_TEXT_MAX], to[DURATION_TEXT_MAX];
  g_autofree char *title =
    g_strdup_printf ("From %s in A to %s in %s, by what the GPU does",
                     duration_text (waterfall->from_ns, from), duration_text (waterfall->to_ns, to), label);

  text_grid_add_column (grid, "part", true);
  text_grid_add_column (grid, "difference", false);
  for (int part = 0; part < N_WATERFALL_PARTS; part++)
    if (waterfall->parts[part].base_ns != 0 || waterfall->parts[part].other_ns != 0)
      add_part (grid, printing->comparison, side, (WaterfallPart) part);
  print_title (printing, title);
  print_grid (printing, grid, 0);
}

/* ---- rows ---- */

static char *
row_change_text (const TableCell *base, const TableCell *cell)
{
  g_autofree char *difference = signed_duration (cell->difference);
  const char *spread = cell->change == CHANGED_YES ? "" : "~ ";

  if (cell->match == MATCH_ABSENT)
    return g_strdup ("");
  if (base->row == TRACE_NONE || cell->row == TRACE_NONE)
    return g_strconcat (spread, difference,
                        cell->is_elsewhere        ? " not paired"
                        : base->row == TRACE_NONE ? " added"
                                                  : " removed",
                        NULL);
  if (base->per_step == 0)
    return g_strconcat (spread, difference, NULL);
  g_autofree char *percent = percent_change_text (cell->difference / base->per_step);
  return g_strconcat (spread, difference, " ", percent, NULL);
}

static char *
shown_name (const Comparison *comparison, RowKind kind, uint32_t side, uint32_t row)
{
  const CompareRows *rows = compare_side_rows (&comparison->sides[side], kind);
  size_t length;
  const char *text;

  if (rows->texts == NULL)
    return g_strdup (trace_display_name (rows->trace, rows->rows.at[row].text));
  text = compare_rows_text (rows, row, &length);
  return report_printable (text, length);
}

static char *
row_name (const Comparison *comparison, const CompareTable *table, uint64_t row)
{
  const TableCell *cells = compare_table_cell (table, row, 0);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autofree char *last = NULL;

  for (uint32_t side = 0; side < table->n_sides; side++)
    {
      if (cells[side].row == TRACE_NONE)
        continue;
      g_autofree char *name = shown_name (comparison, table->kind, side, cells[side].row);
      if (g_strcmp0 (last, name) != 0 && (last == NULL || cells[side].match != MATCH_EXACT))
        g_string_append_printf (out, "%s%s", last == NULL ? "" : " → ", name);
      g_free (last);
      last = g_steal_pointer (&name);
    }
  return g_strdup (out->str);
}

static uint64_t
rows_that_differ (const CompareTable *table)
{
  uint64_t n = 0;

  for (; n < table->n; n++)
    {
      bool differs = false;

      for (uint32_t side = 1; side < table->n_sides; side++)
        differs = differs || compare_table_cell (table, n, side)->difference != 0;
      if (!differs)
        break;
    }
  return n;
}

static void
print_table (Printing *printing, RowKind kind)
{
  const Comparison *comparison = printing->comparison;
  const CompareTable *table = &comparison->tables[kind];
  bool has_steps = comparison->sides[0].steps.has_steps;
  const char *unit = compare_side_rows (&comparison->sides[0], kind)->is_of_devices ? "GPU" : "rank";
  g_autofree char *title = g_strdup_printf ("%s, per %s%s", titles[kind], has_steps ? "step and " : "", unit);
  uint64_t n = rows_that_differ (table);
  TextGrid *grid;
  char duration[DURATION_TEXT_MAX];

  if (n == 0)
    return;
  grid = text_grid_new ();
  text_grid_add_column (grid, "name", true);
  add_side_columns (grid, table->n_sides);
  for (uint64_t row = 0; row < MIN (n, printing->n_rows); row++)
    {
      const TableCell *cells = compare_table_cell (table, row, 0);

      text_grid_add (grid, row_name (comparison, table, row));
      for (uint32_t side = 0; side < table->n_sides; side++)
        {
          if (cells[side].row == TRACE_NONE)
            text_grid_add (grid, g_strdup ("-"));
          else
            text_grid_add_number (grid, g_strdup (duration_text (cells[side].per_step, duration)), cells[side].per_step);
          if (side > 0)
            text_grid_add_number (grid, row_change_text (&cells[0], &cells[side]), cells[side].difference);
        }
    }
  print_title (printing, title);
  print_grid (printing, grid, n);
}

static void
print_costs (Printing *printing, const CompareCosts *costs)
{
  g_autofree char *notes = compare_costs_notes (costs);

  print_title (printing, "Cost and scaling (all GPUs of a job are taken to do what the recorded ones did)");
  print_grid (printing, compare_costs_grid (costs), 0);
  g_auto (GStrv) lines = g_strsplit (notes, "\n", -1);

  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0')
      print_note (printing, *line);
  if (*notes != '\0' && !printing->is_markdown)
    g_string_append_c (printing->out, '\n');
}

GString *
compare_tables (const CompareSides *sides,
                const Comparison *comparison,
                const CompareCosts *costs,
                bool is_markdown,
                guint n_rows,
                size_t n_columns)
{
  Printing printing = { g_string_new (NULL), sides, comparison, is_markdown, n_rows, n_columns, NULL, NULL };

  print_sides (&printing);
  print_headline (&printing);
  print_summary (&printing);
  for (uint32_t side = 1; side < comparison->n_sides; side++)
    print_waterfall (&printing, side);
  for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
    print_table (&printing, kind);
  if (costs->n > 0)
    print_costs (&printing, costs);
  g_free (printing.title);
  return printing.out;
}

void
compare_tables_add (Document *document,
                    ComparedChapter chapter,
                    const CompareSides *sides,
                    const Comparison *comparison,
                    guint n_rows)
{
  g_autoptr (GString) unused = g_string_new (NULL);
  Printing printing = { unused, sides, comparison, true, n_rows, G_MAXSIZE, document, NULL };

  switch (chapter)
    {
    case COMPARED_SIDES:
      print_sides (&printing);
      break;
    case COMPARED_HEADLINE:
      print_headline (&printing);
      break;
    case COMPARED_SUMMARY:
      print_summary (&printing);
      break;
    case COMPARED_WATERFALLS:
      for (uint32_t side = 1; side < comparison->n_sides; side++)
        print_waterfall (&printing, side);
      break;
    case COMPARED_ROWS:
      for (RowKind kind = 0; kind < N_ROW_KINDS; kind++)
        print_table (&printing, kind);
      break;
    }
  g_free (printing.title);
}
