/* SPDX-License-Identifier: Apache-2.0 */

#include "app/information/information.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "app/profiles/profile_facts.h"
#include "app/information/setting_text.h"
#include "trace/align/aligned_clock.h"
#include "trace/model/device_word.h"
#include "trace/model/profile_format.h"
#include "trace/model/recording_tool.h"

static void
row_free (gpointer data)
{
  InformationRow *row = data;

  g_free (row->label);
  g_free (row->value);
  g_free (row);
}

static void
section_free (gpointer data)
{
  InformationSection *section = data;

  g_ptr_array_unref (section->rows);
  g_free (section);
}

void
information_free (Information *information)
{
  g_ptr_array_unref (information->sections);
  g_ptr_array_unref (information->health);
  g_free (information->no_health);
  g_free (information);
}

/* Takes value; without one, or with an empty one, there is no row. */
static void
add_row (GPtrArray *rows, const char *label, char *value)
{
  if (value == NULL || *value == '\0')
    {
      g_free (value);
      return;
    }
  InformationRow *row = g_new (InformationRow, 1);
  *row = (InformationRow){ .label = g_strdup (label), .value = value };
  g_ptr_array_add (rows, row);
}

static GPtrArray *
rows_new (void)
{
  return g_ptr_array_new_with_free_func (row_free);
}

/* Takes rows. */
static void
add_section (Information *information, const char *title, GPtrArray *rows)
{
  if (rows->len == 0)
    {
      g_ptr_array_unref (rows);
      return;
    }
  InformationSection *section = g_new (InformationSection, 1);
  *section = (InformationSection){ .title = title, .rows = rows };
  g_ptr_array_add (information->sections, section);
}

static char *
string_text (const Trace *trace, uint32_t id)
{
  size_t length;
  const char *text = trace_string (trace, id, &length);

  return g_utf8_make_valid (text, (gssize) length);
}

static char *
base_name (const Trace *trace, uint32_t path)
{
  g_autofree char *text = string_text (trace, path);

  return g_path_get_basename (text);
}

static char *
count_text (const NumberStyle *numbers, uint64_t n)
{
  char text[NUMBER_TEXT_MAX];

  return g_strdup (number_text_count (numbers, n, text));
}

static const char *
status_word (ProfileStatus status)
{
  switch (status)
    {
    case PROFILE_STOPPED:
      return _ ("Stopped: the file ends early");
    case PROFILE_IN_PROGRESS:
      return _ ("In progress: the file is still being written");
    case PROFILE_FAILED:
      return _ ("Failed: the job that was recorded has failed");
    case PROFILE_STOPPING:
      return _ ("Stopping: the job is being stopped");
    default:
      return _ ("Completed");
    }
}

static char *
recorded_text (const Trace *trace)
{
  int64_t epoch_ns;

  if (!trace_epoch_ns (trace, &epoch_ns))
    return NULL;
  g_autoptr (GDateTime) recorded = g_date_time_new_from_unix_local (epoch_ns / 1000000000);
  return recorded != NULL ? g_date_time_format (recorded, "%Y-%m-%d %H:%M:%S %z") : NULL;
}

static char *
key_text (const Trace *trace)
{
  const uint8_t *key = trace_profile_key (trace);
  GString *text = g_string_new (NULL);

  for (int i = 0; i < TRACE_KEY_BYTES; i++)
    g_string_append_printf (text, "%02x", key[i]);
  return g_string_free (text, FALSE);
}

/* "Nsight Systems SQLite (nsys-sqlite)": as people say, and as the command line does. */
static char *
format_text (const Trace *trace)
{
  const char *words = trace_format (trace);
  g_autoptr (GString) titles = g_string_new (NULL);

  while (words != NULL)
    {
      const ProfileFormat *format = profile_format_next (&words);

      if (format == NULL)
        return g_strdup (trace_format (trace));
      g_string_append_printf (titles, "%s%s", titles->len > 0 ? " + " : "", _ (format->title));
    }
  return g_strdup_printf ("%s (%s)", titles->str, trace_format (trace));
}

static GPtrArray *
job_rows (const Profile *profile, const NumberStyle *numbers)
{
  const Trace *trace = profile->trace;
  const EventCounts *events = trace_event_counts (trace);
  g_auto (RecordingTool) tool = recording_tool_of (trace);
  GPtrArray *rows = rows_new ();
  int64_t begin_ns, end_ns;
  char text[NUMBER_TEXT_MAX];

  trace_span (trace, &begin_ns, &end_ns);
  add_row (rows, _ ("Name"), g_strdup (profile->name));
  add_row (rows, _ ("Path"), g_filename_display_name (profile->path));
  add_row (rows, _ ("Format"), format_text (trace));
  add_row (rows, _ ("Recorded with"), recording_tool_text (&tool));
  add_row (rows, _ ("Status"), g_strdup (status_word (trace_status (trace))));
  add_row (rows, _ ("Recorded"), recorded_text (trace));
  add_row (rows, _ ("Length"), g_strdup (number_text_duration (numbers, (double) (end_ns - begin_ns), text)));
  add_row (rows, trace_n_ranks (trace) > 1 ? _ ("Steps over all ranks") : _ ("Steps"),
           count_text (numbers, step_table_count (profile->steps)));
  add_row (rows, _ ("Step pattern"), g_strdup (profile->steps_pattern));
  add_row (rows, _ ("Events read"), count_text (numbers, events->total));
  add_row (rows, _ ("Events skipped"), count_text (numbers, events->skipped));
  add_row (rows, _ ("Slices"), count_text (numbers, trace_slices (trace)->n));
  add_row (rows, _ ("Launches and other flows"), count_text (numbers, trace_n_flows (trace)));
  add_row (rows, _ ("Counter samples"), count_text (numbers, trace_samples (trace)->n));
  add_row (rows, _ ("Profile key"), key_text (trace));
  return rows;
}

static GPtrArray *
file_rows (const Trace *trace)
{
  GPtrArray *rows = rows_new ();

  for (uint32_t i = 0; i < trace_n_ranks (trace); i++)
    {
      const TraceRank *rank = trace_rank (trace, i);
      const TraceRank *before = i > 0 ? trace_rank (trace, i - 1) : NULL;
      g_autofree char *name = base_name (trace, rank->path);

      /* The ranks of one file follow each other. */
      if (before != NULL && before->path == rank->path && before->status == rank->status)
        continue;
      add_row (rows, name, g_strdup (status_word (rank->status)));
    }
  return rows;
}

static GPtrArray *
rank_rows (const Trace *trace)
{
  GPtrArray *rows = rows_new ();

  for (uint32_t i = 0; i < trace_n_ranks (trace); i++)
    {
      const TraceRank *rank = trace_rank (trace, i);
      g_autofree char *label = rank->world_size > 0 ? g_strdup_printf (_ ("Rank %" PRId64 " of %" PRId64),
                                                                       rank->number, rank->world_size)
                                                    : g_strdup_printf (_ ("Rank %" PRId64), rank->number);
      g_autofree char *node = string_text (trace, trace_track (trace, rank->node)->name);
      g_autofree char *file = base_name (trace, rank->path);

      /* Translators: a machine's name, then a file's. */
      add_row (rows, label,
               *node != '\0' ? g_strdup_printf (_ ("%s, %s"), node, file) : g_steal_pointer (&file));
    }
  return rows;
}

/* "+2.992 µs, drift 0.03 ppm; ends of collectives within 996 ns" */
static char *
clock_text (const AlignedClock *clock, const NumberStyle *numbers)
{
  char offset[NUMBER_TEXT_MAX], residual[NUMBER_TEXT_MAX], drift[NUMBER_TEXT_MAX];

  if (clock->n_collectives == 0)
    return g_strdup (_ ("As recorded: it has no collective in common with another rank"));
  number_text_duration (numbers, (double) clock->offset_ns, offset);
  number_text_duration (numbers, (double) clock->residual_p95_ns, residual);
  number_text_value (numbers, clock->drift_ppm, drift);
  /* Translators: what was added to the times of a rank, how it changes, and what is left. */
  return g_strdup_printf (clock->is_certain
                            ? _ ("%s%s, drift %s ppm; 95 %% of its collectives end within %s of the others'")
                            : _ ("%s%s, drift %s ppm; uncertain: 95 %% of its collectives end within %s of the others'"),
                          clock->offset_ns > 0 ? "+" : "", offset, drift, residual);
}

static GPtrArray *
clock_rows (const Trace *trace, const NumberStyle *numbers)
{
  g_autoptr (GArray) clocks = aligned_clocks (trace);
  GPtrArray *rows = rows_new ();

  if (clocks->len == 0 && trace_n_ranks (trace) > 1)
    add_row (rows, _ ("Ranks"), g_strdup (_ ("As recorded: times of different ranks may be apart by the errors of their clocks")));
  for (guint i = 0; i < clocks->len; i++)
    {
      const AlignedClock *clock = &g_array_index (clocks, AlignedClock, i);
      g_autofree char *label = g_strdup_printf (_ ("Rank %" PRId64), clock->rank);

      add_row (rows, label, clock_text (clock, numbers));
    }
  return rows;
}

static GPtrArray *
device_rows (const Trace *trace, const NumberStyle *numbers)
{
  GPtrArray *rows = rows_new ();

  for (uint32_t i = 0; i < trace_n_devices (trace); i++)
    {
      const TraceDevice *device = trace_device (trace, i);
      const TraceRank *rank = trace_rank (trace, device->rank);
      g_autofree char *label = device_word_in_one (
        trace, i,
        trace_n_ranks (trace) > 1 ? g_strdup_printf (_ ("GPU %d of rank %" PRId64), device->number, rank->number)
                                  : g_strdup_printf (_ ("GPU %d"), device->number));
      g_autofree char *details = setting_text_device (trace, rank, device->number, numbers);
      g_autofree char *name = string_text (trace, device->name);

      if (*name == '\0')
        name = (g_free (name), g_strdup (_ ("The file does not contain its name")));
      add_row (rows, label,
               /* Translators: a GPU's name, then its memory, compute capability and such. */
               details != NULL ? g_strdup_printf (_ ("%s, %s"), name, details) : g_strdup (name));
    }
  return rows;
}

/* Whether an earlier rank has the same key with the same value. */
static bool
is_repeated (const Trace *trace, uint32_t rank, const TraceSetting *setting)
{
  const TraceRank *first = trace_rank (trace, 0);

  if (rank == 0)
    return false;
  for (uint64_t i = 0; i < first->n_settings; i++)
    {
      const TraceSetting *other = trace_setting (trace, first->first_setting + i);
      if (other->key == setting->key && other->value == setting->value)
        return true;
    }
  return false;
}

static void
add_settings (GPtrArray *version_rows, GPtrArray *key_rows, const Trace *trace, DeviceApi api, uint32_t i)
{
  const TraceRank *rank = trace_rank (trace, i);

  for (uint64_t j = 0; j < rank->n_settings; j++)
    {
      const TraceSetting *setting = trace_setting (trace, rank->first_setting + j);

      if (is_repeated (trace, i, setting))
        continue;
      g_autofree char *key = string_text (trace, setting->key);
      if (strcmp (key, ALIGNED_SETTING) == 0)
        continue;
      g_autofree char *label =
        i > 0 ? g_strdup_printf (_ ("%s (rank %" PRId64 ")"), key, rank->number) : g_strdup (key);
      size_t length;
      const char *text = trace_string (trace, setting->value, &length);
      const char *version_label;
      char *version = setting_text_version (key, text, length, api, &version_label);

      if (version != NULL && i == 0)
        add_row (version_rows, version_label, version);
      else
        g_free (version);
      add_row (key_rows, label, setting_text_plain (text, length));
    }
}

Information *
information_new (const Profile *profile, const ProfileFindings *findings, const NumberStyle *numbers)
{
  const Trace *trace = profile->trace;
  Information *information = g_new0 (Information, 1);
  GPtrArray *version_rows = rows_new ();
  GPtrArray *key_rows = rows_new ();
  DeviceApi api = device_api_of (trace);

  information->sections = g_ptr_array_new_with_free_func (section_free);
  information->health = health_entries (profile, findings, numbers);
  for (uint32_t i = 0; i < trace_n_ranks (trace); i++)
    add_settings (version_rows, key_rows, trace, api, i);

  if (information->health->len == 0)
    information->no_health = health_entries_none (profile, numbers);
  add_section (information, _ ("Job"), job_rows (profile, numbers));
  add_section (information, _ ("Files"), file_rows (trace));
  add_section (information, _ ("Ranks"), rank_rows (trace));
  add_section (information, _ ("Clocks"), clock_rows (trace, numbers));
  add_section (information, _ ("Devices"), device_rows (trace, numbers));
  add_section (information, _ ("Versions"), version_rows);
  add_section (information, _ ("Other keys in the file"), key_rows);
  return information;
}

char *
information_text (const Information *information, const char *title)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s\n", title);
  for (guint i = 0; i < information->sections->len; i++)
    {
      const InformationSection *section = information->sections->pdata[i];

      g_string_append_printf (text, "\n%s\n", section->title);
      for (guint j = 0; j < section->rows->len; j++)
        {
          const InformationRow *row = section->rows->pdata[j];
          g_string_append_printf (text, "%s: %s\n", row->label, row->value);
        }
    }
  g_string_append_printf (text, "\n%s\n", _ ("Health"));
  for (guint i = 0; i < information->health->len; i++)
    {
      g_autofree char *health = health_entry_text (information->health->pdata[i]);
      g_string_append_printf (text, "%s\n", health);
    }
  if (information->no_health != NULL)
    g_string_append_printf (text, "%s\n", information->no_health);
  return g_string_free (text, FALSE);
}
