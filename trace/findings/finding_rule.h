/* SPDX-License-Identifier: Apache-2.0
 *
 * A rule: looks at the facts of a scope and writes at most one finding. What repeats over steps, ranks or streams is one
 * finding, with its number of places and the worst of them.
 *
 * Each rule is one file of a room below trace/findings/ and one line of finding_rules.h. Its function ends with one of the
 * look_is_...() functions, which give its state:
 *
 *   static RuleState
 *   look (FindingLook *look)
 *   {
 *     if (!look_has_devices (look))
 *       return look_is_without (look, N_ ("The profile has no GPU activity."));
 *     look_gain (look, device, begin_ns, end_ns);              what would be gained, as spans of devices
 *     look_place (look, rank, begin_ns, end_ns, slice);        where it can be seen
 *     if (look_gain_share (look) < look_threshold (look, 0) / 100)
 *       return look_is_clear (look);
 *     return look_is_found (look, look_tr (look, N_ ("...")), ...);
 *   } */

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace/findings/finding.h"
#include "trace/findings/finding_facts.h"
#include "trace/findings/finding_thresholds.h"

typedef enum
{
  RULE_CLEAR,
  RULE_FOUND,
  RULE_NO_DATA,
  RULE_OFF,     /* switched off by the user */
  RULE_STOPPED, /* memory ran out, or the result is no longer needed */
  N_RULE_STATES
} RuleState;

/* "clear", "found", "no_data", "off", "stopped" */
const char *rule_state_word (RuleState state);

#define RULE_THRESHOLDS_MAX 4
#define RULE_ADVICE_MAX     3

/* A number that a user may change. */
typedef struct
{
  const char *key;   /* "share_percent"; in a file of rules the key of the group that the rule's id names */
  double value;      /* what it is unless the user changes it */
  double most;       /* the least is 0 */
  const char *title; /* English, marked for gettext: "Share of the step (%)" */
} RuleThreshold;

typedef struct FindingLook FindingLook;

/* All texts are English, static and marked for gettext (trace/text/marked_text.h). */
struct FindingRule
{
  const char *id;     /* "launch_bound" */
  const char *title;  /* "Launch-bound steps" */
  const char *method; /* how it is computed, in one or two sentences */
  const char *advice[RULE_ADVICE_MAX];
  RuleThreshold thresholds[RULE_THRESHOLDS_MAX]; /* those with a key */
  bool works_on_job; /* also on a job made of summaries, which keeps few slices (model/job_tables.h) */
  RuleState (*look) (FindingLook *look);
};

/* Translates a text; NULL leaves it. */
typedef const char *(*FindingTranslate) (const char *text);

/* One look of one rule. */
struct FindingLook
{
  FindingFacts *facts;
  const FindingRule *rule;
  const FindingThresholds *thresholds;
  FindingTranslate translate;
  Finding *finding;
  IntervalUnion *gained; /* by device of the profile: the time that would be gained */
  const char *reason;    /* of a state without a finding, English, static, marked for gettext; or NULL */
  bool is_merged;        /* gained */
  bool has_failed;       /* memory ran out */
};

/* ---- what a rule asks ---- */

/* Returns the threshold of that number, with the user's value. */
double look_threshold (const FindingLook *look, unsigned i);

/* Translates a format or text. */
const char *look_tr (const FindingLook *look, const char *text);

/* Returns a name for a sentence: the readable form between back ticks, cut if it is long. Transfer full. */
char *look_name (const FindingLook *look, uint32_t name);

/* Writes "a step of 16.01 ms", the mean one, or without steps "the window of 2.821 s", translated, and returns buffer. */
#define STEP_TEXT_MAX 160
char *look_step (const FindingLook *look, char buffer[STEP_TEXT_MAX]);

/* Writes a share (1 is the whole) as "12.3 %" with the decimal point of the C locale, and returns buffer. */
#define PERCENT_TEXT_MAX 32
char *percent_text (double share, char buffer[PERCENT_TEXT_MAX]);

/* Writes a number that is not a whole one, rounded to one: "256", and returns buffer. */
#define ROUNDED_TEXT_MAX 32
char *rounded_text (double number, char buffer[ROUNDED_TEXT_MAX]);

/* Writes a count with its groups of three digits: "12,504", and returns buffer. For what is counted, not for numbers of ranks and
 * steps. */
#define GROUPED_TEXT_MAX 32
char *grouped_text (uint64_t n, char buffer[GROUPED_TEXT_MAX]);

/* ---- what a rule says ---- */

/* Adds time of a device (index of trace_device ()) that would be gained, clipped to the window. */
void look_gain (FindingLook *look, uint32_t device, int64_t begin_ns, int64_t end_ns);

/* Takes the first half of each span of the gain away. O(n log n). */
void look_halve_gain (FindingLook *look);

/* Adds all idle time of a cause, and its longest gaps as places. */
void look_gain_idle (FindingLook *look, IdleCause cause);

/* Adds the same time of every device of a rank. O(devices). */
void look_gain_of_rank (FindingLook *look, uint32_t rank, int64_t begin_ns, int64_t end_ns);

/* Adds a place. rank is an index of trace_rank (), slice may be SLICE_NONE. O(log FINDING_PLACES_MAX). */
void look_place (FindingLook *look, uint32_t rank, int64_t begin_ns, int64_t end_ns, uint64_t slice);

/* Adds a slice as a place. */
void look_slice (FindingLook *look, uint64_t slice);

/* Returns the gain so far per step, as the mean over the devices in scope, in ns; and its share of the mean step. O(n log n)
 * for n spans added since the last call. */
double look_gain_ns (FindingLook *look);
double look_gain_share (FindingLook *look);

/* Returns the largest share that the gain has of the time of a rank, and that rank; 0 and TRACE_NONE if there is no gain.
 * O(devices x ranks + intervals). */
double look_worst_share (FindingLook *look, uint32_t *ret_rank);

/* Returns whether there is a gain of at least that share of the mean step, or, of a single rank, of its own: what only one rank
 * waits for holds up the others as well. */
bool look_gain_reaches (FindingLook *look, double share);

/* ---- how it ends ---- */

RuleState look_is_clear (FindingLook *look);

/* Nothing is wrong, and reason says what was seen. */
RuleState look_is_clear_because (FindingLook *look, const char *reason);

/* The profile lacks what the rule needs; reason is a sentence that says what. */
RuleState look_is_without (FindingLook *look, const char *reason);

/* The computation was stopped, or memory ran out. */
RuleState look_is_stopped (FindingLook *look);

/* The sentence is made of format and arguments. The severity is finding_severity_of () the gain's share of the mean
 * step; info without a gain. If one rank loses far more than the mean of all, a sentence that names it is added. */
RuleState look_is_found (FindingLook *look, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* The same with a severity of its own. */
RuleState
look_is_found_as (FindingLook *look, FindingSeverity severity, const char *format, ...) G_GNUC_PRINTF (3, 4);
