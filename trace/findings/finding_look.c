/* SPDX-License-Identifier: Apache-2.0 */

#include <stdarg.h>
#include <string.h>

#include "trace/findings/finding_rule.h"
#include "trace/text/duration_text.h"
#include "trace/text/marked_text.h"
#include "trace/text/size_text.h"

/* Names in sentences are cut to about this many bytes. */
#define NAME_MAX_BYTES 120

/* A rank is named where its share of the gain is so many times the mean one, and at least this. */
#define UNEVEN_FACTOR 2
#define MEDIUM_SHARE  0.03

const char *
rule_state_word (RuleState state)
{
  static const char *const words[N_RULE_STATES] = { "clear", "found", "no_data", "off", "stopped" };

  return words[state];
}

/* ---- what a rule asks ---- */

double
look_threshold (const FindingLook *look, unsigned i)
{
  const RuleThreshold *threshold = &look->rule->thresholds[i];
  double value = threshold->value;

  finding_thresholds_get (look->thresholds, look->rule->id, threshold->key, &value);
  return value;
}

const char *
look_tr (const FindingLook *look, const char *text)
{
  return look->translate != NULL ? look->translate (text) : text;
}

char *
look_name (const FindingLook *look, uint32_t name)
{
  const char *text = trace_display_name (look->facts->trace, name);
  size_t length = strlen (text);

  if (length <= NAME_MAX_BYTES)
    {
      g_autofree char *whole = g_strdelimit (g_strdup (text), "`", '\'');

      return g_strdup_printf ("`%s`", whole);
    }

  /* The text is valid UTF-8, so a character begins at or before the limit. */
  const char *end = text + NAME_MAX_BYTES;
  while ((*end & 0xc0) == 0x80)
    end--;
  g_autofree char *cut = g_strdelimit (g_strndup (text, (size_t) (end - text)), "`", '\'');
  return g_strdup_printf ("`%s…`", cut);
}

char *
look_step (const FindingLook *look, char buffer[STEP_TEXT_MAX])
{
  const FindingFacts *facts = look->facts;
  char duration[DURATION_TEXT_MAX];
  const char *format = look_tr (look, !facts->has_steps   ? (facts->scope->is_whole ? N_ ("the %s between the first GPU activity and the last")
                                                                 : N_ ("the window of %s"))
                                      : facts->has_pauses ? N_ ("a step of %s, with the time up to the next one,")
                                                          : N_ ("a step of %s"));

  g_snprintf (buffer, STEP_TEXT_MAX, format, duration_text (facts->step_ns, duration));
  return buffer;
}

char *
percent_text (double share, char buffer[PERCENT_TEXT_MAX])
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_snprintf (buffer, PERCENT_TEXT_MAX, "%.20s %%",
              g_ascii_formatd (number, sizeof number, "%.1f", 100 * share));
  return buffer;
}

char *
rounded_text (double number, char buffer[ROUNDED_TEXT_MAX])
{
  g_snprintf (buffer, ROUNDED_TEXT_MAX, "%.0f", number);
  return buffer;
}

char *
grouped_text (uint64_t n, char buffer[GROUPED_TEXT_MAX])
{
  g_autofree char *text = count_text (n);

  g_strlcpy (buffer, text, GROUPED_TEXT_MAX);
  return buffer;
}

/* ---- what a rule says ---- */

void
look_gain (FindingLook *look, uint32_t device, int64_t begin_ns, int64_t end_ns)
{
  const StatsScope *scope = look->facts->scope;

  begin_ns = MAX (begin_ns, scope->begin_ns);
  end_ns = MIN (end_ns, scope->end_ns);
  look->is_merged = false;
  if (begin_ns < end_ns && !interval_union_add (&look->gained[device], begin_ns, end_ns))
    look->has_failed = true;
}

void
look_halve_gain (FindingLook *look)
{
  for (uint32_t i = 0; i < trace_n_devices (look->facts->trace); i++)
    {
      IntervalColumn *all;

      interval_union_merge (&look->gained[i]);
      all = &look->gained[i].intervals;
      for (size_t j = 0; j < all->n; j++)
        all->at[j].begin_ns += (all->at[j].end_ns - all->at[j].begin_ns + 1) / 2;
    }
}

void
look_gain_idle (FindingLook *look, IdleCause cause)
{
  const FindingFacts *facts = look->facts;

  for (uint32_t device = 0; device < trace_n_devices (facts->trace); device++)
    {
      const IntervalUnion *time = finding_facts_idle (facts, cause, device);

      for (size_t i = 0; i < time->intervals.n; i++)
        look_gain (look, device, time->intervals.at[i].begin_ns, time->intervals.at[i].end_ns);
    }
  for (size_t i = 0; i < facts->idle_places[cause].n; i++)
    if (!finding_places_keep (&look->finding->places, facts->idle_places[cause].at[i]))
      look->has_failed = true;
  look->finding->n_places += facts->n_idle_places[cause];
}

void
look_gain_of_rank (FindingLook *look, uint32_t rank, int64_t begin_ns, int64_t end_ns)
{
  for (uint32_t i = 0; i < trace_n_devices (look->facts->trace); i++)
    if (trace_device (look->facts->trace, i)->rank == rank
        && stats_scope_holds_device (look->facts->scope, i))
      look_gain (look, i, begin_ns, end_ns);
}

void
look_place (FindingLook *look, uint32_t rank, int64_t begin_ns, int64_t end_ns, uint64_t slice)
{
  look->finding->n_places++;
  if (!finding_places_keep (&look->finding->places, (FindingPlace){ rank, begin_ns, end_ns, slice }))
    look->has_failed = true;
}

void
look_slice (FindingLook *look, uint64_t slice)
{
  const FindingFacts *facts = look->facts;
  const TraceTrack *track = trace_track (facts->trace, trace_track_of (facts->trace, slice));

  look_place (look, track->rank, slice_start_ns (facts->slices, slice), slice_end_ns (facts->slices, slice),
              slice);
}

double
look_gain_ns (FindingLook *look)
{
  const FindingFacts *facts = look->facts;
  double total_ns = 0;

  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    {
      if (!look->is_merged)
        interval_union_merge (&look->gained[i]);
      total_ns += (double) interval_union_intersection_length (
        &look->gained[i], &facts->step_time[trace_device (facts->trace, i)->rank]);
    }
  look->is_merged = true;
  return total_ns / (double) facts->n_device_steps;
}

double
look_gain_share (FindingLook *look)
{
  return look_gain_ns (look) / look->facts->step_ns;
}

/* Returns the share of that rank's own time, if it has devices in scope. The gain is merged. */
static double
share_of_rank (const FindingLook *look, uint32_t rank)
{
  const FindingFacts *facts = look->facts;
  const IntervalColumn *time = &facts->step_time[rank].intervals;
  double time_ns = 0, gain_ns = 0;
  uint32_t n = 0;

  for (size_t i = 0; i < time->n; i++)
    time_ns += (double) (time->at[i].end_ns - time->at[i].begin_ns);

  for (uint32_t i = 0; i < trace_n_devices (facts->trace); i++)
    if (trace_device (facts->trace, i)->rank == rank && stats_scope_holds_device (facts->scope, i))
      {
        gain_ns += (double) interval_union_intersection_length (&look->gained[i], &facts->step_time[rank]);
        n++;
      }
  return n > 0 && time_ns > 0 ? gain_ns / n / time_ns : 0;
}

double
look_worst_share (FindingLook *look, uint32_t *ret_rank)
{
  double worst = 0;

  *ret_rank = TRACE_NONE;
  look_gain_ns (look); /* merges */
  for (uint32_t rank = 0; rank < trace_n_ranks (look->facts->trace); rank++)
    {
      double share = share_of_rank (look, rank);

      if (share > worst)
        {
          worst = share;
          *ret_rank = rank;
        }
    }
  return worst;
}

bool
look_gain_reaches (FindingLook *look, double share)
{
  uint32_t rank;

  return look_gain_ns (look) > 0 && (look_gain_share (look) >= share || look_worst_share (look, &rank) >= share);
}

/* ---- how it ends ---- */

RuleState
look_is_clear (FindingLook *look)
{
  return look_is_clear_because (look, NULL);
}

RuleState
look_is_clear_because (FindingLook *look, const char *reason)
{
  look->reason = reason;
  return RULE_CLEAR;
}

RuleState
look_is_without (FindingLook *look, const char *reason)
{
  look->reason = reason;
  return RULE_NO_DATA;
}

RuleState
look_is_stopped (FindingLook *look)
{
  look->has_failed = true;
  return RULE_STOPPED;
}

/* Where one rank loses far more than the mean of all, the sentence says so. Takes it. */
static char *
with_worst_rank (FindingLook *look, char *sentence)
{
  const FindingFacts *facts = look->facts;
  char percent[PERCENT_TEXT_MAX];
  uint32_t rank;
  double share;

  if (trace_n_ranks (facts->trace) < 2)
    return sentence;
  share = look_worst_share (look, &rank);
  if (share < UNEVEN_FACTOR * look_gain_share (look) || share < MEDIUM_SHARE)
    return sentence;
  g_autofree char *format = g_strconcat ("%s ", look_tr (look, N_ ("On rank %lld alone it is %s.")), NULL);
  g_autofree char *mean = sentence;
  return g_strdup_printf (format, mean, (long long) trace_rank (facts->trace, rank)->number,
                          percent_text (share, percent));
}

static RuleState
found (FindingLook *look, char *sentence)
{
  Finding *finding = look->finding;

  finding->gain_ns = look_gain_ns (look);
  finding->has_gain = finding->gain_ns > 0;
  finding->sentence = finding->has_gain ? with_worst_rank (look, sentence) : sentence;
  return look->has_failed ? RULE_STOPPED : RULE_FOUND;
}

RuleState
look_is_found (FindingLook *look, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  RuleState state = found (look, g_strdup_vprintf (format, arguments));
  va_end (arguments);

  look->finding->severity =
    look->finding->has_gain ? finding_severity_of (look->finding->gain_ns / look->facts->step_ns) : FINDING_INFO;
  return state;
}

RuleState
look_is_found_as (FindingLook *look, FindingSeverity severity, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  RuleState state = found (look, g_strdup_vprintf (format, arguments));
  va_end (arguments);

  look->finding->severity = severity;
  return state;
}
