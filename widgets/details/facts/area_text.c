/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/details/facts/area_text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "widgets/details/facts/area_sheet.h"
#include "widgets/details/facts/slice_place.h"
#include "widgets/look/duration_column.h"

char *
area_text_rows (const TrackSet *tracks)
{
  size_t n;

  if (tracks == NULL)
    return g_strdup (_ ("all rows"));
  track_set_members (tracks, &n);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u row", "%u rows", n), (unsigned) n);
}

/* As many digits as tell one end from the other. */
static void
ends_of (const ViewArea *area,
         const NumberStyle *numbers,
         char begin[NUMBER_TEXT_MAX],
         char end[NUMBER_TEXT_MAX])
{
  if (area->begin_ns < 0)
    {
      number_text_duration (numbers, (double) area->begin_ns, begin);
      number_text_duration (numbers, (double) area->end_ns, end);
      return;
    }
  DurationColumn column = duration_column_of_span (area->begin_ns, area->end_ns);
  duration_column_text (&column, numbers, area->begin_ns, begin);
  duration_column_text (&column, numbers, area->end_ns, end);
}

char *
area_text_span (const ViewArea *area, const NumberStyle *numbers)
{
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];

  ends_of (area, numbers, begin, end);
  return g_strdup_printf (_ ("%s to %s"), begin, end);
}

char *
area_text_short (const ViewArea *area, const NumberStyle *numbers)
{
  char begin[NUMBER_TEXT_MAX], end[NUMBER_TEXT_MAX];
  g_autofree char *rows = area_text_rows (area->tracks);

  ends_of (area, numbers, begin, end);
  /* Translators: begin, end, "3 rows" */
  return g_strdup_printf (_ ("%s to %s, %s"), begin, end, rows);
}

char *
area_text_sentence (const ViewArea *area, const AreaStats *stats, const NumberStyle *numbers)
{
  char count[NUMBER_TEXT_MAX], share[NUMBER_TEXT_MAX];
  g_autofree char *place = area_text_short (area, numbers);

  if (stats == NULL)
    return g_strdup_printf (_ ("Area %s"), place);
  number_text_count (numbers, stats->tracks.count, count);
  g_autofree char *slices =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s slice", "%s slices", stats->tracks.count), count);
  if (!stats->summary.has_active_percent)
    return g_strdup_printf (_ ("Area %s, %s"), place, slices);
  number_text_share (numbers, stats->summary.gpu_active_percent / 100, share);
  /* Translators: "12.30 ms to 14.10 ms, 3 rows", "411 slices", "83.5 %" */
  return g_strdup_printf (_ ("Area %s, %s, GPU busy %s"), place, slices, share);
}

/* ---- tables ---- */

typedef struct
{
  GString *text;
  AreaTextForm form;
} Writer;

/* A name may hold anything: in a cell it is one line, and nothing of it is a mark of the table. */
static void
add_cell (Writer *writer, bool is_first, const char *cell)
{
  g_autofree char *valid = g_utf8_make_valid (cell, -1);

  if (writer->form == AREA_MARKDOWN)
    g_string_append (writer->text, is_first ? "| " : " | ");
  else if (!is_first)
    g_string_append_c (writer->text, '\t');
  for (const char *at = valid; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      g_string_append_c (writer->text, ' ');
    else if (writer->form == AREA_MARKDOWN && strchr ("|\\`*_<>[]", *at) != NULL)
      g_string_append_printf (writer->text, "\\%c", *at);
    else
      g_string_append_c (writer->text, *at);
}

static void
end_row (Writer *writer)
{
  g_string_append (writer->text, writer->form == AREA_MARKDOWN ? " |\n" : "\n");
}

static void
add_row (Writer *writer, const char *const *cells, int n)
{
  for (int i = 0; i < n; i++)
    add_cell (writer, i == 0, cells[i]);
  end_row (writer);
}

static void
add_head (Writer *writer, const char *const *cells, int n)
{
  if (writer->text->len > 0)
    g_string_append_c (writer->text, '\n');
  add_row (writer, cells, n);
  if (writer->form != AREA_MARKDOWN)
    return;
  for (int i = 0; i < n; i++)
    g_string_append (writer->text, i == 0 ? "|:--" : "|--:");
  g_string_append (writer->text, "|\n");
}

static const char *
integer (int64_t value, char buffer[NUMBER_TEXT_MAX])
{
  g_snprintf (buffer, NUMBER_TEXT_MAX, "%" G_GINT64_FORMAT, value);
  return buffer;
}

/* As shortest as reads back the same, in the C locale. */
static const char *
fraction (double value, char buffer[NUMBER_TEXT_MAX])
{
  return g_ascii_formatd (buffer, NUMBER_TEXT_MAX, "%.10g", value);
}

static void
add_figures (Writer *writer, const AreaStats *stats, int64_t begin_ns, int64_t end_ns)
{
  static const char *const head[] = { "figure", "value" };
  const struct
  {
    const char *name;
    int64_t value;
  } figures[] = {
    { "begin_ns", begin_ns },
    { "end_ns", end_ns },
    { "slices", (int64_t) stats->tracks.count },
    { "slices_from_before", (int64_t) stats->tracks.n_before },
    { "rows_busy_ns", stats->tracks.busy_ns },
    { "rows_total_ns", stats->tracks.total_ns },
    { "devices", stats->summary.n_devices },
    { "busy_ns", stats->summary.busy_ns },
    { "compute_ns", stats->summary.compute_ns },
    { "communication_ns", stats->summary.communication_ns },
    { "exposed_communication_ns", stats->summary.exposed_communication_ns },
    { "exposed_copy_ns", stats->summary.exposed_copy_ns },
    { "idle_ns", stats->split.idle_ns },
    { "kernel_count", (int64_t) stats->summary.kernel_count },
    { "kernel_total_ns", stats->summary.kernel_total_ns },
  };
  char text[NUMBER_TEXT_MAX];

  add_head (writer, head, G_N_ELEMENTS (head));
  for (size_t i = 0; i < G_N_ELEMENTS (figures); i++)
    add_row (writer, (const char *const[]){ figures[i].name, integer (figures[i].value, text) }, 2);
  if (stats->summary.has_active_percent)
    add_row (
      writer,
      (const char *const[]){ "gpu_active_percent", fraction (stats->summary.gpu_active_percent, text) }, 2);
}

static void
add_tracks (Writer *writer, const Trace *trace, const TrackStatsTable *tracks, int64_t length_ns)
{
  static const char *const head[] = { "row",      "slices",    "busy_ns", "percent_of_window",
                                      "total_ns", "longest_ns" };
  const SliceColumns *slices = trace_slices (trace);
  g_autofree uint32_t *order = g_new (uint32_t, tracks->n + 1);
  char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX], c[NUMBER_TEXT_MAX], d[NUMBER_TEXT_MAX], e[NUMBER_TEXT_MAX];

  area_sheet_order_tracks (trace, tracks, order);
  add_head (writer, head, G_N_ELEMENTS (head));
  for (uint32_t i = 0; i < tracks->n; i++)
    {
      const TrackStats *track = &tracks->tracks[order[i]];
      g_autofree char *name = slice_place_row (trace, trace_track (trace, track->track)->first_slice);

      add_row (writer,
               (const char *const[]){
                 name,
                 integer ((int64_t) track->count, a),
                 integer (track->busy_ns, b),
                 length_ns > 0 ? fraction (100.0 * (double) track->busy_ns / (double) length_ns, c) : "",
                 integer (track->total_ns, d),
                 track->longest == SLICE_NONE ? "" : integer (slice_dur_ns (slices, track->longest), e),
               },
               G_N_ELEMENTS (head));
    }
}

static void
add_kernels (Writer *writer, const Trace *trace, const KernelStatsTable *kernels)
{
  static const char *const head[] = { "kernel", "count", "total_ns", "mean_ns", "percent_of_kernel_time" };
  char a[NUMBER_TEXT_MAX], b[NUMBER_TEXT_MAX], c[NUMBER_TEXT_MAX], d[NUMBER_TEXT_MAX];

  add_head (writer, head, G_N_ELEMENTS (head));
  for (uint64_t i = 0; i < kernels->n; i++)
    {
      const KernelStats *kernel = &kernels->kernels[i];
      double share =
        kernels->total_ns > 0 ? (double) kernel->duration.total_ns / (double) kernels->total_ns : 0;

      add_row (writer,
               (const char *const[]){
                 trace_string (trace, kernel->name, NULL),
                 integer ((int64_t) kernel->duration.count, a),
                 integer (kernel->duration.total_ns, b),
                 fraction (kernel->duration.mean_ns, c),
                 fraction (100.0 * share, d),
               },
               G_N_ELEMENTS (head));
    }
}

char *
area_text_tables (const Trace *trace,
                  const AreaStats *stats,
                  int64_t begin_ns,
                  int64_t end_ns,
                  AreaTextForm form)
{
  Writer writer = { g_string_new (NULL), form };

  add_figures (&writer, stats, begin_ns, end_ns);
  add_tracks (&writer, trace, &stats->tracks, end_ns - begin_ns);
  add_kernels (&writer, trace, &stats->kernels);
  return g_string_free (writer.text, FALSE);
}
