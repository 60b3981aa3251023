/* SPDX-License-Identifier: Apache-2.0 */

#include "app/cli/out/health_records.h"

#include <string.h>

#include "app/cli/out/record.h"
#include "app/cli/out/report_out.h"
#include "trace/health/health_words.h"
#include "trace/model/health_report.h"
#include "trace/text/size_text.h"

/* Behind the widest word for a severity. */
#define SEVERITY_WIDTH  9
#define TEXT_INDENT     (2 + SEVERITY_WIDTH + 2)
#define TEXT_LINE_CHARS 108

/* ---- records ---- */

static void
add_static (Record *record, const char *key, const char *text)
{
  if (text != NULL)
    record_add_text (record, key, text, strlen (text), NULL);
  else
    record_add_null (record, key);
}

static void
add_string (Record *record, const char *key, const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  record_add_text (record, key, text, length, NULL);
}

/* Found by verifying, not while the source was read; where numbers come from it they may be wrong. */
static Record *
damage_record (const TraceDamage *damage, uint32_t i)
{
  Record *record = record_new ();
  g_autofree char *message = g_strdup_printf (
    "The section \"%s\" differs from what was written; numbers computed from it may be wrong. Open "
    "the source file again, or convert it again.",
    trace_damage_name (damage, i));

  add_static (record, "id", TRACE_DAMAGE_HEALTH_ID);
  add_static (record, "severity", health_severity_word (HEALTH_DATA_LOSS));
  record_add_count (record, "count", 1);
  record_add_null (record, "first_offset");
  record_add_text (record, "message", message, strlen (message), NULL);
  record_add_null (record, "path");
  record_add_null (record, "out_of");
  add_static (record, "advice", health_words_of_damage.advice);
  return record;
}

/* Whose file it is goes without saying where there is one. */
static bool
tells_path (const Trace *trace, const HealthFinding *finding)
{
  return finding->path != STRING_EMPTY && (finding->rank == TRACE_NONE || trace_n_ranks (trace) > 1);
}

static Record *
finding_record (const Trace *trace, const HealthFinding *finding)
{
  Record *record = record_new ();
  g_autofree char *message = health_id_message (finding->id);

  add_static (record, "id", health_id_name (finding->id));
  add_static (record, "severity", health_severity_word (health_id_severity (finding->id)));
  record_add_count (record, "count", finding->count);
  if (finding->first_offset == HEALTH_NO_OFFSET)
    record_add_null (record, "first_offset");
  else
    record_add_integer (record, "first_offset", finding->first_offset);
  record_add_text (record, "message", message, strlen (message), NULL);
  if (tells_path (trace, finding))
    add_string (record, "path", trace, finding->path);
  else
    record_add_null (record, "path");
  if (finding->out_of > 0)
    record_add_count (record, "out_of", finding->out_of);
  else
    record_add_null (record, "out_of");
  add_static (record, "advice", health_id_words (finding->id)->advice);
  return record;
}

GPtrArray *
health_records (const Trace *trace, const TraceDamage *damage)
{
  GPtrArray *records = g_ptr_array_new_with_free_func ((GDestroyNotify) record_free);
  HealthFinding findings[N_HEALTH_IDS];
  unsigned n = health_report (trace, findings);

  for (uint32_t i = 0; damage != NULL && i < damage->n; i++)
    g_ptr_array_add (records, damage_record (damage, i));
  for (unsigned i = 0; i < n; i++)
    g_ptr_array_add (records, finding_record (trace, &findings[i]));
  return records;
}

bool
health_has (const GPtrArray *health, HealthSeverity severity)
{
  for (guint i = 0; i < health->len; i++)
    if (strcmp (record_cell (health->pdata[i], 1)->text, health_severity_word (severity)) == 0)
      return true;
  return false;
}

/* ---- text ---- */

/* "12 of 74,949 events", "3 places". Of one file that each of a kind is seen once is no news. */
static char *
share_text (const HealthFinding *finding)
{
  HealthUnit unit = health_id_unit (finding->id);
  const HealthNoun *share = health_unit_share (unit), *noun = health_unit_noun (unit);
  g_autofree char *n = count_text (finding->count);
  g_autofree char *all = count_text (finding->out_of);

  if (unit == HEALTH_COUNTS_FILES && finding->out_of == 1)
    return g_strdup ("");
  if (finding->out_of > 0 && share != NULL)
    return g_strdup_printf (finding->out_of == 1 ? share->one : share->many, n, all);
  return g_strdup_printf (finding->count == 1 ? noun->one : noun->many, n);
}

/* "first at byte 41,203,112 of rank3.json"; "" where nothing is known. */
static char *
place_text (const Trace *trace, const HealthFinding *finding)
{
  g_autofree char *offset = NULL, *path = NULL;

  if (finding->first_offset != HEALTH_NO_OFFSET)
    offset = count_text ((uint64_t) finding->first_offset);
  if (tells_path (trace, finding))
    {
      size_t length;
      const char *text = trace_string (trace, finding->path, &length);
      path = report_printable (text, length);
    }
  if (offset != NULL && path != NULL)
    return g_strdup_printf ("first at byte %s of the text of %s", offset, path);
  if (offset != NULL)
    return g_strdup_printf ("first at byte %s of the text", offset);
  return path != NULL ? g_strdup_printf ("first in %s", path) : g_strdup ("");
}

/* Text that stays as it is, in lines of words. */
static void
append_paragraph (GString *out, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  size_t at = TEXT_LINE_CHARS;

  for (char **word = words; *word != NULL; word++)
    {
      size_t length = strlen (*word);

      if (at + 1 + length > TEXT_LINE_CHARS)
        {
          g_string_append_printf (out, "%s%*s", word == words ? "" : "\n", TEXT_INDENT, "");
          at = TEXT_INDENT;
        }
      else
        {
          g_string_append_c (out, ' ');
          at++;
        }
      g_string_append (out, *word);
      at += length;
    }
  g_string_append_c (out, '\n');
}

static void
append_words (GString *out, const HealthWords *words)
{
  g_autofree char *said = g_strdup_printf ("%s. %s", words->what, words->effect);

  append_paragraph (out, said);
  if (words->advice != NULL)
    append_paragraph (out, words->advice);
}

/* "  data_loss  json.event_skipped  12 of 74,949 events  first at byte 41,203,112": without blanks at its end. */
static void
append_head (GString *out,
             const char *severity,
             const char *id,
             int id_width,
             const char *share,
             int share_width,
             const char *place)
{
  g_string_append_printf (out, "  %-*s  %-*s  %*s  %s", SEVERITY_WIDTH, severity, id_width, id, share_width,
                          share, place);
  while (out->str[out->len - 1] == ' ')
    g_string_truncate (out, out->len - 1);
  g_string_append_c (out, '\n');
}

static void
append_damage (GString *out, const TraceDamage *damage)
{
  for (uint32_t i = 0; i < damage->n; i++)
    {
      g_autofree char *place = g_strdup_printf ("section \"%s\"", trace_damage_name (damage, i));
      append_head (out, health_severity_word (HEALTH_DATA_LOSS), TRACE_DAMAGE_HEALTH_ID, 0, "", 0, place);
    }
  append_words (out, &health_words_of_damage);
}

void
health_append_text (GString *out, const Trace *trace, const TraceDamage *damage)
{
  HealthFinding findings[N_HEALTH_IDS];
  char *shares[N_HEALTH_IDS];
  unsigned n = health_report (trace, findings);
  size_t share_width = 0, id_width = 0;

  g_string_append (out, "Health\n");
  if (damage != NULL && damage->n > 0)
    append_damage (out, damage);
  else if (n == 0)
    g_string_append (out, "  Every event of the file was read; nothing had to be repaired.\n");

  for (unsigned i = 0; i < n; i++)
    {
      shares[i] = share_text (&findings[i]);
      share_width = MAX (share_width, strlen (shares[i]));
      id_width = MAX (id_width, strlen (health_id_name (findings[i].id)));
    }
  for (unsigned i = 0; i < n; i++)
    {
      const char *severity = health_severity_word (health_id_severity (findings[i].id));
      g_autofree char *place = place_text (trace, &findings[i]);

      append_head (out, severity, health_id_name (findings[i].id), (int) id_width, shares[i],
                   (int) share_width, place);
      append_words (out, health_id_words (findings[i].id));
      g_free (shares[i]);
    }
}
