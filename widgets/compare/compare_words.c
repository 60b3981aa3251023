/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/compare_words.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "trace/compare/headline_text.h"
#include "trace/compare/percent_change.h"
#include "trace/model/health_report.h"
#include "trace/text/duration_text.h"

#define NO_BREAK_SPACE "\u00a0"

/* ---- numbers ---- */

/* With the decimal sign of the user, and nowhere to break the line. */
char *
compare_words_percent (const NumberStyle *numbers, double ratio)
{
  g_autofree char *text = ratio == 0 ? g_strdup ("0 %") : percent_change_text (ratio);
  g_auto (GStrv) at_point = g_strsplit (text, ".", -1);
  g_autofree char *pointed = g_strjoinv (numbers->decimal, at_point);
  g_auto (GStrv) at_space = g_strsplit (pointed, " ", -1);

  return g_strjoinv (NO_BREAK_SPACE, at_space);
}

/* Without the sign of per cent, for the ends of an interval. */
static char *
percent_number (const NumberStyle *numbers, double ratio)
{
  char *text = compare_words_percent (numbers, ratio);
  char *space = strstr (text, NO_BREAK_SPACE);

  if (space != NULL)
    *space = '\0';
  return text;
}

char *
compare_words_duration (const NumberStyle *numbers, double ns)
{
  char buffer[NUMBER_TEXT_MAX];

  number_text_duration (numbers, fabs (ns), buffer);
  return g_strconcat (ns > 0 ? "+" : ns < 0 ? "-" : "", buffer, NULL);
}

/* ---- the summary ---- */

/* clang-format off */
static const struct
{
  const char *title, *meaning;
  bool less_is_better;
} keys[N_SUMMARY_KEYS] = {
  [SUMMARY_STEP_MEAN] =
    { N_ ("Step time, mean"), N_ ("Wall time of a step; the mean of the steps used"), true },
  [SUMMARY_STEP_MEDIAN] =
    { N_ ("Step time, median"), N_ ("Wall time of a step; the median of the steps used"), true },
  [SUMMARY_STEP_P95] =
    { N_ ("Step time, p95"), /* xgettext:no-c-format */ N_ ("Wall time of a step; 95 % of the steps used take at most this long"), true },
  [SUMMARY_GPU_ACTIVE] =
    { N_ ("GPU active"), N_ ("Time with a kernel, memcpy or memset running, per step and GPU"), false },
  [SUMMARY_COMPUTE] =
    { N_ ("Compute"), N_ ("Time with a compute kernel running, per step and GPU"), true },
  [SUMMARY_COMMUNICATION] =
    { N_ ("Communication"), N_ ("Time with a communication kernel running, per step and GPU, also while something computes"), true },
  [SUMMARY_EXPOSED_COMMUNICATION] =
    { N_ ("Exposed communication"), N_ ("Time with a communication kernel and no compute kernel running, per step and GPU"), true },
  [SUMMARY_EXPOSED_COPIES] =
    { N_ ("Exposed memcpy and memset"), N_ ("Time with a memcpy or memset and no kernel running, per step and GPU"), true },
  [SUMMARY_IDLE] =
    { N_ ("Idle"), N_ ("Time with nothing running on the GPU, per step and GPU"), true },
  [SUMMARY_KERNELS] =
    { N_ ("Kernels"), N_ ("Kernels launched in a step, per GPU"), false },
  [SUMMARY_LAUNCHES] =
    { N_ ("Launches"), N_ ("Runtime calls in a step that launched work on a GPU, per rank"), false },
  [SUMMARY_MEMORY_PEAK] =
    { N_ ("GPU memory peak"), N_ ("The most memory that was allocated on one GPU"), true },
};
/* clang-format on */

const char *
compare_words_key (SummaryKey key)
{
  return _ (keys[key].title);
}

const char *
compare_words_key_meaning (SummaryKey key)
{
  return _ (keys[key].meaning);
}

static bool
is_unit (SummaryKey key, const char *unit)
{
  return strcmp (summary_key_unit (key), unit) == 0;
}

static char *
value_text (SummaryKey key, double value, const NumberStyle *numbers)
{
  char buffer[NUMBER_TEXT_MAX];

  if (is_unit (key, "ns"))
    return g_strdup (number_text_duration (numbers, value, buffer));
  if (is_unit (key, "bytes"))
    return g_strdup (number_text_bytes (numbers, (uint64_t) fmin (fmax (value, 0), 0x1p63), buffer));
  return g_strdup (number_text_value (numbers, value, buffer));
}

char *
compare_words_value (SummaryKey key, const SummaryCell *cell, const NumberStyle *numbers)
{
  return cell->has_value ? value_text (key, cell->value, numbers) : g_strdup (_ ("n/a"));
}

char *
compare_words_change (SummaryKey key,
                      const SummaryCell *base,
                      const SummaryCell *cell,
                      const NumberStyle *numbers)
{
  double difference = cell->difference.difference;
  g_autoptr (GString) out = g_string_new (cell->differs == DIFFERS_YES ? "" : "~");

  if (!cell->has_difference)
    return g_strdup ("~");
  g_autofree char *amount = value_text (key, fabs (difference), numbers);
  g_string_append_printf (out, "%s%s%s", out->len > 0 ? NO_BREAK_SPACE : "",
                          difference > 0   ? "+"
                          : difference < 0 ? "-"
                                           : "",
                          amount);
  if (!(base->value > 0))
    return g_strdup (out->str);
  g_autofree char *percent = compare_words_percent (numbers, difference / base->value);
  g_string_append_printf (out, ", %s", percent);
  if (cell->differs != DIFFERS_UNDECIDED)
    {
      const BootstrapInterval *interval = &cell->difference.at_95;
      g_autofree char *low = percent_number (numbers, interval->low / base->value);
      g_autofree char *high = percent_number (numbers, interval->high / base->value);

      g_string_append_c (out, ' ');
      /* Translators: the ends of an interval of per cents, after a change: "+27 % (+25 to +30)". */
      g_autofree char *interval_text = g_strdup_printf (_ ("(%s to %s)"), low, high);
      g_auto (GStrv) words = g_strsplit (interval_text, " ", -1);
      g_autofree char *unbroken = g_strjoinv (NO_BREAK_SPACE, words);
      g_string_append (out, unbroken);
    }
  return g_strdup (out->str);
}

char *
compare_words_change_reason (const Compared *compared, SummaryKey key, uint32_t side)
{
  const SummaryCell *base = &compared->comparison.summary.cells[key][0];
  const SummaryCell *cell = &compared->comparison.summary.cells[key][side];

  if (!base->has_value || !cell->has_value)
    return g_strdup_printf (_ ("Not recorded in %s"), compared_letter (base->has_value ? side : 0));
  if (!compared->comparison.sides[0].steps.has_steps)
    return g_strdup (_ ("Whole windows are compared: without steps, nothing is known about the spread"));
  switch (cell->differs)
    {
    case DIFFERS_YES:
      return g_strdup (
        /* xgettext:no-c-format */ _ ("Beyond the spread between steps: the 99 % interval of the difference does not contain 0"));
    case DIFFERS_NO:
      return g_strdup (
        /* xgettext:no-c-format */ _ ("Not beyond the spread between steps: the 99 % interval of the difference contains 0"));
    default:
      if (key == SUMMARY_MEMORY_PEAK)
        return g_strdup (_ ("A peak has one value a profile: nothing is known about its spread"));
      return g_strdup_printf (
        _ ("Too few steps to tell: %s has %" PRIu64 ", %s has %" PRIu64 ", and each needs %d"),
        compared_letter (0), base->n, compared_letter (side), cell->n, COMPARE_LEAST_STEPS);
    }
}

ChangeTone
compare_words_tone (SummaryKey key, const SummaryCell *cell)
{
  if (!keys[key].less_is_better || cell->differs != DIFFERS_YES || cell->difference.difference == 0)
    return CHANGE_PLAIN;
  return cell->difference.difference > 0 ? CHANGE_WORSE : CHANGE_BETTER;
}

/* "1, 3": those that is_listed () picks. Transfer full. */
static char *
list_ranks (const CompareSteps *steps, bool (*is_listed) (const CompareSteps *, uint32_t))
{
  const Trace *trace = steps->scope.trace;
  g_autoptr (GString) out = g_string_new (NULL);

  for (uint32_t rank = 0; rank < trace_n_ranks (trace); rank++)
    if (is_listed (steps, rank))
      g_string_append_printf (out, "%s%" PRId64, out->len > 0 ? ", " : "", trace_rank (trace, rank)->number);
  return g_strdup (out->str);
}

static void
append_left_out (GString *out, const Compared *compared, uint32_t side)
{
  const CompareSteps *steps = &compared->comparison.sides[side].steps;
  uint64_t n_in_part = steps->n_truncated + steps->n_incomplete;
  const char *letter = compared_letter (side);

  if (steps->n_warmup > 0)
    g_string_append_c (out, ' ');
  if (steps->n_warmup == 1)
    g_string_append_printf (out, _ ("The first step of %s is left out: it is an outlier on a side."), letter);
  else if (steps->n_warmup > 1)
    g_string_append_printf (
      out, _ ("The first %" PRIu64 " steps of %s are left out: they are outliers on a side."),
      steps->n_warmup, letter);
  if (n_in_part > 0)
    {
      g_string_append_c (out, ' ');
      g_string_append_printf (
        out,
        g_dngettext (GETTEXT_PACKAGE,
                     "%1$" PRIu64 " step of %2$s is left out: it was recorded in part or not on all ranks.",
                     "%1$" PRIu64
                     " steps of %2$s are left out: they were recorded in part or not on all ranks.",
                     (gulong) n_in_part),
        n_in_part, letter);
    }
  if (steps->n_within > 0)
    {
      g_string_append_c (out, ' ');
      g_string_append_printf (
        out,
        g_dngettext (GETTEXT_PACKAGE, "%1$" PRIu64 " step of %2$s is left out: it lies within another step.",
                     "%1$" PRIu64 " steps of %2$s are left out: they lie within another step.",
                     (gulong) steps->n_within),
        steps->n_within, letter);
    }
  if (steps->n_empty > 0)
    {
      g_string_append_c (out, ' ');
      g_string_append_printf (
        out,
        g_dngettext (GETTEXT_PACKAGE, "%1$" PRIu64 " step of %2$s is left out: it takes no time.",
                     "%1$" PRIu64 " steps of %2$s are left out: they take no time.", (gulong) steps->n_empty),
        steps->n_empty, letter);
    }
  if (steps->n_ranks_left_out > 0)
    {
      g_autofree char *ranks = list_ranks (steps, compare_steps_leaves_out);

      g_string_append_c (out, ' ');
      g_string_append_printf (
        out,
        g_dngettext (GETTEXT_PACKAGE, "Figures per step of %1$s leave out rank %2$s, which has no steps.",
                     "Figures per step of %1$s leave out ranks %2$s, which have no steps.",
                     steps->n_ranks_left_out),
        letter, ranks);
    }
  if (steps->n_ranks_no_gpu > 0)
    {
      g_autofree char *ranks = list_ranks (steps, compare_steps_lacks_gpu);

      g_string_append_c (out, ' ');
      g_string_append_printf (
        out,
        g_dngettext (GETTEXT_PACKAGE, "Step times of %1$s leave out rank %2$s, which has no GPU.",
                     "Step times of %1$s leave out ranks %2$s, which have no GPU.", steps->n_ranks_no_gpu),
        letter, ranks);
    }
}

static void
append_outside (GString *out, const Compared *compared, uint32_t side)
{
  const OutsideSteps *outside = &compared->comparison.sides[side].outside;
  char duration[DURATION_TEXT_MAX];

  if (!outside_steps_is_much (outside))
    return;
  g_autofree char *share = percent_change_text ((double) outside->outside_ns / (double) outside->gpu_ns);
  g_string_append_c (out, ' ');
  /* Translators: "25 % of the GPU time of B (2.500 ms) is outside of its steps ..." */
  g_string_append_printf (
    out, _ ("%s of the GPU time of %s (%s) is outside of its steps and in no figure per step."), share + 1,
    compared_letter (side), duration_text ((double) outside->outside_ns, duration));
}

/* What is missing from the file of a side is missing from its figures. */
static void
append_data_loss (GString *out, const Compared *compared)
{
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      HealthFinding findings[N_HEALTH_IDS];
      unsigned n = health_report (compared->comparison.sides[side].trace, findings);
      g_autoptr (GString) ids = g_string_new (NULL);

      for (unsigned i = 0; i < n; i++)
        if (health_id_severity (findings[i].id) == HEALTH_DATA_LOSS)
          g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", health_id_name (findings[i].id));
      if (ids->len > 0)
        {
          g_string_append_c (out, ' ');
          /* Translators: the letter of a side, and the ids of health rows, which are not translated. */
          g_string_append_printf (out, _ ("Data of %s is missing: %s."), compared_letter (side), ids->str);
        }
    }
}

static const char *
in_user_language (const char *text)
{
  return _ (text);
}

/* Those of the longest pair, which has the fewest. */
static uint64_t
draws_of (const Compared *compared)
{
  uint64_t n = 0;

  for (uint32_t side = 0; side < compared->n_sides; side++)
    n = MAX (n, compared->comparison.sides[side].steps.n);
  return bootstrap_draws (n, n);
}

/* Some side has steps enough, as the baseline has, to tell a change from the spread between steps. */
static bool
has_intervals (const Compared *compared)
{
  for (uint32_t side = 1; side < compared->n_sides; side++)
    if (compared->comparison.summary.cells[SUMMARY_STEP_MEAN][side].difference.is_decided)
      return true;
  return false;
}

char *
compare_words_method (const Compared *compared)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (!compared->comparison.sides[0].steps.has_steps)
    {
      g_autofree char *lack = compare_lack_text (&compared->comparison, in_user_language);

      /* Translators: a clause such as "A has no steps". */
      g_string_append_printf (
        out, _ ("Whole windows are compared, because %s; nothing is known about the spread between steps."),
        lack);
      append_data_loss (out, compared);
      return g_strdup (out->str);
    }
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      uint64_t n = compared->comparison.sides[side].steps.n;

      if (side > 0)
        g_string_append (out, ", ");
      g_string_append_printf (out,
                              g_dngettext (GETTEXT_PACKAGE, "%1$" PRIu64 " step of %2$s",
                                           "%1$" PRIu64 " steps of %2$s", (gulong) n),
                              n, compared_letter (side));
    }
  g_string_append_c (out, '.');
  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      append_left_out (out, compared, side);
      append_outside (out, compared, side);
    }
  g_string_append_c (out, ' ');
  if (has_intervals (compared))
    g_string_append_printf (out,
                            _ ("Intervals of 95 %%: bootstrap over blocks of steps, %" PRIu64
                               " draws. ~ means that the 99 %% interval of the change contains 0, or that it "
                               "cannot be told."),
                            draws_of (compared));
  else
    g_string_append_printf (
      out,
      _ ("With fewer than %d steps on a side it cannot be told whether a change is more "
         "than the spread between steps."),
      BOOTSTRAP_LEAST);
  append_data_loss (out, compared);
  return g_strdup (out->str);
}

static const char *
translate (const char *text)
{
  return _ (text);
}

char **
compare_words_headline (const Compared *compared)
{
  return headline_texts (&compared->comparison, translate);
}

static bool
has_steps (const Compared *compared)
{
  return compared->comparison.sides[0].steps.has_steps;
}

const char *
compare_words_causes (const char *sentence)
{
  /* "B: " before what changed on one of several sides */
  const char *text = g_ascii_isupper (sentence[0]) && sentence[1] == ':' ? sentence + 3 : sentence;
  int n_open = 0;

  for (; *text != '\0'; text++)
    if (*text == '(')
      n_open++;
    else if (*text == ')')
      n_open--;
    else if (*text == '.' && text[1] == ' ' && n_open == 0)
      break;
    else if (*text == ':' && text[1] == ' ' && n_open == 0)
      return text + 2;
  return NULL;
}

const char *
compare_words_summary_head (const Compared *compared)
{
  return has_steps (compared) ? _ ("Per step") : _ ("In the window");
}

char *
compare_words_change_head (const Compared *compared, uint32_t side)
{
  if (compared->n_sides > 2)
    return g_strdup_printf (_ ("Change of %s"), compared_letter (side));
  return g_strdup (has_steps (compared) ? /* xgettext:no-c-format */ _ ("Change (95 % interval)") : _ ("Change"));
}

char *
compare_words_waterfall_title (const Compared *compared, uint32_t side)
{
  if (!has_steps (compared))
    return compared->n_sides > 2
             ? g_strdup_printf (_ ("From the window of A to that of %s"), compared_letter (side))
             : g_strdup (_ ("From one window to the other"));
  return compared->n_sides > 2
           ? g_strdup_printf (_ ("From the step time of A to that of %s"), compared_letter (side))
           : g_strdup (_ ("From one step time to the other"));
}

const char *
compare_words_waterfall_method (const Compared *compared)
{
  return has_steps (compared)
           ? _ (
             "Means per step used and GPU. The parts add up to the difference exactly; per cent are of the step "
             "time of A.")
           : _ (
             "Per GPU. The parts add up to the difference exactly; per cent are of the length of the window of "
             "A.");
}

const char *
compare_words_step_times_method (void)
{
  return _ ("Share of the steps used of each side; lines are medians.");
}

/* ---- parts and rows ---- */

char *
compare_words_part (WaterfallPart part)
{
  switch (part)
    {
    case PART_COMPUTE:
      return g_strdup (_ ("Compute"));
    case PART_EXPOSED_COMMUNICATION:
      return g_strdup (_ ("Exposed communication"));
    case PART_EXPOSED_COPIES:
      return g_strdup (_ ("Exposed memcpy and memset"));
    case PART_NO_GPU:
      return g_strdup (_ ("All of it: a side has no GPU activity"));
    case PART_OTHER:
      return g_strdup (_ ("Time of no known kind"));
    default:
      /* Translators: what a GPU waits for, as in "Idle: the host fetches the next batch". */
      return g_strdup_printf (_ ("Idle: %s"), _ (idle_cause_clause ((IdleCause) (part - PART_IDLE))));
    }
}

/* clang-format off */
static const struct
{
  const char *title, *none;
} tables[N_ROW_KINDS] = {
  [ROWS_KERNELS] =     { N_ ("Kernels"),       N_ ("Neither side has kernels in its scope.") },
  [ROWS_OPERATORS] =   { N_ ("Operators"),     N_ ("Neither side has operators in its scope.") },
  [ROWS_MODULES] =     { N_ ("Modules"),       N_ ("Neither side has modules in its scope. They are recorded with_stack and with_modules.") },
  [ROWS_ANNOTATIONS] = { N_ ("Annotations"),   N_ ("Neither side has annotations in its scope.") },
  [ROWS_COLLECTIVES] = { N_ ("Collectives"),   N_ ("Neither side has collectives in its scope.") },
  [ROWS_CALLS] =       { N_ ("Runtime calls"), N_ ("Neither side has runtime calls in its scope.") },
  [ROWS_IDLE] =        { N_ ("Idle causes"),   N_ ("No GPU of either side was idle.") },
};
/* clang-format on */

const char *
compare_words_table (RowKind kind)
{
  return _ (tables[kind].title);
}

const char *
compare_words_table_none (RowKind kind)
{
  return _ (tables[kind].none);
}

char *
compare_words_match (RowMatch match, uint32_t side)
{
  switch (match)
    {
    case MATCH_EXACT:
      return g_strdup (_ ("exact name"));
    case MATCH_BASE:
      return g_strdup (_ ("base name and shape"));
    case MATCH_OPERATOR:
      return g_strdup (_ ("same operator"));
    case MATCH_CONTENTS:
      return g_strdup (_ ("same contents"));
    case MATCH_HAND:
      return g_strdup (_ ("by hand"));
    case MATCH_ADDED:
      return g_strdup_printf (_ ("only in %s"), compared_letter (side));
    case MATCH_REMOVED:
      return g_strdup_printf (_ ("only in %s"), compared_letter (0));
    default:
      return g_strdup (_ ("in neither"));
    }
}

static char *
idle_name (const char *word, size_t length)
{
  for (int cause = 0; cause < N_IDLE_CAUSES; cause++)
    if (strlen (idle_cause_word ((IdleCause) cause)) == length
        && memcmp (idle_cause_word ((IdleCause) cause), word, length) == 0)
      return g_strdup (_ (idle_cause_clause ((IdleCause) cause)));
  return g_strndup (word, length);
}

/* The name that a side has for a row. */
static char *
name_in (const CompareRows *rows, RowKind kind, uint32_t row)
{
  size_t length;
  const char *text;

  if (rows->texts == NULL)
    return g_strdup (trace_display_name (rows->trace, rows->rows.at[row].text));
  text = compare_rows_text (rows, row, &length);
  return kind == ROWS_IDLE ? idle_name (text, length) : g_utf8_make_valid (text, (gssize) length);
}

/* Adds the name of one more side to that of a row, which is complete when this returns true. */
static bool
add_name (char **name, char *other, RowMatch match)
{
  g_autofree char *before = *name;
  g_autofree char *added = other;

  if (before == NULL)
    {
      *name = g_steal_pointer (&added);
      return false;
    }
  *name = match == MATCH_EXACT || strcmp (before, added) == 0 ? g_strdup (before)
                                                              : g_strconcat (before, " → ", added, NULL);
  return match != MATCH_EXACT;
}

char *
compare_words_row (const Compared *compared, RowKind kind, uint64_t row)
{
  char *name = NULL;

  for (uint32_t side = 0; side < compared->n_sides; side++)
    {
      const TableCell *cell = compare_table_cell (&compared->comparison.tables[kind], row, side);

      if (cell->row != TRACE_NONE
          && add_name (&name,
                       name_in (compare_side_rows (&compared->comparison.sides[side], kind), kind, cell->row),
                       cell->match))
        break;
    }
  return name != NULL ? name : g_strdup ("");
}

char *
compare_words_launched (const LaunchedKernels *launched, uint64_t row)
{
  char *name = NULL;

  for (uint32_t side = 0; side < launched->n_sides; side++)
    {
      const TableCell *cell = compare_table_cell (&launched->table, row, side);

      if (cell->row != TRACE_NONE
          && add_name (&name, name_in (&launched->rows[side], ROWS_KERNELS, cell->row), cell->match))
        break;
    }
  return name != NULL ? name : g_strdup ("");
}

char *
compare_words_row_change (const TableCell *base, const TableCell *cell, const NumberStyle *numbers)
{
  g_autofree char *amount = compare_words_duration (numbers, cell->difference);
  g_autofree char *percent =
    base->per_step > 0 ? compare_words_percent (numbers, cell->difference / base->per_step) : NULL;

  return g_strconcat (cell->change == CHANGED_YES ? "" : "~" NO_BREAK_SPACE, amount,
                      percent != NULL ? ", " : NULL, percent, NULL);
}

ChangeTone
compare_words_row_tone (const TableCell *cell)
{
  if (cell->change != CHANGED_YES || cell->difference == 0)
    return CHANGE_PLAIN;
  return cell->difference > 0 ? CHANGE_WORSE : CHANGE_BETTER;
}

char *
compare_words_row_reason (const TableCell *cell)
{
  char p[G_ASCII_DTOSTR_BUF_SIZE];

  if (cell->change == CHANGED_UNDECIDED || cell->p < 0)
    return g_strdup_printf (_ ("Too few steps to tell: each side needs %d"), COMPARE_LEAST_STEPS);
  g_ascii_formatd (p, sizeof p, "%.2g", cell->p);
  if (cell->change == CHANGED_YES)
    return g_strdup_printf (_ ("Changed: p = %s, and still after correction for all rows of the table "
                               "(Benjamini-Hochberg, 5 %%)"),
                            p);
  return g_strdup_printf (
    _ ("Not beyond the spread between steps: p = %s before correction for all rows of the table "
       "(Benjamini-Hochberg, 5 %%)"),
    p);
}
