/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/health_entries.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "app/profiles/profile_facts.h"
#include "trace/health/health_words.h"
#include "trace/model/health_report.h"

static void
entry_free (gpointer data)
{
  HealthEntry *entry = data;

  g_free (entry->severity_word);
  g_free (entry->what);
  g_free (entry->count);
  g_free (entry->place);
  g_free (entry->effect);
  g_free (entry->advice);
  g_free (entry);
}

static const char *
severity_word (HealthSeverity severity)
{
  switch (severity)
    {
    case HEALTH_DATA_LOSS:
      return _ ("Data lost");
    case HEALTH_ERROR:
      return _ ("Error");
    case HEALTH_WARNING:
      return _ ("Warning");
    default:
      return _ ("Note");
    }
}

/* A file may be named anything. Transfer full. */
static char *
one_line (char *text)
{
  for (char *at = text; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      *at = ' ';
  return text;
}

static char *
file_name (const Trace *trace, uint32_t path)
{
  size_t length;
  const char *text = trace_string (trace, path, &length);
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);

  return one_line (g_path_get_basename (valid));
}

/* ---- what was found out since ---- */

static void
add_doubt (GPtrArray *entries, char *what, const char *effect, const char *advice)
{
  HealthEntry *entry = g_new (HealthEntry, 1);

  *entry = (HealthEntry){
    .severity = HEALTH_DATA_LOSS,
    .severity_word = g_strdup (severity_word (HEALTH_DATA_LOSS)),
    .what = what,
    .effect = g_strdup (effect),
    .advice = g_strdup (advice),
  };
  g_ptr_array_add (entries, entry);
}

static void
add_doubts (GPtrArray *entries, const ProfileFindings *findings)
{
  if (findings->was_cut)
    add_doubt (entries, g_strdup (_ ("The file changed on disk while it was open")),
               _ ("Parts that were not read before are missing."), _ ("Reload it."));
  for (uint32_t i = 0; i < findings->damage.n; i++)
    add_doubt (entries,
               g_strdup_printf (_ ("The section “%s” of the native file differs from what was written"),
                                trace_damage_name (&findings->damage, i)),
               _ (health_words_of_damage.effect), _ (health_words_of_damage.advice));
}

/* ---- what was found while it was read ---- */

/* Of one file that something of it is there once goes without saying. */
static char *
count_of (const HealthFinding *finding, const NumberStyle *numbers)
{
  HealthUnit unit = health_id_unit (finding->id);
  const HealthNoun *share = health_unit_share (unit), *noun = health_unit_noun (unit);
  char n[NUMBER_TEXT_MAX], all[NUMBER_TEXT_MAX];

  if (unit == HEALTH_COUNTS_FILES && finding->out_of == 1)
    return NULL;
  number_text_count (numbers, finding->count, n);
  if (finding->out_of == 0 || share == NULL)
    return g_strdup_printf (ngettext (noun->one, noun->many, (gulong) finding->count), n);
  return g_strdup_printf (ngettext (share->one, share->many, (gulong) finding->out_of), n,
                          number_text_count (numbers, finding->out_of, all));
}

static char *
place_of (const Trace *trace, const HealthFinding *finding, const NumberStyle *numbers)
{
  g_autofree char *file = finding->path != STRING_EMPTY ? file_name (trace, finding->path) : NULL;
  bool is_only_file = finding->rank != TRACE_NONE && trace_n_ranks (trace) == 1;
  char offset[NUMBER_TEXT_MAX];

  if (finding->first_offset != HEALTH_NO_OFFSET)
    number_text_count (numbers, (uint64_t) finding->first_offset, offset);
  if (finding->rank != TRACE_NONE && trace_n_ranks (trace) > 1)
    {
      int64_t rank = trace_rank (trace, finding->rank)->number;

      if (finding->first_offset == HEALTH_NO_OFFSET)
        return g_strdup_printf (_ ("First in rank %" PRId64 ", %s"), rank, file);
      return g_strdup_printf (_ ("First in rank %" PRId64 ", at byte %s of the uncompressed text of %s"),
                              rank, offset, file);
    }
  if (file != NULL && finding->first_offset != HEALTH_NO_OFFSET)
    return g_strdup_printf (_ ("First at byte %s of the uncompressed text of %s"), offset, file);
  if (finding->first_offset != HEALTH_NO_OFFSET)
    return g_strdup_printf (_ ("First at byte %s of the uncompressed text"), offset);
  return file != NULL && !is_only_file ? g_strdup_printf (_ ("First in %s"), file) : NULL;
}

static HealthEntry *
entry_new (const Trace *trace, const HealthFinding *finding, const NumberStyle *numbers)
{
  const HealthWords *words = health_id_words (finding->id);
  HealthSeverity severity = health_id_severity (finding->id);
  HealthEntry *entry = g_new (HealthEntry, 1);

  *entry = (HealthEntry){
    .severity = severity,
    .severity_word = g_strdup (severity_word (severity)),
    .what = g_strdup (_ (words->what)),
    .count = count_of (finding, numbers),
    .place = place_of (trace, finding, numbers),
    .effect = g_strdup (_ (words->effect)),
    .advice = words->advice != NULL ? g_strdup (_ (words->advice)) : NULL,
  };
  return entry;
}

GPtrArray *
health_entries (const Profile *profile, const ProfileFindings *findings, const NumberStyle *numbers)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);
  HealthFinding found[N_HEALTH_IDS];
  unsigned n = health_report (profile->trace, found);

  if (findings != NULL)
    add_doubts (entries, findings);
  for (unsigned i = 0; i < n; i++)
    g_ptr_array_add (entries, entry_new (profile->trace, &found[i], numbers));
  return entries;
}

char *
health_entries_none (const Profile *profile, const NumberStyle *numbers)
{
  uint32_t n_files = trace_n_ranks (profile->trace);
  char n[NUMBER_TEXT_MAX];

  if (trace_is_partial (profile->trace))
    return g_strdup (_ ("The file is still being read. So far nothing was lost or had to be repaired."));
  return g_strdup_printf (ngettext ("Every event of the file was read; nothing had to be repaired.",
                                    "Every event of the %s files was read; nothing had to be repaired.",
                                    n_files),
                          number_text_count (numbers, n_files, n));
}

/* ---- text ---- */

char *
health_entry_text (const HealthEntry *entry)
{
  GString *text = g_string_new (NULL);

  if (entry->count != NULL)
    /* Translators: "Data lost: Events are not valid JSON (12 of 74,949 events)." */
    g_string_append_printf (text, _ ("%s: %s (%s)."), entry->severity_word, entry->what, entry->count);
  else
    g_string_append_printf (text, _ ("%s: %s."), entry->severity_word, entry->what);
  g_string_append_printf (text, " %s", entry->effect);
  if (entry->place != NULL)
    g_string_append_printf (text, " %s.", entry->place);
  if (entry->advice != NULL)
    g_string_append_printf (text, " %s", entry->advice);
  return g_string_free (text, FALSE);
}

static void
append_doubt (GString *text, const char *section)
{
  g_string_append_printf (text, "%s\t%s\t1\t\t\t%s\t%s. %s\n", health_severity_word (HEALTH_DATA_LOSS),
                          TRACE_DAMAGE_HEALTH_ID, section, health_words_of_damage.what,
                          health_words_of_damage.effect);
}

static void
append_finding (GString *text, const Trace *trace, const HealthFinding *finding)
{
  g_autofree char *file = finding->path != STRING_EMPTY ? file_name (trace, finding->path) : g_strdup ("");
  g_autofree char *message = health_id_message (finding->id);

  g_string_append_printf (text, "%s\t%s\t%" PRIu64 "\t",
                          health_severity_word (health_id_severity (finding->id)),
                          health_id_name (finding->id), finding->count);
  if (finding->out_of > 0)
    g_string_append_printf (text, "%" PRIu64, finding->out_of);
  g_string_append_c (text, '\t');
  if (finding->first_offset != HEALTH_NO_OFFSET)
    g_string_append_printf (text, "%" PRId64, finding->first_offset);
  g_string_append_printf (text, "\t%s\t%s\n", file, message);
}

char *
health_entries_report (const Profile *profile, const ProfileFindings *findings)
{
  const Trace *trace = profile->trace;
  const EventCounts *events = trace_event_counts (trace);
  GString *text = g_string_new (NULL);
  HealthFinding found[N_HEALTH_IDS];
  unsigned n = health_report (trace, found);
  g_autofree char *name = one_line (g_utf8_make_valid (profile->name, -1));

  g_string_append_printf (text, "%s (%s), Stepscope " STEPSCOPE_VERSION "\n", name, trace_format (trace));
  g_string_append_printf (text, "%" PRIu64 " events read, %" PRIu64 " skipped, %" PRIu64 " files\n\n",
                          events->total, events->skipped, health_report_n_files (trace));
  g_string_append (text, "severity\tid\tcount\tof\tfirst byte\tfile\tmessage\n");
  if (findings != NULL && findings->was_cut)
    g_string_append_printf (text, "%s\tnative.cut\t1\t\t\t%s\tThe file changed on disk while it was open.\n",
                            health_severity_word (HEALTH_DATA_LOSS), name);
  for (uint32_t i = 0; findings != NULL && i < findings->damage.n; i++)
    append_doubt (text, trace_damage_name (&findings->damage, i));
  for (unsigned i = 0; i < n; i++)
    append_finding (text, trace, &found[i]);
  return g_string_free (text, FALSE);
}
