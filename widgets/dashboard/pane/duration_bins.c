/* SPDX-License-Identifier: Apache-2.0 */

#include "widgets/dashboard/pane/duration_bins.h"

#include <glib/gi18n-lib.h>

char *
duration_bins_alternative (const PaneContext *pane,
                           const Distribution *durations,
                           const Histogram *bins,
                           char *(*part_text) (const PaneContext *pane, int part),
                           const char *definition)
{
  char median[NUMBER_TEXT_MAX], p95[NUMBER_TEXT_MAX], least[NUMBER_TEXT_MAX], most[NUMBER_TEXT_MAX];
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out, _ ("Median %s, p95 %s, shortest %s, longest %s"),
                          number_text_duration (pane->numbers, durations->median_ns, median),
                          number_text_duration (pane->numbers, durations->p95_ns, p95),
                          number_text_duration (pane->numbers, (double) durations->min_ns, least),
                          number_text_duration (pane->numbers, (double) durations->max_ns, most));
  for (uint32_t bin = 0; bin < bins->n_bins; bin++)
    if (bins->counts[bin] > 0)
      {
        g_autofree char *line = part_text (pane, (int) bin);

        g_string_append_printf (out, "\n%s", line);
      }
  g_string_append_printf (out, "\n%s", definition);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

PaneTable *
duration_bins_table (const Histogram *bins, const char *counted)
{
  PaneTable *table = pane_table_new ((const PaneColumn[]){
    { _ ("From (ns)"), true },
    { _ ("To (ns)"), true },
    { counted, true },
    { NULL, false },
  });

  for (uint32_t bin = 0; bin < bins->n_bins; bin++)
    {
      pane_table_add_ns (table, histogram_edge_ns (bins, bin));
      pane_table_add_ns (table, histogram_edge_ns (bins, bin + 1));
      pane_table_add_count (table, bins->counts[bin]);
    }
  return table;
}
