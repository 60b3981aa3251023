/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_compare.h"

#include <string.h>

#include "app/cli/comparing/compare_costs.h"
#include "app/cli/comparing/compare_csv.h"
#include "app/cli/comparing/compare_findings.h"
#include "app/cli/comparing/compare_json.h"
#include "app/cli/comparing/compare_sides.h"
#include "app/cli/comparing/compare_tables.h"
#include "app/cli/comparing/pair_options.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/interrupt.h"
#include "app/cli/options/kernel_rules_option.h"
#include "app/cli/options/rules_option.h"
#include "app/cli/out/text_width.h"
#include "trace/compare/comparison.h"
#include "trace/compare/fail_condition.h"
#include "trace/compare/headline_text.h"

/* Rows of a table for people; --json and --csv have all. */
#define ROWS_SHOWN 15

/* What --csv prints of --price and --batch. */
#define TABLE_COST "cost"

typedef struct
{
  SideOptions sides;
  CacheOptions cache;
  CostOptions costs;
  PairOptions pairs;
  char **fail_if, **rules;
  char *table, *kernel_rules;
  gboolean json, csv, markdown;
} Options;

/* What the options say, once read. */
typedef struct
{
  GArray *conditions; /* FailCondition */
  AskedPairs pairs;
  FindingThresholds thresholds;
} Parsed;

static CliStatus
not_compared (void)
{
  return interrupt_fail ("not enough memory for this comparison");
}

static void
clear_condition (gpointer condition)
{
  fail_condition_clear (condition);
}

static Parsed
parsed_new (void)
{
  Parsed parsed = {
    .conditions = g_array_new (FALSE, FALSE, sizeof (FailCondition)),
  };

  g_array_set_clear_func (parsed.conditions, clear_condition);
  return parsed;
}

static void
parsed_clear (Parsed *parsed)
{
  g_array_free (parsed->conditions, TRUE);
  asked_pairs_clear (&parsed->pairs);
  finding_thresholds_clear (&parsed->thresholds);
}

static CliStatus
parse (const Options *options, Parsed *parsed)
{
  if (options->json + options->csv + options->markdown > 1)
    return cli_usage ("only one of --json, --csv, --md can be given");
  if (options->table != NULL && !options->csv)
    return cli_usage ("--table says which table --csv prints");
  if (g_strcmp0 (options->table, TABLE_COST) == 0)
    {
      if (options->costs.price == NULL && options->costs.batch == NULL)
        return cli_usage ("--table cost needs --price or --batch");
    }
  else if (options->table != NULL && !compare_csv_has (options->table))
    {
      g_autofree char *names = compare_csv_names ();
      g_autofree char *message =
        g_strdup_printf ("there is no table \"%s\"; there are %s", options->table, names);

      return cli_usage ("%s", message);
    }
  for (char **text = options->fail_if; text != NULL && *text != NULL; text++)
    {
      FailCondition condition;
      g_autofree char *problem = NULL;

      if (!fail_condition_parse (*text, &condition, &problem))
        return cli_usage ("%s", problem);
      g_array_append_val (parsed->conditions, condition);
    }
  CliStatus status = rules_option_read (options->rules, &parsed->thresholds);

  return status == CLI_DONE ? pair_options_parse (&options->pairs, &parsed->pairs) : status;
}

/* Looks for findings on each side, and adds what became of them to what is printed. */
static CliStatus
append_findings (const Options *options, const Parsed *parsed, const CompareSides *sides, GString *out)
{
  CompareFindings findings;
  CliStatus status = CLI_DONE;
  bool ok = compare_findings_compute (&findings, sides, &parsed->thresholds, interrupt_should_continue, NULL);

  if (options->json)
    {
      g_string_truncate (out, out->len - strlen ("}\n"));
      ok = ok && compare_findings_append_json (out, &findings);
      g_string_append (out, "}\n");
    }
  else
    ok = ok && compare_findings_append_text (out, &findings, options->markdown, output_columns ());
  if (!ok)
    status = not_compared ();
  compare_findings_clear (&findings);
  return status;
}

static CliStatus
print (const Options *options,
       const Parsed *parsed,
       const CompareSides *sides,
       const Comparison *comparison,
       const CompareCosts *costs)
{
  CliStatus status = CLI_DONE;
  GString *text;

  if (options->json)
    text = compare_json (sides, comparison, costs);
  else if (options->csv && costs->n > 0 && g_strcmp0 (options->table, TABLE_COST) == 0)
    text = compare_costs_csv (costs);
  else if (options->csv)
    text = compare_csv (comparison, options->table != NULL ? options->table : "summary");
  else
    text = compare_tables (sides, comparison, costs, options->markdown, ROWS_SHOWN, output_columns ());
  if (!options->csv)
    status = append_findings (options, parsed, sides, text);
  if (status == CLI_DONE && !cli_print (text))
    status = CLI_NO_RESOURCE;
  g_string_free (text, TRUE);
  return status;
}

/* Says on stderr which sides lack data: what is not there makes no condition fail. */
static void
warn_of_losses (const CompareSides *sides)
{
  g_autoptr (GString) message = g_string_new (NULL);

  for (guint i = 0; i < sides->n; i++)
    {
      g_auto (GStrv) losses = compare_side_losses (sides->sides[i].trace);
      g_autofree char *ids = g_strjoinv (", ", losses), *label = compare_side_label (i);

      if (*ids != '\0')
        g_string_append_printf (message, "%s %s (%s)", message->len > 0 ? "," : "warning: data is missing in",
                                label, ids);
    }
  if (message->len == 0)
    return;
  g_string_append (message, "; conditions are tested on the rest");
  cli_complain (message->str);
}

/* Says on stderr what fails, a line each. */
static CliStatus
test_conditions (const Parsed *parsed, const CompareSides *sides, const Comparison *comparison)
{
  CliStatus status = CLI_DONE;

  if (parsed->conditions->len > 0)
    warn_of_losses (sides);
  for (guint i = 0; i < parsed->conditions->len; i++)
    for (uint32_t side = 1; side < comparison->n_sides; side++)
      {
        g_autofree char *sentence = NULL;
        g_autofree char *label = compare_side_label (side);

        if (fail_condition_test (&g_array_index (parsed->conditions, FailCondition, i), comparison, side,
                                 &sentence)
            == FAIL_HOLDS_NOT)
          continue;
        status = CLI_CONDITION_FAILED;
        g_autofree char *line = g_strconcat ("failed: ", comparison->n_sides > 2 ? label : "",
                                             comparison->n_sides > 2 ? ": " : "", sentence, NULL);
        cli_complain (line);
      }
  return status;
}

static CliStatus
compare (const Options *options, const Parsed *parsed, const CompareSides *sides, CompareCosts *costs)
{
  g_autofree ComparePart *parts = g_new (ComparePart, sides->n);
  ComparisonOptions comparing = {
    .pairs = parsed->pairs.pairs,
    .n_pairs = parsed->pairs.n,
    .only_common_steps = sides->align.only_common,
  };
  Comparison comparison;
  CliStatus status;

  for (guint i = 0; i < sides->n; i++)
    parts[i] = sides->sides[i].part;
  if (!comparison_compute (parts, sides->n, &comparing, interrupt_should_continue, NULL, &comparison))
    status = not_compared ();
  else
    {
      status = asked_pairs_check (&parsed->pairs, sides, &comparison);
      compare_costs_compute (costs, &comparison);
      if (status == CLI_DONE)
        status = print (options, parsed, sides, &comparison, costs);
      if (status == CLI_DONE)
        status = test_conditions (parsed, sides, &comparison);
    }
  comparison_clear (&comparison);
  return status;
}

static CliStatus
run (const Options *options, char **paths, guint n_paths)
{
  Parsed parsed = parsed_new ();
  CompareSides sides = { 0 };
  CompareCosts costs = { 0 };
  CliStatus status = parse (options, &parsed);

  if (status == CLI_DONE)
    status = compare_sides_plan (&options->sides, paths, n_paths, &sides);
  if (status == CLI_DONE)
    status = cost_options_parse (&options->costs, sides.n, &costs);
  if (status == CLI_DONE)
    status = kernel_rules_option_use (options->kernel_rules);
  if (status == CLI_DONE)
    status = compare_sides_open (&sides, &options->sides, cache_options_use (&options->cache));
  if (status == CLI_DONE)
    status = compare_costs_find (&costs, &options->costs, &sides);
  if (status == CLI_DONE)
    status = compare (options, &parsed, &sides, &costs);
  compare_costs_clear (&costs);
  compare_sides_clear (&sides);
  parsed_clear (&parsed);
  return status;
}

/* "step.mean, step.median": the keys that have a unit. Transfer full. */
static char *
keys_text (const char *unit)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (SummaryKey key = 0; key < N_SUMMARY_KEYS; key++)
    if (strcmp (summary_key_unit (key), unit) == 0)
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "", summary_key_word (key));
  return g_strdup (out->str);
}

/* What --help says before the options. Transfer full. */
static char *
summary_text (void)
{
  g_autofree char *times = keys_text ("ns"), *counts = keys_text ("count"), *bytes = keys_text ("bytes");

  return g_strdup_printf (
    "Compares profiles, or parts of them, step by step with the first one. With one PATH, --step, --steps,\n"
    "--window or --rank given once for each side compare parts of the same profile (\"all\" is the whole).\n"
    "With --align annotation:warmup or step:5, say, each side begins at that instant of its own, and --window 0..20ms\n"
    "is the 20 ms after it; a name that ends in a number after a colon needs the K too (annotation:NAME:1).\n"
    "Figures are means per step and GPU, those of the host per step and rank. The first steps are left out while they\n"
    "are outliers, and the last one if the recording ends in it.\n"
    "\n"
    "Conditions of --fail-if are, for example,\n"
    "  step.median > +5%%    idle >= +2ms    memory_peak > 70000000000    differs step.mean\n"
    "  kernel[\"*gemm*\"].total > +10%%\n"
    "KEY OP VALUE, or \"differs KEY\": the change is beyond the spread between steps. OP is > >= < or <=. KEY is\n"
    "  times:   %s\n"
    "  counts:  %s\n"
    "  bytes:   %s\n"
    "or kernel[\"PATTERN\"].total, the time per step of all kernels whose exact names match; * is any text, ? one character.\n"
    "VALUE is a number, for times also with ns, us, ms or s (without, it is ns). With a sign it is a change from BASE,\n"
    "as a difference or with %% as a share, and needs 4 steps on each side; without, it is compared with the value of\n"
    "OTHER alone.\n"
    "\n"
    "Names of kernels in --fail-if, --pair and --apart are exact names. Text and Markdown show shorter ones;\n"
    "--csv --table kernels and --json have the exact ones.",
    times, counts, bytes);
}

CliStatus
verb_compare_run (int argc, char **argv)
{
  Options options = { 0 };
  g_autofree char *names = compare_csv_names ();
  g_autofree char *about_tables =
    g_strdup_printf ("The table that --csv prints (%s; cost with --price or --batch)", names);
  const GOptionEntry entries[] = {
    { "fail-if", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.fail_if,
      "Exit with 6 if the condition holds or cannot be decided; may be given several times", "COND" },
    { "rules", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.rules,
      "Take thresholds of findings from this file; may be given several times", "FILE" },
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &options.table, about_tables, "NAME" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, "Print JSON", NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv, "Print CSV", NULL },
    { "md", 0, 0, G_OPTION_ARG_NONE, &options.markdown, "Print Markdown", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("BASE OTHER...");
  CliStatus status;

  g_autofree char *summary = summary_text ();

  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, NULL);
  pair_options_add (&options.pairs, context);
  side_options_add (&options.sides, context);
  cost_options_add (&options.costs, context);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc < 2)
    status = cli_usage ("compare needs a BASE and at least one OTHER");
  else
    status = run (&options, argv + 1, (guint) argc - 1);

  side_options_clear (&options.sides);
  cost_options_clear (&options.costs);
  pair_options_clear (&options.pairs);
  g_strfreev (options.fail_if);
  g_strfreev (options.rules);
  g_free (options.table);
  g_free (options.kernel_rules);
  return status;
}
