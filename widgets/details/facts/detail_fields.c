/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/detail_fields.h"

#include <glib/gi18n-lib.h>

#include "widgets/details/facts/argument_text.h"
#include "widgets/details/facts/launched_runs.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/details/facts/source_place.h"
#include "widgets/timeline/rows/track_label.h"

static void
clear_field (gpointer data)
{
  DetailField *field = data;

  g_free (field->key);
  g_free (field->value);
}

GArray *
detail_fields_new (void)
{
  GArray *fields = g_array_new (FALSE, FALSE, sizeof (DetailField));

  g_array_set_clear_func (fields, clear_field);
  return fields;
}

/* Takes value; NULL is left out. */
static void
take (GArray *fields, const char *key, char *value)
{
  DetailField field = { g_strdup (key), value };

  if (value == NULL)
    g_free (field.key);
  else
    g_array_append_val (fields, field);
}

void
detail_fields_take (GArray *fields, const char *key, char *value)
{
  take (fields, key, value);
}

static void
add_duration (GArray *fields, const char *key, int64_t ns, const NumberStyle *numbers)
{
  char text[NUMBER_TEXT_MAX];

  take (fields, key, g_strdup (number_text_duration (numbers, (double) ns, text)));
}

/* ---- slices ---- */

static void
add_launch (GArray *fields, const Trace *trace, uint64_t slice, uint64_t launch, const NumberStyle *numbers)
{
  const SliceColumns *slices = trace_slices (trace);
  g_autofree char *thread = slice_place_thread (trace, launch);

  /* Translators: a call and the thread that made it */
  take (fields, _ ("Launched by"),
        g_strdup_printf (_ ("%s, %s"), trace_display_name (trace, slice_name (slices, launch)), thread));
  add_duration (fields, _ ("Launch → start"),
                slice_start_ns (slices, slice) - slice_start_ns (slices, launch), numbers);
  add_duration (fields, _ ("Runtime call"), slice_dur_ns (slices, launch), numbers);
}

static void
add_runs (GArray *fields, const Trace *trace, uint64_t slice, const NumberStyle *numbers)
{
  const SliceColumns *slices = trace_slices (trace);
  uint64_t run, n = launched_runs (trace, slice, &run);

  if (n == 0)
    return;
  if (n > 1)
    {
      take (fields, _ ("Launched"),
            g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u run", "%u runs", n), (unsigned) n));
      return;
    }
  take (fields, _ ("Launched"), g_strdup (trace_display_name (trace, slice_name (slices, run))));
  add_duration (fields, _ ("Launch → start"), slice_start_ns (slices, run) - slice_start_ns (slices, slice),
                numbers);
  add_duration (fields, _ ("Run time"), slice_dur_ns (slices, run), numbers);
}

/* "[30, 1, 1]", however the file breaks it into lines. */
static char *
in_one_line (const char *json)
{
  GString *line = g_string_new (NULL);

  for (const char *at = json; *at != '\0'; at++)
    if (!g_ascii_isspace (*at))
      g_string_append (line, *at == ',' ? ", " : (const char[]){ *at, '\0' });
  return g_string_free (line, FALSE);
}

static void
add_shape (GArray *fields, const Trace *trace, uint64_t slice)
{
  g_autofree char *grid = argument_text_find (trace, slice, "grid");
  g_autofree char *block = argument_text_find (trace, slice, "block");

  if (grid == NULL || block == NULL)
    return;
  g_autofree char *grid_line = in_one_line (grid);
  g_autofree char *block_line = in_one_line (block);
  take (fields, _ ("Grid × block"), g_strdup_printf ("%s × %s", grid_line, block_line));
}

/* An argument that counts bytes; as in the file where it is not a whole number. */
static void
add_bytes (GArray *fields,
           const Trace *trace,
           uint64_t slice,
           const char *argument,
           const char *key,
           const NumberStyle *numbers)
{
  char *value = argument_text_find (trace, slice, argument);
  char text[NUMBER_TEXT_MAX];
  guint64 bytes;

  if (value != NULL && g_ascii_string_to_unsigned (value, 10, 0, G_MAXINT64, &bytes, NULL))
    {
      g_free (value);
      value = g_strdup (number_text_bytes (numbers, bytes, text));
    }
  take (fields, key, value);
}

static void
add_occupancy (GArray *fields, const Trace *trace, uint64_t slice)
{
  g_autofree char *percent = argument_text_find (trace, slice, "est. achieved occupancy %");

  if (percent != NULL)
    take (fields, _ ("Est. occupancy"), g_strdup_printf ("%s\u202f%%", percent));
}

/* "1011 (3 of 6), + 6.02 ms" */
static void
add_step (GArray *fields, const Profile *profile, uint32_t rank, int64_t time_ns, const NumberStyle *numbers)
{
  uint64_t i = profile_step_at (profile, rank, time_ns);
  g_autofree char *step = slice_place_step (profile, rank, time_ns);
  char offset[NUMBER_TEXT_MAX];

  if (step == NULL)
    return;
  number_text_duration (numbers, (double) (time_ns - step_table_get (profile->steps, i)->host_begin_ns),
                        offset);
  /* Translators: a step and its place among all, then how long after its begin */
  take (fields, _ ("Step"), g_strdup_printf (_ ("%s, + %s"), step, offset));
}

/* "3rd" */
static char *
ordinal (uint64_t n, const NumberStyle *numbers)
{
  char number[NUMBER_TEXT_MAX];
  bool is_teen = n % 100 >= 11 && n % 100 <= 13;

  number_text_count (numbers, n, number);
  /* Translators: a place in an order, 1st, 2nd, 3rd, 4th: where your language has one form, give it four times */
  return g_strdup_printf (is_teen       ? _ ("%sth")
                          : n % 10 == 1 ? _ ("%sst")
                          : n % 10 == 2 ? _ ("%snd")
                          : n % 10 == 3 ? _ ("%srd")
                                        : _ ("%sth"),
                          number);
}

void
detail_fields_add_slice (GArray *fields, const Profile *profile, uint64_t slice, const NumberStyle *numbers)
{
  const Trace *trace = profile->trace;
  const SliceColumns *slices = trace_slices (trace);
  uint32_t rank = slice_place_rank (trace, slice);
  uint64_t launch = trace_launch_of (trace, slice);
  char duration[NUMBER_TEXT_MAX];

  take (fields, _ ("Start"), slice_place_time (profile, rank, slice_start_ns (slices, slice), numbers));
  number_text_duration (numbers, (double) slice_dur_ns (slices, slice), duration);
  take (fields, _ ("Duration"),
        (slices->flags[slice] & SLICE_UNFINISHED)
          ? g_strdup_printf (_ ("%s, then the recording ended"), duration)
          : g_strdup (duration));
  take (fields, slice_kind_is_on_device (slices->kind[slice]) ? _ ("Stream") : _ ("Thread"),
        slice_place_row (trace, slice));
  /* Work belongs to the step that launched it, also when it runs later. */
  add_step (fields, profile, rank, slice_start_ns (slices, launch != SLICE_NONE ? launch : slice), numbers);

  if (launch != SLICE_NONE)
    add_launch (fields, trace, slice, launch, numbers);
  else
    add_runs (fields, trace, slice, numbers);
  if (slices->correlation[slice] != 0)
    take (fields, _ ("Correlation"), g_strdup_printf ("%" G_GINT64_FORMAT, slices->correlation[slice]));
  add_shape (fields, trace, slice);
  take (fields, _ ("Registers / thread"), argument_text_find (trace, slice, "registers per thread"));
  add_bytes (fields, trace, slice, "shared memory", _ ("Shared memory"), numbers);
  add_occupancy (fields, trace, slice);
  add_bytes (fields, trace, slice, "bytes", _ ("Size"), numbers);
  take (fields, _ ("Source"), source_place_of_slice (trace, slice));
}

void
detail_fields_add_arguments (GArray *fields, const Trace *trace, uint64_t slice)
{
  ArgIter iter;
  Arg arg;

  if (!trace_args (trace, trace_slices (trace)->args[slice], &iter))
    return;
  while (arg_iter_next (&iter, &arg))
    {
      size_t length;
      const char *key = trace_string (trace, arg.key, &length);
      g_autofree char *shown = argument_text_decode (key, length);

      take (fields, shown, argument_text_value (&arg));
    }
  arg_iter_clear (&iter);
}

char *
detail_fields_kind (const Profile *profile, uint64_t slice)
{
  size_t length;
  const char *category =
    trace_string (profile->trace, slice_category (trace_slices (profile->trace), slice), &length);
  g_autofree char *shown = argument_text_decode (category, length);
  const char *work = work_kind_label (work_kind_of_slice (profile->works, slice));

  if (length == 0)
    return g_strdup (work);
  /* Translators: a kind of work, then the category as spelled in the file */
  return g_strdup_printf (_ ("%s, %s"), work, shown);
}

char *
detail_fields_place (uint64_t place, uint64_t n, bool is_whole, const NumberStyle *numbers)
{
  g_autofree char *nth = ordinal (place, numbers);
  char count[NUMBER_TEXT_MAX];

  number_text_count (numbers, n, count);
  if (place == 0)
    return g_strdup_printf (is_whole
                              ? g_dngettext (GETTEXT_PACKAGE,
                                             "%s finished slice in the profile has this "
                                             "name",
                                             "%s finished slices in the profile have this name", n)
                              : g_dngettext (GETTEXT_PACKAGE, "%s finished slice in scope has this name",
                                             "%s finished slices in scope have this name", n),
                            count);
  if (n == 1)
    return g_strdup (is_whole ? _ ("the only one with this name in the profile")
                              : _ ("the only one with this name in scope"));
  if (place == 1)
    return g_strdup_printf (is_whole ? _ ("longest of %s with this name in the profile")
                                     : _ ("longest of %s with this name in scope"),
                            count);
  if (place == n)
    return g_strdup_printf (is_whole ? _ ("shortest of %s with this name in the profile")
                                     : _ ("shortest of %s with this name in scope"),
                            count);
  /* Translators: place by duration, then how many there are */
  return g_strdup_printf (is_whole ? _ ("%s longest of %s with this name in the profile")
                                   : _ ("%s longest of %s with this name in scope"),
                          nth, count);
}

/* ---- gaps and areas ---- */

static void
add_cause (GArray *fields, const Trace *trace, const IdleGap *gap, const NumberStyle *numbers)
{
  const SliceColumns *slices = trace_slices (trace);

  if (gap->next == SLICE_NONE)
    {
      take (fields, _ ("Ended by"), g_strdup (_ ("nothing; the device did no more work")));
      return;
    }
  take (fields, _ ("Ended by"), g_strdup (trace_display_name (trace, slice_name (slices, gap->next))));
  if (gap->launch == SLICE_NONE)
    take (fields, _ ("Cause"), g_strdup (_ ("unknown: the file has no launch for the work that ended it")));
  else if (gap->is_unrecorded)
    take (fields, _ ("Cause"), g_strdup (_ ("unknown: the recording of this rank begins later")));
  else if (gap->is_host_bound)
    take (fields, _ ("Cause"), g_strdup (_ ("the host: it launched the next work only during the gap")));
  else
    take (fields, _ ("Cause"), g_strdup (_ ("not the host: it launched the next work before the gap")));
  if (gap->host != SLICE_NONE)
    {
      char covered[NUMBER_TEXT_MAX], length[NUMBER_TEXT_MAX];

      number_text_duration (numbers, (double) gap->host_ns, covered);
      number_text_duration (numbers, (double) (gap->end_ns - gap->begin_ns), length);
      /* Translators: what the host did in a gap, for how long, of how long a gap. */
      take (fields, _ ("Host activity"),
            g_strdup_printf (_ ("%s, %s of %s"), trace_display_name (trace, slice_name (slices, gap->host)),
                             covered, length));
    }
  else if (gap->launch != SLICE_NONE)
    take (fields, _ ("Host activity"), g_strdup (_ ("nothing was recorded")));
  if (gap->launch != SLICE_NONE)
    add_launch (fields, trace, gap->next, gap->launch, numbers);
}

void
detail_fields_add_gap (GArray *fields,
                       const Profile *profile,
                       const ViewSelection *selection,
                       const IdleGap *gap,
                       const NumberStyle *numbers)
{
  const TraceDevice *device = trace_device (profile->trace, selection->device);

  take (fields, _ ("Start"), slice_place_time (profile, device->rank, selection->begin_ns, numbers));
  add_duration (fields, _ ("Length"), selection->end_ns - selection->begin_ns, numbers);
  take (fields, _ ("Device"), track_label_device (profile->trace, device->track));
  take (fields, _ ("Step"), slice_place_step (profile, device->rank, selection->begin_ns));
  if (gap != NULL)
    add_cause (fields, profile->trace, gap, numbers);
}

void
detail_fields_add_area (GArray *fields, ViewState *state, const NumberStyle *numbers)
{
  const Profile *profile = view_state_profile (state);
  const ViewSelection *selection = view_state_selection (state);
  uint32_t rank = view_state_step_rank (state);
  /* What lies beyond the profile is no part of it, nor of the figures of the Area tab. */
  int64_t begin_ns = CLAMP (selection->begin_ns, profile->begin_ns, profile->end_ns);
  int64_t end_ns = CLAMP (selection->end_ns, profile->begin_ns, profile->end_ns);

  take (fields, _ ("Start"), slice_place_time (profile, rank, begin_ns, numbers));
  take (fields, _ ("End"), slice_place_time (profile, rank, end_ns, numbers));
  add_duration (fields, _ ("Length"), end_ns - begin_ns, numbers);
}
