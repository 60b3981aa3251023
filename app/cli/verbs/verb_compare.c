/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/verbs/verb_compare.h"

#include <string.h>

#include "app/cli/comparing/compare_costs.h"
#include "app/cli/comparing/compare_csv.h"
#include "app/cli/comparing/compare_json.h"
#include "app/cli/comparing/compare_sides.h"
#include "app/cli/comparing/compare_tables.h"
#include "app/cli/options/cache_options.h"
#include "app/cli/options/cli_parse.h"
#include "app/cli/options/kernel_rules_option.h"
#include "trace/compare/comparison.h"
#include "trace/compare/fail_condition.h"
#include "trace/compare/headline.h"

/* Rows of a table for people; --json and --csv have all. */
#define ROWS_SHOWN 15

/* What --csv prints of --price and --batch. */
#define TABLE_COST "cost"

/* Between the two names of --pair and --apart. */
#define PAIR_ARROW " => "

typedef struct
{
  SideOptions sides;
  CacheOptions cache;
  CostOptions costs;
  char **pairs, **apart, **fail_if;
  char *table, *kernel_rules;
  gboolean json, csv, markdown;
} Options;

/* What the options say, once read. */
typedef struct
{
  GArray *conditions; /* FailCondition */
  GArray *pairs;      /* HandPair, into texts */
  GPtrArray *texts;
} Parsed;

static CliStatus
usage (const char *message)
{
  cli_complain (message);
  return CLI_USAGE;
}

static CliStatus
no_memory (void)
{
  cli_complain ("not enough memory for this comparison");
  return CLI_NO_RESOURCE;
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
    .pairs = g_array_new (FALSE, FALSE, sizeof (HandPair)),
    .texts = g_ptr_array_new_with_free_func (g_free),
  };

  g_array_set_clear_func (parsed.conditions, clear_condition);
  return parsed;
}

static void
parsed_clear (Parsed *parsed)
{
  g_array_free (parsed->conditions, TRUE);
  g_array_free (parsed->pairs, TRUE);
  g_ptr_array_free (parsed->texts, TRUE);
}

static bool
parse_pairs (char **texts, HandSort sort, const char *option, Parsed *parsed)
{
  for (char **text = texts; text != NULL && *text != NULL; text++)
    {
      g_auto (GStrv) names = g_strsplit (*text, PAIR_ARROW, -1);

      if (g_strv_length (names) != 2 || names[0][0] == '\0' || names[1][0] == '\0')
        {
          g_autofree char *message = g_strdup_printf (
            "%s takes two exact names of kernels: \"NAME IN BASE => NAME IN OTHER\"", option);

          cli_complain (message);
          return false;
        }
      HandPair pair = { g_strdup (names[0]), g_strdup (names[1]), sort };
      g_ptr_array_add (parsed->texts, (gpointer) pair.base);
      g_ptr_array_add (parsed->texts, (gpointer) pair.other);
      g_array_append_val (parsed->pairs, pair);
    }
  return true;
}

static CliStatus
parse (const Options *options, Parsed *parsed)
{
  if (options->json + options->csv + options->markdown > 1)
    return usage ("only one of --json, --csv, --md can be given");
  if (options->table != NULL && !options->csv)
    return usage ("--table says which table --csv prints");
  if (g_strcmp0 (options->table, TABLE_COST) == 0)
    {
      if (options->costs.price == NULL && options->costs.batch == NULL)
        return usage ("--table cost needs --price or --batch");
    }
  else if (options->table != NULL && !compare_csv_has (options->table))
    {
      g_autofree char *names = compare_csv_names ();
      g_autofree char *message =
        g_strdup_printf ("there is no table \"%s\"; there are %s", options->table, names);

      return usage (message);
    }
  for (char **text = options->fail_if; text != NULL && *text != NULL; text++)
    {
      FailCondition condition;
      g_autofree char *problem = NULL;

      if (!fail_condition_parse (*text, &condition, &problem))
        return usage (problem);
      g_array_append_val (parsed->conditions, condition);
    }
  return parse_pairs (options->pairs, HAND_PAIR, "--pair", parsed)
             && parse_pairs (options->apart, HAND_APART, "--apart", parsed)
           ? CLI_DONE
           : CLI_USAGE;
}

static CliStatus
print (const Options *options,
       const CompareSides *sides,
       const Comparison *comparison,
       const CompareCosts *costs)
{
  GString *text;

  if (options->json)
    text = compare_json (sides, comparison, costs);
  else if (options->csv && costs->n > 0 && g_strcmp0 (options->table, TABLE_COST) == 0)
    text = compare_costs_csv (costs);
  else if (options->csv)
    text = compare_csv (comparison, options->table != NULL ? options->table : "summary");
  else
    text = compare_tables (sides, comparison, costs, options->markdown, ROWS_SHOWN);
  CliStatus status = cli_print (text) ? CLI_DONE : CLI_NO_RESOURCE;
  g_string_free (text, TRUE);
  return status;
}

static bool
has_kernel (const CompareSide *side, const char *name)
{
  const CompareRows *rows = compare_side_rows (side, ROWS_KERNELS);

  for (uint32_t row = 0; row < rows->rows.n; row++)
    {
      size_t length;
      const char *text = compare_rows_text (rows, row, &length);

      if (length == strlen (name) && memcmp (text, name, length) == 0)
        return true;
    }
  return false;
}

/* Complains about a name of --pair or --apart that no kernel has: a mistyped one would have no effect. */
static CliStatus
check_pairs (const Parsed *parsed, const CompareSides *sides, const Comparison *comparison)
{
  for (guint i = 0; i < parsed->pairs->len; i++)
    {
      const HandPair *pair = &g_array_index (parsed->pairs, HandPair, i);
      bool in_base = has_kernel (&comparison->sides[0], pair->base), in_other = false;
      const char *option = pair->sort == HAND_APART ? "--apart" : "--pair";
      g_autofree char *message = NULL;

      for (uint32_t side = 1; side < comparison->n_sides && !in_other; side++)
        in_other = has_kernel (&comparison->sides[side], pair->other);
      if (in_base && in_other)
        continue;
      if (in_base && comparison->n_sides > 2)
        message = g_strdup_printf ("%s: no side but A has a kernel \"%s\" in its scope", option, pair->other);
      else
        message =
          g_strdup_printf ("%s: %s (%s) has no kernel \"%s\" in its scope", option, in_base ? "B" : "A",
                           sides->sides[in_base ? 1 : 0].path, in_base ? pair->other : pair->base);
      return usage (message);
    }
  return CLI_DONE;
}

/* Says on stderr what fails, a line each. */
static CliStatus
test_conditions (const Parsed *parsed, const Comparison *comparison)
{
  CliStatus status = CLI_DONE;

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
    .pairs = (const HandPair *) (void *) parsed->pairs->data,
    .n_pairs = parsed->pairs->len,
    .only_common_steps = sides->align.only_common,
  };
  Comparison comparison;
  CliStatus status;

  for (guint i = 0; i < sides->n; i++)
    parts[i] = sides->sides[i].part;
  if (!comparison_compute (parts, sides->n, &comparing, NULL, NULL, &comparison))
    status = no_memory ();
  else
    {
      status = check_pairs (parsed, sides, &comparison);
      compare_costs_compute (costs, &comparison);
      if (status == CLI_DONE)
        status = print (options, sides, &comparison, costs);
      if (status == CLI_DONE)
        status = test_conditions (parsed, &comparison);
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

CliStatus
verb_compare_run (int argc, char **argv)
{
  Options options = { 0 };
  g_autofree char *names = compare_csv_names ();
  g_autofree char *about_tables =
    g_strdup_printf ("The table that --csv prints (%s; cost with --price or --batch)", names);
  const GOptionEntry entries[] = {
    { "pair", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.pairs,
      "Compare a kernel of BASE with a kernel of another name; may be given several times",
      "\"NAME => NAME\"" },
    { "apart", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.apart,
      "Do not compare a kernel of BASE with one of that name; may be given several times",
      "\"NAME => NAME\"" },
    { "fail-if", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.fail_if,
      "Exit with 6 if the condition holds or cannot be decided; may be given several times", "COND" },
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &options.table, about_tables, "NAME" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, "Print JSON", NULL },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &options.csv, "Print CSV", NULL },
    { "md", 0, 0, G_OPTION_ARG_NONE, &options.markdown, "Print Markdown", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("BASE OTHER...");
  CliStatus status;

  g_option_context_set_summary (
    context,
    "Compares profiles, or parts of them, step by step with the first one. With one PATH, --step, --steps,\n"
    "--window or --rank given once for each side compare parts of the same profile (\"all\" is the whole).\n"
    "With --align annotation:warmup or step:5, say, each side begins at that instant of its own, and --window 0..20ms\n"
    "is the 20 ms after it; a name that ends in a number after a colon needs the K too (annotation:NAME:1).\n"
    "Figures are means per step and GPU, those of the host per step and rank. The first steps are left out while they\n"
    "are outliers, and the last one if the recording ends in it. A condition is, for example,\n"
    "  step.median > +5%    idle >= +2ms    memory_peak > 70000000000    differs step.mean\n"
    "  kernel[\"*gemm*\"].total > +10%\n"
    "with a key of the summary or the kernels whose exact names match; a value with a sign is a change from BASE,\n"
    "which needs 4 steps on each side.");
  g_option_context_add_main_entries (context, entries, NULL);
  side_options_add (&options.sides, context);
  cost_options_add (&options.costs, context);
  cache_options_add (&options.cache, context);
  kernel_rules_option_add (&options.kernel_rules, context);
  if (!cli_parse (context, &argc, &argv, &status))
    return status;
  if (argc < 2)
    status = usage ("compare needs a BASE and at least one OTHER");
  else
    status = run (&options, argv + 1, (guint) argc - 1);

  side_options_clear (&options.sides);
  cost_options_clear (&options.costs);
  g_strfreev (options.pairs);
  g_strfreev (options.apart);
  g_strfreev (options.fail_if);
  g_free (options.table);
  g_free (options.kernel_rules);
  return status;
}
