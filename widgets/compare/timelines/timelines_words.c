/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/compare/timelines/timelines_words.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "widgets/compare/compare_words.h"

#define NO_BREAK_SPACE "\u00a0"
#define BETWEEN_SIDES  "   "

/* ---- the alignment ---- */

char *
timelines_words_aligned (const Alignment *alignment)
{
  g_autofree char *name =
    alignment->name != NULL ? g_utf8_make_valid (alignment->name, (gssize) alignment->length) : NULL;

  switch (alignment->kind)
    {
    case ALIGN_STEP:
      return g_strdup_printf (_ ("Aligned by step %" PRId64), alignment->number);
    case ALIGN_ANNOTATION:
      return g_strdup_printf (_ ("Aligned by the annotation “%s”, instance %" PRId64), name,
                              alignment->number);
    case ALIGN_COLLECTIVE:
      return g_strdup_printf (_ ("Aligned by the collective “%s”, instance %" PRId64), name,
                              alignment->number);
    case ALIGN_SEQUENCE:
      return g_strdup_printf (_ ("Aligned by the collective “%s”, sequence number %" PRId64), name,
                              alignment->number);
    case ALIGN_START:
      break;
    }
  return g_strdup (_ ("Aligned by the begins of the sides"));
}

char *
timelines_words_aligned_by_slices (const Compared *compared, const SelectedSlices *selected)
{
  return g_strdup_printf (_ ("Aligned by the begins of the selected slices: %s"),
                          timelines_words_slice (compared, selected));
}

/* ---- the selected slices ---- */

const char *
timelines_words_slice (const Compared *compared, const SelectedSlices *selected)
{
  const Trace *trace = compared->sides[selected->from].profile->trace;

  return trace_display_name (trace, slice_name (trace_slices (trace), selected->slices[selected->from]));
}

static const char *
reason (CounterpartAnswer answer)
{
  switch (answer)
    {
    case COUNTERPART_OUTSIDE:
      return _ ("in no compared step");
    case COUNTERPART_NO_STEP:
      return _ ("no such step");
    case COUNTERPART_FEWER:
      return _ ("fewer of them in this step");
    default:
      return _ ("not on this side");
    }
}

static double
duration_ns (const Compared *compared, uint32_t side, uint64_t slice)
{
  return (double) slice_dur_ns (trace_slices (compared->sides[side].profile->trace), slice);
}

/* "B: 1.500 ms, +266.0 µs (+21.6 %)" */
static char *
side_figures (const Compared *compared,
              const SelectedSlices *selected,
              uint32_t side,
              const NumberStyle *numbers)
{
  uint64_t slice = selected->slices[side];
  char duration[NUMBER_TEXT_MAX];

  if (slice == SLICE_NONE)
    return g_strdup_printf ("%s: %s", compared_letter (side),
                            selected->is_known ? reason (selected->answers[side]) : "…");
  number_text_duration (numbers, duration_ns (compared, side, slice), duration);
  if (side == 0 || selected->slices[0] == SLICE_NONE)
    return g_strdup_printf ("%s: %s", compared_letter (side), duration);

  double base_ns = duration_ns (compared, 0, selected->slices[0]);
  double more_ns = duration_ns (compared, side, slice) - base_ns;
  g_autofree char *more = compare_words_duration (numbers, more_ns);
  if (base_ns <= 0)
    return g_strdup_printf ("%s: %s, %s", compared_letter (side), duration, more);
  g_autofree char *percent = compare_words_percent (numbers, more_ns / base_ns);
  return g_strdup_printf ("%s: %s, %s (%s)", compared_letter (side), duration, more, percent);
}

char *
timelines_words_figures (const Compared *compared, const SelectedSlices *selected, const NumberStyle *numbers)
{
  GString *figures = g_string_new (NULL);

  for (uint32_t side = 0; side < compared->n_sides && side < SIDE_PAIRS_MAX; side++)
    {
      g_autofree char *text = side_figures (compared, selected, side, numbers);
      g_auto (GStrv) words = g_strsplit (text, " ", -1);
      g_autofree char *unbroken = g_strjoinv (NO_BREAK_SPACE, words);

      g_string_append_printf (figures, "%s%s", side > 0 ? BETWEEN_SIDES : "", unbroken);
    }
  return g_string_free (figures, FALSE);
}
